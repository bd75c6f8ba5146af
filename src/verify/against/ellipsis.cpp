#include "verify/against/ellipsis.hpp"

#include "reading/denial.hpp"
#include "reading/finite_verb.hpp"

#include <algorithm>
#include <vector>

namespace verify::against {

namespace {

using reading::Cues;
using reading::Passage;
using reading::TokenKind;
using reading::WordSet;
using statements::Run;

constexpr std::string_view k_limits[] = {
    "provided", "until",   "hardly", "barely",    "scarcely",  "rarely",      "seldom", "unlike",
    "nur",      "sofern",  "falls",  "wenn",      "ohne",      "au\u00dfer",  "kaum",   "bis",
    "refused",  "refuses", "denied", "denies",    "allegedly", "supposedly",  "unable", "failed",
    "fails",    "almost",  "nearly", "otherwise", "contrary",  "conditional", "solely"};
constexpr Cues k_restricts{WordSet::only | WordSet::excepts | WordSet::supposes, k_limits};
constexpr Cues k_parts_clauses{WordSet::comma | WordSet::semicolon | WordSet::stop |
                               WordSet::colon | WordSet::joins | WordSet::contrasts |
                               WordSet::explains | WordSet::relative | WordSet::asks |
                               WordSet::before | WordSet::after};
// A clause that says something on the side of what stands before it.
constexpr std::string_view k_when[] = {"when", "where", "as", "after", "before", "while"};
constexpr Cues k_on_the_side{WordSet::relative | WordSet::explains, k_when};
constexpr Cues k_signs_around{WordSet::comma | WordSet::dash | WordSet::opens | WordSet::closes};
constexpr Cues k_ends{WordSet::stop | WordSet::semicolon};
constexpr Cues k_prepositions{WordSet::place_prep | WordSet::role_prep | WordSet::way_prep |
                              WordSet::between_prep | WordSet::excepts};

// Words that are not a subject: "and", "then", "quickly".
bool is_beside(const Passage& words, std::uint32_t token)
{
    const auto word = words.word(token);
    return words.document().kind(token) == TokenKind::symbol || words.is(token, k_parts_clauses) ||
           word.ends_with("ly") ||
           reading::is_one_of(word, {"also", "then", "thus", "not", "so", "still", "even"});
}

// What stands before a noun: "all charges"
constexpr Cues k_counts{WordSet::all | WordSet::every | WordSet::some | WordSet::no};

struct Clause {
    bool has_subject = false; // before its verb, or without one; "it" and the like are of another
    bool has_verb = false;
    bool is_relative = false;
};

// The clauses of a part of the words, cut at conjunctions and signs; the last one may have no
// words.
std::vector<Clause> clauses_of(const Passage& words, Run run)
{
    std::vector<Clause> out(1);
    for (auto i = run.begin; i < run.end; ++i) {
        if (words.is(i, k_parts_clauses)) {
            out.emplace_back();
            out.back().is_relative = words.is(i, WordSet::relative);
            continue;
        }
        auto& clause = out.back();
        if (words.is(i, WordSet::personal)) continue;
        const bool is_verb = reading::is_finite_verb(words, i) && !words.is(i - 1, k_counts);
        // "wages fell": what looks like a verb before a verb is a noun.
        clause.has_subject = clause.has_subject || (is_verb && clause.has_verb) ||
                             (!is_verb && !clause.has_verb && !is_beside(words, i));
        clause.has_verb = clause.has_verb || is_verb;
    }
    return out;
}

std::uint32_t first_of(const Passage& words, Run run)
{
    while (run.begin < run.end && is_beside(words, run.begin)) ++run.begin;
    return run.begin;
}

// Whether the words have a subject and a verb of their own at their begin.
bool opens_clause(const Passage& words, Run run)
{
    const auto first = first_of(words, run);
    if (first == run.end || words.is(run.begin, WordSet::relative) ||
        words.is(first, k_prepositions) || reading::is_finite_verb(words, first))
        return false;
    for (auto i = first + 1; i < run.end; ++i) {
        if (words.is(i, k_parts_clauses) && !words.is(i, WordSet::joins)) return false;
        if (reading::is_finite_verb(words, i)) return true;
    }
    return false;
}

class GapJudge {
public:
    GapJudge(const reading::Document& source, const LeftOut& left_out)
        : m_words{source, left_out.before.begin, left_out.after.end},
          m_left_out{left_out}, m_gap{left_out.gap}
    {
    }

    [[nodiscard]] bool turns() const
    {
        const bool is_enclosed =
            m_words.is(m_gap.begin, k_signs_around) && m_words.is(m_gap.end - 1, k_signs_around);
        if (is_enclosed && m_words.is(m_gap.begin + 1, WordSet::relative)) return false;
        if (limits()) return true;
        if (is_enclosed && m_words.is(m_gap.begin + 1, k_on_the_side)) return false;
        if (opens_clause(m_words, m_left_out.after)) return false;
        const bool waits = !clauses_of(m_words, m_left_out.before).back().has_verb;
        if (is_enclosed && waits && goes_on_with_verb()) return false;
        return has_other_subject(waits);
    }

private:
    // What stands in the sentences of the words quoted; those between say something of their own.
    [[nodiscard]] bool limits() const
    {
        auto first_end = m_gap.begin;
        while (first_end < m_gap.end && !m_words.is(first_end, k_ends)) ++first_end;
        auto last_begin = m_gap.end;
        while (last_begin > m_gap.begin && !m_words.is(last_begin - 1, k_ends)) --last_begin;
        for (auto i = m_gap.begin; i < m_gap.end; ++i) {
            const bool is_beside_quoted = i < first_end || i >= last_begin;
            if (is_beside_quoted && (reading::is_denial(m_words, i) || m_words.is(i, k_restricts)))
                return true;
        }
        return false;
    }

    [[nodiscard]] bool goes_on_with_verb() const
    {
        const auto first = first_of(m_words, m_left_out.after);
        return first < m_left_out.after.end && reading::is_finite_verb(m_words, first);
    }

    // Whether the words after the gap belong to a subject in it: `waits` tells that the one quoted
    // before still waits for its verb.
    [[nodiscard]] bool has_other_subject(bool waits) const
    {
        const auto clauses = clauses_of(m_words, m_gap);
        bool has_verb = !waits || clauses.front().has_verb;
        for (std::size_t i = 1; i < clauses.size(); ++i) {
            const auto& clause = clauses[i];
            if (clause.has_subject && clause.has_verb && !clause.is_relative) return true;
            const bool is_last = i + 1 == clauses.size();
            const bool subject_waits = is_last && clause.has_subject && !clause.has_verb;
            if (subject_waits && has_verb && goes_on_with_verb()) return true;
            has_verb = has_verb || (clause.has_verb && !clause.is_relative);
        }
        return false;
    }

    Passage m_words;
    LeftOut m_left_out;
    Run m_gap;
};

} // namespace

bool turns_sense(const reading::Document& source, const LeftOut& left_out)
{
    return left_out.gap.begin < left_out.gap.end && GapJudge{source, left_out}.turns();
}

} // namespace verify::against
