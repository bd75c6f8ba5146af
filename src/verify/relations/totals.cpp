// arith.sum of a list whose members need not be of the kind of their total: "2 cats, 3 hens and 4
// dogs, so 9 mouths", "36 people: 12 adults, 15 children and 9 staff".
//
// What tells is that nothing but the list stands before its total, or between the total and its
// end.
#include "base/concat.hpp"
#include "reading/lexicon/lexicon.hpp"
#include "verify/law/precision.hpp"
#include "verify/relations/checks.hpp"
#include "verify/relations/relation.hpp"

#include <algorithm>

namespace verify::relations {

using reading::WordSet;

const Check k_arith_sum{
    .id = "arith.sum",
    .category = Category::consistency,
    .nature = Nature::relation,
    .proof =
        {"a stated total is not the sum of its parts, listed or told in the six sentences before",
         "parts told further away, or of several kinds"},
    .planted = k_planted_relations,
    .real = k_real_relations};

namespace {

constexpr std::size_t k_most_members = 10;
constexpr std::size_t k_plain_list = 3; // of so many a total that is said to be one is theirs
constexpr std::uint32_t k_most_between_members = 4; // words and the joint between two members
constexpr std::uint32_t k_most_behind = 2; // "400 in Greece.", but not "20 boys came in July."

bool is_member(const Term& term, const Term& stated)
{
    return term.is_usable && !term.is_rate && !term.is_attribute && !term.is_open &&
           ((term.is_count() && stated.is_count()) || reading::are_same_kind(term, stated));
}

// A joint before each, and a word or two at most: "52 in favour, 41 against and 7 abstentions".
// What "plus" joins is an equation, and another check's.
bool is_list(const Scope& scope, const Terms& members)
{
    for (std::size_t i = 1; i < members.size(); ++i) {
        const auto begin = members[i]->begin;
        if (begin > members[i - 1]->end + k_most_between_members) return false;
        if (!reading::is_one_of(scope.document->word(begin - 1), {",", "and", "&"})) return false;
    }
    return members.size() >= 2 && members.size() <= k_most_members;
}

// ", so 9 mouths", "makes 9 mouths": no verb with a subject of its own stands between, unless three
// and more are what that subject has: "With 9 wins, 4 draws and 2 losses, the club".
bool is_led_to(const Scope& scope, const Terms& members, const Term& stated)
{
    if (members.size() >= 3 && scope.document->word(members.front()->begin - 1) == "with")
        return true;
    for (auto at = members.back()->end; at < stated.begin; ++at) {
        const auto word = scope.document->word(at);
        const bool is_joint =
            reading::is_one_of(word, {",", ":", ";", "-", "\u2013", "that", "or", "of"}) ||
            reading::is_in(WordSet::filler, word) || reading::is_in(WordSet::result, word) ||
            reading::is_in(WordSet::states, word) || reading::is_in(WordSet::total_before, word);
        if (!is_joint) return false;
    }
    return true;
}

// The list that a colon or a bracket opens behind the total, when nothing but it stands there.
Terms explaining(const Scope& scope, const Term& stated)
{
    const auto& document = *scope.document;
    const auto opener = document.word(stated.end);
    if ((opener != ":" && opener != "(") || (stated.is_count() && stated.noun.empty())) return {};
    Terms out;
    std::uint32_t end = stated.end + 1;
    while (end < scope.end && document.word(end) != (opener == "(" ? ")" : ".")) ++end;
    for (const Term* term : scope.terms) {
        if (term->begin <= stated.begin || term->begin >= end) continue;
        if (!is_member(*term, stated)) return {};
        out.push_back(term);
    }
    if (out.empty() || out.front()->begin != stated.end + 1 || !is_list(scope, out)) return {};
    const bool is_closed = reading::is_one_of(document.word(out.back()->begin - 1), {"and", "&"});
    return is_closed && end <= out.back()->end + k_most_behind ? out : Terms{};
}

// "The sum of 4, 8 and 12": what stands before it is not a member.
bool opens_sum(const Scope& scope, const Term& term)
{
    return term.has(Role::total) && scope.document->word(term.begin - 1) == "of";
}

Terms listed_before(const Scope& scope, const Term& stated)
{
    Terms out;
    for (const Term* term : scope.terms) {
        if (term == &stated) break;
        if (opens_sum(scope, *term)) out.clear();
        if (is_member(*term, stated)) out.push_back(term);
    }
    return is_list(scope, out) && is_led_to(scope, out, stated) ? out : Terms{};
}

// "$323, $143 and $780, a total of $1,246.": not "a total of 500 for the season".
bool ends_clause(const Scope& scope, const Term& stated)
{
    return reading::is_in(reading::Cues{WordSet::stop | WordSet::semicolon, {")"}},
                          scope.document->word(stated.end));
}

} // namespace

bool says_partial(const Scope& scope)
{
    for (std::uint32_t at = scope.begin; at < scope.end; ++at) {
        const auto word = scope.document->word(at);
        if (reading::is_in(WordSet::partial, word)) return true;
        if (reading::is_in(WordSet::partial, base::concat(word, ' ', scope.document->word(at + 1))))
            return true;
    }
    return false;
}

void propose_totals(const Scope& scope, const Term& stated, Proposals& out)
{
    if (scope.reach > 0 || !is_member(stated, stated) || stated.value <= 0) return;
    Terms members = listed_before(scope, stated);
    const bool heads = !members.empty() && opens_sum(scope, *members.front()) && stated.is_told();
    if (!heads && !stated.has(Role::total) && !stated.has(Role::result)) members.clear();
    const bool is_explained = members.empty();
    if (is_explained) members = explaining(scope, stated);
    if (members.empty() || says_partial(scope)) return;
    auto relation = related(k_arith_sum, "Total does not match its parts", stated, members);
    relation.computed = Interval::point(0);
    for (const Term* member : members) {
        relation.computed = relation.computed + member->measured;
        relation.exact += member->value;
    }
    relation.formula = joined(members, " + ");
    relation.holds = relation.computed.meets(stated.stated);
    relation.cue = Cue::strong;
    relation.is_complete = true;
    relation.is_plain = heads || (!is_explained && members.size() >= k_plain_list &&
                                  stated.has(Role::total) && ends_clause(scope, stated));
    relation.needs_slip = !is_explained && !stated.has(Role::total);
    out.push_back(std::move(relation));
}

} // namespace verify::relations
