// arith.difference of an account or a stock: "began with 18.4, took in 6.1, spent 2.7, repaid 3.5
// and ended with 18.3".
#include "base/concat.hpp"
#include "reading/lexicon/lexicon.hpp"
#include "verify/law/precision.hpp"
#include "verify/relations/checks.hpp"
#include "verify/relations/levels.hpp"

#include <algorithm>

namespace verify::relations {

using reading::WordSet;

const Check k_arith_difference{
    .id = "arith.difference",
    .category = Category::consistency,
    .nature = Nature::relation,
    .proof =
        {"what is left of a whole, what comes in and goes out of an account or a stock, or the "
         "distance of two values is another one, told in one sentence or a few",
         "a part that the text does not tell"},
    .planted = k_planted_relations,
    .real = k_real_relations};

namespace {

constexpr std::size_t k_least_moves = 2;
constexpr std::size_t k_most_moves = 8;

// The number before and the number behind a term, or the ends of the scope.
struct Room {
    std::uint32_t begin = 0; // tokens
    std::uint32_t end = 0;
};

Room room_of(const Scope& scope, const Term& term)
{
    const auto own = std::find(scope.terms.begin(), scope.terms.end(), &term);
    const auto before = own == scope.terms.begin() ? scope.begin : (*std::prev(own))->end;
    const auto next = std::next(own);
    return {std::max(before, scope.begin), next == scope.terms.end() ? scope.end : (*next)->begin};
}

// Whether one of the words, or two of them, are in the set.
bool has(const Scope& scope, WordSet set, std::uint32_t begin, std::uint32_t end)
{
    for (auto at = begin; at < end; ++at) {
        if (reading::is_in(set, scope.document->word(at))) return true;
        if (at + 1 < end && reading::is_in(set, base::concat(scope.document->word(at), ' ',
                                                             scope.document->word(at + 1))))
            return true;
    }
    return false;
}

// The words that tell of a number stand before it, or right behind it up to the next mark.
std::uint32_t clause_end(const Scope& scope, const Term& term, const Room& room)
{
    auto at = term.end;
    while (at < room.end &&
           !reading::is_one_of(scope.document->word(at), {",", ";", ".", "and", "but", ":"}))
        ++at;
    return at;
}

// "797 joined and 375 left": what stands before the last mark belongs to the number before.
std::uint32_t clause_begin(const Scope& scope, const Term& term, const Room& room)
{
    auto at = term.begin;
    while (at > room.begin &&
           !reading::is_one_of(scope.document->word(at - 1), {",", ";", ".", "and", "but", ":"}))
        --at;
    return at;
}

// 1 for what comes in, -1 for what goes out, 0 where the words say neither or both.
int sign_of(const Scope& scope, const Term& term)
{
    const Room room = room_of(scope, term);
    const auto begin = clause_begin(scope, term, room);
    const auto end = clause_end(scope, term, room);
    const bool in = has(scope, WordSet::comes_in, begin, end);
    const bool out = has(scope, WordSet::goes_out, begin, end);
    return in == out ? 0 : in ? 1 : -1;
}

} // namespace

void propose_flow(const Scope& scope, const Term& stated, Proposals& out)
{
    if (!stated.is_usable || !stated.is_number() || stated.is_rate || stated.is_attribute ||
        scope.terms.back() != &stated)
        return;
    Terms amounts;
    for (const Term* term : scope.terms) {
        if (term == &stated || !term->is_usable) continue;
        if (!term->is_number() || term->is_open || !reading::are_same_kind(*term, stated)) continue;
        amounts.push_back(term);
    }
    if (amounts.size() < k_least_moves + 1 || amounts.size() > k_most_moves + 1) return;
    const Term& opening = *amounts.front();
    const Room first = room_of(scope, opening);
    const Room last = room_of(scope, stated);
    if (!has(scope, WordSet::opening, first.begin, opening.begin)) return;
    if (!has(scope, WordSet::closing, last.begin, clause_end(scope, stated, last))) return;
    auto relation = started(k_arith_difference, "What comes in and goes out does not lead to this",
                            stated, amounts);
    relation.exact = opening.value;
    relation.computed = opening.measured;
    relation.formula = printed(opening);
    for (std::size_t i = 1; i < amounts.size(); ++i) {
        // "Sold 30, 70 left": told on the way.
        if (amounts[i]->has(Role::rest) && relation.computed.meets(amounts[i]->stated)) continue;
        const int sign = sign_of(scope, *amounts[i]);
        if (sign == 0) return;
        relation.exact += sign * amounts[i]->value;
        relation.computed = sign > 0 ? relation.computed + amounts[i]->measured
                                     : relation.computed - amounts[i]->measured;
        relation.formula += base::concat(sign > 0 ? " + " : " - ", printed(*amounts[i]));
    }
    relation.holds = relation.computed.meets(stated.stated);
    relation.cue = Cue::strong;
    out.push_back(std::move(relation));
}

} // namespace verify::relations
