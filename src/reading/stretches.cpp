// Lengths of time as people tell them.
#include "reading/ascii.hpp"
#include "reading/clocks.hpp"
#include "reading/lexicon/lexicon.hpp"
#include "reading/number_words.hpp"

#include <algorithm>
#include <charconv>

namespace reading {

namespace {

class StretchReader {
public:
    StretchReader(const Document& document, TokenRange range) : m_doc{document}, m_range{range} {}

    std::vector<Stretch> run()
    {
        for (auto at =
                 std::lower_bound(m_doc.quantities.begin(), m_doc.quantities.end(), m_range.begin,
                                  [](const Quantity&quantity, std::uint32_t token) {
                                      return quantity.begin < token;
                                  });
             at != m_doc.quantities.end() && at->begin < m_range.end; ++at)
            counted(*at);
        for (std::uint32_t i = m_range.begin; i < m_range.end; ++i) parts_of_hour(i);
        for (std::uint32_t i = m_range.begin; i < m_range.end; ++i) one_and_half(i);
        for (std::uint32_t i = m_range.begin; i < m_range.end; ++i) zone(i);
        std::sort(m_out.begin(), m_out.end(), [](const Stretch& left, const Stretch& right) {
            return left.begin < right.begin;
        });
        join();
        for (auto& stretch : m_out) describe(stretch);
        return std::move(m_out);
    }

private:
    [[nodiscard]] std::string_view word(std::uint32_t i) const
    {
        return i >= m_range.begin && i < m_range.end ? m_doc.word(i) : std::string_view{};
    }

    void counted(const Quantity& quantity)
    {
        const Unit* unit = quantity.unit;
        std::uint32_t end = quantity.end;
        Rational value = value_of(quantity);
        long parts = 1;
        // "8 and a half hours"
        if (unit == nullptr && word(end) == "and" && word(end + 1) == "a" &&
            is_one_of(word(end + 2), {"half", "quarter"})) {
            parts = word(end + 2) == "half" ? 2 : 4;
            unit = find_unit(word(end + 3));
            value += Rational{1, parts};
            end += 4;
        }
        // "8.5 paid hours"
        if (unit == nullptr && is_one_of(word(end), {"paid", "working", "full", "whole", "clear",
                                                     "entire", "complete", "straight"})) {
            unit = find_unit(word(end + 1));
            end += 2;
        }
        if (unit == nullptr || !is_time(*unit) || quantity.doubtful) return;
        if (quantity.kind != QuantityKind::cardinal || value <= 0 || value > 100'000) return;
        if (value.get_den() != 1 && parts == 1) parts = value.get_den() <= 4 ? 2 : 10;
        Stretch out{quantity.begin, end};
        const auto name = unit->canonical;
        const Rational length = value * unit->factor;
        if (length.get_den() != 1 || length > 4'000'000'000L) return;
        if (unit->measured == Measured::calendar) {
            out.months = length.get_num().get_si();
        } else {
            if (unit->factor.get_den() != 1) return;
            out.seconds = length.get_num().get_si();
            out.finest = unit->factor.get_num().get_si() / parts;
        }
        out.is_night = name == "night";
        out.is_limit = word(quantity.begin - 1) == "within" || word(quantity.begin) == "within";
        out.is_rough = (quantity.qualifier != Qualifier::none && !out.is_limit) ||
                       quantity.in_range || quantity.plus;
        // "two hours and a quarter"
        if (word(end) == "and" && is_one_of(word(end + 1), {"a", "three"}) && name == "hour") {
            const long part = word(end + 2) == "half"       ? 2
                              : word(end + 2) == "quarter"  ? 1
                              : word(end + 2) == "quarters" ? 3
                                                            : 0;
            if (part != 0) {
                constexpr long k_quarter = 900; // seconds
                out.seconds += part * k_quarter;
                out.finest = k_quarter;
                end += 3;
            }
        }
        out.end = end;
        if (name == "hour" && parts == 1) minutes_behind(out);
        m_out.push_back(out);
    }

    // "8 h 45": two digits that nothing else claims.
    void minutes_behind(Stretch& hours) const
    {
        const auto text = word(hours.end);
        if (text.size() != 2 || !is_digit(text[0]) || !is_digit(text[1]) || text[0] > '5') return;
        const auto next = word(hours.end + 1);
        if (find_unit(next) != nullptr || is_one_of(next, {"%", "/", ".", ":"})) return;
        if (m_doc.kind(hours.end + 1) == TokenKind::number) return;
        hours.seconds += ((text[0] - '0') * 10 + (text[1] - '0')) * k_minute;
        hours.finest = k_minute;
        ++hours.end;
    }

    // "60 miles an hour" is a rate; "an hour and ten minutes" is not, nor is what a verb or a
    // preposition of lengths stands before.
    [[nodiscard]] bool is_length(std::uint32_t i) const
    {
        const bool goes_on = word(i + 2) == "and" && (is_one_of(word(i + 3), {"a", "three"}) ||
                                                      find_unit(word(i + 4)) != nullptr);
        return goes_on ||
               is_one_of(word(i - 1), {"for", "takes", "took", "lasts", "lasted", "after",
                                       "another", "plus", "exactly", "nearly", "about", "runs",
                                       "needs", "wants", "is", "lasting", "taking"});
    }

    // "a quarter of an hour", "half an hour", "half-hour", "three quarters of an hour", "an hour"
    void parts_of_hour(std::uint32_t i)
    {
        long quarters = 0;
        std::uint32_t end = i + 1;
        if (is_one_of(word(i), {"quarter", "quarters"})) {
            quarters = word(i) == "quarters" && word(i - 1) == "three" ? 3
                       : word(i) == "quarters"                         ? 0
                                                                       : 1;
            if (word(end) == "of" && word(end + 1) == "an" && word(end + 2) == "hour")
                end += 3;
            else if (word(end) == "-" && word(end + 1) == "hour")
                end += 2;
            else
                return;
        } else if (word(i) == "half") {
            quarters = 2;
            if (is_one_of(word(end), {"an", "-"}) && word(end + 1) == "hour")
                end += 2;
            else if (word(end) == "hour")
                end += 1;
            else
                return;
        } else if (word(i) == "an" && word(i + 1) == "hour" && is_length(i)) {
            quarters = 4;
            end = i + 2;
            const bool half = word(end) == "and" && word(end + 1) == "a" && word(end + 2) == "half";
            const bool quarter =
                word(end) == "and" && word(end + 1) == "a" && word(end + 2) == "quarter";
            const bool quarters_more =
                word(end) == "and" && word(end + 1) == "three" && word(end + 2) == "quarters";
            if (half || quarter || quarters_more) {
                quarters += half ? 2 : quarter ? 1 : 3;
                end += 3;
            }
        }
        if (quarters == 0) return;
        const bool is_three = quarters == 3 && word(i) == "quarters";
        const std::uint32_t begin = is_three ? i - 1 : i;
        // The fraction may have been read with its hour already.
        std::erase_if(m_out,
                      [&](const Stretch& old) { return old.begin < end && begin < old.end; });
        Stretch out{begin, end, quarters * k_hour / 4};
        out.finest = quarters == 4 ? k_hour : k_hour / 4;
        out.is_rough = is_one_of(word(begin - 1), {"about", "nearly", "almost", "around"}) ||
                       is_one_of(word(begin - 2), {"about", "nearly", "almost", "around"});
        m_out.push_back(out);
    }

    // "a day and a half", "a minute and a half", "a week and a half"
    void one_and_half(std::uint32_t i)
    {
        if (word(i) != "a" || word(i + 2) != "and" || word(i + 3) != "a" || word(i + 4) != "half")
            return;
        const Unit* unit = find_unit(word(i + 1));
        if (unit == nullptr || !is_one_of(unit->canonical, {"minute", "day", "week"})) return;
        const long factor = unit->factor.get_num().get_si();
        Stretch out{i, i + 5, factor + factor / 2};
        out.finest = factor / 4;
        out.is_rough = is_one_of(word(i - 1), {"about", "nearly", "almost", "around"});
        std::erase_if(
            m_out, [&](const Stretch& old) { return old.begin < out.end && out.begin < old.end; });
        m_out.push_back(out);
    }

    // "UTC+9", "GMT-3"
    void zone(std::uint32_t i)
    {
        const auto text = word(i);
        if (!text.starts_with("utc") && !text.starts_with("gmt")) return;
        int hours = 0;
        std::uint32_t end = i + 1;
        if (text.size() > 4 && (text[3] == '+' || text[3] == '-')) {
            std::from_chars(text.data() + 4, text.data() + text.size(), hours);
        } else if (text.size() == 3 && is_one_of(word(i + 1), {"+", "-"})) {
            const auto number = word(i + 2);
            std::from_chars(number.data(), number.data() + number.size(), hours);
            end = i + 3;
        }
        if (hours < 1 || hours > 14) return;
        Stretch out{i, end, hours * k_hour};
        out.finest = k_hour;
        out.is_shift = true;
        m_out.push_back(out);
    }

    // "2 h 35 min", "five hours and twenty minutes", "12 weeks and 5 days"
    void join()
    {
        std::vector<Stretch> out;
        for (const auto& next : m_out) {
            const bool goes_on =
                !out.empty() && !next.is_shift && next.months == 0 && next.finest > 0 &&
                (out.back().months > 0 || next.seconds < out.back().finest) &&
                (next.begin == out.back().end ||
                 (next.begin == out.back().end + 1 && word(out.back().end) == "and"));
            if (!goes_on) {
                out.push_back(next);
                continue;
            }
            out.back().end = next.end;
            out.back().seconds += next.seconds;
            out.back().finest = next.finest;
            out.back().is_rough = out.back().is_rough || next.is_rough;
        }
        m_out = std::move(out);
    }

    void describe(Stretch& stretch) const
    {
        const auto next = word(stretch.end);
        const auto before = word(stretch.begin - 1);
        stretch.is_rate = is_in(Cues{WordSet::every | WordSet::per_sign, {"a", "apiece"}}, next) ||
                          is_in(Cues{WordSet::every, {"per"}}, before);
        stretch.is_ended = is_one_of(next, {"ago", "old"});
        if (stretch.finest >= k_hour / 2 && is_one_of(next, {"ahead", "behind"}) &&
            !is_one_of(word(stretch.end + 1), {"schedule", "time", "plan"}))
            stretch.is_shift = true;
        for (std::uint32_t i = stretch.begin - 4; i != stretch.end + 3; ++i)
            if ((i < stretch.begin || i >= stretch.end) &&
                is_one_of(word(i), {"break", "pause", "lunch", "interval", "breaks"}))
                stretch.is_break = true;
    }

    const Document& m_doc;
    TokenRange m_range;
    std::vector<Stretch> m_out;
};

} // namespace

std::vector<Stretch> stretches_of(const Document& document, TokenRange range)
{
    return StretchReader{document, range}.run();
}

} // namespace reading
