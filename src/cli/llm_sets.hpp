// Sets of texts that measure a model: files of JSON Lines, as tests/accuracy/SETS.md has them, and
// one that the program makes.
#pragma once

#include "base/json.hpp"
#include "base/result.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace cli {

struct BenchCase {
    std::string id;
    std::string text;
    std::string quote; // the wrong piece; empty where the text is right
    bool is_wrong = false;
    std::string sources{}; // JSON, as a request has them; empty: none are given

    [[nodiscard]] base::json::Ref request() const;
};

struct BenchSet {
    std::string name;
    std::vector<BenchCase> cases;

    // It is made of all texts, of what is wrong in them and of their sources.
    [[nodiscard]] std::string sha256() const;
};

// The cases of one file: twins are two. The error names the line.
base::Result<std::vector<BenchCase>, std::string> read_set(std::string_view file);

// Two hundred short texts with one wrong figure each, and as many without: sentences of the frames
// that try a model's answers, with other figures. Then forty that a source denies, and as many that
// it entails. The same ones each time.
BenchSet made_set();

} // namespace cli
