// date.interval and date.age: years said to lie between two years of the text.
#include "base/concat.hpp"
#include "reading/ascii.hpp"
#include "reading/lexicon/lexicon.hpp"
#include "verify/law/slip.hpp"
#include "verify/moments/checks.hpp"
#include "verify/moments/points.hpp"

#include <algorithm>
#include <cstdlib>

namespace verify::moments {

using reading::WordSet;

namespace {

constexpr std::size_t k_years_wide = 8;
constexpr std::size_t k_years_near = 2;
constexpr std::size_t k_most_years = 8;

// A number of years that the words say to lie between two.
struct Span {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
    int years = 0;
    bool is_rough = false;
    CheckRef check = k_date_interval;
};

std::vector<Point> years_of(const Document& document, std::uint32_t begin, std::uint32_t end)
{
    auto out = points_of({document, begin, end}, /*with_ranges=*/true);
    std::erase_if(out, [](const Point& point) { return point.year == 0 || point.year > 2100; });
    return out;
}

class Years {
public:
    Years(Judged& judged, std::size_t sentence)
        : m_judged{judged}, m_doc{judged.document()},
          m_sentence{sentence}, m_own{m_doc.of_sentence[sentence]}
    {
    }

    void run()
    {
        const auto spans = spans_of();
        if (spans.empty()) return;
        const Section wide = m_judged.section_of(m_sentence, k_years_wide, 2);
        const auto years = years_of(m_doc, wide.begin, wide.end);
        if (years.size() < 2 || years.size() > k_most_years) return;
        for (const auto& span : spans) weigh(span, years);
    }

private:
    [[nodiscard]] std::uint32_t before(std::uint32_t token, std::uint32_t count) const
    {
        return token >= m_own.begin + count ? token - count : m_own.begin;
    }

    [[nodiscard]] std::vector<Span> spans_of() const
    {
        std::vector<Span> out;
        for (const auto& stretch : m_judged.times().stretches(m_sentence)) {
            if (stretch.months == 0 || stretch.months % 12 != 0 || stretch.seconds != 0) continue;
            if (stretch.is_rate || m_doc.tokens[stretch.begin].quoted) continue;
            const bool is_told = says(m_doc, before(stretch.begin, 4), stretch.begin,
                                      {"existed", "lasted", "lasting", "stood", "outlived",
                                       "survived", "after", "span", "reign", "reigned", "ruled",
                                       "wait", "lived", "spanned", "spanning", "was", "been"}) ||
                                 says(m_doc, stretch.end, std::min(stretch.end + 2, m_own.end),
                                      reading::Cues{WordSet::after, {"apart", "between"}});
            // "ten years old", "after five years of study": not between two years of the text
            const bool is_whole = says(m_doc, stretch.end + 1, stretch.end + 2,
                                       {"service", "use", "operation", "existence", "marriage",
                                        "life", "rule", "work", "war", "peace"});
            // "33 \u00b1 12 years" lie around a mean, "23 years to life" are a sentence.
            const bool is_other = stretch.is_ended || m_doc.word(stretch.begin - 1) == "\u00b1" ||
                                  says(m_doc, stretch.end, stretch.end + 1,
                                       reading::Cues{WordSet::place_prep, {"ago", "old", "to"}}) ||
                                  (m_doc.word(stretch.end) == "of" && !is_whole);
            if (is_told && !is_other)
                out.push_back({stretch.begin, stretch.end, static_cast<int>(stretch.months / 12),
                               stretch.is_rough});
        }
        for (std::uint32_t i = m_own.begin; i < m_own.end; ++i)
            if (m_doc.word(i) == "age" && m_doc.word(i + 1) == "of") age(i + 2, out);
        return out;
    }

    // "lived to the age of about 75"
    void age(std::uint32_t i, std::vector<Span>& out) const
    {
        const bool is_rough = reading::is_one_of(m_doc.word(i), {"about", "around", "nearly"});
        if (is_rough) ++i;
        if (i >= m_own.end || !says(m_doc, m_own.begin, i, reading::Cues{WordSet::died, {"lived"}}))
            return;
        for (const auto& quantity : m_doc.quantities)
            if (quantity.number_begin == i && quantity.unit == nullptr && quantity.place == 0 &&
                quantity.value.exponent == 0 && quantity.value.mantissa > 9 &&
                quantity.value.mantissa < 120)
                out.push_back({quantity.number_begin, quantity.number_end,
                               static_cast<int>(quantity.value.mantissa), is_rough, k_date_age});
    }

    void weigh(const Span& span, const std::vector<Point>& years)
    {
        if (m_judged.knows(span.begin, span.end)) return;
        const int slack = span.is_rough ? std::max(2, span.years / 10) : 1;
        for (const auto& first : years)
            for (const auto& last : years)
                if (std::abs(last.year - first.year - span.years) <= slack) return;
        // Those of the last years told before that are off by tens alone: one digit.
        std::vector<Point> near;
        for (std::size_t back = 0; back <= k_years_near && back <= m_sentence && near.size() < 2;
             ++back) {
            const auto begin = m_doc.of_sentence[m_sentence - back].begin;
            near = years_of(m_doc, begin, m_own.end);
        }
        for (std::size_t i = 0; i + 1 < near.size(); ++i) {
            const int apart = std::abs(near[i + 1].year - near[i].year);
            const int far = std::abs(apart - span.years);
            const bool is_slip = is_year_slip(far) || (span.is_rough && std::abs(far - 10) <= 1);
            if (!is_slip || apart == 0) continue;
            const auto [low, high] = std::minmax(near[i].year, near[i + 1].year);
            m_judged.error(
                {.check = span.check,
                 .title = "The years between do not match",
                 .begin = span.begin,
                 .end = span.end,
                 .operands = {mark_tokens(m_doc, near[i].begin, near[i].end, "operand"),
                              mark_tokens(m_doc, near[i + 1].begin, near[i + 1].end, "operand")},
                 .formula =
                     base::concat("From ", std::to_string(low), " to ", std::to_string(high)),
                 .recomputed = base::concat(std::to_string(apart), " years")});
            return;
        }
    }

    Judged& m_judged;
    const Document& m_doc;
    std::size_t m_sentence;
    reading::TokenRange m_own;
};

} // namespace

void check_years(Judged& judged, std::size_t sentence)
{
    Years{judged, sentence}.run();
}

} // namespace verify::moments
