// The keys that do not depend on the product table, in the order of the file.
#pragma once

#include "config/options.hpp"

#include <span>

namespace config {

std::span<const Option> options_of_sales();
std::span<const Option> options_behind_sales();
std::span<const Option> options_of_model();

} // namespace config
