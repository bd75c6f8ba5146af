#include "statements/disagreement.hpp"

#include "base/concat.hpp"
#include "base/fault.hpp"
#include "reading/passage.hpp"
#include "statements/endings.hpp"
#include "statements/figures.hpp"
#include "statements/guards.hpp"
#include "statements/roles.hpp"
#include "statements/two_things.hpp"
#include "statements/words.hpp"

#include <algorithm>

namespace statements {

namespace {

// What happens once or stays as it is: no later source replaces it.
constexpr std::string_view k_lasting[] = {
    "founded", "born",   "built",   "died",     "established", "length",   "height",  "long",
    "tall",    "high",   "wide",    "deep",     "width",       "depth",    "capital", "birthplace",
    "cause",   "opened", "author",  "invented", "discovered",  "weighs",   "weight",  "thick",
    "signed",  "named",  "elected", "launched", "completed",   "published"};
constexpr std::string_view k_past[] = {"was",    "were",    "had",    "did",     "didn't",
                                       "wasn't", "weren't", "killed", "injured", "destroyed"};
constexpr std::string_view k_running[] = {"far",       "toll",   "now",   "currently",
                                          "confirmed", "latest", "level", "status",
                                          "count",     "risen",  "still", "so"};

// What follows one of these tells how it came about, and narrows nothing.
constexpr std::string_view k_circumstances[] = {"after", "following", "despite", "by", "thanks"};

std::size_t shared(const Terms& left, const Terms& right)
{
    Terms out;
    std::set_intersection(left.begin(), left.end(), right.begin(), right.end(),
                          std::back_inserter(out));
    return out.size();
}

// A statement with the source around it and one of its clauses.
struct Side {
    const Source& source;
    const Statement& statement;
    const Clause& clause;
};

reading::Passage passage_of_clause(const Side& side)
{
    return {side.source.document, side.clause.begin, side.clause.end};
}

// Whether what `side` says beyond the other clause narrows it: a name that the other source never
// mentions, more than three words, or anything but a circumstance that comes after the
// value.
bool narrows(const Side& side, const Terms& extra, const Source& other, std::uint32_t value_end)
{
    constexpr std::size_t k_most_extra = 3;
    if (extra.size() > k_most_extra) return true;
    for (const auto term : extra) {
        const bool name =
            std::binary_search(side.statement.names.begin(), side.statement.names.end(), term);
        if (name && !other.mentioned.contains(term)) return true;
    }
    for (std::uint32_t i = value_end; i < side.clause.end; ++i) {
        if (reading::is_one_of(side.source.document.word(i), k_circumstances)) break;
        for (const auto term : side.source.terms.of(i))
            if (std::binary_search(extra.begin(), extra.end(), term)) return true;
    }
    return false;
}

bool same_moments(const Statement& left, const Statement& right)
{
    if (left.moments.empty() != right.moments.empty()) return false;
    return std::all_of(left.moments.begin(), left.moments.end(), [&](const Moment& one) {
        return std::any_of(right.moments.begin(), right.moments.end(),
                           [&](const Moment& other) { return one.meets(other); });
    });
}

// Whether the two clauses speak of the same thing but for their values, which end where given.
bool speak_of_one_thing(const Side& left, std::uint32_t left_end, const Side& right,
                        std::uint32_t right_end)
{
    constexpr std::size_t k_least_shared = 2;
    if (left.clause.elsewhere || right.clause.elsewhere) return false;
    if (left.clause.planned != right.clause.planned) return false;
    if (left.statement.labels != right.statement.labels) return false;
    const Terms more_left = without(left.clause.terms, right.clause.terms);
    const Terms more_right = without(right.clause.terms, left.clause.terms);
    if (!more_left.empty() && !more_right.empty()) return false;
    const std::size_t common = shared(left.clause.terms, right.clause.terms);
    if (common < k_least_shared) return false;
    if (!speak_of_one_part(passage_of_clause(left), passage_of_clause(right))) return false;
    return !narrows(left, more_left, right.source, left_end) &&
           !narrows(right, more_right, left.source, right_end);
}

// The words of the clause that both have, in their order.
std::string attribute_of(const Side& left, const Side& right, const Vocabulary& vocabulary)
{
    constexpr std::size_t k_most_words = 6;
    std::string out;
    std::size_t words = 0;
    for (std::uint32_t i = left.clause.begin; i < left.clause.end && words < k_most_words; ++i) {
        const auto terms = left.source.terms.of(i);
        if (terms.empty() || !std::binary_search(right.clause.terms.begin(),
                                                 right.clause.terms.end(), terms.front()))
            continue;
        out += base::concat(out.empty() ? "" : " ", vocabulary.word(terms.front()));
        ++words;
    }
    return out;
}

bool any_word(const Side& side, reading::Words words)
{
    for (std::uint32_t i = side.clause.begin; i < side.clause.end; ++i)
        if (reading::is_one_of(side.source.document.word(i), words)) return true;
    return false;
}

// "The dam cost 5 million" is told once it is paid; "tickets cost 5 euros" is how it is.
bool is_past(const Side& side)
{
    if (any_word(side, k_past)) return true;
    const auto& document = side.source.document;
    for (std::uint32_t i = side.clause.begin + 1; i < side.clause.end; ++i) {
        const auto before = document.word(i - 1);
        const bool present =
            before.ends_with('s') ||
            reading::is_one_of(before, {"the", "a", "to", "will", "total", "repair"});
        if (document.word(i) == "cost" && !present) return true;
    }
    return false;
}

bool lasts(const Side& left, const Side& right)
{
    return any_word(left, k_lasting) || any_word(right, k_lasting);
}

bool may_change(const Side& left, const Side& right)
{
    if (lasts(left, right)) return false;
    const bool running = any_word(left, k_running) && any_word(right, k_running);
    return running || (!is_past(left) && !is_past(right));
}

class Comparer {
public:
    Comparer(const Told& left, const Told& right, const Vocabulary& vocabulary,
             const Meanings& meanings)
        : m_left_source{left.source}, m_right_source{right.source}, m_left{left.statement},
          m_right{right.statement}, m_vocabulary{vocabulary}, m_meanings{meanings}
    {
    }

    Comparison run()
    {
        figures();
        states();
        moments();
        polarity();
        const Both both{m_left_source, m_left, m_right_source, m_right, m_meanings};
        if (!m_out.disagreement) m_out.disagreement = denial_between(both, m_vocabulary);
        if (const auto ending = ending_between(both); ending && tell_mostly_one_thing(both)) {
            m_out.apart = true;
            const bool dated = m_left_source.published && m_right_source.published &&
                               *m_left_source.published != *m_right_source.published;
            if (!m_out.disagreement && dated)
                m_out.disagreement = {Opposition::polarity, "goes on", ending->first,
                                      ending->second, true};
        }
        if (const auto swapped = swapped_roles(both)) {
            m_out.apart = true;
            // Two who meet on two days may each win once.
            if (!m_out.disagreement && may_be_of_one_day(m_left, m_right))
                m_out.disagreement = {Opposition::category, "who did it to whom", swapped->first,
                                      swapped->second, false};
        }
        m_out.apart = m_out.apart || m_out.disagreement || speak_of_two_things(both);
        m_out.tells_other_deeds = !m_out.shares_value && tell_other_deeds(both);
        return std::move(m_out);
    }

private:
    static const Clause* clause_at(const Statement& statement, std::uint32_t token)
    {
        for (const auto& clause : statement.clauses)
            if (clause.begin <= token && token < clause.end) return &clause;
        return nullptr;
    }

    // The clauses around two values, when they speak of one thing.
    void oppose(Opposition kind, Run left, Run right)
    {
        const Clause* first = clause_at(m_left, left.begin);
        const Clause* second = clause_at(m_right, right.begin);
        if (m_out.disagreement || first == nullptr || second == nullptr) return;
        const Side one{m_left_source, m_left, *first};
        const Side other{m_right_source, m_right, *second};
        if (kind != Opposition::polarity && first->negated != second->negated) return;
        const Both both{m_left_source, m_left, m_right_source, m_right, m_meanings};
        if (is_of_part(m_left, left) || is_of_part(m_right, right)) return;
        if (name_two_things(both)) return;
        // Whose prison sentence, whose rebounds: what "he" did is told of a person in each source.
        if (kind == Opposition::value && starts_with_person(m_left_source, m_left) !=
                                             starts_with_person(m_right_source, m_right))
            return;
        if (kind == Opposition::value && (tell_of_other_events(m_left, m_right, m_meanings) ||
                                          !speak_of_one_compound(m_left, m_right)))
            return;
        if (!speak_of_one_thing(one, left.end, other, right.end) &&
            (kind == Opposition::polarity || !tell_one_thing(both)))
            return;
        m_out.disagreement = {kind,
                              attribute_of(one, other, m_vocabulary),
                              left,
                              right,
                              kind != Opposition::date &&
                                  (counts_what_news_changes(left) || may_change(one, other)),
                              lasts(one, other)};
    }

    [[nodiscard]] static bool starts_with_person(const Source& source, const Statement& said)
    {
        return passage_of(source, said).is(said.first, {"he", "she", "they", "his", "her"});
    }

    // A rate, or a number of some of them.
    [[nodiscard]] static bool is_of_part(const Statement& said, Run value)
    {
        return std::any_of(said.figures.begin(), said.figures.end(), [&](const Figure& each) {
            return each.begin == value.begin && each.is_part;
        });
    }

    [[nodiscard]] bool counts_what_news_changes(Run value) const
    {
        return std::any_of(m_left.figures.begin(), m_left.figures.end(), [&](const Figure& each) {
            return each.begin == value.begin && is_running(each.aspect);
        });
    }

    [[nodiscard]] bool share_figure() const
    {
        return std::any_of(m_left.figures.begin(), m_left.figures.end(), [&](const Figure& one) {
            return std::any_of(
                m_right.figures.begin(), m_right.figures.end(), [&](const Figure& other) {
                    // "143 bird species", "143 species of birds": no number of such a size is
                    // equal by chance in two statements of the same words.
                    constexpr int k_small = 12;
                    const bool same_count = one.counts_things && other.counts_things &&
                                            one.value == other.value && one.value > k_small;
                    return same_count || (!one.unit.empty() && agree_in_value(one, other));
                });
        });
    }

    // Whether a number of `own` has one to compare it with in `other`, and none that it may be.
    [[nodiscard]] bool has_figure_of_its_own(const Source& own_source, const Statement& own,
                                             const Source& other_source,
                                             const Statement& other) const
    {
        return std::any_of(own.figures.begin(), own.figures.end(), [&](const Figure& one) {
            bool comparable = false;
            for (const auto& each : other.figures) {
                if (one.per != each.per || !count_alike(own_source, one, other_source, each))
                    continue;
                if (one.value == each.value || agree_in_value(one, each)) return false;
                comparable = true;
            }
            return comparable;
        });
    }

    // One unit, or nouns of one kind: 19,000 buildings are not 14,000 homes.
    [[nodiscard]] bool count_alike(const Source& left_source, const Figure& left,
                                   const Source& right_source, const Figure& right) const
    {
        constexpr double k_related = 0.5;
        if (!left.unit.empty() && left.unit == right.unit) return true;
        if (!left.counts_things || !right.counts_things) return false;
        if (left.aspect != Aspect::none && left.aspect == right.aspect) return true;
        const auto one = counted(left_source, left);
        const auto other = counted(right_source, right);
        return one && other && m_meanings.likeness(*one, *other) >= k_related;
    }

    // The noun behind a number.
    [[nodiscard]] static std::optional<TermId> counted(const Source& source, const Figure& figure)
    {
        constexpr std::uint32_t k_near = 3;
        const auto end = std::min<std::size_t>(figure.end + k_near, source.document.tokens.size());
        for (std::uint32_t i = figure.end; i < end; ++i)
            if (source.document.word(i) == figure.shown && !source.terms.of(i).empty())
                return source.terms.of(i).front();
        return std::nullopt;
    }

    void figures()
    {
        const bool met = share_figure();
        m_out.shares_value = met;
        const bool differ = has_figure_of_its_own(m_left_source, m_left, m_right_source, m_right) &&
                            has_figure_of_its_own(m_right_source, m_right, m_left_source, m_left);
        if (!differ) return;
        m_out.apart = true;
        if (met) return;
        if (!same_moments(m_left, m_right)) return;
        for (const auto& one : m_left.figures)
            for (const auto& other : m_right.figures)
                if (!one.unit.empty() && one.unit == other.unit && one.per == other.per &&
                    !may_be_one_value(one, other) &&
                    (one.aspect == other.aspect || one.aspect == Aspect::none ||
                     other.aspect == Aspect::none))
                    oppose(Opposition::value, {one.begin, one.end}, {other.begin, other.end});
    }

    void states()
    {
        for (const auto& one : m_left.states)
            for (const auto& other : m_right.states) {
                if (one.axis != other.axis || one.side == other.side) continue;
                m_out.apart = true;
                if (same_moments(m_left, m_right))
                    oppose(Opposition::category, {one.token, one.token + 1},
                           {other.token, other.token + 1});
            }
    }

    void moments()
    {
        if (m_left.moments.empty() || m_right.moments.empty()) return;
        bool met = false;
        for (const auto& one : m_left.moments)
            for (const auto& other : m_right.moments) met = met || one.meets(other);
        m_out.shares_value = m_out.shares_value || met;
        if (met) return;
        m_out.apart = true;
        // A date beside a measure is the measure's.
        const bool alone = m_left.moments.size() == 1 && m_right.moments.size() == 1 &&
                           m_left.figures.empty() && m_right.figures.empty();
        const Moment& one = m_left.moments.front();
        const Moment& other = m_right.moments.front();
        if (alone) oppose(Opposition::date, {one.begin, one.end}, {other.begin, other.end});
    }

    void polarity()
    {
        for (const auto& one : m_left.clauses)
            for (const auto& other : m_right.clauses) {
                if (one.negated == other.negated) continue;
                if (one.terms.size() < 2 || shared(one.terms, other.terms) < 2) continue;
                const std::size_t most = std::max(one.terms.size(), other.terms.size());
                if (shared(one.terms, other.terms) < most) continue;
                m_out.apart = true;
                if (!same_moments(m_left, m_right)) continue;
                oppose(Opposition::polarity, {one.begin, one.end}, {other.begin, other.end});
            }
    }

    const Source& m_left_source;
    const Source& m_right_source;
    const Statement& m_left;
    const Statement& m_right;
    const Vocabulary& m_vocabulary;
    const Meanings& m_meanings;
    Comparison m_out;
};

} // namespace

std::string_view name_of(Opposition opposition)
{
    switch (opposition) {
    case Opposition::value: return "value";
    case Opposition::date: return "date";
    case Opposition::category: return "category";
    case Opposition::polarity: return "polarity";
    }
    throw base::Fault{"an opposition without a name"};
}

Comparison compare(const Told& left, const Told& right, const Vocabulary& vocabulary,
                   const Meanings& meanings)
{
    return Comparer{left, right, vocabulary, meanings}.run();
}

} // namespace statements
