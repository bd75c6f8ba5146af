// Runs rows of texts through the whole product, with the critics a test is about.
#pragma once

#include "base/json.hpp"

#include <span>
#include <string>
#include <string_view>

namespace tests {

inline constexpr std::string_view k_skeptic_alone[] = {"skeptic"};
inline constexpr std::string_view k_verifier_alone[] = {"verifier"};
inline constexpr std::string_view k_all_critics[] = {"skeptic", "verifier", "red_team"};

// The artifact of one text.
base::json::Ref artifact_of(std::string_view text,
                            std::span<const std::string_view> critics = k_skeptic_alone);

// One text and what must be said about it. `check` empty: nothing of severity minor or above.
struct Case {
    std::string_view text;
    std::string_view check = {}; // of one finding
    std::string_view quote = {}; // of that finding's first span
    // evidence.recomputed or .expected as JSON; not looked at when empty
    std::string_view recomputed = {};
};

// Fails the running test, naming every row whose artifact says something else. Also holds for every
// finding: quote == text[start:end] by code points and by bytes, and the artifact has canonical
// bytes, the same twice.
void expect_all(std::span<const Case> rows,
                std::span<const std::string_view> critics = k_skeptic_alone);

} // namespace tests
