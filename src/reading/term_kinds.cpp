// Which terms are of one kind, and what is left out of those that go without saying it.
#include "reading/terms.hpp"

#include "reading/ascii.hpp"
#include "reading/lexicon/lexicon.hpp"

#include <algorithm>

namespace reading {

namespace {

// A writer who tells prices leaves the currency out in a list or a comparison only: "264 euros
// instead of 240", "for $5, 6 or 7".
bool is_beside_money(const Document& document, const std::vector<const Term*>& terms,
                     std::size_t index)
{
    constexpr std::uint32_t k_most_between = 5;
    for (const std::size_t other : {index - 1, index + 1}) {
        if (other >= terms.size() || terms[other]->currency.empty()) continue;
        const std::uint32_t from = std::min(terms[index]->end, terms[other]->end);
        const std::uint32_t to = std::max(terms[index]->begin, terms[other]->begin);
        if (to - from > k_most_between) continue;
        for (std::uint32_t at = from; at < to; ++at) {
            const auto word = document.word(at);
            if (word == "." || word == ":" || word == ";") break;
            if (is_in(WordSet::joins | WordSet::comma, word) || is_in(WordSet::old_before, word) ||
                is_in(WordSet::now_before, word))
                return true;
        }
    }
    return false;
}

} // namespace

void set_values(Term& term)
{
    Quantity quantity = *term.quantity;
    // "1.8 mm over twelve weeks" took as long as that, and no longer.
    const bool is_time =
        term.powers == powers_of(Measured::time) || term.powers == powers_of(Measured::calendar);
    if (is_time && quantity.qualifier == Qualifier::over && !quantity.plus)
        quantity.qualifier = Qualifier::none;
    term.value = value_of(quantity);
    term.measured = reading::measured(quantity);
    term.stated = reading::stated(quantity);
    if (quantity.qualifier == Qualifier::about) {
        const Rational slack = abs(term.value) / 20;
        term.measured.low -= slack;
        term.measured.high += slack;
    }
    term.is_open = quantity.qualifier != Qualifier::none && quantity.qualifier != Qualifier::about;
    if (term.factor == 1) return;
    term.value *= term.factor;
    for (Interval* interval : {&term.measured, &term.stated}) {
        interval->low *= term.factor;
        interval->high *= term.factor;
    }
}

void share_elided(const Document& document, std::vector<const Term*>& terms,
                  std::list<Term>& filled)
{
    const auto bare =
        static_cast<long>(std::count_if(terms.begin(), terms.end(), [](const Term* term) {
            return term->is_usable && term->is_bare();
        }));
    const auto percents = std::count_if(terms.begin(), terms.end(), [](const Term* term) {
        return term->kind == QuantityKind::percent;
    });
    for (const Term*& term : terms) {
        if (percents < 2 || !term->is_count() || term->noun != "point" || term->is_rate) continue;
        filled.push_back(*term);
        filled.back().kind = QuantityKind::points;
        term = &filled.back();
    }
    const Term* model = nullptr;
    long models = 0;
    for (const Term* each : terms) {
        const Term& term = *each;
        if (!term.is_usable || !term.is_number() || term.is_bare() || term.is_attribute) continue;
        // "her three exams": how many of them there are.
        const bool counts = term.is_count() && term.quantity->place == 0 && bare >= 2 &&
                            (term.value == bare || term.value == bare - 1);
        if (counts) continue;
        // "on average 419 litres a day" of a list of daily litres
        if (model != nullptr && !model->is_rate && term.is_rate && term.has(Role::mean) &&
            are_same_level(*model, term))
            continue;
        if (model != nullptr && !(are_same_level(*model, term) && model->factor == term.factor))
            return;
        if (model == nullptr) model = &term;
        ++models;
    }
    if (model == nullptr) return;
    for (std::size_t i = 0; i < terms.size(); ++i) {
        const Term& bare_term = *terms[i];
        if (!bare_term.is_usable || !bare_term.is_bare()) continue;
        const int place = bare_term.quantity->place;
        // "144 candles at 0.85": no part of a candle.
        if (model->is_count() && place < 0 && model->quantity->place >= 0) continue;
        const bool is_beside = !model->currency.empty() && is_beside_money(document, terms, i);
        if (!model->currency.empty() && place >= 0 && !is_beside) continue;
        // A writer who gives most numbers their unit leaves it out with none, but "another 31".
        const bool is_more = is_one_of(document.word(bare_term.begin - 1), {"another", "further"});
        if (models > bare && !is_beside && !is_more) continue;
        filled.push_back(bare_term);
        Term& term = filled.back();
        term.powers = model->powers;
        term.factor = model->factor;
        term.currency = model->currency;
        term.noun = model->noun;
        term.per = model->per;
        term.is_rate = model->is_rate;
        set_values(term);
        terms[i] = &term;
    }
}

bool are_same_level(const Term& left, const Term& right)
{
    if (left.is_rate == right.is_rate) return are_same_kind(left, right);
    if (left.kind != right.kind || left.currency != right.currency) return false;
    if (!left.currency.empty()) return true;
    Powers apart = left.powers - right.powers;
    base::row_of(apart.of, Base::time) = 0;
    base::row_of(apart.of, Base::calendar) = 0;
    if (!apart.is_none()) return false;
    return left.noun.empty() || right.noun.empty() || left.noun == right.noun;
}

bool are_same_kind(const Term& left, const Term& right)
{
    if (left.kind != right.kind || !(left.powers == right.powers)) return false;
    if (left.currency != right.currency) return false;
    if (left.per != right.per) return false;
    return left.noun.empty() || right.noun.empty() || left.noun == right.noun;
}

} // namespace reading
