// What the families of references share: the lines of a text outside of code, and its list of
// references.
#pragma once

#include "verify/law/critic.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace verify::forms {

// A line of the view without its end and without blanks around.
struct TextLine {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
    bool after_blank = false; // an empty line stands before it
    bool is_entry = false;    // of the list of references, or goes on with one
};

struct Entry {
    std::uint32_t begin = 0; // with its number
    std::uint32_t end = 0;   // of its last line
    int number = 0;          // 0 without one
};

struct References {
    std::vector<TextLine> lines; // fences left out
    std::vector<Entry> entries;
};

References read_references(const Document& document);

std::string_view text_of(const Document& document, const TextLine& line);

// Whether four digits that read as a year stand in the text.
bool has_year(std::string_view text);

// The next place of `sign` in [from, limit) of `text`; `limit` when there is none.
inline std::size_t find_within(std::string_view text, std::string_view sign, std::size_t from,
                               std::size_t limit)
{
    return std::min(text.substr(0, limit).find(sign, from), limit);
}

// A reference that leads nowhere.
struct LooseEnd {
    CheckRef check;
    std::string_view title;
    std::string reason;
};
void report_reference(const Document& document, const Mark& mark, const LooseEnd& end,
                      Review& review);

void check_cited_numbers(const Document& document, const References& all, Review& review);
void check_cited_authors(const Document& document, const References& all, Review& review);
void check_footnotes(const Document& document, const References& all, Review& review);
void check_anchors(const Document& document, const References& all, Review& review);

} // namespace verify::forms
