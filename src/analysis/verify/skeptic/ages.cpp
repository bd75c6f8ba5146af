// date.age and date.anniversary where no second verb says what the later year is of: "(1867-1934)
// died aged 66", "born in 1972, she won in 1995, when she was 22", "2023 was the 60th anniversary
// of the 1963 treaty". Only with one birth or founding and one other year in the sentence.
#include "analysis/verify/judge.hpp"
#include "analysis/verify/skeptic/frames.hpp"
#include "analysis/verify/skeptic/skeptic.hpp"
#include "base/concat.hpp"

#include <algorithm>

namespace analysis::verify::skeptic {

using text::Interval;
using text::Passage;
using text::Quantity;
using text::QuantityKind;
using text::Rational;

namespace {

// An age may be another person's, and a year may be of another thing.
constexpr std::string_view k_others[] = {
    "wife",    "husband", "son",    "sons",     "daughter", "daughters", "father",   "mother",
    "brother", "sister",  "child",  "children", "widow",    "parents",   "friend",   "whose",
    "uncle",   "aunt",    "nephew", "niece",    "couple",   "bc",        "bce",      "ad",
    "about",   "around",  "if",     "would",    "will",     "not",       "baptized", "baptised"};

struct Instant {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
    int year = 0;
    int month = 0;
    int day = 0; // 0 unless known for sure
};

class Ages {
public:
    Ages(const Passage& sentence, Review& review) : m_sentence{sentence}, m_review{review}
    {
        for (const auto& date : sentence.dates()) {
            if (!date.year || date.before_christ) continue;
            const bool sure = date.day != 0 && !date.may_swap;
            m_instants.push_back(
                {date.begin, date.end, *date.year, sure ? date.month : 0, sure ? date.day : 0});
        }
        for (const auto& quantity : sentence.quantities())
            if (quantity.year_like && quantity.unit == nullptr && quantity.currency.empty() &&
                is_year(sentence, quantity))
                m_instants.push_back({quantity.begin, quantity.end,
                                      static_cast<int>(quantity.value.mantissa), 0, 0});
        std::sort(
            m_instants.begin(), m_instants.end(),
            [](const Instant& left, const Instant& right) { return left.begin < right.begin; });
    }

    void run()
    {
        if (m_instants.size() != 2 || is_disowned(m_sentence)) return;
        const Instant& first = m_instants[0];
        const Instant& second = m_instants[1];
        anniversary(first, second);
        turned(first, second);
        if (m_sentence.any(k_others)) return;
        const bool lifespan = m_sentence.is(first.begin - 1, {"("}) &&
                              m_sentence.is(second.end, {")"}) && second.begin == first.end + 1 &&
                              m_sentence.is(first.end, {"-", "\u2013", "\u2014"});
        if (lifespan) {
            if (m_sentence.any(second.end, second.end + 6, k_died)) age(first, second, second.end);
        } else if (is_birth(first)) {
            age(first, second, m_sentence.begin());
        } else if (is_birth(second)) {
            age(second, first, m_sentence.begin());
        }
    }

private:
    // "born in", "born on", "born", "was born at Graz in".
    [[nodiscard]] bool is_birth(const Instant& instant) const { return begins(instant, {"born"}); }

    // Of firms and houses: "founded in", "opened its doors in".
    [[nodiscard]] bool begins(const Instant& instant,
                              std::initializer_list<std::string_view> verbs) const
    {
        for (std::uint32_t back = 1; back <= 5; ++back) {
            const auto word = m_sentence.word(instant.begin - back);
            if (text::is_one_of(word, verbs)) return true;
            const bool passes =
                m_sentence.document().kind(instant.begin - back) == text::TokenKind::word &&
                word != "and" && word != "to";
            if (!passes) return false;
        }
        return false;
    }

    // "aged 60", "at the age of 60", "when she was 60", "turned 60", "60 years old", "died at 60".
    [[nodiscard]] bool is_age(const Quantity& quantity) const
    {
        if (quantity.kind != QuantityKind::cardinal || quantity.doubtful || quantity.in_range ||
            quantity.place != 0 || quantity.qualifier != text::Qualifier::none ||
            !quantity.currency.empty() || text::value_of(quantity) > 120)
            return false;
        const bool years = quantity.unit != nullptr && quantity.unit->canonical == "year";
        if (quantity.unit != nullptr && !years) return false;
        const std::uint32_t at = quantity.begin - 1;
        if (years) return m_sentence.is(quantity.end, {"old"});
        const auto kind = m_sentence.document().kind(quantity.end);
        const bool counts = m_sentence.holds(quantity.end) && kind == text::TokenKind::word &&
                            !m_sentence.is(quantity.end, {"when", "in", "at", "and", "as", "on"});
        if (counts) return false;
        if (m_sentence.is(at, {"aged", "age", "turned"})) return true;
        if (m_sentence.is(at, {"of"})) return m_sentence.is(at - 1, {"age"});
        if (m_sentence.is(at, {"at"})) return m_sentence.is(at - 1, {"died", "away"});
        return m_sentence.is(at, {"was"}) && m_sentence.is(at - 1, {"he", "she"});
    }

    // "Founded in 1998, the firm turned 25 in 2023": whoever turns so old does it in that year.
    void turned(const Instant& born, const Instant& then)
    {
        if (!begins(born, {"founded", "established", "opened", "incorporated", "launched",
                           "created", "built", "started"}))
            return;
        const int years = then.year - born.year;
        for (const auto& quantity : m_sentence.quantities())
            if (m_sentence.is(quantity.begin - 1, {"turned", "turns", "turning"}) &&
                m_sentence.is(quantity.end, {"in"}) && then.begin == quantity.end + 1 &&
                years > 0 && is_near(quantity, Rational{years}))
                weigh(born, then, quantity, Interval::point(Rational{years}), "date.anniversary",
                      "The age does not fit the years");
    }

    void age(const Instant& born, const Instant& then, std::uint32_t from)
    {
        const Quantity* found = nullptr;
        for (const auto& quantity : m_sentence.quantities()) {
            if (quantity.begin < from || !is_age(quantity)) continue;
            if (found != nullptr) return;
            found = &quantity;
        }
        const int years = then.year - born.year;
        if (found == nullptr || years <= 0 || years > 120) return;
        Interval span{Rational{years - 1}, Rational{years}};
        if (born.day != 0 && then.day != 0) {
            const bool passed = std::pair{then.month, then.day} >= std::pair{born.month, born.day};
            span = Interval::point(Rational{passed ? years : years - 1});
        }
        weigh(born, then, *found, span, "date.age", "The age does not fit the dates");
    }

    // "2023 marked the 60th anniversary of the 1963 treaty".
    void anniversary(const Instant& first, const Instant& second)
    {
        constexpr std::string_view k_moved[] = {
            "delayed",     "postponed", "belated", "early",   "upcoming", "ahead", "before",
            "approaching", "next",      "near",    "nearly",  "wedding",  "birth", "death",
            "since",       "until",     "plan",    "planned", "plans",    "if"};
        for (const auto& count : m_sentence.quantities()) {
            if (count.kind != QuantityKind::ordinal ||
                !m_sentence.reads(count.end, {"anniversary", "of"}) || m_sentence.any(k_moved))
                continue;
            const bool after = second.begin > count.end && first.end < count.begin;
            const std::uint32_t gap = after ? second.begin - count.end : 0;
            const int years = second.year - first.year;
            if (!after || gap > 14 || years >= 0) continue;
            const Rational exact{-years};
            if (!is_near(count, exact)) continue;
            weigh(second, first, count, Interval::point(exact), "date.anniversary",
                  "The anniversary does not fit the years");
        }
    }

    void weigh(const Instant& from, const Instant& to, const Quantity& stated,
               const Interval& years, std::string_view check, std::string_view title)
    {
        Claimed claimed;
        claimed.check = check;
        claimed.title = title;
        claimed.certainty = Certainty::strong;
        claimed.stated = &stated;
        claimed.formula = base::concat("From ", from.year, " to ", to.year);
        claimed.unit = "years";
        const Candidate candidates[] = {
            {"birthday passed", [&](bool) { return std::optional{Interval::point(years.high)}; }},
            {"birthday ahead", [&](bool) { return std::optional{Interval::point(years.low)}; }}};
        judge(m_sentence.document(), claimed, candidates, m_review);
    }

    static constexpr std::string_view k_died[] = {"died", "aged", "age", "death"};

    const Passage& m_sentence;
    Review& m_review;
    std::vector<Instant> m_instants;
};

} // namespace

void check_ages(const Passage& sentence, Review& review)
{
    constexpr std::string_view k_cues[] = {"born",   "died",  "aged",   "anniversary",
                                           "turned", "turns", "turning"};
    if (sentence.any(k_cues)) Ages{sentence, review}.run();
}

} // namespace analysis::verify::skeptic
