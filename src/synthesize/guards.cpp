#include "synthesize/guards.hpp"

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

// Adjectives before one of `terms` that the other statement does not have.
std::vector<std::string_view> own_modifiers(const Source& source, const Passage& words,
                                            const Passage& other, const std::vector<TermId>& terms)
{
    std::vector<std::string_view> out;
    for (std::uint32_t i = words.begin(); i + 1 < words.end(); ++i) {
        const auto word = words.word(i);
        const auto next = source.terms.of(i + 1);
        // Numbers have no terms.
        if (!source.terms.of(i).empty() && !next.empty() &&
            std::binary_search(terms.begin(), terms.end(), next.front()) &&
            reading::WordNet::embedded().is_chiefly(word, reading::WordKind::adjective) &&
            !other.any(std::initializer_list<std::string_view>{word}))
            out.push_back(word);
    }
    return out;
}

} // namespace

bool speak_of_one_kind(const Source& left_source, const Statement& left, const Source& right_source,
                       const Statement& right, const std::vector<TermId>& terms)
{
    const auto one = passage_of(left_source, left);
    const auto other = passage_of(right_source, right);
    return own_modifiers(left_source, one, other, terms).empty() ||
           own_modifiers(right_source, other, one, terms).empty();
}

bool speak_of_one_part(const Passage& left, const Passage& right)
{
    return parts_in(left) == parts_in(right);
}

bool speak_of_two_parts(const Passage& left, const Passage& right)
{
    const auto one = parts_in(left);
    const auto other = parts_in(right);
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
