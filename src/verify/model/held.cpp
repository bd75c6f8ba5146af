#include "verify/model/held.hpp"

#include "verify/model/wording.hpp"

#include <algorithm>

namespace verify::model {

using equations::Datum;
using equations::DatumKind;

namespace {

// Each once, in the order of the text.
std::vector<Place> operands_of(const Pointed& pointed)
{
    auto out = pointed.operands;
    std::ranges::sort(out, {}, &Place::begin);
    const auto are_one = [](const Place& a, const Place& b) { return a.meets(b); };
    out.erase(std::unique(out.begin(), out.end(), are_one), out.end());
    return out;
}

bool are_same_relation(const Pointed& left, const Pointed& right)
{
    return left.stated.meets(right.stated) &&
           std::ranges::equal(operands_of(left), operands_of(right),
                              [](const Place& a, const Place& b) { return a.meets(b); }) &&
           equations::are_same(left.computed.value, right.computed.value);
}

// "25 kg" for "55.1 lb", "16:00 CET" for "11:00 EST".
bool is_other_unit(const Datum& operand, const Datum& stated)
{
    if (operand.kind != stated.kind) return false;
    if (operand.kind == DatumKind::clock)
        return operand.zone && stated.zone && operand.zone != stated.zone;
    return operand.is_number() && operand.powers == stated.powers &&
           operand.currency == stated.currency &&
           (operand.factor != stated.factor || operand.zero != stated.zero);
}

// The number is the same as it is printed, or the day, or the time.
bool is_same_value(const Datum& operand, const Datum& stated)
{
    if (operand.kind != stated.kind) return false;
    if (operand.kind == DatumKind::score) return operand.words == stated.words;
    return Rational{(operand.value - operand.zero) / operand.factor} ==
           Rational{(stated.value - stated.zero) / stated.factor};
}

bool may_be_chance(const Quotes& quotes, const Pointed& pointed)
{
    const Datum stated = quotes.datum_at(pointed.stated);
    const auto operands = operands_of(pointed);
    if (operands.size() == 1) return !is_other_unit(quotes.datum_at(operands.front()), stated);
    return std::ranges::any_of(operands, [&](const Place& place) {
        return is_same_value(quotes.datum_at(place), stated);
    });
}

// By its parts as they are printed, and not within their rounding alone.
bool is_plain(const Datum& computed, const Datum& stated)
{
    return !computed.is_number() || computed.powers != stated.powers ||
           (stated.stated.low <= computed.value && computed.value <= stated.stated.high);
}

// nullopt: it fits by rounding alone, or a part of it is words, which no figure confirms.
std::optional<Pass> pass_of(const Quotes& quotes, const Pointed& pointed)
{
    const Datum stated = quotes.datum_at(pointed.stated);
    Pass out{.check = check_of(pointed, stated),
             .marks = quotes.marks_at(pointed.stated, "stated"),
             .is_pointed = true};
    if (out.marks.empty() || !is_plain(pointed.computed.value, stated)) return std::nullopt;
    for (const auto& operand : operands_of(pointed)) {
        const auto marks = quotes.marks_at(operand, "operand");
        if (marks.empty() || quotes.datum_at(operand).kind == DatumKind::words) return std::nullopt;
        out.marks.insert(out.marks.end(), marks.begin(), marks.end());
    }
    return out;
}

} // namespace

std::vector<Held> held_twice(const Quotes& quotes, std::span<const Pointed> first,
                             std::span<const Pointed> second)
{
    std::vector<Held> out;
    for (const auto& one : first) {
        if (!one.fits || one.computed.truth) continue;
        const bool is_said_again = std::ranges::any_of(second, [&](const Pointed& other) {
            return other.fits && !other.computed.truth && are_same_relation(one, other);
        });
        const bool is_known = std::ranges::any_of(
            out, [&](const Held& each) { return each.pointed.stated.meets(one.stated); });
        if (!is_said_again || is_known || may_be_chance(quotes, one)) continue;
        if (auto pass = pass_of(quotes, one)) out.push_back({one, std::move(*pass)});
    }
    return out;
}

} // namespace verify::model
