#include "reading/term_compounds.hpp"

#include "reading/ascii.hpp"
#include "reading/clocks.hpp"

namespace reading {

namespace {

// "3 h 10"
bool joins_minutes(Term& hours, const Term& minutes)
{
    const bool is_hour = hours.powers == powers_of(Measured::time) &&
                         hours.factor == k_minute * k_minute && !hours.is_rate;
    const bool fits = hours.end == minutes.begin && minutes.is_bare() &&
                      minutes.quantity->place == 0 && minutes.value < k_minute;
    if (!is_hour || !fits || hours.quantity->place < 0) return false;
    hours.value += minutes.value * k_minute;
    hours.measured = hours.stated = Interval::point(hours.value);
    hours.end = minutes.end;
    hours.is_compound = true;
    return true;
}

// "8 ft 10 in": behind feet, where "in" is not a preposition.
bool joins_inches(const Passage& passage, Term& feet, const Term& inches)
{
    const Rational foot{381, 1'250};
    const Rational inch{127, 5'000};
    const bool fits = feet.powers == Powers{{1}} && feet.factor == foot && !feet.is_rate &&
                      feet.quantity->place >= 0 && feet.end == inches.begin && inches.is_bare() &&
                      inches.value < 12 && passage.word(inches.end) == "in";
    if (!fits) return false;
    const Rational whole = feet.value;
    const Interval& fine = inches.measured;
    feet.measured = {whole + fine.low * inch, whole + fine.high * inch};
    feet.stated = {whole + inches.stated.low * inch, whole + inches.stated.high * inch};
    feet.value += inches.value * inch;
    feet.factor = inch;
    feet.quantity = inches.quantity;
    feet.end = inches.end + 1;
    feet.is_compound = true;
    return true;
}

// "two hours and a quarter"
bool joins_fraction(const Passage& passage, Term& whole, const Term& fraction)
{
    if (fraction.kind != QuantityKind::fraction || whole.is_rate || !whole.is_number() ||
        whole.powers.is_none() || whole.quantity->place < 0)
        return false;
    if (whole.end + 1 != fraction.begin || passage.word(whole.end) != "and") return false;
    if (passage.word(fraction.end) == "of") return false;
    const Rational part = fraction.value * whole.factor;
    whole.value += part;
    whole.measured = whole.stated = Interval::point(whole.value);
    whole.end = fraction.end;
    whole.is_compound = true;
    return true;
}

} // namespace

bool join_compound(const Passage& passage, Term& coarse, const Term& fine)
{
    if (!fine.is_usable || fine.is_rate) return false;
    if (joins_fraction(passage, coarse, fine)) return true;
    if (joins_minutes(coarse, fine) || joins_inches(passage, coarse, fine)) return true;
    const bool joined = coarse.end == fine.begin || (coarse.end + 1 == fine.begin &&
                                                     is_one_of(passage.word(coarse.end), {"and"}));
    const auto time = static_cast<std::size_t>(Base::time);
    const bool divided =
        !coarse.powers.is_none() && coarse.powers == fine.powers &&
        (fine.powers.of[time] == 1 || fine.powers == Powers{{1}} || fine.powers == Powers{{0, 1}});
    if (!joined || !divided || coarse.is_rate || !coarse.is_usable) return false;
    // "2 hours 90 minutes" is one length.
    const bool fits = fine.value < coarse.factor || coarse.end == fine.begin;
    if (coarse.factor <= fine.factor || !fits) return false;
    if (coarse.quantity->place < 0 || value_of(*coarse.quantity).get_den() != 1) return false;
    const Rational whole = coarse.value;
    const Interval measured_fine = fine.measured;
    coarse.measured = {whole + measured_fine.low, whole + measured_fine.high};
    coarse.stated = {whole + fine.stated.low, whole + fine.stated.high};
    coarse.value += fine.value;
    coarse.factor = fine.factor;
    coarse.quantity = fine.quantity;
    coarse.end = fine.end;
    coarse.is_compound = true;
    return true;
}

} // namespace reading
