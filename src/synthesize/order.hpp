// What a buyer hands over to be merged: a question and the texts that may answer it.
#pragma once

#include "synthesize/words.hpp"

#include <string>
#include <vector>

namespace synthesize {

// At most 20 materials, 2 MB of text in all (checked where requests are parsed).
struct Order {
    std::string query;
    std::vector<Material> materials;
};

} // namespace synthesize
