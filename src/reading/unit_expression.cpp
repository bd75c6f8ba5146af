#include "reading/unit_expression.hpp"

namespace reading {

namespace {

// The meaning of a name that its place and its writing decide.
const Meaning& chosen(const Passage& passage, std::uint32_t at, const NamedUnit& unit)
{
    const std::string_view raw = passage.document().raw(at);
    for (const Meaning* meaning : unit.meanings)
        if ((raw == "kN" && meaning->measured == Measured::force) ||
            (raw == "Nm" && meaning->measured == Measured::energy))
            return *meaning;
    return *unit.meanings.front();
}

// "kn" may be knots, and "nm" a length only; in capitals both are clear.
bool is_open(const Passage& passage, std::uint32_t at, const NamedUnit& unit)
{
    return unit.meanings.size() > 1 && !is_one_of(passage.document().raw(at), {"kN", "Nm", "nm"});
}

} // namespace

Powers powers_of(Measured measured)
{
    // length, mass, time, calendar, money, data, current, temperature
    switch (measured) {
    case Measured::length: return {{1}};
    case Measured::mass: return {{0, 1}};
    case Measured::time: return {{0, 0, 1}};
    case Measured::calendar: return {{0, 0, 0, 1}};
    case Measured::volume: return {{3}};
    case Measured::area: return {{2}};
    case Measured::speed: return {{1, 0, -1}};
    case Measured::data: return {{0, 0, 0, 0, 0, 1}};
    case Measured::energy: return {{2, 1, -2}};
    case Measured::power: return {{2, 1, -3}};
    case Measured::pressure: return {{-1, 1, -2}};
    case Measured::temperature: return {{0, 0, 0, 0, 0, 0, 0, 1}};
    case Measured::force: return {{1, 1, -2}};
    case Measured::voltage: return {{2, 1, -3, 0, 0, 0, -1}};
    case Measured::current: return {{0, 0, 0, 0, 0, 0, 1}};
    case Measured::resistance: return {{2, 1, -3, 0, 0, 0, -2}};
    case Measured::frequency: return {{0, 0, -1}};
    }
    __builtin_unreachable();
}

Powers operator+(const Powers& left, const Powers& right)
{
    Powers out = left;
    for (std::size_t i = 0; i < k_bases; ++i) out.of[i] += right.of[i];
    return out;
}

Powers operator-(const Powers& left, const Powers& right)
{
    Powers out = left;
    for (std::size_t i = 0; i < k_bases; ++i) out.of[i] -= right.of[i];
    return out;
}

std::optional<UnitExpression> unit_expression_at(const Passage& passage, std::uint32_t at)
{
    const auto unit = unit_name_at(passage, at);
    if (!unit) return std::nullopt;
    const Meaning& meaning = chosen(passage, at, *unit);
    UnitExpression out{.powers = powers_of(meaning.measured),
                       .factor = factor_of(meaning),
                       .zero = zero_of(meaning),
                       .is_open = is_open(passage, at, *unit),
                       .end = unit->end};
    // The base of volumes is the litre.
    if (meaning.measured == Measured::volume) out.factor /= 1'000;
    const bool squared = passage.is(out.end, {"\u00b2"}) || passage.reads(out.end, {"^", "2"});
    const bool cubed = passage.is(out.end, {"\u00b3"}) || passage.reads(out.end, {"^", "3"});
    if ((squared || cubed) && meaning.measured == Measured::length) {
        const int times = cubed ? 3 : 2;
        Rational factor{1};
        for (int i = 0; i < times; ++i) factor *= out.factor;
        out.factor = factor;
        out.powers = {{times}};
        out.end += passage.is(out.end, {"^"}) ? 2U : 1U;
    }
    return out;
}

} // namespace reading
