// date.interval and date.order inside one sentence: two dates and the time said to lie between.
#include "base/concat.hpp"
#include "verify/judge.hpp"
#include "verify/skeptic/elapsed.hpp"
#include "verify/skeptic/skeptic.hpp"

#include <algorithm>
#include <tuple>

namespace verify::skeptic {

namespace json = base::json;

namespace {

constexpr std::string_view k_not_elapsed[] = {
    "working", "business", "school", "term", "average", "each",   "per",      "every", "trading",
    "every",   "off",      "except", "bc",   "bce",     "school", "combined", "within"};

class Intervals {
public:
    Intervals(const Passage& sentence, Review& review)
        : m_sentence{sentence}, m_review{review}, m_points{date_points(sentence)}
    {
    }

    void run()
    {
        for (std::size_t i = 0; i + 1 < m_points.size(); ++i) {
            DatePoint first = m_points[i];
            const DatePoint& second = m_points[i + 1];
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
    [[nodiscard]] bool is_span(const DatePoint& first, const DatePoint& second) const
    {
        const auto link = m_sentence.word(second.begin - 1);
        const auto lead = m_sentence.word(first.begin - 1);
        const bool joined = second.begin - first.end == 1 ||
                            m_sentence.is(second.begin - 1, {"to", "until", "through", "till"});
        if (reading::is_one_of(link, {"-", "\u2013", "\u2014"}))
            return second.begin - first.end == 1;
        const bool near = second.begin - first.end <= 3;
        if (lead == "from" && reading::is_one_of(link, {"to", "until", "through", "till"}))
            return near || joined;
        if (lead == "between" && link == "and" && near) return true;
        return is_begun_and_ended(first, second);
    }

    // "began on March 1, 2024 and ended on April 15, 2024"
    [[nodiscard]] bool is_begun_and_ended(const DatePoint& first, const DatePoint& second) const
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
        return reading::is_one_of(m_sentence.word(verb), k_begins) && end > first.end &&
               reading::is_one_of(m_sentence.word(end), k_ends);
    }

    // "The lease runs from 1 July 2024 to 30 June 2023", "he reigned from 1715 to 1703": time runs
    // forward. Years alone may be numbers, so a verb of duty or rule must stand before them.
    void order(const DatePoint& first, const DatePoint& second)
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
                          reading::is_one_of(link, {"to", "until", "till", "through"});
        const std::uint32_t lead =
            first.begin >= m_sentence.begin() + 4 ? first.begin - 4 : m_sentence.begin();
        // "from 1980 to 1979 Main Street"
        const bool named = m_sentence.document().kind(second.end) == TokenKind::word &&
                           m_sentence.holds(second.end) &&
                           reading::is_upper(m_sentence.document().raw(second.end).front());
        const bool told = first.is_day() || m_sentence.any(lead, first.begin, k_lasts) ||
                          is_office(lead, first.begin - 2);
        if (!span || !told || named || m_sentence.any(k_backwards) || is_disowned(m_sentence))
            return;
        const auto key = [](const DatePoint& point, bool swap) {
            return swap ? std::tuple{point.year, point.day, point.month}
                        : std::tuple{point.year, point.month, point.day};
        };
        if (key(second, false) >= key(first, false)) return;
        // 5/3 to 4/2: the other way round too.
        const bool other_way =
            (first.may_swap && first.day <= 12) || (second.may_swap && second.day <= 12);
        if (other_way && key(second, second.day <= 12) >= key(first, first.day <= 12)) return;
        const auto& document = m_sentence.document();
        Finding finding;
        finding.check = "date.order";
        finding.certainty = Certainty::strong;
        finding.title = "The end lies before the beginning";
        finding.marks = {mark_tokens(document, second.begin, second.end, "stated"),
                         mark_tokens(document, first.begin, first.end, "operand")};
        finding.evidence = json::object("begin_year", first.year, "end_year", second.year,
                                        "readings", json::array());
        finding.reasoning = base::concat(written(m_sentence, second), " lies before ",
                                         written(m_sentence, first), ".");
        finding.suggestion = "Correct one of the dates.";
        raise(document, std::move(finding), m_review);
    }

    // "was president from", "as mayor from": nobody counts in that; "was at 1974" may be a number.
    [[nodiscard]] bool is_office(std::uint32_t from, std::uint32_t noun) const
    {
        constexpr std::string_view k_held[] = {"was", "as", "been", "were", "is"};
        constexpr std::string_view k_offices[] = {
            "president",  "mayor",      "chancellor", "minister",  "director",  "chairman",
            "chair",      "governor",   "senator",    "king",      "queen",     "emperor",
            "editor",     "manager",    "head",       "coach",     "captain",   "secretary",
            "treasurer",  "bishop",     "pope",       "abbot",     "professor", "principal",
            "headmaster", "ambassador", "judge",      "conductor", "organist",  "curator",
            "rector",     "dean",       "teacher",    "member",    "leader",    "chairwoman",
            "landlord",   "owner",      "tenant",     "vicar",     "sheriff",   "deputy"};
        return m_sentence.any(from, noun, k_held) &&
               reading::is_one_of(m_sentence.word(noun), k_offices);
    }

    void one(const DatePoint& first, const DatePoint& second, std::size_t index)
    {
        if (m_sentence.any(k_not_elapsed) || is_disowned(m_sentence)) return;
        if (is_span(first, second)) {
            const std::uint32_t limit =
                index + 2 < m_points.size() ? m_points[index + 2].begin : m_sentence.end();
            if (const Quantity* length = stated_length(first, second, limit))
                weigh_elapsed(m_sentence, first, second, *length, /*later=*/false, m_review);
            return;
        }
        if (first.is_day()) told_behind(first, second);
        if (first.is_day()) told_from(first, second);
        // "In 1990 ... N years later, in 2005".
        for (const auto& quantity : m_sentence.quantities()) {
            if (!is_calendar_length(quantity) || quantity.begin < first.end ||
                quantity.end > second.begin)
                continue;
            const bool later = m_sentence.is(quantity.end, {"later"}) &&
                               (m_sentence.is(quantity.end + 1, {",", "in", "on"})) &&
                               second.begin - quantity.end <= 3;
            if (later) weigh_elapsed(m_sentence, first, second, quantity, /*later=*/true, m_review);
        }
    }

    // "five weeks after 3 June 2024, on 8 July 2024", "on 8 July 2024, five weeks after 3 June".
    void told_from(const DatePoint& one, const DatePoint& other)
    {
        for (const auto& length : m_sentence.quantities()) {
            if (!is_calendar_length(length) || !m_sentence.is(length.end, {"after"})) continue;
            const bool ahead = length.end + 1 == one.begin && other.begin - one.end <= 3 &&
                               m_sentence.is(one.end, {","}) &&
                               m_sentence.is(other.begin - 1, {",", "on"});
            const bool behind = length.end + 1 == other.begin && length.begin > one.end &&
                                length.begin - one.end <= 3 && m_sentence.is(one.end, {","});
            if (ahead) weigh_elapsed(m_sentence, one, other, length, /*later=*/false, m_review);
            if (behind) weigh_elapsed(m_sentence, other, one, length, /*later=*/false, m_review);
        }
    }

    // "closed on 1 August 2023 and reopened on 22 August 2023, three weeks later", "from 8 to 29
    // September 2025 (three weeks)": between two whole dates nothing else can be meant.
    void told_behind(const DatePoint& first, const DatePoint& second)
    {
        for (const auto& length : m_sentence.quantities()) {
            if (!is_calendar_length(length) || length.begin < second.end ||
                length.begin - second.end > 5)
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
            if ((plain && later) || bracket)
                return weigh_elapsed(m_sentence, first, second, length, /*later=*/false, m_review);
        }
    }

    // "(9 days)", ", a span of 9 days", "is 9 days", "for 9 days from A to B", "9 days (A to B)".
    [[nodiscard]] const Quantity* stated_length(const DatePoint& first, const DatePoint& second,
                                                std::uint32_t limit) const
    {
        const Quantity* found = nullptr;
        for (const auto& quantity : m_sentence.quantities()) {
            if (!is_calendar_length(quantity)) continue;
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
            // "that is for twelve years", "went on for seven years"
            if (word == "for" && m_sentence.is(i - 1, {"is", "was", "on", "lasted", "ran"})) {
                cue = true;
                continue;
            }
            if (reading::is_one_of(word, {"in", "after", "for", "than", "with", "over", "by",
                                          "within", "and", "every", "spent", "only", ";", "(",
                                          "before", "first", "last"}))
                return false;
            cue = cue || reading::is_one_of(
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
        const bool there = m_sentence.is(length.begin - 1, {"are", "were", "is", "was"}) &&
                           m_sentence.is(length.begin - 2, {"there"});
        const bool ran =
            there ||
            m_sentence.is(length.begin - 1, {"for", "lasted", "lasts", "ran", "spent", "took"}) ||
            m_sentence.is(length.begin - 2, {"took", "takes", "taken"});
        if (m_sentence.is(to - 1, {"from", "between"}))
            return ran && (gap == 1 || (gap == 2 && m_sentence.is(length.end, {","})));
        return false;
    }

    const Passage& m_sentence;
    Review& m_review;
    std::vector<DatePoint> m_points;
};

} // namespace

void check_intervals(const Passage& sentence, Review& review)
{
    if (sentence.dates().size() + sentence.quantities().size() < 2) return;
    Intervals{sentence, review}.run();
}

} // namespace verify::skeptic
