// unit.conversion in words: "3.5 hectares, that is 35,000 square metres", "180 C (about 356 F if".
#include "base/concat.hpp"
#include "reading/lexicon/lexicon.hpp"
#include "verify/relations/checks.hpp"
#include "verify/relations/relation.hpp"

#include <algorithm>

namespace verify::relations {

using reading::WordSet;

namespace {

// Writers who convert round as they like: a mile is 1.6 km.
const Rational k_loose{3, 200};

// Half of the last place, where zeros at the end of a whole number may be there for rounding.
Rational rounding_of(const Term& term)
{
    const Quantity& quantity = *term.quantity;
    Rational unit = reading::power_of_ten(quantity.place);
    Rational value = abs(reading::value_of(quantity));
    if (quantity.place >= 0 && value > 0)
        while (value >= unit * 100 && Rational{value / (unit * 10)}.get_den() == 1) unit *= 10;
    if (quantity.spelled) return 0;
    return unit / 2 * term.factor;
}

bool is_measure(const Term& term)
{
    return term.is_usable && term.is_number() && term.currency.empty() && !term.powers.is_none() &&
           !term.has_open_unit && term.noun.empty();
}

enum class Equated { no, nearly, plainly };

// Whether the words between the two say that they are the same.
Equated equated(const Scope& scope, const Term& left, const Term& right)
{
    constexpr std::uint32_t k_most_between = 16;
    if (right.begin <= left.end || right.begin - left.end > k_most_between) return Equated::no;
    const auto& document = *scope.document;
    std::uint32_t at = right.begin;
    while (at > left.end && reading::is_in(WordSet::filler, document.word(at - 1)) &&
           document.word(at - 1) != "(")
        --at;
    if (at == left.end) return Equated::no;
    const auto last = document.word(at - 1);
    // "width=297mm height=10cm" gives each name its own value.
    if (last == "=" && at > left.end + 1 && document.kind(at - 2) == reading::TokenKind::word)
        return Equated::no;
    if (last == "(") return at == left.end + 1 ? Equated::plainly : Equated::no;
    // "5 km, or 10 miles" may be a choice.
    if (last == "or") return Equated::nearly;
    // "One inch is 2.45 cm"
    const bool defines =
        at == left.end + 1 && reading::is_one_of(last, {"is", "are"}) && left.value == left.factor;
    if (defines) return Equated::plainly;
    std::string pair{at >= left.end + 2 ? document.word(at - 2) : std::string_view{}};
    pair += ' ';
    pair += last;
    if (reading::is_in(WordSet::equal, last) || reading::is_in(WordSet::equal, pair))
        return Equated::plainly;
    for (std::uint32_t i = left.end; i < right.begin; ++i)
        if (reading::is_one_of(document.word(i), {"so", "hence", "thus", "therefore"}))
            return Equated::nearly;
    return Equated::no;
}

// One end of "between 5 and 10 miles", "35 to 41 C".
bool is_one_of_two(const Scope& scope, const Term& term, const Term* other)
{
    if (other == nullptr || !(other->powers == term.powers || other->is_bare())) return false;
    const std::uint32_t from = std::min(term.end, other->end);
    const std::uint32_t to = std::max(term.begin, other->begin);
    if (to < from || to - from > 2) return false;
    for (std::uint32_t at = from; at < to; ++at)
        if (reading::is_one_of(scope.document->word(at),
                               {"and", "to", "by", "-", "\u2013", "x", "\u00d7"}))
            return true;
    return false;
}

// "After 1 week (93 min)": what lies farther apart than one digit too many is another measure.
bool is_of_a_size(const Term& stated, const Rational& meant)
{
    return abs(stated.value) * 11 >= abs(meant) && abs(stated.value) <= abs(meant) * 11;
}

// Behind the second measure nothing goes on about it: "(30 cm wide)" is another side.
bool ends(const Scope& scope, const Term& term)
{
    const auto next = scope.document->word(term.end);
    const bool is_word = scope.document->kind(term.end) == reading::TokenKind::word;
    return term.end >= scope.end || !is_word || next == "if" ||
           (reading::is_in(WordSet::noun_end, next) && next != "of");
}

} // namespace

void propose_conversions(const Scope& scope, const Term& stated, Proposals& out)
{
    const auto own = std::find(scope.terms.begin(), scope.terms.end(), &stated);
    if (own == scope.terms.begin() || own == scope.terms.end() || !is_measure(stated)) return;
    const Term& given = **std::prev(own);
    const bool are_apart =
        given.factor != stated.factor || given.zero != stated.zero || stated.is_compound;
    const bool is_pair = is_measure(given) && given.powers == stated.powers && are_apart;
    if (!is_pair || !ends(scope, stated)) return;
    const Equated how = equated(scope, given, stated);
    if (how == Equated::no) return;
    const Term* before = std::prev(own) == scope.terms.begin() ? nullptr : *std::prev(own, 2);
    const Term* behind = std::next(own) == scope.terms.end() ? nullptr : *std::next(own);
    if (is_one_of_two(scope, given, before) || is_one_of_two(scope, stated, behind)) return;
    const bool is_degrees = given.powers == reading::powers_of(reading::Measured::temperature);
    const bool is_distance = given.has(Role::by) || given.has(Role::up) || given.has(Role::down);
    if (is_degrees && (is_distance || how == Equated::nearly)) return;
    if (given.powers == reading::powers_of(reading::Measured::calendar)) return;
    const Rational meant = given.value + given.zero - stated.zero;
    auto relation = related(k_unit_conversion, "The two measures differ", stated, {&given});
    const bool is_exact = given.powers == reading::powers_of(reading::Measured::time) ||
                          given.powers == reading::powers_of(reading::Measured::data);
    Rational slack = rounding_of(given) + rounding_of(stated);
    if (!is_exact) slack += abs(meant) * k_loose;
    relation.gives(meant, {meant - slack, meant + slack},
                   base::concat(printed(given), k_other_unit));
    relation.cue = Cue::strong;
    relation.is_plain = how == Equated::plainly && is_of_a_size(stated, meant);
    relation.needs_slip = how == Equated::nearly;
    relation.is_complete = true;
    out.push_back(std::move(relation));
}

} // namespace verify::relations
