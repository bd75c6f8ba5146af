// date.age: a birth at one point of time and an age told at another: "(1867-1934) died aged 66",
// "born in 1979, at the age of 22 in 2001".
#include "base/concat.hpp"
#include "reading/lexicon/lexicon.hpp"
#include "verify/law/precision.hpp"
#include "verify/moments/checks.hpp"
#include "verify/moments/points.hpp"

#include <algorithm>

namespace verify::moments {

using reading::WordSet;

const Check k_date_age{
    .id = "date.age",
    .category = Category::consistency,
    .nature = Nature::relation,
    .proof = {"an age is not the time between the dates or years told", "leap birthdays"},
    .planted = k_planted_moments};

namespace {

constexpr std::string_view k_births[] = {"born", "b", "world"}; // "came into the world on"
constexpr std::string_view k_deaths[] = {"died", "d"};

// An age may be another person's, and a year may be of another thing.
constexpr reading::OwnCues k_others{WordSet::kin | WordSet::will | WordSet::not_so |
                                        WordSet::supposes,
                                    {"whose", "about", "around", "would", "baptized", "baptised"}};

enum class Role { none, birth, death };

struct Event {
    Point point{};
    Role role = Role::none;
    std::uint32_t verb = 0;
};

class Lives {
public:
    Lives(Judged& judged, const Passage& passage) : m_judged{judged}, m_passage{passage}
    {
        for (const auto& point : points_of(passage))
            if (point.year != 0) m_events.push_back(event_at(point));
        // "(1929-2014)" behind a name
        for (std::size_t i = 0; i + 1 < m_events.size(); ++i) {
            const Point& first = m_events[i].point;
            const Point& last = m_events[i + 1].point;
            if (passage.is(first.begin - 1, {"("}) && passage.is(last.end, {")"}) &&
                last.begin == first.end + 1 && passage.is(first.end, WordSet::dash) &&
                m_events.size() == 2) {
                m_events[i].role = Role::birth;
                m_events[i + 1] = {last, Role::death, last.end};
            }
        }
    }

    // Whether anything was judged.
    bool run()
    {
        if (m_passage.any(WordSet::era)) return false;
        age();
        return m_has_judged;
    }

private:
    // By the nearest verb before it in its clause.
    [[nodiscard]] Event event_at(const Point& point) const
    {
        constexpr std::uint32_t k_reach = 8;
        for (std::uint32_t back = 1; back <= k_reach && point.begin >= m_passage.begin() + back;
             ++back) {
            const std::uint32_t at = point.begin - back;
            const auto word = m_passage.word(at);
            if (word.size() == 1 && (word == "b" || word == "d") && !m_passage.is(at + 1, {"."}))
                continue;
            if (reading::is_one_of(word, k_births)) return {point, Role::birth, at};
            if (reading::is_one_of(word, k_deaths)) return {point, Role::death, at};
            if (reading::is_one_of(word, {"from", ";", "and", "but", "who", "before", "after",
                                          "until", "since", "to"}))
                break;
        }
        return {point};
    }

    [[nodiscard]] const Event* first(Role role, std::uint32_t from = 0) const
    {
        for (const auto& event : m_events)
            if (event.point.begin >= from && event.role == role) return &event;
        return nullptr;
    }

    // "aged 60", "at the age of 60", "when she was 60", "turned 60", "60 years old", "died at 60".
    [[nodiscard]] bool is_age(const Quantity& quantity) const
    {
        if (quantity.kind != QuantityKind::cardinal || quantity.doubtful || quantity.in_range ||
            quantity.place != 0 || quantity.qualifier != reading::Qualifier::none ||
            !quantity.currency.empty() || reading::value_of(quantity) > 120)
            return false;
        const std::uint32_t at = quantity.begin - 1;
        // "a woman aged 19": another person
        if (m_passage.is(at - 2, WordSet::indefinite) && m_passage.is(at, {"aged"})) return false;
        const bool is_told = m_passage.is(at, {"aged", "age"}) ||
                             (m_passage.is(at, {"of"}) && m_passage.is(at - 1, {"age"}));
        if (quantity.unit != nullptr)
            return quantity.unit->canonical == "year" &&
                   (is_told || m_passage.is(quantity.end, {"old"}));
        if (is_told) return true;
        const auto kind = m_passage.document().kind(quantity.end);
        const bool is_count =
            m_passage.holds(quantity.end) && kind == reading::TokenKind::word &&
            !m_passage.is(quantity.end, reading::Cues{WordSet::place_prep, {"when", "and", "as"}});
        if (is_count) return false;
        if (m_passage.is(at, {"turned"})) return true;
        if (m_passage.is(at, {"be"})) return m_passage.is(at - 2, {"lived"});
        // "died at 60", "died in 1976 at 60"
        constexpr std::string_view k_dying[] = {"died", "away", "killed"};
        if (m_passage.is(at, {"at"}))
            return m_passage.any(std::max(at, m_passage.begin() + 4) - 4, at, k_dying);
        return m_passage.is(at, reading::Cues{WordSet::only | WordSet::copula, {"already"}}) &&
               (m_passage.is(quantity.end, {"when", "as"}) || m_passage.is(at - 1, {"he", "she"}));
    }

    void age()
    {
        const Event* born = first(Role::birth);
        if (born == nullptr) return;
        std::vector<const Quantity*> ages;
        for (const auto& quantity : m_passage.quantities())
            if (is_age(quantity)) ages.push_back(&quantity);
        for (const auto* stated : ages) {
            const Event* then = tied_to(*stated, *born);
            const bool is_tied = then != nullptr;
            if (!is_tied && m_events.size() == 2 && ages.size() == 1 && !m_passage.any(k_others))
                then = born == m_events.data() ? &m_events[1] : m_events.data();
            // A lifespan in brackets tells nothing of an age before it.
            if (then == nullptr || (then->verb == then->point.end && !is_of_life(*stated, *then)))
                continue;
            const int years = then->point.year - born->point.year;
            if (years <= 0 || years > 130) continue;
            const auto is_sure = [](const Point& point) {
                return point.is_day() && !point.may_swap;
            };
            const bool is_exact = is_sure(born->point) && is_sure(then->point);
            const bool is_ahead = std::pair{then->point.month, then->point.day} <
                                  std::pair{born->point.month, born->point.day};
            const int least = !is_exact || is_ahead ? years - 1 : years;
            weigh(*born, *then, *stated, {least, is_exact ? least : years}, is_tied);
        }
    }

    // "(1929-2014), who has died at the age of 85"
    [[nodiscard]] bool is_of_life(const Quantity& age, const Event& death) const
    {
        constexpr std::string_view k_dying[] = {"died", "aged", "death", "lived"};
        return age.begin > death.point.end &&
               m_passage.any(death.point.end, death.point.end + 6, k_dying);
    }

    // What the words beside an age say it is of: the death, or the year told right before it.
    [[nodiscard]] const Event* tied_to(const Quantity& age, const Event& born) const
    {
        const Event* died = first(Role::death, born.point.end);
        if (died != nullptr && m_passage.any(born.point.end, died->verb, k_others)) return nullptr;
        static constexpr reading::OwnCues k_persons{WordSet::kin, {"his", "her", "leaving", ";"}};
        if (died != nullptr && died->verb < died->point.begin && age.begin > died->verb &&
            age.begin < died->point.end + 9 && died->verb - born.point.end <= 30 &&
            !m_passage.any(died->point.end, age.begin, k_persons))
            return died;
        if (died != nullptr) return nullptr;
        for (const auto& event : m_events)
            if (&event != &born && event.point.end < age.begin &&
                age.begin - event.point.end <= 4 && m_passage.is(event.point.end, {",", "at"}) &&
                m_passage.is(event.point.begin - 1, {"in"}))
                return &event;
        return nullptr;
    }

    struct Years {
        int least = 0;
        int most = 0;
    };
    void weigh(const Event& from, const Event& to, const Quantity& stated, Years gone, bool is_tied)
    {
        m_has_judged = true;
        if (m_judged.knows(stated.number_begin, stated.number_end)) return;
        Claimed claimed;
        claimed.check = k_date_age;
        claimed.title = "The age does not fit the dates";
        claimed.stated = &stated;
        claimed.formula = base::concat("From ", from.point.year, " to ", to.point.year);
        claimed.unit = "years";
        if (!is_tied) claimed.certainty = Certainty::strong;
        // The upper end first: it is the value to show when only years are known.
        const auto years = [](int value) {
            return [value](bool) { return std::optional{Interval::point(Rational{value})}; };
        };
        const Candidate candidates[] = {{"birthday passed", years(gone.most)},
                                        {"birthday ahead", years(gone.least)}};
        m_judged.weigh(claimed, candidates);
    }

    Judged& m_judged;
    Passage m_passage;
    std::vector<Event> m_events;
    bool m_has_judged = false;
};

} // namespace

void check_lives(Judged& judged, std::size_t sentence)
{
    const auto& document = judged.document();
    const Passage here = Passage::sentence(document, sentence);
    if (here.dates().size() + here.quantities().size() == 0) return;
    if (Lives{judged, here}.run()) return;
    // "Paul was born in 1979. In 2001, at the age of 22, he opened a garage.": the next sentence
    // goes on about the same and tells no beginning of its own.
    const Passage both = Passage::sentence_and_next(document, sentence);
    const Passage next{document, here.end(), both.end()};
    const bool is_born = here.any(k_births) && !next.any(k_births);
    if (is_born && !is_disowned(both)) Lives{judged, both}.run();
}

} // namespace verify::moments
