// What the words beside a number say of how exactly it is told.
#pragma once

#include "reading/document.hpp"

#include <string_view>
#include <vector>

namespace reading {

// The words of a sentence that no date has taken.
struct FreeWords {
    const Document* document = nullptr;
    const std::vector<bool>* taken = nullptr;
    TokenRange range;

    [[nodiscard]] bool has(std::size_t token) const
    {
        return token >= range.begin && token < range.end && !(*taken)[token];
    }
    // Lower case; empty outside the sentence and within a date.
    [[nodiscard]] std::string_view word(std::size_t token) const
    {
        return has(token) ? document->word(token) : std::string_view{};
    }
};

// "About", "nearly", "at least": sets the qualifier of a quantity whose tokens are known.
void qualify(const FreeWords& words, Quantity& out);

// Ranges and tolerances tie two neighbours together. The sentence's quantities begin at `first`.
void relate(const FreeWords& words, std::vector<Quantity>& all, std::size_t first);

} // namespace reading
