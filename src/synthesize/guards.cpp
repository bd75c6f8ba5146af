#include "synthesize/guards.hpp"

#include "reading/finite_verb.hpp"
#include "reading/wordnet/wordnet.hpp"
#include "synthesize/saying.hpp"

#include <algorithm>

namespace synthesize {

using reading::Passage;

namespace {

// What is said of one part is not said of another, nor of the whole.
constexpr std::string_view k_parts[] = {
    "north",    "south",    "east",       "west",    "northern", "southern", "eastern", "western",
    "upper",    "lower",    "inner",      "outer",   "first",    "second",   "third",   "last",
    "old",      "new",      "main",       "men",     "women",    "male",     "female",  "adults",
    "children", "adult",    "child",      "summer",  "winter",   "spring",   "autumn",  "gross",
    "net",      "domestic", "foreign",    "another", "other",    "former",   "early",   "late",
    "young",    "annual",   "monthly",    "daily",   "weekly",   "average",  "maximum", "minimum",
    "median",   "single",   "double",     "half",    "front",    "rear",     "per",     "each",
    "every",    "part",     "additional", "further", "extra",    "next",     "previous"};

// "Half a metre" is no half of anything.
bool is_number(const Passage& words, std::uint32_t token)
{
    const auto all = words.quantities();
    return std::any_of(all.begin(), all.end(), [&](const reading::Quantity& each) {
        return each.begin <= token && token < each.end;
    });
}

std::vector<std::string_view> parts_in(const Passage& words)
{
    std::vector<std::string_view> out;
    for (std::uint32_t i = words.begin(); i < words.end(); ++i)
        if (reading::is_one_of(words.word(i), k_parts) && !is_number(words, i))
            out.push_back(words.word(i));
    std::sort(out.begin(), out.end());
    out.erase(std::unique(out.begin(), out.end()), out.end());
    return out;
}

bool has_year_of_its_own(const Statement& own, const Source& other_source, const Statement& other)
{
    return std::any_of(own.moments.begin(), own.moments.end(), [&](const Moment& moment) {
        if (!moment.year) return false;
        const bool named =
            std::any_of(other.moments.begin(), other.moments.end(),
                        [&](const Moment& each) { return each.year == moment.year; });
        const bool published =
            other_source.published &&
            static_cast<int>(std::chrono::year_month_day{*other_source.published}.year()) ==
                *moment.year;
        return !named && !published;
    });
}

// Whether an adjective before one of `terms` stands in `own` alone.
bool has_kind_of_its_own(const Statement& own, const Statement& other,
                         const std::vector<TermId>& terms)
{
    return std::any_of(own.marks.modified.begin(), own.marks.modified.end(), [&](const auto& pair) {
        return std::binary_search(terms.begin(), terms.end(), pair.second) &&
               std::none_of(other.marks.modified.begin(), other.marks.modified.end(),
                            [&](const auto& each) { return each.first == pair.first; });
    });
}

} // namespace

Marks read_marks(const Source& source, const Statement& statement)
{
    const auto sentence = passage_of(source, statement);
    const auto saying = saying_in(sentence);
    const auto& known = reading::WordNet::embedded();
    Marks out;
    out.names = names_besides(source, statement, {});
    out.parts = parts_in(sentence);
    for (std::uint32_t i = sentence.begin(); i < sentence.end(); ++i) {
        const auto terms = source.terms.of(i);
        if (terms.empty()) continue; // numbers and words without content have none
        if (!saying[i - sentence.begin()] && reading::is_finite_verb(sentence, i))
            out.verbs.push_back(terms.front());
        if (i + 1 == sentence.end() || source.terms.of(i + 1).empty()) continue;
        if (known.is_chiefly(sentence.word(i), reading::WordKind::adjective))
            out.modified.emplace_back(sentence.word(i), source.terms.of(i + 1).front());
    }
    return out;
}

bool speak_of_one_kind(const Statement& left, const Statement& right,
                       const std::vector<TermId>& terms)
{
    return !has_kind_of_its_own(left, right, terms) || !has_kind_of_its_own(right, left, terms);
}

bool speak_of_one_part(const Passage& left, const Passage& right)
{
    return parts_in(left) == parts_in(right);
}

bool speak_of_two_parts(const Statement& left, const Statement& right)
{
    const auto& one = left.marks.parts;
    const auto& other = right.marks.parts;
    return !std::includes(one.begin(), one.end(), other.begin(), other.end()) &&
           !std::includes(other.begin(), other.end(), one.begin(), one.end());
}

bool speak_of_other_years(const Source& left_source, const Statement& left,
                          const Source& right_source, const Statement& right)
{
    return has_year_of_its_own(left, right_source, right) ||
           has_year_of_its_own(right, left_source, left);
}

std::vector<TermId> names_besides(const Source& source, const Statement& statement, Run words)
{
    const auto sentence = passage_of(source, statement);
    const auto saying = saying_in(sentence);
    std::vector<TermId> out;
    for (std::uint32_t i = sentence.begin(); i < sentence.end(); ++i) {
        if (saying[i - sentence.begin()] || (words.begin <= i && i < words.end)) continue;
        for (const auto term : source.terms.of(i))
            if (std::binary_search(statement.names.begin(), statement.names.end(), term))
                out.push_back(term);
    }
    std::sort(out.begin(), out.end());
    out.erase(std::unique(out.begin(), out.end()), out.end());
    return out;
}

} // namespace synthesize
