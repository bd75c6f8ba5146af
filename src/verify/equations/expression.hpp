// Arithmetic as it stands in sentences: "(45 + 15) / 2", "5 boxes x 12", "40% of 60", exactly.
#pragma once

#include "reading/passage.hpp"
#include "verify/law/words.hpp"

#include <optional>
#include <vector>

namespace verify::equations {

enum class ItemKind { number, plus, minus, times, over, power, root, open, close, equals, stop };

struct Item {
    ItemKind kind = ItemKind::stop;
    std::uint32_t begin = 0; // tokens
    std::uint32_t end = 0;
    const Quantity* quantity = nullptr; // of a number
    bool strict = true; // an operator or equals sign that cannot be taken for something else
    bool about = false; // an equals sign that says "about"
};

// The sentence as items; whatever is not arithmetic is a `stop`. Nouns right after a number are
// part of it.
std::vector<Item> read_items(const Passage& sentence);

// Whether the sentence says that it computes in another way than usual: modulo, in binary, rounded.
bool has_other_arithmetic(const Passage& sentence);

// A value with what is known of its unit.
struct Measured {
    Interval plain{}; // in the units as written; percent as a fraction
    Interval base{};  // in base units
    const reading::Unit* unit = nullptr;
    std::string_view currency;
    bool percent = false;
    bool tangled = false;  // units were multiplied: only `plain` means something
    bool conflict = false; // added unlike things
};

Measured measure(const Quantity& quantity, bool other_mark, bool rounded);

// Value of the items [begin, end), which must be one expression; nullopt when they are not, or a
// division by zero, or too large to compute.
std::optional<Measured> evaluate(const std::vector<Item>& items, std::size_t begin, std::size_t end,
                                 bool other_mark);

} // namespace verify::equations
