// The items of a list in a sentence, or of one below it.
#pragma once

#include "verify/law/critic.hpp"

#include <optional>

namespace verify::wording {

struct Items {
    int count = 0;
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
};

// "a, b and c" behind the token `open`, up to the end of the sentence or bracket; nullopt unless
// every item is short and plain.
std::optional<Items> plain_items(const Passage& passage, std::uint32_t open);

// "a; b; and c": each may be a clause of its own.
std::optional<Items> long_items(const Passage& passage, std::uint32_t open);

// How many items of one level follow block `index`; nullopt when the list cannot be told apart.
std::optional<int> items_after(const Document& document, std::size_t index);

} // namespace verify::wording
