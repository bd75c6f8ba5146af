// Runs rows of texts through the whole product, with the critics a test is about.
#pragma once

#include "base/json.hpp"

#include <span>
#include <string>
#include <string_view>

namespace tests {

inline constexpr std::string_view k_skeptic_alone[] = {"skeptic"};

// The artifact of one text.
base::json::Ref artifact_of(std::string_view text,
                            std::span<const std::string_view> critics = k_skeptic_alone);

// One text and what must be said about it. `check` empty: nothing of severity minor or above.
struct Case {
    std::string_view text;
    std::string_view check = {};      // of one finding
    std::string_view quote = {};      // of that finding's first span
    std::string_view recomputed = {}; // evidence.recomputed as JSON; not looked at when empty
};

// Fails the running test, naming every row whose artifact says something else. Also holds for every
// finding: quote == text[start:end] by code points and by bytes, and the artifact has canonical
// bytes, the same twice.
void expect_all(std::span<const Case> rows,
                std::span<const std::string_view> critics = k_skeptic_alone);

// A file of cases beside this one: "[family floor]" opens a family, "- text" must be found by a
// check whose id begins with the family's name, "+ text" must be left alone by all; "\n" is a line
// end. Fails on a family that finds fewer than its floor, and on any text called wrong that is not.
// Not looked at are findings of severity info.
void expect_case_file(const std::string& name, std::span<const std::string_view> critics);

} // namespace tests
