#include "reading/labels.hpp"

#include "reading/lexicon/lexicon.hpp"
#include "reading/term_roles.hpp"

namespace reading {

bool is_year(const Passage& passage, const Quantity& quantity)
{
    if (!quantity.year_like) return false;
    const std::uint32_t before = quantity.begin - 1;
    if (passage.is(
            before,
            Cues{WordSet::month_name | WordSet::role_prep | WordSet::way_prep | WordSet::dash |
                     WordSet::since | WordSet::opens | WordSet::until,
                 {"in",     "during", "before",  "after", "year", "fy",     "fiscal", "early",
                  "late",   "mid",    "between", "and",   "/",    "season", "summer", "winter",
                  "spring", "autumn", "fall",    "circa", "c",    "q"}}))
        return true;
    if (passage.is(quantity.end,
                   Cues{WordSet::comma | WordSet::colon | WordSet::semicolon | WordSet::dash,
                        {")", ".", "/"}}) ||
        !passage.holds(quantity.end))
        return true;
    return quantity.value.mantissa >= 1900 && quantity.value.mantissa <= 2100;
}

namespace {

// "Posted to 272 Squadron": a number that is part of a name. "12 Labour members" are counted.
bool is_in_name(const Passage& passage, const Quantity& quantity)
{
    const Document& document = passage.document();
    const std::uint32_t at = quantity.end;
    const auto is_word = [&](std::uint32_t token) {
        return passage.holds(token) && document.kind(token) == TokenKind::word;
    };
    if (document.language == "de" || quantity.spelled || quantity.scaled || quantity.place != 0 ||
        !quantity.currency.empty() || quantity.unit != nullptr || !is_word(at) ||
        begins_line(passage, at))
        return false;
    const auto name = document.raw(at);
    const bool is_capital = name.size() > 3 && is_upper(name.front()) && !is_upper(name[1]);
    return is_capital && !name.ends_with('s') && !is_word(at + 1);
}

} // namespace

bool is_addend(const Passage& passage, const Quantity& quantity)
{
    if (quantity.kind != QuantityKind::cardinal || quantity.doubtful || quantity.in_range)
        return false;
    if (is_year(passage, quantity) || is_in_name(passage, quantity)) return false;
    // "(1) copyright", "2) sell": the number of a point in a list; but "(12 of 20)".
    const bool bracket_after =
        passage.is(quantity.end, {")"}) && quantity.end == quantity.begin + 1;
    const bool word_before = passage.holds(quantity.begin - 2) &&
                             passage.is(quantity.begin - 1, {"("}) &&
                             passage.document().kind(quantity.begin - 2) == TokenKind::word &&
                             !passage.is(quantity.begin - 2, Cues{WordSet::joins, {"then"}});
    if (bracket_after && !word_before && !passage.is(quantity.begin - 1, {"of"})) return false;
    // "a 2-item scale", "the 90-day plan": the number belongs to another word.
    const bool compound = passage.is(quantity.end, {"-"}) &&
                          passage.document().kind(quantity.end + 1) == TokenKind::word &&
                          passage.holds(quantity.end + 1) &&
                          !passage.document().tokens[quantity.end].space_before &&
                          !passage.document().tokens[quantity.end + 1].space_before;
    if (compound) return false;
    // "Between manholes 7 and 8"
    const auto noun = passage.word(quantity.begin - 1);
    const bool is_run =
        noun.size() > 4 && noun.ends_with('s') &&
        passage.is(quantity.begin - 2, Cues{WordSet::place_prep, {"between", "of", "the"}}) &&
        passage.is(quantity.end, Cues{WordSet::dash, {"and", "to"}}) &&
        passage.document().kind(quantity.end + 1) == TokenKind::number;
    if (is_run) return false;
    const bool one_as_pronoun = quantity.spelled && quantity.value.mantissa == 1;
    if (one_as_pronoun && passage.is(quantity.end, {"of", "another", "day", "thing"})) return false;
    return !passage.is(
        quantity.begin - 1,
        {"page",     "pages",     "chapter", "chapters", "section", "sections", "room",
         "between",  "versions",  "steps",   "figures",  "tables",  "levels",   "grades",
         "weeks",    "days",      "phases",  "volumes",  "routes",  "years",    "questions",
         "parts",    "nos",       "from",    "types",    "rooms",   "step",     "item",
         "figure",   "table",     "version", "no",       "number",  "grade",    "level",
         "line",     "lines",     "route",   "aged",     "ages",    "age",      "article",
         "articles", "paragraph", "volume",  "phase",    "day",     "week",     "windows",
         "python",   "#",         "@",       "rule",     "rules",   "part",     "type",
         "question", "q",         "season",  "episode",  "group",   "unit",     "building",
         "gate",     "\u00a7",    "rfc",     "iso",      "ieee",    "din"});
}

} // namespace reading
