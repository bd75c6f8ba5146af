// Runs the table rows of the skeptic's tests through the whole product.
#pragma once

#include <span>
#include <string_view>

namespace tests {

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
void expect_all(std::span<const Case> rows);

} // namespace tests
