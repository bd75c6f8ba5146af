#include "statements/guards.hpp"

#include "reading/denial.hpp"
#include "reading/finite_verb.hpp"
#include "reading/wordnet/wordnet.hpp"
#include "statements/endings.hpp"
#include "statements/roles.hpp"
#include "statements/saying.hpp"
#include "statements/words.hpp"

#include <algorithm>

namespace statements {

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

// "Half a metre" is not a half of anything.
bool is_in_quantity(const Passage& words, std::uint32_t token)
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
        // "72 years old" tells of no part.
        if (reading::is_one_of(words.word(i), k_parts) && !is_in_quantity(words, i) &&
            !words.is(i - 1, reading::WordSet::time_span))
            out.push_back(words.word(i));
    std::sort(out.begin(), out.end());
    out.erase(std::unique(out.begin(), out.end()), out.end());
    return out;
}

std::optional<int> year_of(const Source& source)
{
    if (!source.published) return std::nullopt;
    return static_cast<int>(std::chrono::year_month_day{*source.published}.year());
}

// "The tsunami of 2004" names another event; "in 2004" tells when.
bool tells_when(const Source& source, const Moment& moment)
{
    return moment.year && (moment.begin == 0 || source.document.word(moment.begin - 1) != "of");
}

bool has_year_of_its_own(const Source& own_source, const Statement& own, const Source& other_source,
                         const Statement& other)
{
    return std::any_of(own.moments.begin(), own.moments.end(), [&](const Moment& moment) {
        if (!tells_when(own_source, moment)) return false;
        const bool named =
            std::any_of(other.moments.begin(), other.moments.end(), [&](const Moment& each) {
                return tells_when(other_source, each) && each.year == moment.year;
            });
        return !named && year_of(other_source) != *moment.year;
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

bool is_common_noun(const Passage& words, std::uint32_t token)
{
    if (!words.holds(token) || words.document().kind(token) != reading::TokenKind::word)
        return false;
    const bool is_name =
        token > words.begin() && reading::is_upper(words.document().raw(token).front());
    return !is_name &&
           reading::WordNet::embedded().is_chiefly(words.word(token), reading::WordKind::noun);
}

// Circumstances: a clause that one of these opens, up to its comma or the end.
bool opens_circumstance(const Passage& words, std::uint32_t token)
{
    return words.is(token,
                    {"after",  "before", "despite", "following", "which",   "who",     "whose",
                     "while",  "when",   "whereas", "since",     "amid",    "because", "although",
                     "though", "during", "until",   "unless",    "nachdem", "weil",    "obwohl"});
}

std::vector<bool> circumstances_in(const Passage& words)
{
    std::vector<bool> out(words.end() - words.begin(), false);
    for (std::uint32_t i = words.begin(); i < words.end(); ++i) {
        if (!opens_circumstance(words, i)) continue;
        std::uint32_t end = i;
        while (end < words.end() && !words.is(end, reading::WordSet::comma)) ++end;
        // What fills most of the sentence is what it says.
        if ((end - i) * 10 > (words.end() - words.begin()) * 6) continue;
        for (std::uint32_t k = i; k < end; ++k) out[k - words.begin()] = true;
    }
    return out;
}

void read_denials(const Source& source, const Passage& sentence, const std::vector<bool>& aside,
                  Marks& out)
{
    constexpr std::uint32_t k_reach = 6;
    using reading::WordSet;
    for (std::uint32_t i = sentence.begin(); i < sentence.end(); ++i) {
        if (aside[i - sentence.begin()]) continue;
        out.goes_up = out.goes_up || sentence.is(i, WordSet::rises | WordSet::more);
        out.goes_down = out.goes_down || sentence.is(i, WordSet::falls | WordSet::less);
        if (!is_negation(sentence, i)) continue;
        out.is_negated = true;
        std::uint32_t from = i + 1;
        // "None of the teams has offered more" denies the offer, not the teams.
        if (sentence.is(i, {"none", "neither"}) && sentence.is(from, {"of"}))
            while (from < sentence.end() && !reading::is_finite_verb(sentence, from)) ++from;
        for (std::uint32_t k = from; k < std::min(sentence.end(), from + k_reach); ++k) {
            if (sentence.is(k, WordSet::comma)) break;
            if (source.terms.of(k).empty()) continue;
            out.denied.emplace_back(source.terms.of(k).front(), Run{i, k + 1});
            break;
        }
    }
}

} // namespace

bool is_negation(const Passage& words, std::uint32_t token)
{
    // Something is not there, or a speaker says no.
    return reading::is_denial(words, token) ||
           words.is(token, {"without", "lacks", "deny", "denies", "denied", "refused", "refuses"});
}

Marks read_marks(const Source& source, const Statement& statement)
{
    const auto sentence = passage_of(source, statement);
    const auto saying = saying_in(sentence);
    const auto& known = reading::WordNet::embedded();
    auto aside = circumstances_in(sentence);
    for (std::size_t i = 0; i < aside.size(); ++i) aside[i] = aside[i] || saying[i];
    Marks out;
    read_denials(source, sentence, aside, out);
    out.names = names_besides(source, statement, {});
    out.parts = parts_in(sentence);
    out.deeds = read_deeds(source, sentence);
    out.endings = read_endings(source, sentence);
    out.going_on = read_going_on(sentence);
    for (std::uint32_t i = sentence.begin(); i < sentence.end(); ++i) {
        const auto terms = source.terms.of(i);
        if (terms.empty()) continue; // numbers and words without content have none
        if (!aside[i - sentence.begin()])
            out.told.insert(out.told.end(), terms.begin(), terms.end());
        if (!saying[i - sentence.begin()] && reading::is_finite_verb(sentence, i))
            out.verbs.push_back(terms.front());
        const bool joins = sentence.is(i + 1, {"-"}) && sentence.holds(i + 2) &&
                           !sentence.document().tokens[i + 2].space_before;
        if (joins && !source.terms.of(i + 2).empty()) // "hurricane-force winds"
            out.compounds.emplace_back(terms.front(), source.terms.of(i + 2).front());
        if (i + 1 == sentence.end() || source.terms.of(i + 1).empty()) continue;
        if (known.is_chiefly(sentence.word(i), reading::WordKind::adjective))
            out.modified.emplace_back(sentence.word(i), source.terms.of(i + 1).front());
        else if ((is_common_noun(sentence, i) ||
                  sentence.word(i).find('-') != std::string_view::npos) &&
                 is_common_noun(sentence, i + 1))
            out.compounds.emplace_back(terms.front(), source.terms.of(i + 1).front());
    }
    for (std::uint32_t i = sentence.begin(); i < sentence.end(); ++i) {
        if (saying[i - sentence.begin()]) continue;
        if (reading::weekday_name(sentence.word(i))) out.weekdays.push_back(sentence.word(i));
        // "A raid" is one, "they raid" tells none.
        const bool is_name =
            i > sentence.begin() && reading::is_upper(sentence.document().raw(i).front());
        if (!is_name && known.is_event(sentence.word(i)) && !reading::is_finite_verb(sentence, i) &&
            aspect_of(sentence.word(i)) == Aspect::none && !source.terms.of(i).empty())
            out.events.push_back(source.terms.of(i).front());
    }
    std::sort(out.weekdays.begin(), out.weekdays.end());
    std::sort(out.events.begin(), out.events.end());
    out.events.erase(std::unique(out.events.begin(), out.events.end()), out.events.end());
    std::sort(out.told.begin(), out.told.end());
    out.told.erase(std::unique(out.told.begin(), out.told.end()), out.told.end());
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

bool go_other_ways(const Statement& left, const Statement& right)
{
    const auto& one = left.marks;
    const auto& other = right.marks;
    const bool up_down = one.goes_up && !one.goes_down && other.goes_down && !other.goes_up;
    const bool down_up = one.goes_down && !one.goes_up && other.goes_up && !other.goes_down;
    return up_down || down_up;
}

bool speak_of_other_years(const Source& left_source, const Statement& left,
                          const Source& right_source, const Statement& right)
{
    return has_year_of_its_own(left_source, left, right_source, right) ||
           has_year_of_its_own(right_source, right, left_source, left);
}

bool is_of_an_earlier_year(const Source& source, const Statement& said)
{
    const auto published = year_of(source);
    return published &&
           std::any_of(said.moments.begin(), said.moments.end(), [&](const Moment& moment) {
               return tells_when(source, moment) && *moment.year < *published;
           });
}

bool tell_of_other_events(const Statement& left, const Statement& right, const Meanings& meanings)
{
    constexpr double k_related = 0.5;
    const auto& one = left.marks.events;
    const auto& other = right.marks.events;
    if (one.empty() || other.empty()) return false;
    return std::none_of(one.begin(), one.end(), [&](TermId event) {
        return std::any_of(other.begin(), other.end(), [&](TermId each) {
            return meanings.likeness(event, each) >= k_related;
        });
    });
}

bool tell_of_other_weekdays(const Statement& left, const Statement& right)
{
    const auto& one = left.marks.weekdays;
    const auto& other = right.marks.weekdays;
    return !one.empty() && !other.empty() &&
           std::none_of(one.begin(), one.end(), [&](std::string_view day) {
               return std::binary_search(other.begin(), other.end(), day);
           });
}

bool speak_of_one_compound(const Statement& left, const Statement& right)
{
    const auto has_its_own = [](const Statement& own, const Statement& other) {
        return std::any_of(
            own.marks.compounds.begin(), own.marks.compounds.end(), [&](const auto& pair) {
                return std::binary_search(other.terms.begin(), other.terms.end(), pair.second) &&
                       !std::binary_search(other.terms.begin(), other.terms.end(), pair.first);
            });
    };
    return !has_its_own(left, right) || !has_its_own(right, left);
}

bool may_be_of_one_day(const Statement& left, const Statement& right)
{
    if (left.moments.empty() || right.moments.empty()) return true;
    return std::any_of(left.moments.begin(), left.moments.end(), [&](const Moment& one) {
        return std::any_of(right.moments.begin(), right.moments.end(),
                           [&](const Moment& other) { return one.meets(other); });
    });
}

bool is_elsewhere(const Statement& said)
{
    return std::any_of(said.clauses.begin(), said.clauses.end(),
                       [](const Clause& clause) { return clause.elsewhere; });
}

bool is_planned(const Statement& said)
{
    return std::any_of(said.clauses.begin(), said.clauses.end(),
                       [](const Clause& clause) { return clause.planned; });
}

std::vector<TermId> without(const std::vector<TermId>& from, const std::vector<TermId>& these)
{
    std::vector<TermId> out;
    std::set_difference(from.begin(), from.end(), these.begin(), these.end(),
                        std::back_inserter(out));
    return out;
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

} // namespace statements
