// Formulas have exact quotes in square brackets for operands: "[18 rows] * [24] + [36]",
// "change([$80], [$92])", "[38] > [41]".
//
// At most 400 bytes and 40 operands; a number that stands in no bracket is one of a few constants.
// What cannot be computed says nothing.
#pragma once

#include "verify/equations/datum.hpp"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace verify::equations {

// What a quote holds; nullopt when the text does not have it.
using ReadQuote = std::function<std::optional<Datum>(std::string_view quote)>;
// A function that is not among those of call(); nullopt: nor is it among these.
using MoreFunctions = std::optional<Datum> (*)(std::string_view name, std::span<const Datum>);

struct Computed {
    Datum value;                 // of a proposition its left side
    std::optional<bool> truth{}; // of a proposition
};

std::optional<Computed> compute(std::string_view formula, const ReadQuote& read,
                                MoreFunctions more = nullptr);

// Its quotes in their order; empty when it cannot be read.
std::vector<std::string_view> quotes_of(std::string_view formula);

// As people read it: "18 rows × 24 seats + 36".
std::string printed_formula(std::string_view formula);

} // namespace verify::equations
