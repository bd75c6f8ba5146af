// date.age and date.anniversary where no second verb says what the later year is of: "(1867-1934)
// died aged 66", "born in 1972, she won in 1995, when she was 22", "2023 was the 60th anniversary
// of the 1963 treaty". Only with one birth or founding and one other year in the sentence.
#include "base/concat.hpp"
#include "verify/judge.hpp"
#include "verify/skeptic/frames.hpp"
#include "verify/skeptic/skeptic.hpp"

#include <algorithm>

namespace verify::skeptic {

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
    [[nodiscard]] bool is_birth(const Instant& instant) const
    {
        constexpr std::string_view k_births[] = {"born", "world"}; // "came into the world on"
        return begins(instant, k_births);
    }

    // Of firms and houses: "founded in", "opened its doors in".
    [[nodiscard]] bool begins(const Instant& instant, reading::Words verbs) const
    {
        for (std::uint32_t back = 1; back <= 5; ++back) {
            const auto word = m_sentence.word(instant.begin - back);
            if (reading::is_one_of(word, verbs)) return true;
            const bool passes =
                m_sentence.document().kind(instant.begin - back) == TokenKind::word &&
                word != "and" && word != "to";
            if (!passes) return false;
        }
        return false;
    }

    // "aged 60", "at the age of 60", "when she was 60", "turned 60", "60 years old", "died at 60".
    [[nodiscard]] bool is_age(const Quantity& quantity) const
    {
        if (quantity.kind != QuantityKind::cardinal || quantity.doubtful || quantity.in_range ||
            quantity.place != 0 || quantity.qualifier != reading::Qualifier::none ||
            !quantity.currency.empty() || reading::value_of(quantity) > 120)
            return false;
        const bool years = quantity.unit != nullptr && quantity.unit->canonical == "year";
        if (quantity.unit != nullptr && !years) return false;
        const std::uint32_t at = quantity.begin - 1;
        if (years) return m_sentence.is(quantity.end, {"old"});
        const auto kind = m_sentence.document().kind(quantity.end);
        const bool counts = m_sentence.holds(quantity.end) && kind == TokenKind::word &&
                            !m_sentence.is(quantity.end, {"when", "in", "at", "and", "as", "on"});
        if (counts) return false;
        if (m_sentence.is(at, {"aged", "age", "turned"})) return true;
        if (m_sentence.is(at, {"of"})) return m_sentence.is(at - 1, {"age"});
        if (m_sentence.is(at, {"be"})) return m_sentence.is(at - 2, {"lived"});
        // "died at 60", "died in 1976 at 60"
        if (m_sentence.is(at, {"at"})) {
            const std::uint32_t from = at >= m_sentence.begin() + 4 ? at - 4 : m_sentence.begin();
            constexpr std::string_view k_dying[] = {"died", "away", "killed"};
            return m_sentence.any(from, at, k_dying);
        }
        if (!m_sentence.is(at, {"was", "were", "only", "just", "already"})) return false;
        return m_sentence.is(quantity.end, {"when", "as"}) || m_sentence.is(at - 1, {"he", "she"});
    }

    // "Founded in 1998, the firm turned 25 in 2023": whoever turns so old does it in that year.
    void turned(const Instant& born, const Instant& then)
    {
        if (!begins(born, k_foundings)) return;
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

    // "the 60th anniversary", "its centenary": as a count of years, for what stands there.
    [[nodiscard]] std::vector<Quantity> anniversaries() const
    {
        struct Row {
            std::string_view word;
            int years;
        };
        constexpr Row k_rows[] = {{"centenary", 100},       {"centennial", 100},
                                  {"bicentenary", 200},     {"bicentennial", 200},
                                  {"sesquicentenary", 150}, {"sesquicentennial", 150},
                                  {"tercentenary", 300},    {"tricentennial", 300},
                                  {"quincentenary", 500},   {"quincentennial", 500}};
        std::vector<Quantity> out;
        for (const auto& quantity : m_sentence.quantities())
            if (quantity.kind == QuantityKind::ordinal &&
                m_sentence.is(quantity.end, {"anniversary", "jubilee"})) {
                out.push_back(quantity);
                ++out.back().end;
            }
        for (std::uint32_t i = m_sentence.begin(); i < m_sentence.end(); ++i)
            for (const auto& row : k_rows)
                if (m_sentence.word(i) == row.word) {
                    Quantity named;
                    named.kind = QuantityKind::ordinal;
                    named.begin = named.number_begin = i;
                    named.end = named.number_end = i + 1;
                    named.value.mantissa = row.years;
                    named.spelled = true;
                    out.push_back(named);
                }
        return out;
    }

    [[nodiscard]] bool is_apart(std::uint32_t from, std::uint32_t to) const
    {
        constexpr std::string_view k_ends[] = {",", ";", ":", ".", "and", "but", "who", "which"};
        return m_sentence.any(from, to, k_ends);
    }

    // "2023 marked the 60th anniversary of the 1963 treaty", "the 25th anniversary of the opening
    // in 1994, a stamp was issued in 2019", "opened in 1925 and held a gala for its centenary in
    // 2025".
    void anniversary(const Instant& first, const Instant& second)
    {
        constexpr std::string_view k_moved[] = {
            "delayed",     "postponed", "belated", "early",   "upcoming", "ahead", "before",
            "approaching", "near",      "nearly",  "wedding", "since",    "until", "plan",
            "planned",     "plans",     "if",      "late",    "belatedly"};
        if (m_sentence.any(k_moved)) return;
        const auto told_in = [&](const Instant& instant) {
            return m_sentence.is(instant.begin - 1, {"in", "of", "on", "from"});
        };
        for (const auto& count : anniversaries()) {
            const bool of = m_sentence.is(count.end, {"of"});
            // The one before it, the other in its clause.
            const bool around = of && first.end < count.begin && second.begin > count.end &&
                                second.begin - count.end <= 14;
            const bool both_behind = of && first.begin > count.end && told_in(first) &&
                                     !is_apart(count.end, first.begin) &&
                                     m_sentence.is(first.end, {","}) && told_in(second);
            const bool own = !of && m_sentence.is(count.begin - 1, {"its", "their"});
            // "opened in 1925 ... its centenary in 2025"
            const bool before = own && first.end < count.begin && second.begin > count.end &&
                                second.begin - count.end <= 4 && told_in(second) &&
                                !is_apart(count.end, second.begin) && begins(first, k_foundings);
            // "In 2015 the club, established in 1965, marked its 50th anniversary"
            const bool later = own && second.end < count.begin && count.begin - second.end <= 6 &&
                               first.begin <= m_sentence.begin() + 1 && told_in(first) &&
                               begins(second, k_foundings);
            if (around) {
                const bool sure = told_in(second) && !is_apart(count.end, second.begin) &&
                                  (first.begin <= m_sentence.begin() + 1 ||
                                   m_sentence.is(first.begin - 1, {","}));
                compare(second, first, count, sure);
            } else if (both_behind || before) {
                compare(first, second, count, /*sure=*/true);
            } else if (later) {
                compare(second, first, count, /*sure=*/true);
            }
        }
    }

    // Not `sure`: the years belong to it only when it is nearly right.
    void compare(const Instant& event, const Instant& then, const Quantity& count, bool sure)
    {
        const Rational exact{then.year - event.year};
        if (exact <= 0 || (!sure && !is_near(count, exact))) return;
        weigh(event, then, count, Interval::point(exact), "date.anniversary",
              "The anniversary does not fit the years");
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

    // Of firms, houses and towns.
    static constexpr std::string_view k_foundings[] = {
        "founded", "established", "opened", "incorporated", "launched", "created",
        "built",   "started",     "dates",  "dated",        "dating"};
    static constexpr std::string_view k_died[] = {"died", "aged", "age", "death", "lived"};

    const Passage& m_sentence;
    Review& m_review;
    std::vector<Instant> m_instants;
};

} // namespace

void check_ages(const Passage& sentence, Review& review)
{
    constexpr std::string_view k_cues[] = {"born",
                                           "died",
                                           "aged",
                                           "anniversary",
                                           "turned",
                                           "turns",
                                           "turning",
                                           "centenary",
                                           "centennial",
                                           "bicentenary",
                                           "bicentennial",
                                           "sesquicentennial",
                                           "sesquicentenary",
                                           "tercentenary",
                                           "tricentennial",
                                           "quincentenary",
                                           "quincentennial",
                                           "jubilee"};
    if (sentence.any(k_cues)) Ages{sentence, review}.run();
}

} // namespace verify::skeptic
