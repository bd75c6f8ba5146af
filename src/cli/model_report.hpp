// What an artifact tells of the model that was asked, for people at a terminal.
#pragma once

#include <jansson.h>

#include <string>

namespace cli {

// How many opinions it came to, and what was lacking; empty where no model took part.
std::string model_line(const json_t* artifact_view);

} // namespace cli
