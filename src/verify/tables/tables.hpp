// table.statement: what prose says of a table that stands in the same text.
//
// The words of a sentence bind rows and columns by the words of their labels and heads, its cue
// words say how the cells are read, and the value is recomputed in exact rationals. Where it is
// open what is meant, nothing is said.
#pragma once

#include "reading/tables.hpp"
#include "verify/law/found.hpp"
#include "verify/tables/checks.hpp"
#include "verify/tables/statement.hpp"

#include <string>
#include <vector>

namespace verify::tables {

// A sentence that says otherwise than the table: its place and the cells it is about.
struct Told {
    const Document& document;
    Mark stated;
    std::vector<const reading::TableCell*> cells;
    std::string formula;
};

Found found(const Told& told);

// Both values as Found::shows() takes them; `better` is how a reader would write the right one.
template <typename Said, typename Meant>
void report(const Told& told, const Said& reported, const Meant& recomputed,
            std::string_view better, Review& review)
{
    if (review.is_full()) return;
    found(told)
        .shows("reported", reported, "recomputed", recomputed, "formula", told.formula)
        .gives(base::concat("In the table, ", told.formula), better, Marked{0}, "sentence")
        .correct(review, quote_of(told.document, told.stated), better, "the table");
}

// `said` is what of the statement was found to hold, and not empty.
void pass(const Document& document, std::vector<Mark> said,
          const std::vector<const reading::TableCell*>& cells, Review& review);

// What the rounding of a printed cell allows.
Interval interval_of(const reading::Table& table, std::size_t column,
                     const reading::TableCell& cell);

} // namespace verify::tables
