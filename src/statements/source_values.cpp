#include "statements/source_values.hpp"

#include <algorithm>
#include <cmath>

namespace statements {

using reading::ClockTime;
using reading::Document;
using reading::Passage;
using reading::Quantity;

namespace {

constexpr double k_same = 1e-9; // numbers are printed with at most 15 digits
// Values near one another that are not a match are walked; a hostile source has many.
constexpr std::size_t k_longest_walk = 2'000;
// The cost of comparing two values, in words looked at.
constexpr std::size_t k_cost_of_value = 10;

double number_of(const Quantity& quantity)
{
    return reading::value_of(quantity).get_d();
}

// Every run of digits, as a number with and without what its commas may mean.
void add_digits(std::string_view text, std::vector<double>& out)
{
    for (std::size_t at = 0; at < text.size();) {
        if (!reading::is_digit(text[at])) {
            ++at;
            continue;
        }
        const std::size_t length = std::max<std::size_t>(reading::number_length(text, at), 1);
        const auto lexeme = text.substr(at, length);
        for (const auto mark : {reading::DecimalMark::point, reading::DecimalMark::comma})
            if (const auto read = reading::read_number(lexeme, mark))
                out.push_back(reading::to_rational(read->value).get_d());
        at += length;
    }
}

// Also "twenty - five", as transcripts have it.
void add_quantities(const Passage& sentence, std::vector<double>& out)
{
    const auto all = sentence.quantities();
    for (std::size_t i = 0; i < all.size(); ++i) {
        out.push_back(number_of(all[i]));
        constexpr double k_percent = 100; // "two fifths" are 40 %
        if (all[i].kind == reading::QuantityKind::fraction)
            out.push_back(number_of(all[i]) * k_percent);
        if (i + 1 < all.size() && all[i].spelled && all[i + 1].spelled &&
            all[i + 1].begin == all[i].end + 1 && sentence.word(all[i].end) == "-")
            out.push_back(number_of(all[i]) + number_of(all[i + 1]));
    }
}

// A figure and its value.
struct Valued {
    const Figure& figure;
    double value = 0;
};

bool tells(const Valued& one, const Valued& other, bool of_anything)
{
    const auto& [told, left] = one;
    const auto& [given, right] = other;
    const auto counts = [](const Figure& each) { return each.unit.empty() || each.counts_things; };
    const bool of_one = told.unit == given.unit || (counts(told) && counts(given) && of_anything);
    if (!of_one || told.per != given.per) return false;
    const double apart = std::abs(left - right);
    if (apart <= k_same * std::abs(right)) return true;
    // No author says 40 for 35 without a word of it.
    constexpr double k_round = 0.03;
    if (told.written_unit != given.written_unit || told.rounding != given.rounding) {
        const bool overlap =
            told.printed.low < given.printed.high && given.printed.low < told.printed.high;
        // Either may have rounded the other, at the last place that it prints.
        const auto place = [&told = told, &given = given] {
            return std::max(told.rounding, given.rounding).get_d();
        };
        if (overlap || (apart <= k_round * std::abs(right) && apart <= place())) return true;
    }
    // "About 3,400" of 3,412; "over 500" of 512: as far as the words grant it, and not further.
    constexpr double k_hedge = 0.1;
    return told.is_hedged && !given.is_hedged && apart <= k_hedge * std::abs(right) &&
           told.stated.contains(given.value);
}

} // namespace

double printed_number(const Document& document, const Figure& figure)
{
    const auto& all = document.quantities; // in the order of their tokens
    const auto at = std::partition_point(all.begin(), all.end(), [&](const Quantity& quantity) {
        return quantity.end <= figure.begin;
    });
    if (at != all.end() && at->begin < figure.end) return number_of(*at);
    return figure.value.get_d();
}

bool tells_value(const Figure& told, const Figure& given, bool of_anything)
{
    return tells({told, told.value.get_d()}, {given, given.value.get_d()}, of_anything);
}

bool tells_moment(const Moment& told, const Moment& other)
{
    return told.meets(other) && (told.day == 0 || other.day != 0) &&
           (told.month == 0 ? other.year.has_value() : other.month != 0);
}

SourceValues::SourceValues(const Source& source,
                           const std::function<bool(std::size_t)>& is_left_out)
    : m_source{source}
{
    const Document& document = source.document;
    for (std::size_t i = 0; i < document.sentences.size(); ++i) read_sentence(i, is_left_out(i));
    for (const auto& sentence : m_figures)
        for (const auto& figure : sentence) m_by_value.emplace_back(figure.value.get_d(), &figure);
    std::sort(m_by_value.begin(), m_by_value.end(),
              [](const auto& left, const auto& right) { return left.first < right.first; });
    for (std::size_t token = 0; token < document.tokens.size(); ++token)
        if (const auto day = reading::weekday_name(document.word(token)))
            m_weekdays.at(static_cast<std::size_t>(*day)) = true;
    std::sort(m_printed.begin(), m_printed.end());
}

void SourceValues::read_sentence(std::size_t sentence, bool is_left_out)
{
    const Document& document = m_source.document;
    const auto words = Passage::sentence(document, sentence);
    auto& numbers = m_numbers.emplace_back();
    for (const auto& quantity : words.quantities()) numbers.push_back(number_of(quantity));
    auto& figures = m_figures.emplace_back();
    auto& moments = m_moments.emplace_back();
    if (is_left_out) return;
    const auto& place = document.sentences[sentence];
    add_digits(std::string_view{document.view.text}.substr(place.begin, place.end - place.begin),
               m_printed);
    add_quantities(words, m_printed);
    figures = read_figures(words, reading::Stemmer{m_source.language}, m_source.language == "de");
    moments = read_moments(words);
}

bool SourceValues::is_printed(double number) const
{
    const double slack = std::abs(number) * k_same;
    const auto at = std::lower_bound(m_printed.begin(), m_printed.end(), number - slack);
    return at != m_printed.end() && *at <= number + slack;
}

bool SourceValues::is_printed_in(std::size_t sentence, double number) const
{
    const double slack = std::abs(number) * k_same;
    const auto& all = m_numbers[sentence];
    return std::any_of(all.begin(), all.end(),
                       [&](double each) { return std::abs(each - number) <= slack; });
}

bool SourceValues::is_meant(const Figure& figure, std::size_t& looked_at) const
{
    // As far apart as two hedged values of one thing may be.
    constexpr double k_widest = 0.2;
    const double value = figure.value.get_d();
    const double reach = std::abs(value) * k_widest;
    auto at = std::lower_bound(m_by_value.begin(), m_by_value.end(), value - reach,
                               [](const auto& row, double least) { return row.first < least; });
    for (std::size_t steps = 0; at != m_by_value.end() && at->first <= value + reach;
         ++at, ++steps) {
        looked_at += k_cost_of_value;
        if (tells({figure, value}, {*at->second, at->first}, /*of_anything=*/true)) return true;
        if (steps > k_longest_walk) return true; // it cannot be said that it is not there
    }
    return false;
}

bool SourceValues::is_meant(const Moment& moment, std::size_t& looked_at) const
{
    looked_at += m_moments.size();
    return std::any_of(m_moments.begin(), m_moments.end(), [&](const auto& sentence) {
        return std::any_of(sentence.begin(), sentence.end(),
                           [&](const Moment& other) { return tells_moment(moment, other); });
    });
}

bool SourceValues::is_told(const ClockTime& time, std::size_t& looked_at) const
{
    constexpr int k_half_day = 12 * 60;
    const auto& times = m_source.document.times;
    looked_at += times.size();
    const bool is_told = std::any_of(times.begin(), times.end(), [&](const ClockTime& other) {
        return time.minute % k_half_day == other.minute % k_half_day;
    });
    if (is_told) return true;
    // As a number: "1.44", or "17" for 5 pm.
    const int hour = time.minute / 60;
    const int minute = time.minute % 60;
    constexpr double k_in_hour = 100;
    if (is_printed(hour + minute / k_in_hour)) return true;
    const int other_hour = time.minute % k_half_day / 60;
    return minute == 0 && is_printed(other_hour);
}

} // namespace statements
