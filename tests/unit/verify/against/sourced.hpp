// Reviews of texts with the sources given with them.
#pragma once

#include "base/json.hpp"
#include "sources/material.hpp"
#include "verify/against/quotes.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tests {

// A source of the buyer's own text.
sources::Material given(std::string_view text, std::string_view title = {},
                        std::string_view author = {}, std::string_view published = {});

// What the verifier makes of a text with its sources, checked by the schema; every span shows the
// words that stand there, in the text or in the source that it names.
base::json::Ref review_with(std::string_view text, const std::vector<sources::Material>& materials);

// "source.number 37 / 35": the check, the words of the text, and those of the source, of each
// finding of severity minor or above; a line each.
std::string told(const json_t* artifact_view);

// Words that a text quotes, and its only source.
struct QuoteRow {
    std::string_view quote;
    std::string_view source;
    verify::against::Quoted how = verify::against::Quoted::verbatim;
};

// A line for each row of which something else is told.
std::string complaints_of(std::span<const QuoteRow> rows);

} // namespace tests
