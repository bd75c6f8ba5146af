// date.interval and date.order inside one sentence: two dates and the time said to lie between.
#include "analysis/verify/judge.hpp"
#include "analysis/verify/skeptic/frames.hpp"
#include "analysis/verify/skeptic/skeptic.hpp"
#include "base/concat.hpp"

#include <algorithm>
#include <tuple>

namespace analysis::verify::skeptic {

namespace json = base::json;
using text::Date;
using text::Interval;
using text::Passage;
using text::Quantity;
using text::Rational;

namespace {

// A date, or a year that stands alone.
struct Point {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
    int year = 0;
    int month = 0;
    int day = 0;
    bool may_swap = false;
    [[nodiscard]] bool is_day() const { return day != 0; }
};

constexpr std::string_view k_not_elapsed[] = {
    "working", "business", "school", "term",   "average", "each", "per",    "every",    "trading",
    "every",   "off",      "total",  "except", "bc",      "bce",  "school", "combined", "within"};

class Intervals {
public:
    Intervals(const Passage& sentence, Review& review) : m_sentence{sentence}, m_review{review} {}

    void run()
    {
        collect();
        for (std::size_t i = 0; i + 1 < m_points.size(); ++i) {
            Point first = m_points[i];
            const Point& second = m_points[i + 1];
            if (second.begin - first.end > 12) continue;
            if (first.year == 0) first.year = second.year;
            if (first.year == 0 || second.year == 0 || first.is_day() != second.is_day()) continue;
            if (first.is_day() && (first.month == 0 || second.month == 0)) continue;
            if (!first.is_day() && (first.month != 0) != (second.month != 0)) continue;
            if (m_points[i].year != 0) order(first, second);
            one(first, second, i);
        }
    }

private:
    void collect()
    {
        for (const auto& date : m_sentence.dates()) {
            if (date.before_christ || date.in_range) continue;
            m_points.push_back(
                {date.begin, date.end, date.year.value_or(0), date.month, date.day, date.may_swap});
        }
        for (const auto& quantity : m_sentence.quantities()) {
            const bool year =
                quantity.year_like && quantity.unit == nullptr && quantity.currency.empty() &&
                quantity.qualifier == text::Qualifier::none && quantity.value.mantissa >= 1000;
            if (year && is_year(m_sentence, quantity))
                m_points.push_back({quantity.begin, quantity.end,
                                    static_cast<int>(quantity.value.mantissa), 0, 0, false});
        }
        std::sort(m_points.begin(), m_points.end(),
                  [](const Point& left, const Point& right) { return left.begin < right.begin; });
    }

    [[nodiscard]] bool is_span(const Point& first, const Point& second) const
    {
        const auto link = m_sentence.word(second.begin - 1);
        const auto lead = m_sentence.word(first.begin - 1);
        const bool joined = second.begin - first.end == 1 ||
                            m_sentence.is(second.begin - 1, {"to", "until", "through", "till"});
        if (text::is_one_of(link, {"-", "\u2013", "\u2014"})) return second.begin - first.end == 1;
        const bool near = second.begin - first.end <= 3;
        if (lead == "from" && text::is_one_of(link, {"to", "until", "through", "till"}))
            return near || joined;
        if (lead == "between" && link == "and" && near) return true;
        return is_begun_and_ended(first, second);
    }

    // "began on March 1, 2024 and ended on April 15, 2024"
    [[nodiscard]] bool is_begun_and_ended(const Point& first, const Point& second) const
    {
        constexpr std::string_view k_begins[] = {"began",  "started",  "begins",   "starts",
                                                 "opened", "admitted", "commenced"};
        constexpr std::string_view k_ends[] = {"ended",  "ends",       "finished", "closed",
                                               "closes", "discharged", "concluded"};
        if (second.begin - first.end > 6 || first.begin < m_sentence.begin() + 1) return false;
        const std::uint32_t verb =
            m_sentence.is(first.begin - 1, {"on", "in"}) ? first.begin - 2 : first.begin - 1;
        const std::uint32_t end =
            m_sentence.is(second.begin - 1, {"on", "in"}) ? second.begin - 2 : second.begin - 1;
        return text::is_one_of(m_sentence.word(verb), k_begins) && end > first.end &&
               text::is_one_of(m_sentence.word(end), k_ends);
    }

    // "The lease runs from 1 July 2024 to 30 June 2023", "he reigned from 1715 to 1703": time runs
    // forward. Years alone may be numbers, so a verb of duty or rule must stand before them.
    void order(const Point& first, const Point& second)
    {
        constexpr std::string_view k_backwards[] = {
            "back",    "backwards", "backward",   "reverse",  "descending", "bc",
            "bce",     "sorted",    "newest",     "moved",    "postponed",  "changed",
            "revised", "shifted",   "brought",    "reverted", "corrected",  "rescheduled",
            "delayed", "years",     "downgraded", "rolled"};
        constexpr std::string_view k_lasts[] = {"reigned", "ruled",  "served",   "lived",
                                                "worked",  "taught", "governed", "studied",
                                                "runs",    "ran",    "lasted",   "lasts"};
        const auto link = m_sentence.word(second.begin - 1);
        const bool span = m_sentence.is(first.begin - 1, {"from"}) &&
                          second.begin == first.end + 1 &&
                          text::is_one_of(link, {"to", "until", "till", "through"});
        const std::uint32_t lead =
            first.begin >= m_sentence.begin() + 4 ? first.begin - 4 : m_sentence.begin();
        // "from 1980 to 1979 Main Street"
        const bool named = m_sentence.document().kind(second.end) == text::TokenKind::word &&
                           m_sentence.holds(second.end) &&
                           text::is_upper(m_sentence.document().raw(second.end).front());
        const bool told = first.is_day() || m_sentence.any(lead, first.begin, k_lasts);
        if (!span || !told || named || first.may_swap || second.may_swap ||
            m_sentence.any(k_backwards) || is_disowned(m_sentence))
            return;
        const auto key = [](const Point& point) {
            return std::tuple{point.year, point.month, point.day};
        };
        if (key(second) >= key(first)) return;
        const auto& document = m_sentence.document();
        Finding finding;
        finding.check = "date.order";
        finding.certainty = Certainty::strong;
        finding.title = "The end lies before the beginning";
        finding.marks = {mark_tokens(document, second.begin, second.end, "stated"),
                         mark_tokens(document, first.begin, first.end, "operand")};
        finding.evidence = json::object("begin_year", first.year, "end_year", second.year,
                                        "readings", json::array());
        finding.reasoning = base::concat(written(second), " lies before ", written(first), ".");
        finding.suggestion = "Correct one of the dates.";
        raise(document, std::move(finding), m_review);
    }

    void one(const Point& first, const Point& second, std::size_t index)
    {
        if (m_sentence.any(k_not_elapsed) || is_disowned(m_sentence)) return;
        if (is_span(first, second)) {
            const std::uint32_t limit =
                index + 2 < m_points.size() ? m_points[index + 2].begin : m_sentence.end();
            if (const Quantity* length = stated_length(first, second, limit))
                weigh(first, second, *length, false);
            return;
        }
        if (first.is_day()) told_behind(first, second);
        // "In 1990 ... N years later, in 2005".
        for (const auto& quantity : m_sentence.quantities()) {
            if (!is_length(quantity) || quantity.begin < first.end || quantity.end > second.begin)
                continue;
            const bool later = m_sentence.is(quantity.end, {"later"}) &&
                               (m_sentence.is(quantity.end + 1, {",", "in", "on"})) &&
                               second.begin - quantity.end <= 3;
            if (later) weigh(first, second, quantity, true);
        }
    }

    // "closed on 1 August 2023 and reopened on 22 August 2023, three weeks later", "from 8 to 29
    // September 2025 (three weeks)": between two whole dates nothing else can be meant.
    void told_behind(const Point& first, const Point& second)
    {
        for (const auto& length : m_sentence.quantities()) {
            if (!is_length(length) || length.begin < second.end || length.begin - second.end > 5)
                continue;
            bool plain = true;
            for (std::uint32_t i = second.end; i < length.begin; ++i)
                plain = plain && m_sentence.is(i, {",", "exactly", "just", "i", "e", ".", "that",
                                                   "is", "i.e", "or", "("});
            const bool later = m_sentence.is(second.end, {","}) &&
                               m_sentence.is(length.end, {"later", "afterwards"});
            const bool bracket = length.begin == second.end + 1 &&
                                 m_sentence.is(second.end, {"("}) &&
                                 m_sentence.is(length.end, {")"}) &&
                                 m_sentence.is(second.begin - 1, {"to", "until", "-", "\u2013"});
            if ((plain && later) || bracket) return weigh(first, second, length, false);
        }
    }

    [[nodiscard]] static bool is_length(const Quantity& quantity)
    {
        if (quantity.unit == nullptr || quantity.unit->dimension != text::Dimension::time)
            return false;
        if (quantity.doubtful || quantity.in_range) return false;
        return text::is_one_of(quantity.unit->canonical,
                               {"day", "night", "week", "month", "year", "decade"});
    }

    // "(9 days)", ", a span of 9 days", "is 9 days", "for 9 days from A to B", "9 days (A to B)".
    [[nodiscard]] const Quantity* stated_length(const Point& first, const Point& second,
                                                std::uint32_t limit) const
    {
        const Quantity* found = nullptr;
        for (const auto& quantity : m_sentence.quantities()) {
            if (!is_length(quantity)) continue;
            const bool after = quantity.begin >= second.end && quantity.end <= limit &&
                               says_length_after(second.end, quantity);
            const bool before =
                quantity.end <= first.begin && says_length_before(quantity, first.begin);
            if (!after && !before) continue;
            if (found != nullptr) return nullptr;
            found = &quantity;
        }
        return found;
    }

    [[nodiscard]] bool says_length_after(std::uint32_t from, const Quantity& length) const
    {
        if (length.begin - from > 7) return false;
        const auto last = m_sentence.word(length.begin - 1);
        if (last == "(")
            return length.begin - from <= 2 &&
                   m_sentence.is(length.end, {")", ",", "in", "later", "-", "inclusive"});
        if (m_sentence.is(length.end, {"of", "old", "ago", "before", "after", "earlier", "late",
                                       "into", "from"}))
            return false;
        bool cue = false;
        for (std::uint32_t i = from; i < length.begin; ++i) {
            const auto word = m_sentence.word(i);
            if (text::is_one_of(word, {"in", "after", "for", "than", "with", "over", "by", "within",
                                       "and", "every", "spent", "only", ";", "(", "before", "first",
                                       "last"}))
                return false;
            cue = cue || text::is_one_of(
                             word, {"is",     "was",      "lasted",  "lasting", "lasts",    "span",
                                    "period", "spanning", "took",    "covers",  "covering", "total",
                                    "are",    "were",     "or",      "tenure",  "reign",    "stint",
                                    "career", "stretch",  "duration"});
        }
        const bool apposition = m_sentence.is(from, {","}) && length.begin - from <= 2;
        return cue || apposition;
    }

    [[nodiscard]] bool says_length_before(const Quantity& length, std::uint32_t to) const
    {
        const std::uint32_t gap = to - length.end;
        if (gap > 4) return false;
        if (m_sentence.is(length.end, {"of", "old", "ago", "before", "after", "later"}))
            return false;
        if (m_sentence.is(to - 1, {"("}))
            return gap == 1 && m_sentence.is(length.begin - 1, {"for", "lasted", "ran", "of"});
        const bool ran =
            m_sentence.is(length.begin - 1, {"for", "lasted", "lasts", "ran", "spent", "took"});
        if (m_sentence.is(to - 1, {"from", "between"}))
            return ran && (gap == 1 || (gap == 2 && m_sentence.is(length.end, {","})));
        return false;
    }

    [[nodiscard]] static std::optional<long> days_between(const Point& first, const Point& second,
                                                          bool swap)
    {
        const auto day_of = [&](const Point& point) {
            const bool exchange = swap && point.may_swap;
            return text::gregorian(point.year, exchange ? point.day : point.month,
                                   exchange ? point.month : point.day);
        };
        const auto from = day_of(first);
        const auto to = day_of(second);
        if (!from || !to) return std::nullopt;
        return (*to - *from).count();
    }

    // How long it is in the unit of the statement; `inclusive` counts both ends.
    [[nodiscard]] static std::optional<Interval> elapsed(const Point& first, const Point& second,
                                                         std::string_view unit, bool swap,
                                                         bool inclusive)
    {
        const long extra = inclusive ? 1 : 0;
        if (first.is_day()) {
            const auto days = days_between(first, second, swap);
            if (!days) return std::nullopt;
            const Rational span{*days + extra};
            if (unit == "day" || unit == "night") return Interval::point(span);
            if (unit == "week") return Interval::point(span / 7);
            // A month has 28 to 31 days, a year 365 or 366.
            if (unit == "month") return Interval{span / 31, span * Rational{1, 28}};
            if (unit == "year") return Interval{span / 366, span / 365};
            return Interval{span / 3660, span / 3650};
        }
        // Whole months or years: either end may lie anywhere in its own.
        const long months =
            (second.year - first.year) * 12 + (first.month != 0 ? second.month - first.month : 0);
        const long loose = first.month != 0 ? 1 : 12;
        const Rational low{months - (inclusive ? 0 : loose)};
        const Rational high{months + loose};
        if (unit == "month") return Interval{low, high};
        if (unit == "year") {
            if (first.month == 0) return Interval::point(Rational{months / 12 + extra});
            return Interval{low / 12, high / 12};
        }
        if (unit == "decade") return Interval{low / 120, high / 120};
        return std::nullopt;
    }

    void weigh(const Point& first, const Point& second, const Quantity& length, bool later)
    {
        const std::string_view unit = length.unit->canonical;
        if (!first.is_day() && (unit == "day" || unit == "week" || unit == "night")) return;
        Claimed claimed;
        claimed.check = "date.interval";
        claimed.title = "The time between two dates is not as stated";
        claimed.stated = &length;
        claimed.formula = base::concat("From ", written(first), " to ", written(second));
        claimed.unit = unit;
        std::vector<Candidate> candidates;
        candidates.push_back(
            {"exclusive", [&](bool) { return elapsed(first, second, unit, false, false); }});
        candidates.push_back(
            {"inclusive", [&](bool) { return elapsed(first, second, unit, false, true); }});
        candidates.push_back(
            {"month/day", [&](bool) { return elapsed(first, second, unit, true, false); }});
        candidates.push_back({"month/day, inclusive",
                              [&](bool) { return elapsed(first, second, unit, true, true); }});
        const auto base = elapsed(first, second, unit, false, false);
        if (!base || base->high < 0) return;
        // Weeks and longer are rarely exact: half a unit either way.
        const bool coarse =
            unit != "day" && unit != "night" && (first.is_day() || first.month != 0);
        Rational slack = coarse ? Rational{1, 2} : Rational{0};
        // "Ten years later" counted from years alone may be one off either way.
        if (later && !first.is_day()) slack = 1;
        judge(m_sentence.document(), claimed, candidates, m_review, slack);
    }

    [[nodiscard]] std::string written(const Point& point) const
    {
        const auto& document = m_sentence.document();
        const auto from = document.tokens[point.begin].begin;
        return document.view.text.substr(from, document.tokens[point.end - 1].end - from);
    }

    const Passage& m_sentence;
    Review& m_review;
    std::vector<Point> m_points;
};

} // namespace

void check_intervals(const Passage& sentence, Review& review)
{
    if (sentence.dates().size() + sentence.quantities().size() < 2) return;
    Intervals{sentence, review}.run();
}

} // namespace analysis::verify::skeptic
