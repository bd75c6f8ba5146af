// arith.share where a part of the whole is told in words and as a percentage: "more than half
// (44%)", "one in five, or 25%"; arith.product where a rate is told again for another time.
#include "base/concat.hpp"
#include "verify/law/judge.hpp"
#include "verify/relations/checks.hpp"
#include "verify/relations/levels.hpp"

#include <algorithm>

namespace verify::relations {

using reading::QuantityKind;

namespace {

// A part of a whole in words: where it lies, as a fraction of 1, and how it is named.
struct Part {
    Interval allowed;
    Rational meant;
    std::string name;
    std::uint32_t begin = 0; // tokens
    std::uint32_t end = 0;
};

// "A fifth" is said of what is nearly so, "more than half" of nothing below it.
Part part_of(const Term& fraction)
{
    using reading::Qualifier;
    Part out{{0, 1}, fraction.value, printed(fraction), fraction.begin, fraction.end};
    const auto qualifier = fraction.quantity->qualifier;
    const Rational slack = fraction.value / 5;
    if (qualifier == Qualifier::over) {
        out.allowed.low = fraction.value;
        out.name.insert(0, "more than ");
    } else if (qualifier == Qualifier::under) {
        out.allowed.high = fraction.value;
        out.name.insert(0, "less than ");
    } else {
        out.allowed = {fraction.value - slack, fraction.value + slack};
    }
    return out;
}

// "A majority of the members (44%)"
std::optional<Part> named_part(const Scope& scope, const Term& stated)
{
    constexpr std::uint32_t k_far = 7;
    const Rational half{1, 2};
    const std::uint32_t from = std::max(scope.begin, stated.begin - std::min(stated.begin, k_far));
    for (std::uint32_t at = stated.begin; at-- > from;) {
        const auto word = scope.document->word(at);
        if (scope.document->kind(at) == reading::TokenKind::number) return std::nullopt;
        const bool is_more = word == "majority";
        if (!is_more && word != "minority") continue;
        return Part{is_more ? Interval{half, 1} : Interval{0, half}, half,
                    is_more ? "more than 1/2" : "less than 1/2", at, at + 1};
    }
    return std::nullopt;
}

// Right before the bracket, or "or", with the words of whom it is told between.
bool is_beside(const Scope& scope, const Part& part, const Term& stated)
{
    constexpr std::uint32_t k_most_words = 6;
    if (part.end >= stated.begin || stated.begin - part.end > k_most_words) return false;
    const auto opener = scope.document->word(stated.begin - 1);
    if (opener != "(" && opener != "or") return false;
    for (auto at = part.end; at + 1 < stated.begin; ++at)
        if (reading::is_one_of(scope.document->word(at), {".", ";", ":", "(", ")", "and", "but"}))
            return false;
    const auto next = scope.document->word(stated.end);
    return opener != "(" || next == ")" || next == ",";
}

} // namespace

void propose_restated(const Scope& scope, const Term& stated, Proposals& out)
{
    const auto own = std::find(scope.terms.begin(), scope.terms.end(), &stated);
    // "About half the rate of death (0.3% per year)" tells the rate itself.
    if (own == scope.terms.end() || stated.kind != QuantityKind::percent || stated.is_rate) return;
    std::optional<Part> part = named_part(scope, stated);
    if (own != scope.terms.begin() && (*std::prev(own))->kind == QuantityKind::fraction)
        part = part_of(**std::prev(own));
    if (!part || part->meant <= 0 || part->meant >= 1 || !is_beside(scope, *part, stated)) return;
    auto relation =
        started(k_arith_share, "The percentage is not the part that is named", stated, {});
    relation.places = {mark_tokens(*scope.document, part->begin, part->end, "operand")};
    relation.gives(part->meant * 100, scaled(part->allowed, 100),
                   base::concat(part->name, " of 100%"));
    relation.cue = Cue::strong;
    relation.is_plain = true;
    out.push_back(std::move(relation));
}

// "$12 a month, which comes to $144 a year"
void propose_restated_rate(const Scope& scope, const Term& stated, Proposals& out)
{
    const auto own = std::find(scope.terms.begin(), scope.terms.end(), &stated);
    if (own == scope.terms.end() || own == scope.terms.begin() || !stated.is_usable) return;
    const Term& rate = **std::prev(own);
    const bool are_alike = rate.is_usable && reading::are_same_kind(rate, stated);
    if (!are_alike || !rate.is_rate || !stated.is_rate || rate.factor == stated.factor) return;
    if (!stated.has(Role::result) || stated.has(Role::beside)) return;
    auto relation = started(k_arith_product, "The rate does not match the one it is told again for",
                            stated, {&rate});
    const Rational slack = rounding_slack({rate.quantity}, *stated.quantity) * stated.factor;
    relation.gives(rate.value, {rate.measured.low - slack, rate.measured.high + slack},
                   base::concat(printed(rate), " * ",
                                reading::exact_text(Rational{rate.factor / stated.factor})));
    relation.cue = Cue::strong;
    out.push_back(std::move(relation));
}

} // namespace verify::relations
