// Whether a written sentence is an edit of its exact quotes: nothing but their words, in their
// order.
//
// An editor may leave out a part that hangs (cut.hpp), join quotes with a semicolon, "and" or
// "but", move one part to the front, put "it" for a subject that was named before, and name the
// source or its date in front. Every other word, every other order is refused, with the reason that
// the writer is told. So nothing that the sentence says is not said by one of its quotes; what was
// left out may be missed (design: an omission that misleads is not seen).
#pragma once

#include "account/gate/words.hpp"

#include <optional>
#include <span>

namespace account::gate {

enum class Check {
    quote,     // no quote, more than four, or a sentence that is too long or no statement
    number,    // it stands in no quote
    name,      // likewise
    words,     // likewise
    scattered, // a clause takes its words from two quotes
    order,     // its words do not stand so in their quote
    cut,       // what was left out limits the rest, or tears it
};
std::string_view name_of(Check check);

struct Quoted {
    std::string text;
    std::string title;     // of its source
    std::string published; // "2026-03-28", or empty
};

struct Refusal {
    Check check;
    std::string word; // that it stumbles over
};

// nullopt: it is an edit of the quotes.
std::optional<Refusal> refuse(std::string_view sentence, std::span<const Quoted> quoted);

} // namespace account::gate
