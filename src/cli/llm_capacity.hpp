// What a shop with a model sells in an hour.
#pragma once

#include "config/config.hpp"

#include <string>

namespace cli {

// A table in Markdown: the orders an hour of each product that asks a model, and of those beside
// sources, with one, four and sixteen at a time, by what a review asks and by how fast a server
// reads and writes. Time that is not the model's is counted in full.
std::string capacity_table(const config::Config& config);

} // namespace cli
