#include "verify/law/judge.hpp"

#include "base/concat.hpp"
#include "reading/lexicon/lexicon.hpp"

namespace verify {

using reading::WordSet;

namespace {

Rational middle(const Interval& interval)
{
    return (interval.low + interval.high) / 2;
}

// Decimals a reader wants to see of a recomputed value: two more than were stated.
int display_place(const Quantity& stated)
{
    return std::min(stated.place - 2, 0);
}

std::vector<Mark> marks_of(const Document& document, const Claimed& claimed)
{
    std::vector<Mark> out{mark_of(document, *claimed.stated, "stated")};
    for (const auto* operand : claimed.operands)
        out.push_back(mark_of(document, *operand, "operand"));
    return out;
}

void show(Found& found, const Claimed& claimed, const Interval& computed, const Interval& allowed)
{
    std::vector<Rational> operands;
    for (const auto* operand : claimed.operands) operands.push_back(reading::value_of(*operand));
    const Rational reported = reading::value_of(*claimed.stated);
    const Rational recomputed = claimed.exact.value_or(middle(computed));
    found.evidence("operands", operands, "reported", reported, "recomputed", recomputed,
                   "difference", reported - recomputed, "tolerance",
                   (allowed.high - allowed.low) / 2 + (computed.high - computed.low) / 2, "formula",
                   claimed.formula);
    if (reading::exact_text(recomputed).find('/') != std::string::npos)
        found.evidence("recomputed_rounded",
                       reading::rounded(recomputed, display_place(*claimed.stated)));
    if (computed.low != computed.high) found.evidence("recomputed_interval", computed);
    if (!claimed.unit.empty()) found.evidence("unit", claimed.unit);
}

} // namespace

namespace {

enum class Detail { as_printed, one_more_place };

std::string written(const Document& document, const Quantity& stated, const Rational& value,
                    Detail detail)
{
    const std::string_view lexeme = document.raw(stated.number_begin);
    const bool as_digits =
        !lexeme.empty() && (reading::is_digit(lexeme.front()) || lexeme.front() == '.');
    int scale = 0;
    if (as_digits && stated.scaled) {
        const auto number = reading::read_number(
            lexeme.substr(0, reading::number_length(lexeme, 0)), document.mark);
        if (number) scale = stated.place - number->place;
    }
    const bool suffixed = stated.number_end - stated.number_begin > 1 || stated.scaled;
    int place = stated.place;
    // A whole result is not better told by the coarse place of the wrong one.
    const bool is_whole = !stated.scaled && place == 0 && stated.kind == QuantityKind::cardinal &&
                          stated.currency.empty();
    if ((is_whole || detail == Detail::one_more_place) && reading::rounded(value, place) != value)
        --place;
    const Rational near = reading::rounded(value, place);
    std::string out =
        separated_like(lexeme, document.mark, near / reading::power_of_ten(scale), place - scale);
    if (suffixed && as_digits)
        for (auto i = stated.number_begin + 1; i < stated.number_end; ++i) {
            if (document.tokens[i].space_before) out += ' ';
            out += document.raw(i);
        }
    return out;
}

} // namespace

std::string separated_like(std::string_view lexeme, DecimalMark mark, const Rational& value,
                           int place)
{
    const bool comma = mark == DecimalMark::comma;
    std::string_view separator;
    if (lexeme.find('\'') != std::string_view::npos) separator = "'";
    if (lexeme.find(' ') != std::string_view::npos) separator = " ";
    if (lexeme.find(comma ? '.' : ',') != std::string_view::npos) separator = comma ? "." : ",";
    return reading::grouped(reading::rounded_text(value, place), separator, comma ? ',' : '.');
}

std::string written_like(const Document& document, const Quantity& stated, const Rational& value)
{
    return written(document, stated, value, Detail::as_printed);
}

std::string_view printed(const Document& document, const Quantity& quantity)
{
    return quote_of(document, mark_tokens(document, quantity.begin, quantity.end, ""));
}

std::string printed_as(const Document& document, const Quantity& quantity, const Rational& value)
{
    // The sign that is printed is that of the other value.
    const auto begin = quantity.begin + (quantity.negative_sign ? 1 : 0);
    const Mark whole = mark_tokens(document, begin, quantity.end, "");
    const Mark number = mark_of(document, quantity, "");
    const std::string_view text{document.source};
    return base::concat(value < 0 ? "-" : "", text.substr(whole.begin, number.begin - whole.begin),
                        written(document, quantity, abs(value), Detail::one_more_place),
                        text.substr(number.end, whole.end - number.end));
}

bool is_near(const Quantity& stated, const Rational& recomputed)
{
    return abs(reading::value_of(stated) - recomputed) * 4 <= abs(recomputed);
}

Rational rounding_slack(const std::vector<const Quantity*>& operands, const Quantity& total)
{
    if (!reading::is_exact(total) || total.place != 0 || total.spelled) return 0;
    const mpz_class value = reading::value_of(total).get_num();
    mpz_class unit{1};
    while (value != 0 && mpz_divisible_p(value.get_mpz_t(), mpz_class{unit * 10}.get_mpz_t()) != 0)
        unit *= 10;
    if (unit < 100 || value < 1000) return 0;
    for (const auto* operand : operands) {
        const Rational part = reading::value_of(*operand);
        if (part.get_den() != 1 ||
            mpz_divisible_p(part.get_num().get_mpz_t(), unit.get_mpz_t()) == 0)
            return Rational{unit} / 2;
    }
    return 0;
}

void judge(const Document& document, const Claimed& claimed, std::span<const Candidate> candidates,
           Review& review, const Rational& slack)
{
    const Quantity& stated = *claimed.stated;
    std::vector<Reading> readings;
    std::optional<Interval> first;
    bool any_other = stated.other_value.has_value();
    for (const auto* operand : claimed.operands) any_other = any_other || operand->other_value;
    for (const bool other_mark : {false, true}) {
        if (other_mark && !any_other) break;
        Interval allowed = reading::stated(stated, other_mark);
        allowed.low -= slack;
        allowed.high += slack;
        for (const auto& candidate : candidates) {
            const auto computed = candidate.compute(other_mark);
            if (!computed) continue;
            if (!first) first = computed;
            const bool holds = allowed.meets(*computed);
            readings.push_back({other_mark ? "other decimal mark" : candidate.name, holds});
            if (!holds) continue;
            const bool is_plain = readings.size() == 1;
            const bool is_exact = !claimed.exact || allowed.contains(*claimed.exact);
            review.passes.push_back({claimed.check, marks_of(document, claimed),
                                     is_plain && !is_exact ? k_compatible : readings.back().name});
            return;
        }
    }
    if (!first) return;

    const Rational recomputed = claimed.exact.value_or(middle(*first));
    std::string computed = printed_as(document, stated, recomputed);
    if (!claimed.unit.empty() && stated.end == stated.number_end)
        computed += base::concat(" ", claimed.unit);
    auto found = verify::found(claimed.check, claimed.title, document, claimed.certainty);
    found.marks(marks_of(document, claimed));
    show(found, claimed, *first, reading::stated(stated));
    found.readings(readings)
        .gives(claimed.formula, computed, printed(document, stated))
        .correct(review, document.raw(stated.number_begin),
                 written_like(document, stated, recomputed), "a part");
}

bool is_disowned(const Passage& sentence)
{
    // "is wrong", "the wrong value", but a "false start" says nothing of a number.
    constexpr std::string_view k_verdicts[] = {"wrong", "false", "invalid"};
    constexpr std::string_view k_judged[] = {"value",  "figure", "number", "answer",
                                             "result", "total",  "claim",  "statement"};
    for (std::uint32_t at = sentence.begin(); at < sentence.end(); ++at) {
        if (!reading::is_one_of(sentence.word(at), k_verdicts)) continue;
        const auto next = sentence.word(at + 1);
        const bool is_word =
            sentence.holds(at + 1) && sentence.document().kind(at + 1) == TokenKind::word;
        if (!is_word ||
            reading::is_in(reading::Cues{WordSet::joins, {"to", "that", "because"}}, next) ||
            reading::is_one_of(next, k_judged))
            return true;
    }
    return sentence.any(reading::WordSet::disowned);
}

} // namespace verify
