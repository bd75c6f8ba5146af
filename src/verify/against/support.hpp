// What each source says of a claim of the text: a map of claims and sources.
#pragma once

#include "base/enumerators.hpp"
#include "verify/against/comparison.hpp"
#include "verify/claims/claims.hpp"

namespace verify::against {

// In the order of strength: what a text with several sources takes is the first that any gives.
enum class Agreement {
    contradicted, // a finding says so
    verbatim,     // its words stand there, one after the other
    // Its numbers, dates and names stand in one sentence there or its neighbours, beside words of
    // it; of a sentence without any, most of its words do. Whether the source says so is open.
    mentioned,
    not_found,
    unreadable // the source could not be read
};

inline constexpr std::size_t k_agreements = base::k_enumerators<Agreement>;

std::string_view name_of(Agreement agreement);

struct Cell {
    std::uint32_t source = 0;
    Agreement agreement = Agreement::not_found;
    std::optional<Mark> place; // in the source; nullopt: nothing of it stands there
};

// The row of one claim: a cell for each source that it is compared with.
struct Row {
    Agreement agreement = Agreement::not_found;
    std::vector<Cell> cells;
};

// The rows of the first claims, in their order: of all, unless the order's work is spent before.
// What agrees with a source is nowhere counted as verified: the buyer chose the sources.
std::vector<Row> read_support(const Comparison& with, const Review& review,
                              std::span<const Standing> standings, std::span<const Claim> claims);

} // namespace verify::against
