#include "verify/relations/relations.hpp"
#include "verify/relations/checks.hpp"

#include "base/concat.hpp"
#include "reading/lexicon/lexicon.hpp"
#include "verify/law/judge.hpp"
#include "verify/law/ledger.hpp"
#include "verify/law/walk.hpp"
#include "verify/relations/relation.hpp"

#include <algorithm>
#include <iterator>
#include <map>

namespace verify::relations {

namespace {

// Numbers in one scope beyond which nothing tells what belongs to what.
constexpr std::size_t k_most_terms_of_scope = 12;
// Sentences before the own one that a relation may reach into.
constexpr std::size_t k_scope_reach = 6;
// The farthest ones only as long as there are few numbers.
constexpr std::size_t k_near_reach = 4;
constexpr std::size_t k_few_terms = 8;
// If no words bind the numbers, what is put together may not belong together: a miss counts as long
// as no more numbers of the text than this would look like such a slip by chance.
constexpr double k_most_by_chance = 4;

// A sentence with an equation is another check's.
bool has_equation(const Document& document, std::size_t sentence)
{
    const auto range = document.of_sentence[sentence];
    for (auto at = range.begin; at < range.end; ++at) {
        // "n = 240" names a number; "2 + 3 = 5" is one.
        const bool names =
            document.word(at) == "=" && at > range.begin &&
            document.kind(at - 1) == reading::TokenKind::word &&
            (at == range.begin + 1 || document.kind(at - 2) != reading::TokenKind::number);
        // "15% on $80 = $12": what is multiplied is told in words.
        std::uint32_t left = at;
        while (left > range.begin && document.kind(left) != reading::TokenKind::word) --left;
        const bool is_spoken = document.word(at) == "=" && at - left <= 3 &&
                               reading::is_one_of(document.word(left), {"of", "on"});
        if (!names && !is_spoken &&
            reading::is_one_of(document.word(at), {"=", "\u00d7", "\u00f7", "*", "\u221a", "^"}))
            return true;
    }
    return false;
}

using Propose = void (*)(const Scope& scope, const Term& stated, Proposals& out);

constexpr Propose k_arithmetic[] = {propose_totals, propose_amounts,  propose_distance,
                                    propose_ratios, propose_products, propose_groups};
constexpr Propose k_courses[] = {propose_growth, propose_step, propose_changes, propose_flow};
constexpr Propose k_conversions[] = {propose_conversions};
constexpr Propose k_restatements[] = {propose_restated, propose_restated_rate};

struct Kind {
    std::span<const Propose> proposers;
    std::size_t reach = 0; // sentences before the own one
    std::size_t least = 1; // terms without which nothing is proposed
    bool always_reaches = false;
};

constexpr Kind k_arithmetic_kind{k_arithmetic, k_scope_reach, 3};
constexpr Kind k_restated_kind{k_restatements, 0, 1};
constexpr Kind k_course_kind{k_courses, 4, 3, true};
constexpr Kind k_conversion_kind{k_conversions, 0, 2};

class Search {
public:
    Search(const Document& document, const Kind& kind, Review& review)
        : m_document{document}, m_kind{kind}, m_review{review}, m_ledger{review}
    {
    }

    void run()
    {
        each_sentence(m_document, Reads::everything, m_review, [&](std::size_t i) {
            m_terms.push_back(read(i));
            if (m_terms.size() > k_scope_reach + 1) m_terms.erase(m_terms.begin());
            if (!m_terms.back().empty()) look(i);
        });
    }

    // Points at one term of a sentence, as if the sentence referred to what stands before it.
    void point(std::size_t sentence, std::size_t index)
    {
        m_is_pointed = true;
        for (std::size_t i = sentence - std::min(sentence, m_kind.reach); i <= sentence; ++i)
            m_terms.push_back(read(i));
        if (index >= m_terms.back().size() || is_judged(m_terms.back()[index])) return;
        judge_term(scopes_of(sentence, m_kind.reach), index);
    }

private:
    [[nodiscard]] std::span<const Term> read(std::size_t sentence) const
    {
        const Passage passage = Passage::sentence(m_document, sentence);
        const std::size_t count = passage.quantities().size();
        if (count == 0 || count > k_most_terms_of_scope ||
            !is_read(m_document, sentence, Reads::prose) || has_equation(m_document, sentence) ||
            is_disowned(passage))
            return {};
        return m_document.terms().of(sentence);
    }

    // The own sentence's terms, and those of `reach` sentences of its block before it.
    [[nodiscard]] std::optional<Scope> scope_of(std::size_t sentence, std::size_t reach) const
    {
        Scope out;
        out.document = &m_document;
        out.reach = reach;
        const std::size_t first = sentence - reach;
        for (std::size_t i = first; i <= sentence; ++i) {
            if (i < sentence && !is_read(m_document, i, Reads::prose)) return std::nullopt;
            if (i == sentence) out.own = out.terms.size();
            const auto& terms = m_terms[m_terms.size() - 1 - (sentence - i)];
            if (out.terms.size() + terms.size() > k_most_terms_of_scope) return std::nullopt;
            for (const auto& term : terms) out.terms.push_back(&term);
        }
        if (out.terms.size() < m_kind.least) return std::nullopt;
        reading::share_elided(m_document, out.terms, out.filled);
        out.begin = m_document.of_sentence[first].begin;
        out.is_joined = reach == 0 || m_is_pointed || refers_back(sentence);
        out.end = m_document.of_sentence[sentence].end;
        return out;
    }

    // "An improvement of 12.5 points", "members noted the fall of ...": of what was told before.
    [[nodiscard]] bool names_change(std::size_t sentence) const
    {
        using reading::WordSet;
        const auto range = m_document.of_sentence[sentence];
        for (auto at = range.begin; at + 2 < range.end; ++at) {
            const auto noun = m_document.word(at + 1);
            const bool is_known =
                reading::is_one_of(m_document.word(at), {"the", "this", "that", "such"}) ||
                (at == range.begin && reading::is_one_of(m_document.word(at), {"a", "an"}));
            if (is_known && m_document.word(at + 2) == "of" &&
                (reading::is_in(WordSet::up, noun) || reading::is_in(WordSet::down, noun) ||
                 reading::is_in(WordSet::gap, noun)))
                return true;
        }
        return false;
    }

    // "That is ...", "Their mean is ...", "The total comes to ...".
    [[nodiscard]] bool refers_back(std::size_t sentence) const
    {
        using reading::WordSet;
        const auto first = m_document.of_sentence[sentence].begin;
        const auto opener = m_document.word(first);
        if (reading::is_in(WordSet::refers_back, opener) || names_change(sentence)) return true;
        // "Of this, 37,200 was spent"
        if (reading::is_one_of(opener, {"of", "from", "with"}) &&
            reading::is_one_of(m_document.word(first + 1),
                               {"this", "these", "those", "them", "that"}))
            return true;
        if (opener != "the" && opener != "on") return false;
        const auto noun = m_document.word(first + 1);
        if (reading::is_one_of(noun, {"resulting", "resultant", "corresponding", "implied"}))
            return true;
        const auto verb = m_document.word(first + 2);
        const bool is_result =
            reading::is_in(WordSet::mean, noun) || reading::is_in(WordSet::gap, noun) ||
            reading::is_in(WordSet::total_before, noun) ||
            reading::is_in(WordSet::rest_before, noun) || reading::is_in(WordSet::up, noun) ||
            reading::is_in(WordSet::down, noun);
        return is_result && (opener == "on" ||
                             reading::is_one_of(verb, {"is", "was", "of", "comes", "came", "equals",
                                                       "therefore", "then", "thus"}));
    }

    // What the words, or its place at the end, may make a result.
    [[nodiscard]] std::vector<std::size_t> candidates()
    {
        std::vector<std::size_t> out;
        const auto& terms = m_terms.back();
        for (std::size_t i = 0; i < terms.size(); ++i) {
            const bool is_last =
                std::none_of(terms.begin() + static_cast<std::ptrdiff_t>(i) + 1, terms.end(),
                             [&](const Term& later) {
                                 return later.is_usable && are_same_kind(later, terms[i]);
                             });
            const bool is_share = terms[i].kind != reading::QuantityKind::cardinal;
            const bool opens_list = reading::is_one_of(m_document.word(terms[i].end), {":", "("});
            if (terms[i].is_usable && !is_judged(terms[i]) &&
                (terms[i].roles != 0 || is_last || is_share || opens_list || m_kind.always_reaches))
                out.push_back(i);
        }
        return out;
    }

    // "Last year we had 17 in all" sums up nothing that was told before.
    [[nodiscard]] bool tells_of_old_times(std::size_t sentence) const
    {
        const auto first = m_document.of_sentence[sentence].begin;
        const auto opening = base::concat(m_document.word(first), ' ', m_document.word(first + 1));
        return reading::is_in(reading::WordSet::old_after, opening);
    }

    // Only these look beyond their sentence.
    [[nodiscard]] bool reaches_back(std::size_t sentence,
                                    const std::vector<std::size_t>& wanted) const
    {
        const auto is_plain = [&](std::size_t index) {
            constexpr unsigned k_none = static_cast<unsigned>(Role::states) |
                                        static_cast<unsigned>(Role::beside) |
                                        static_cast<unsigned>(Role::within);
            const Term& term = m_terms.back()[index];
            return (term.roles & ~k_none) == 0 && term.is_number();
        };
        if (m_kind.always_reaches) return true;
        if (tells_of_old_times(sentence)) return false;
        if (std::all_of(wanted.begin(), wanted.end(), is_plain))
            return m_kind.least == 1 || stands_alone(wanted);
        return refers_back(sentence) ||
               std::any_of(wanted.begin(), wanted.end(), [&](std::size_t index) {
                   const Term& term = m_terms.back()[index];
                   return term.has(Role::total) || term.has(Role::result) || term.has(Role::mean) ||
                          term.has(Role::rest);
               });
    }

    // "You'll have 2,145 g of mix": the one amount of its sentence may add up those before it.
    [[nodiscard]] bool stands_alone(const std::vector<std::size_t>& wanted) const
    {
        const auto& terms = m_terms.back();
        const auto is_amount = [&](std::size_t index) { return !terms[index].is_count(); };
        if (std::count_if(wanted.begin(), wanted.end(), is_amount) != 1) return false;
        const Term& amount = terms[*std::find_if(wanted.begin(), wanted.end(), is_amount)];
        return std::count_if(terms.begin(), terms.end(),
                             [&](const Term& term) { return are_same_kind(term, amount); }) == 1;
    }

    void look(std::size_t sentence)
    {
        const auto wanted = candidates();
        if (wanted.empty()) return;
        const auto scopes = scopes_of(sentence, reaches_back(sentence, wanted) ? m_kind.reach : 0);
        for (const std::size_t index : wanted) judge_term(scopes, index);
    }

    [[nodiscard]] std::vector<Scope> scopes_of(std::size_t sentence, std::size_t farthest) const
    {
        std::vector<Scope> out;
        for (std::size_t reach = 0;
             reach <= farthest && reach < m_terms.size() && reach <= sentence; ++reach)
            if (auto scope = scope_of(sentence, reach)) {
                out.push_back(std::move(*scope));
                if (reach >= k_near_reach && out.back().terms.size() > k_few_terms) break;
            }
        return out;
    }

    // `index` counts from the own sentence's first term.
    void judge_term(const std::vector<Scope>& scopes, std::size_t index)
    {
        std::optional<Relation> error;
        std::optional<Relation> held;
        for (const Scope& scope : scopes) {
            const Term& term = *scope.terms[scope.own + index];
            Proposals proposals;
            for (const auto propose : m_kind.proposers) propose(scope, term, proposals);
            for (auto& proposal : proposals) {
                if (proposal.holds && (!held || held->cue < proposal.cue))
                    held = std::move(proposal);
                else if (!error && is_error(proposal) && is_beyond_chance(proposal))
                    error = std::move(proposal);
            }
        }
        // Small numbers fit by chance: what holds without a word for it excuses no plain error.
        const bool excused = held && (!error || error->cue < Cue::strong || held->cue > Cue::weak ||
                                      held->check == error->check);
        // Nor does it show that anything follows.
        const bool is_told = held && held->cue > Cue::weak;
        if (excused && is_told)
            conclude(m_document, *held, m_review);
        else if (!excused && error)
            conclude(m_document, *error, m_review);
    }

    [[nodiscard]] bool is_beyond_chance(const Relation& miss) const
    {
        if (miss.is_plain || m_is_pointed) return true;
        // As near as an error without a slip may be lies every second number.
        constexpr double k_near = 0.5;
        const Miss how = miss_of(*miss.stated, miss.exact);
        const double chance = how.slip == Slip::none ? k_near : how.chance;
        return chance * static_cast<double>(m_document.terms().count()) <= k_most_by_chance;
    }

    [[nodiscard]] bool is_judged(const Term& term)
    {
        return m_ledger.knows(mark_of(m_document, *term.quantity, "stated"));
    }

    const Document& m_document;
    Kind m_kind;
    Review& m_review;
    bool m_is_pointed = false; // the look is asked for, so words that ask for it are not needed
    std::vector<std::span<const Term>> m_terms; // of the last sentences
    Ledger m_ledger;
};

// Whether `places` take in all of `part`, and what that states is an operand there.
bool contains(const std::vector<Mark>& places, const std::vector<Mark>& part)
{
    const auto is_place = [&](const Mark& mark) {
        return std::any_of(places.begin(), places.end(), [&](const Mark& place) {
            return place.begin == mark.begin && place.end == mark.end;
        });
    };
    const Mark& stated = places.front();
    return std::all_of(part.begin(), part.end(), is_place) && stated.begin != part.front().begin;
}

// "$1,250, $2,400 and $350, a total of $4,000": what is called a result there is a part of another,
// and its own parts are parts beside it. Of the findings from the `own`th on, these are misread.
void drop_contained(std::size_t own, Review& review)
{
    const auto is_misread = [&](const Finding& finding) {
        const auto holds = [&](const Pass& pass) {
            return pass.check.id().starts_with("arith.") && contains(pass.marks, finding.marks);
        };
        // If two fail, the one that leaves nothing out is meant.
        const auto is_wider = [&](const Finding& other) {
            return other.check.id().starts_with("arith.") &&
                   other.marks.size() > finding.marks.size() &&
                   contains(other.marks, finding.marks);
        };
        return std::any_of(review.passes.begin(), review.passes.end(), holds) ||
               std::any_of(review.findings.begin(), review.findings.end(), is_wider);
    };
    std::vector<bool> misread;
    for (std::size_t i = own; i < review.findings.size(); ++i)
        misread.push_back(is_misread(review.findings[i]));
    std::size_t at = 0;
    const auto first = review.findings.begin() + static_cast<std::ptrdiff_t>(own);
    review.findings.erase(
        std::remove_if(first, review.findings.end(), [&](const Finding&) { return misread[at++]; }),
        review.findings.end());
}

} // namespace

void check_pointed(const Document& document, std::size_t sentence, const Term& term, Review& review)
{
    const auto index = static_cast<std::size_t>(&term - document.terms().of(sentence).data());
    for (const Kind& kind : {k_arithmetic_kind, k_restated_kind, k_course_kind, k_conversion_kind})
        Search{document, kind, review}.point(sentence, index);
}

void check_conversions(const Document& document, Review& review)
{
    Search{document, k_conversion_kind, review}.run();
}

namespace {

void check_relations(const Document& document, Review& review)
{
    const std::size_t own = review.findings.size();
    Search{document, k_arithmetic_kind, review}.run();
    Search{document, k_restated_kind, review}.run();
    Search{document, k_course_kind, review}.run();
    check_parallel_shares(document, review);
    check_proportions(document, review);
    check_partitions(document, review);
    check_multiplied(document, review);
    drop_contained(own, review);
}

constexpr const Check* k_relations_checks[] = {
    &k_arith_sum,  &k_arith_product,    &k_arith_percent_change, &k_arith_share, &k_arith_partition,
    &k_arith_mean, &k_arith_difference, &k_arith_ratio,          &k_arith_growth};

} // namespace

const Family k_relations{Voice::skeptic, k_relations_checks, check_relations};

} // namespace verify::relations
