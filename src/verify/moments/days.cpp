// date.interval: a day that follows from another and a number of days, nights, weeks, months or
// years.
#include "base/concat.hpp"
#include "reading/ascii.hpp"
#include "reading/lexicon/lexicon.hpp"
#include "reading/number_words.hpp"
#include "verify/law/precision.hpp"
#include "verify/law/slip.hpp"
#include "verify/moments/checks.hpp"
#include "verify/moments/clock_face.hpp"
#include "verify/moments/day_list.hpp"

#include <algorithm>
#include <charconv>
#include <cstdlib>

namespace verify::moments {

using reading::WordSet;

const Check k_date_interval{
    .id = "date.interval",
    .category = Category::consistency,
    .nature = Nature::relation,
    .proof = {"the time between two days or years is another one; what falls so many days, nights, "
              "weeks or months after a day told",
              "holidays, days across time zones"},
    .planted = k_planted_moments};

namespace {

using std::chrono::days;
using std::chrono::sys_days;

constexpr std::size_t k_days_wide = 7;
constexpr std::size_t k_days_near = 4;
constexpr std::size_t k_most_days = 7;

class Days {
public:
    Days(Judged& judged, std::size_t sentence)
        : m_judged{judged}, m_doc{judged.document()}, m_sentence{sentence},
          m_own{m_doc.of_sentence[sentence]}, m_wide{m_judged.section_of(sentence, k_days_wide, 1)},
          m_days{days_of(m_doc, m_wide.begin, m_wide.end)}
    {
    }

    void run()
    {
        std::erase_if(m_wide.stretches, [&](const Stretch& stretch) {
            return (stretch.months == 0 && stretch.seconds < k_day) ||
                   m_doc.tokens[stretch.begin].quoted;
        });
        if (m_days.size() < 2 || m_days.size() > k_most_days) return;
        if (m_wide.stretches.empty() || m_wide.stretches.size() > k_most_days) return;
        for (const auto& day : m_days)
            if (is_own(day.begin)) day_follows(day);
        for (const auto& stretch : m_wide.stretches)
            if (is_own(stretch.begin)) stretch_follows(stretch);
    }

private:
    [[nodiscard]] bool is_own(std::uint32_t token) const
    {
        return token >= m_own.begin && token < m_own.end;
    }

    [[nodiscard]] std::uint32_t before(std::uint32_t token, std::uint32_t count) const
    {
        return token >= m_own.begin + count ? token - count : m_own.begin;
    }

    // "Renews itself every 90 days": the next is so many on.
    [[nodiscard]] bool is_period(const Stretch& stretch) const
    {
        return m_doc.word(stretch.begin - 1) == "every" && stretch.seconds >= 7 * k_day;
    }

    // Days that are not counted on the calendar alone.
    [[nodiscard]] bool is_other_count(const Stretch& stretch) const
    {
        return (stretch.is_rate && !is_period(stretch)) || stretch.is_ended ||
               says(m_doc, stretch.begin - std::min(stretch.begin, 2U), stretch.end + 1,
                    reading::Cues{WordSet::working_day, {"weekdays"}});
    }

    [[nodiscard]] static sys_days moved(sys_days from, const Stretch& stretch, long sign)
    {
        return reading::add_months(from, sign * stretch.months) +
               days{sign * stretch.seconds / k_day};
    }

    // Counting may include both ends or none; a night is a night.
    [[nodiscard]] static long slack_of(const Stretch& stretch) { return stretch.is_night ? 0 : 1; }

    // From the middle of a month a period may run on to the end of its last one.
    [[nodiscard]] static bool is_month_end(sys_days from, sys_days meant, sys_days stated)
    {
        const std::chrono::year_month_day date{meant};
        const sys_days last{date.year() / date.month() / std::chrono::last};
        const bool is_first = std::chrono::year_month_day{from}.day() == std::chrono::day{1};
        return !is_first && (stated == last || stated == last + days{1});
    }

    [[nodiscard]] bool is_later_period(const Stretch& stretch, const Day& base,
                                       const Day& stated) const
    {
        if (!is_period(stretch)) return false;
        const long length = stretch.seconds / k_day;
        const long far = std::abs((stated.day - base.day).count()) % length;
        return far <= 1 || far + 1 >= length;
    }

    [[nodiscard]] bool is_fair(const Day& stated) const
    {
        for (const auto& base : m_days) {
            if (base.begin == stated.begin) continue;
            if (base.day == stated.day) return true;
            for (const auto& stretch : m_wide.stretches) {
                if (is_other_count(stretch) || is_later_period(stretch, base, stated)) return true;
                for (const long sign : {1L, -1L})
                    for (const long year : {0L, 12L, -12L}) {
                        if (year != 0 && !stated.is_borrowed && !base.is_borrowed) continue;
                        const auto meant =
                            reading::add_months(moved(base.day, stretch, sign), year);
                        const long far = (stated.day - meant).count();
                        if (std::abs(far) <= slack_of(stretch)) return true;
                        if (stretch.months > 0 &&
                            (std::abs(far) <= 1 || is_month_end(base.day, meant, stated.day)))
                            return true;
                    }
                for (const auto& other : m_wide.stretches)
                    if (other.begin != stretch.begin &&
                        std::abs(
                            (stated.day - moved(moved(base.day, stretch, 1), other, 1)).count()) <=
                            1)
                        return true;
            }
        }
        return false;
    }

    // "Thirty days from then is": the day itself is not counted, or is the first.
    [[nodiscard]] bool is_counted_from(const Day& stated, const Stretch& stretch) const
    {
        return stretch.end < stated.begin && stated.begin - stretch.end <= 7 &&
               m_doc.word(stretch.end) == "from" &&
               reading::is_in(reading::Cues{WordSet::demonstrative, {"then"}},
                              m_doc.word(stretch.end + 1));
    }

    // The last number of days that the words tie to the day, when there is one only.
    void day_follows(const Day& stated)
    {
        const bool is_concluded = concludes(m_doc, before(stated.begin, 14), stated.begin);
        const bool is_end = says(
            m_doc, before(stated.begin, 9), stated.begin,
            reading::Cues{WordSet::ended | WordSet::departs | WordSet::in_order | WordSet::until,
                          {"disembark", "due", "lapses", "lapsed", "falls", "later", "checkout",
                           "return", "returns", "back", "runs"}});
        if (!is_concluded && !is_end) return;
        if (m_judged.knows(stated.begin, stated.end)) return;
        for (std::size_t back = 0; back <= k_days_near && back <= m_sentence; ++back) {
            const auto begin = m_doc.of_sentence[m_sentence - back].begin;
            if (m_sentence - back < m_wide.first) return;
            std::vector<const Day*> bases;
            for (const auto& day : m_days)
                if (day.begin >= begin && day.begin < stated.begin) bases.push_back(&day);
            std::vector<const Stretch*> stretches;
            for (const auto& stretch : m_wide.stretches)
                if (stretch.begin >= begin && stretch.begin < stated.begin)
                    stretches.push_back(&stretch);
            if (bases.empty() || stretches.empty()) continue;
            if (bases.size() == 1 && stretches.size() == 1)
                weigh_day(stated, *bases.front(), *stretches.front(), is_concluded);
            return;
        }
    }

    void weigh_day(const Day& stated, const Day& base, const Stretch& stretch, bool is_concluded)
    {
        auto outcome =
            outcome_of(m_doc, k_date_interval, "The date does not follow", stated, base, stretch);
        const long ahead = (stated.day - moved(base.day, stretch, 1)).count();
        const bool is_strict = is_counted_from(stated, stretch) && stretch.months == 0 &&
                               !is_other_count(stretch) && ahead != 0 && ahead != -1 &&
                               std::abs(ahead) <= 31;
        if (!is_strict && is_fair(stated)) {
            if (is_concluded && !is_other_count(stretch)) m_judged.pass(outcome);
            return;
        }
        if (stretch.is_rough) return;
        const sys_days meant = moved(base.day, stretch, 1);
        const long far = std::abs((stated.day - meant).count());
        const bool is_slip = is_day_slip(stated.day, meant) || (stretch.is_night && far == 1);
        // What follows, and later than where it is counted from.
        const bool is_plain = is_concluded && stated.day > base.day && far <= 400;
        if (!is_slip && !is_plain && !is_strict) return;
        outcome.recomputed = reading::iso_text(meant);
        outcome.formula = base::concat(reading::iso_text(base.day), " + ",
                                       quote_of(m_doc, outcome.operands.back()));
        m_judged.error(outcome);
    }

    // "12 weeks and 5 days" between the last two days told
    void stretch_follows(const Stretch& stated)
    {
        if (stated.is_rate || stated.is_ended || stated.is_rough || is_other_count(stated)) return;
        if (stated.months > 0 || stated.seconds % k_day != 0 || stated.finest != k_day) return;
        if (!says(
                m_doc, before(stated.begin, 5), stated.begin,
                reading::Cues{WordSet::so | WordSet::copula | WordSet::be,
                              {"lasted", "lasts", "after", "makes", "gives", "took", "period"}}) &&
            !says(m_doc, stated.end, std::min(stated.end + 3, m_own.end),
                  {"later", "along", "between", "altogether", "counted", "apart", "passed"}))
            return;
        if (m_judged.knows(stated.begin, stated.end)) return;
        const long count = stated.seconds / k_day;
        for (const auto& first : m_days)
            for (const auto& last : m_days)
                if (std::abs(std::abs((last.day - first.day).count()) - count) <= 1) return;
        std::vector<const Day*> told;
        for (const auto& day : m_days)
            if (day.begin < stated.begin || is_own(day.begin)) told.push_back(&day);
        if (told.size() < 2) return;
        const Day& last = *told.back();
        // Somewhere near: a day told far before belongs to something else.
        const auto near =
            m_doc.of_sentence[m_sentence - std::min<std::size_t>(m_sentence, 2)].begin;
        if (last.begin < near) return;
        for (const Day* first : {told[told.size() - 2], told.front()}) {
            const long apart = std::abs((last.day - first->day).count());
            const long far = std::abs(apart - count);
            const bool is_digit = count % 7 != 0 && count > 14 && far < 7 &&
                                  m_doc.kind(stated.begin) == reading::TokenKind::number &&
                                  stated.end - stated.begin > 3;
            if (far != 10 && far != 20 && far != 100 && !is_digit) continue;
            m_judged.error({.check = k_date_interval,
                            .title = "The time between two dates is not as stated",
                            .begin = stated.begin,
                            .end = stated.end,
                            .operands = {mark_tokens(m_doc, first->begin, first->end, "operand"),
                                         mark_tokens(m_doc, last.begin, last.end, "operand")},
                            .formula = base::concat("From ", reading::iso_text(first->day), " to ",
                                                    reading::iso_text(last.day)),
                            .recomputed = base::concat(std::to_string(apart), " days")});
            return;
        }
    }

    Judged& m_judged;
    const Document& m_doc;
    std::size_t m_sentence;
    reading::TokenRange m_own;
    Section m_wide;
    std::vector<Day> m_days;
};

} // namespace

void check_days(Judged& judged, std::size_t sentence)
{
    const auto& document = judged.document();
    if (document.dates.empty()) return;
    Days{judged, sentence}.run();
}

} // namespace verify::moments
