// Sets of texts that measure a model: files of JSON Lines, as tests/accuracy/SETS.md has them.
#pragma once

#include "base/result.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace cli {

struct BenchCase {
    std::string id;
    std::string kind;
    std::string text;
    std::string quote; // the wrong piece; empty where the text is right
    bool is_wrong = false;
};

// The cases of one file: twins are two. The error names the line.
base::Result<std::vector<BenchCase>, std::string> read_set(std::string_view file);

} // namespace cli
