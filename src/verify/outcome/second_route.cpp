// How the verifier answers the skeptic: it derives what was found once more, by another route.
//
// The first route reads numbers with our own scanner and computes with exact rationals. The second
// reads the quotes with ICU's number parser and computes in binary floating point; weekdays come
// from ICU's calendar. What both agree on is confirmed. A finding that a reader's rounding, or
// another number of the same sentence, explains is disputed under that reading. Where no second
// route exists the verifier says nothing.
#include "verify/moments/checks.hpp"
#include "verify/outcome/critics.hpp"

#include "base/concat.hpp"
#include "base/fault.hpp"
#include "reading/exact.hpp"
#include "verify/outcome/formula_value.hpp"

#include <unicode/gregocal.h>
#include <unicode/numfmt.h>
#include <unicode/timezone.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <memory>
#include <span>

namespace verify::outcome {

namespace json = base::json;

namespace {

constexpr long double k_agreement = 1e-9L; // relative, of two routes to one value
constexpr std::size_t k_most_values_listed = 6;

// Reads printed numbers as ICU does.
class NumberReader {
public:
    explicit NumberReader(DecimalMark mark)
    {
        UErrorCode status = U_ZERO_ERROR;
        m_format.reset(icu::NumberFormat::createInstance(
            icu::Locale::createFromName(mark == DecimalMark::comma ? "de" : "en"), UNUM_DECIMAL,
            status));
        if (U_FAILURE(status) != 0 || m_format == nullptr)
            throw base::Fault{"ICU has no number format"};
        m_format->setLenient(1);
    }

    // Reads "$4.2 billion" and "1,250": the number with its scale word. nullopt when ICU reads
    // none.
    [[nodiscard]] std::optional<long double> read(std::string_view quote) const
    {
        const std::size_t digit = quote.find_first_of("0123456789");
        if (digit == std::string_view::npos || digit > 8) return std::nullopt;
        const bool negative = digit > 0 && quote[digit - 1] == '-';
        const auto utf16 = icu::UnicodeString::fromUTF8(icu::StringPiece{
            quote.data() + digit, static_cast<std::int32_t>(quote.size() - digit)});
        icu::ParsePosition end{0};
        icu::Formattable parsed;
        m_format->parse(utf16, parsed, end);
        if (end.getIndex() == 0) return std::nullopt;
        std::string rest;
        utf16.tempSubString(end.getIndex()).toLower().toUTF8String(rest);
        const std::size_t word = rest.find_first_not_of(' ');
        const auto tail =
            word == std::string::npos ? std::string_view{} : std::string_view{rest}.substr(word);
        UErrorCode status = U_ZERO_ERROR;
        auto value = static_cast<long double>(parsed.getDouble(status));
        if (U_FAILURE(status) != 0) return std::nullopt;
        if (const auto scale = reading::scale_word(tail.substr(0, tail.find(' '))))
            value *= std::pow(10.0L, static_cast<long double>(*scale));
        else if (!tail.empty() && reading::is_letter(tail.front()))
            return std::nullopt; // a unit or suffix: another reader's matter
        return negative ? -value : value;
    }

private:
    std::unique_ptr<icu::NumberFormat> m_format;
};

struct Numbers {
    long double stated = 0;
    std::vector<long double> operands;
};

std::optional<Numbers> read_numbers(const Document& document, const Finding& finding,
                                    const NumberReader& reader)
{
    Numbers out;
    bool any = false;
    for (const auto& mark : finding.marks) {
        const auto value = reader.read(quote_of(document, mark));
        if (!value) return std::nullopt;
        if (mark.role == "stated") {
            out.stated = *value;
            any = true;
        } else if (mark.role == "operand") {
            out.operands.push_back(*value);
        }
    }
    return any && !out.operands.empty() ? std::optional{out} : std::nullopt;
}

bool values_agree(long double left, long double right)
{
    return std::abs(left - right) <=
           k_agreement * std::max({1.0L, std::abs(left), std::abs(right)});
}

// Whether the number is told in percent.
bool is_percentage(const Document& document, const Mark& stated)
{
    if (quote_of(document, stated).find('%') != std::string_view::npos) return true;
    std::string_view rest = std::string_view{document.source}.substr(stated.end, 10);
    while (rest.starts_with(' ')) rest.remove_prefix(1);
    return rest.starts_with("%") || rest.starts_with("percent") || rest.starts_with("per cent");
}

// The value of the relation that the finding shows, when its numbers are those that ICU reads in
// the text. A change in percent is told without its sign.
std::optional<long double> derive(const Document& document, const Finding& finding,
                                  const Numbers& numbers)
{
    const auto formula = json::text_member(finding.evidence.get(), "formula");
    const auto read = formula ? value_of_formula(*formula) : std::nullopt;
    if (!read) return std::nullopt;
    for (const long double operand : numbers.operands)
        if (std::none_of(read->numbers.begin(), read->numbers.end(),
                         [&](long double each) { return values_agree(each, std::abs(operand)); }))
            return std::nullopt;
    const bool is_of_percents = formula->find('%') != std::string::npos;
    return std::abs(read->value) *
           (is_percentage(document, finding.marks.front()) && !is_of_percents ? 100 : 1);
}

std::string plain(long double value)
{
    char buffer[48];
    std::snprintf(buffer, sizeof buffer, "%.10Lg", value);
    return buffer;
}

std::optional<long double> number_of(const json_t* value_view)
{
    if (json_is_number(value_view)) return static_cast<long double>(json_number_value(value_view));
    return std::nullopt;
}

// The place of the last printed digit of "38.4%": 0.1. 0 for whole numbers, which count things.
long double last_place(const Document& document, std::string_view quote)
{
    const char mark = document.mark == DecimalMark::comma ? ',' : '.';
    const std::size_t point = quote.rfind(mark);
    if (point == std::string_view::npos) return 0;
    std::size_t digits = 0;
    while (point + 1 + digits < quote.size() && reading::is_digit(quote[point + 1 + digits]))
        ++digits;
    return digits == 0 ? 0 : std::pow(10.0L, -static_cast<long double>(digits));
}

// "23.4, 8" as the second route read them.
std::string listed(std::span<const long double> numbers)
{
    std::string out;
    for (std::size_t i = 0; i < std::min(numbers.size(), k_most_values_listed); ++i)
        out += base::concat(i == 0 ? "" : ", ", plain(numbers[i]));
    if (numbers.size() > k_most_values_listed) out += ", ...";
    return out;
}

// nullopt where no second route leads: a number in words, a unit that must be converted, a check
// with only one way to compute, operands that both routes read differently.
std::optional<Response> recompute(const Document& document, std::size_t index,
                                  const Finding& finding, const NumberReader& reader)
{
    const auto recomputed = number_of(json::member(finding.evidence.get(), "recomputed_rounded"));
    const auto exact = number_of(json::member(finding.evidence.get(), "recomputed"));
    const auto numbers = read_numbers(document, finding, reader);
    if (!numbers) return std::nullopt;
    const long double expected = exact ? *exact : recomputed.value_or(0);
    const auto value = derive(document, finding, *numbers);
    if (!value || (!exact && !recomputed)) return std::nullopt;
    const long double meant = std::abs(expected);
    const bool is_met = exact ? values_agree(*value, meant) : std::abs(*value - meant) <= 0.01L;
    if (!is_met) return std::nullopt;
    const std::string derived = base::concat("From ", listed(numbers->operands),
                                             " as ICU reads them, binary floating "
                                             "point gives ",
                                             plain(*value));
    const long double unit = last_place(document, quote_of(document, finding.marks.front()));
    if (unit > 0 && std::abs(*value - std::abs(numbers->stated)) <= unit * 1.0000001L)
        return Response{index, Action::dispute,
                        base::concat(derived, "; ", plain(numbers->stated),
                                     " is one unit of its last place away, as a part that was "
                                     "rounded before can leave it."),
                        "rounded intermediate result"};
    return Response{index,
                    Action::confirm,
                    base::concat(derived, ", not ", plain(numbers->stated),
                                 ". That confirms the calculation, not how the words are read."),
                    {}};
}

// The weekday of "2024-03-05" by ICU's calendar, Sunday = 0.
std::optional<int> weekday_by_icu(std::string_view iso)
{
    int parts[3] = {};
    const char* at = iso.data();
    const char* const end = at + iso.size();
    for (int& part : parts) {
        const auto read = std::from_chars(at, end, part);
        if (read.ec != std::errc{}) return std::nullopt;
        at = read.ptr == end ? end : read.ptr + 1;
    }
    UErrorCode status = U_ZERO_ERROR;
    icu::GregorianCalendar calendar{*icu::TimeZone::getGMT(), status};
    if (U_FAILURE(status) != 0) return std::nullopt;
    calendar.setGregorianChange(-1e17, status); // proleptic, as the first route
    calendar.set(parts[0], parts[1] - 1, parts[2], 12, 0);
    const int found = calendar.get(UCAL_DAY_OF_WEEK, status);
    return U_FAILURE(status) != 0 ? std::nullopt : std::optional{found - UCAL_SUNDAY};
}

std::optional<Response> recheck_weekday(std::size_t index, const Finding& finding)
{
    const auto iso = json::text_member(finding.evidence.get(), "parsed");
    const auto expected = json::text_member(finding.evidence.get(), "recomputed");
    const auto found = iso ? weekday_by_icu(*iso) : std::nullopt;
    if (!found || !expected || reading::english_weekday(*found) != *expected) return std::nullopt;
    return Response{index,
                    Action::confirm,
                    base::concat("ICU's calendar gives ", *expected, " for ", *iso, " too."),
                    {}};
}

} // namespace

std::vector<Response> answer_by_second_route(const Document& document, const Review& earlier)
{
    std::vector<Response> out;
    if (earlier.findings.empty()) return out;
    const NumberReader reader{document.mark};
    for (std::size_t i = 0; i < earlier.findings.size(); ++i) {
        const Finding& finding = earlier.findings[i];
        if (finding.severity == Severity::info) continue;
        auto response = finding.check == moments::k_date_weekday
                            ? recheck_weekday(i, finding)
                            : recompute(document, i, finding, reader);
        if (response) out.push_back(std::move(*response));
    }
    return out;
}

} // namespace verify::outcome
