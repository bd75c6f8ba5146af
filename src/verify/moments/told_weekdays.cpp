// date.weekday of a day whose month stands before it: "Tuesday the 14th of the same month".
#include "reading/ascii.hpp"
#include "reading/number_words.hpp"
#include "verify/moments/checks.hpp"
#include "verify/moments/day_list.hpp"

#include <algorithm>
#include <charconv>

namespace verify::moments {

namespace {

using std::chrono::days;
using std::chrono::sys_days;

constexpr std::size_t k_weekdays_wide = 7;

class Weekdays {
public:
    Weekdays(Judged& judged, std::size_t sentence)
        : m_judged{judged}, m_doc{judged.document()}, m_own{m_doc.of_sentence[sentence]}
    {
        const Section wide = judged.section_of(sentence, k_weekdays_wide, 1);
        m_days = days_of(m_doc, wide.begin, wide.end);
    }

    void run()
    {
        same_month();
        for (const auto& date : m_doc.dates)
            if (date.begin >= m_own.begin && date.begin < m_own.end) counted_weekday(date);
    }

private:
    // "the second Saturday of June 2026, i.e. on the 14th"
    void counted_weekday(const reading::Date& date)
    {
        if (!date.year || date.month == 0 || date.day != 0 || date.before_christ) return;
        if (m_doc.word(date.begin - 1) != "of" && m_doc.word(date.begin - 1) != "in") return;
        const auto weekday = reading::weekday_name(m_doc.word(date.begin - 2));
        const auto nth = reading::ordinal_word(m_doc.word(date.begin - 3));
        const auto first = reading::gregorian(*date.year, date.month, 1);
        if (!weekday || !nth || *nth > 5 || !first || date.begin < m_own.begin + 3) return;
        const int ahead = (*weekday - reading::weekday_of(*first) + 7) % 7 + 7 * (*nth - 1);
        const sys_days meant = *first + days{ahead};
        for (std::uint32_t i = date.end; i < std::min(date.end + 8, m_own.end); ++i) {
            if (m_doc.kind(i) != reading::TokenKind::ordinal) continue;
            // "before the 3rd": another day
            if (!says(m_doc, i - 1, i, {"the"}) ||
                says(m_doc, date.end, i, {"before", "after", "until", "by", "not", "or", "and"}))
                return;
            const int number = day_number(i);
            const Mark whole = mark_tokens(m_doc, date.begin - 3, date.end, "operand");
            const Outcome outcome{.check = k_date_weekday,
                                  .title = "Weekday and date do not agree",
                                  .begin = i,
                                  .end = i + 1,
                                  .operands = {whole},
                                  .formula = std::string{quote_of(m_doc, whole)},
                                  .recomputed = reading::iso_text(meant)};
            const std::chrono::year_month_day day{meant};
            if (static_cast<int>(static_cast<unsigned>(day.day())) == number)
                m_judged.pass(outcome);
            else if (!m_judged.knows(i, i + 1))
                m_judged.error(outcome);
            return;
        }
    }

    [[nodiscard]] int day_number(std::uint32_t i) const
    {
        int number = 0;
        const auto text = m_doc.word(i);
        std::from_chars(text.data(), text.data() + text.size(), number);
        return number;
    }

    // "Tuesday the 14th of the same month", "the second Saturday of June 2026, i.e. on the 14th"
    void same_month()
    {
        for (std::uint32_t i = m_own.begin; i < m_own.end; ++i) {
            if (m_doc.kind(i) != reading::TokenKind::ordinal) continue;
            const int number = day_number(i);
            if (number < 1 || number > 31) continue;
            if (reading::is_one_of(m_doc.word(i + 2), {"same", "that"}) ||
                (m_doc.word(i + 1) == "of" && m_doc.word(i + 2) == "the" &&
                 m_doc.word(i + 3) == "same" && m_doc.word(i + 4) == "month"))
                weekday_before(i, number);
        }
    }

    void weekday_before(std::uint32_t i, int number)
    {
        const std::uint32_t name = m_doc.word(i - 1) == "the" ? i - 2 : i - 1;
        if (name < m_own.begin || name >= i) return;
        const auto weekday = reading::weekday_name(m_doc.word(name));
        if (!weekday || !reading::is_upper(m_doc.raw(name).front())) return;
        const Day* last = nullptr;
        for (const auto& day : m_days)
            if (day.begin < i) last = &day;
        if (last == nullptr) return;
        const std::chrono::year_month_day date{last->day};
        const auto day =
            reading::gregorian(static_cast<int>(date.year()),
                               static_cast<int>(static_cast<unsigned>(date.month())), number);
        if (!day || m_judged.knows(name, i + 1)) return;
        Outcome outcome{.check = k_date_weekday,
                        .title = "Weekday and date do not agree",
                        .begin = name,
                        .end = i + 1,
                        .operands = {mark_tokens(m_doc, last->begin, last->end, "operand")},
                        .formula = reading::iso_text(*day),
                        .recomputed =
                            std::string{reading::english_weekday(reading::weekday_of(*day))}};
        const auto old =
            reading::julian(static_cast<int>(date.year()),
                            static_cast<int>(static_cast<unsigned>(date.month())), number);
        // A weekday beside the other day tells which calendar it is.
        const auto other = reading::weekday_name(
            m_doc.word(m_doc.word(last->begin - 1) == "," ? last->begin - 2 : last->begin - 1));
        const bool is_new = other && *other == reading::weekday_of(last->day);
        const bool is_old = !is_new && static_cast<int>(date.year()) <= 1923 && old &&
                            reading::weekday_of(*old) == *weekday;
        if (reading::weekday_of(*day) == *weekday)
            m_judged.pass(outcome);
        else if (!is_old)
            m_judged.error(outcome);
    }

    Judged& m_judged;
    const Document& m_doc;
    reading::TokenRange m_own;
    std::vector<Day> m_days;
};

} // namespace

void check_told_weekdays(Judged& judged, std::size_t sentence)
{
    Weekdays{judged, sentence}.run();
}

} // namespace verify::moments
