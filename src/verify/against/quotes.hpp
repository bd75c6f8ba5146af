// Quotations of the text: whether they stand in a source word for word, or how they differ.
#pragma once

#include "statements/statement.hpp"

#include <optional>
#include <string_view>
#include <vector>

namespace verify::against {

struct Comparison;

enum class Quoted {
    verbatim,     // but for what is shown: "...", "[the firm]", a capital, a mark at the end
    left_out,     // words are missing in the middle without a sign
    turned,       // what its "..." leaves out denies or limits it, or has its subject
    reordered,    // its parts stand there, in another order
    changed,      // words differ
    other_source, // word for word, but not in the source that the sentence names
    not_found
};

std::string_view name_of(Quoted quoted);

// A quotation of at least three words; a shorter one is a way of speaking.
struct Quotation {
    std::size_t sentence = 0; // in which it begins
    std::uint32_t begin = 0;  // tokens between the marks
    std::uint32_t end = 0;
    std::size_t words = 0;
    Quoted how = Quoted::not_found;
    std::optional<std::uint32_t> source; // in which it stands, or nearly
    statements::Run there;               // tokens of that source
    std::vector<statements::Run> apart;  // what differs, or was left out; tokens of that source
};

// At most k_most_quotations, in order. Of `with` only what was given is read.
std::vector<Quotation> read_quotations(const Comparison& with);

inline constexpr std::size_t k_most_quotations = 500;

} // namespace verify::against
