// date.interval: two days, months or years that the text joins to a span, and the length that
// stands beside it: "from 3 March to 17 March, 14 days", "In those eight years".
#include "reading/lexicon/lexicon.hpp"
#include "verify/moments/points.hpp"

#include <algorithm>

namespace verify::moments {

using reading::WordSet;

namespace {

constexpr reading::OwnCues k_to{WordSet::until, {"to"}};
constexpr reading::Cues k_dash{WordSet::dash};

// What the calendar alone does not count, and lengths of more than the one span.
constexpr reading::OwnCues k_cut{
    WordSet::working_day | WordSet::every,
    {"per", "term", "average", "combined", "off", "except", "within", "bc", "bce"}};

class DaySpan {
public:
    DaySpan(Judged& judged, const Passage& passage)
        : m_judged{judged}, m_passage{passage}, m_points{points_of(passage)}
    {
    }

    void run()
    {
        for (std::size_t i = 0; i + 1 < m_points.size(); ++i) {
            Point first = m_points[i];
            const Point& second = m_points[i + 1];
            if (first.year == 0) first.year = second.year;
            if (second.begin - first.end > 12 || !are_alike(first, second)) continue;
            if (first.is_day() && first.month == 0) continue;
            if (m_passage.any(k_cut)) continue;
            const std::uint32_t limit =
                i + 2 < m_points.size() ? m_points[i + 2].begin : m_passage.end();
            if (is_joined(first, second) || is_begun_and_ended(first, second))
                beside(first, second, limit);
            else
                later(first, second);
        }
    }

    // "Her blog ran from May 2010 to May 2018. In those eight years ...": nothing else of a time.
    void taken_up(const Passage& next)
    {
        if (m_points.size() != 2 || !are_alike(m_points[0], m_points[1]) ||
            !is_joined(m_points[0], m_points[1]) || m_passage.any(k_cut) || next.any(k_cut))
            return;
        for (const auto& quantity : m_passage.quantities())
            if (is_calendar_length(quantity)) return;
        const auto length =
            std::find_if(next.quantities().begin(), next.quantities().end(), is_calendar_length);
        if (length == next.quantities().end() || length->begin > next.begin() + 4) return;
        if (next.is(length->begin - 1, reading::Cues{WordSet::demonstrative, {"the"}}) &&
            !next.is(length->end, reading::Cues{WordSet::sequel | WordSet::after |
                                                    WordSet::explains | WordSet::until,
                                                {"before", "that", "leading"}}))
            weigh_elapsed(m_judged, m_points[0], m_points[1], *length);
    }

private:
    // "from A to B", "between A and B", "A to B", "A-B"
    [[nodiscard]] bool is_joined(const Point& first, const Point& second) const
    {
        const auto link = m_passage.word(second.begin - 1);
        const bool is_tight = second.begin == first.end + 1;
        if (reading::is_in(k_dash, link)) return is_tight;
        const bool is_near = second.begin - first.end <= 3;
        if (link == "and") return is_near && m_passage.is(first.begin - 1, {"between"});
        return reading::is_in(k_to, link) &&
               (is_tight || (is_near && m_passage.is(first.begin - 1, {"from"})));
    }

    // "began on March 1, 2024 and ended on April 15, 2024"
    [[nodiscard]] bool is_begun_and_ended(const Point& first, const Point& second) const
    {
        const auto verb = [&](const Point& point) {
            return point.begin - (m_passage.is(point.begin - 1, WordSet::place_prep) ? 2 : 1);
        };
        return second.begin - first.end <= 6 && first.begin > m_passage.begin() &&
               m_passage.is(verb(first), reading::Cues{WordSet::began, {"admitted"}}) &&
               verb(second) > first.end &&
               m_passage.is(verb(second), {"ended", "ends", "finished", "closed", "closes",
                                           "discharged", "concluded"});
    }

    // The one length of tokens [from, to) of which it holds.
    template <class Rule>
    [[nodiscard]] const Quantity* only(std::uint32_t from, std::uint32_t to, Rule rule) const
    {
        const Quantity* found = nullptr;
        for (const auto& quantity : m_passage.quantities()) {
            if (!is_calendar_length(quantity) || quantity.begin < from || quantity.end > to ||
                !rule(quantity))
                continue;
            if (found != nullptr) return nullptr;
            found = &quantity;
        }
        return found;
    }

    void beside(const Point& first, const Point& second, std::uint32_t limit)
    {
        const Quantity* length = only(m_passage.begin(), limit, [&](const Quantity& quantity) {
            // "a 12-year-old girl"
            if (m_passage.reads(quantity.end, {"-", "old"})) return false;
            if (quantity.begin >= second.end) return is_behind(second.end, quantity);
            return quantity.end <= first.begin && is_ahead(quantity, first.begin);
        });
        if (length == nullptr) return;
        // What "a stay of 14 days" names may be something else, "a period" is the span itself.
        const bool is_other =
            m_passage.is(length->begin - 1, {"of"}) &&
            !m_passage.is(length->begin - 2, {"period", "span", "total", "stretch", "duration"});
        const Told told = is_other ? Told::beside : Told::surely;
        weigh_elapsed(m_judged, first, second, *length, told);
    }

    // In brackets or behind a comma, or as what the span is, was, lasted or took; nothing else
    // begins between.
    [[nodiscard]] bool is_behind(std::uint32_t from, const Quantity& length) const
    {
        if (length.begin - from > 7) return false;
        if (m_passage.is(length.begin - 1, {"("}))
            return length.begin - from <= 2 &&
                   m_passage.is(length.end, {")", ",", "in", "later", "-", "inclusive"});
        if (m_passage.is(length.end, {"of", "old", "ago", "before", "after", "earlier", "late",
                                      "into", "from"}))
            return false;
        // ", two weeks in all", ", a stay of 14 days"
        const bool is_named = m_passage.is(from + 1, WordSet::indefinite) &&
                              m_passage.is(length.begin - 1, {"of"}) && length.begin - from <= 5;
        bool is_told =
            m_passage.is(from, {",", "\u2013", "\u2014"}) && (is_named || length.begin - from <= 2);
        for (std::uint32_t i = from; i < length.begin; ++i) {
            // "that is for twelve years", "went on for seven years"
            const bool is_for =
                m_passage.is(i, {"for"}) &&
                m_passage.is(i - 1, reading::Cues{WordSet::copula, {"on", "lasted", "ran"}});
            if (!is_for &&
                m_passage.is(i, reading::Cues{WordSet::semicolon | WordSet::opens | WordSet::only |
                                                  WordSet::in_order,
                                              {"in", "for", "by", "with", "after", "than", "over",
                                               "and", "spent", "before", "first", "then"}}))
                return false;
            is_told =
                is_told || is_for ||
                m_passage.is(i, {"is", "was", "are", "were", "or", "total", "took", "lasted",
                                 "lasts", "lasting", "covers", "covering", "spanning", "duration"});
        }
        return is_told;
    }

    // "lasted 40 days, from A until B", "there are 10 days between A and B", "for 9 days (A to B)"
    [[nodiscard]] bool is_ahead(const Quantity& length, std::uint32_t to) const
    {
        const std::uint32_t gap = to - length.end;
        if (m_passage.is(to - 1, {"("}))
            return gap == 1 && m_passage.is(length.begin - 1, {"for", "lasted", "ran", "of"});
        const bool is_tight = gap == 1 || (gap == 2 && m_passage.is(length.end, {","}));
        return is_tight && m_passage.is(to - 1, {"from", "between"}) &&
               (m_passage.is(length.begin - 2, {"took", "takes", "taken"}) ||
                m_passage.is(length.begin - 1,
                             reading::Cues{WordSet::copula,
                                           {"for", "lasted", "lasts", "ran", "spent", "took"}}));
    }

    // "in 1990 ... 15 years later, in 2005".
    void later(const Point& first, const Point& second)
    {
        for (const auto& length : m_passage.quantities())
            if (is_calendar_length(length) && length.begin >= first.end &&
                length.end <= second.begin && second.begin - length.end <= 3 &&
                m_passage.is(length.end, {"later"}) &&
                m_passage.is(length.end + 1, WordSet::place_prep | WordSet::comma))
                weigh_elapsed(m_judged, first, second, length, Told::later);
    }

    Judged& m_judged;
    Passage m_passage;
    std::vector<Point> m_points;
};

} // namespace

void check_day_spans(Judged& judged, std::size_t sentence)
{
    const auto& document = judged.document();
    const Passage here = Passage::sentence(document, sentence);
    if (here.dates().size() + here.quantities().size() == 0) return;
    DaySpan own{judged, here};
    own.run();
    const Passage both = Passage::sentence_and_next(document, sentence);
    if (is_disowned(both)) return;
    const std::uint32_t end = both.end();
    if (end > here.end()) own.taken_up({document, here.end(), end});
}

} // namespace verify::moments
