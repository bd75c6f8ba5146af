// date.age, date.anniversary and date.order: what began at one point of time and what is told of
// another: an end, an age, a count of years. "(1867-1934) died aged 66", "founded in 1990, its 25th
// anniversary in 2020", "opened in 1990 and closed in 1985".
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
constexpr reading::OwnCues k_beginnings{WordSet::founded | WordSet::began, {"dates", "dating"}};
constexpr std::string_view k_deaths[] = {"died", "d"};
constexpr std::string_view k_ends[] = {"closed",     "ended",  "dissolved", "finished", "completed",
                                       "demolished", "shut",   "bankrupt",  "retired",  "ceased",
                                       "ends",       "closes", "concluded", "expired"};

// An age may be another person's, and a year may be of another thing.
constexpr reading::OwnCues k_others{WordSet::kin | WordSet::will | WordSet::not_so |
                                        WordSet::supposes,
                                    {"whose", "about", "around", "would", "baptized", "baptised"}};

enum class Role { none, birth, beginning, death, end };

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
        order();
        age();
        anniversary();
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
            if (reading::is_in(k_beginnings, word)) return {point, Role::beginning, at};
            if (reading::is_one_of(word, k_deaths)) return {point, Role::death, at};
            if (reading::is_one_of(word, k_ends)) return {point, Role::end, at};
            // "closed from 1960 until 1974"; "dates from 1271"
            const bool is_span = word == "from" && !m_passage.is(at - 1, {"dates", "dating"});
            if (is_span || reading::is_one_of(word, {";", "and", "but", "who", "before", "after",
                                                     "until", "since", "to"}))
                break;
        }
        return {point};
    }

    [[nodiscard]] const Event* first(std::initializer_list<Role> roles,
                                     std::uint32_t from = 0) const
    {
        for (const auto& event : m_events)
            if (event.point.begin >= from &&
                std::find(roles.begin(), roles.end(), event.role) != roles.end())
                return &event;
        return nullptr;
    }

    // Only "X opened in 1990 and closed in 1985": the same subject, nothing between.
    void order()
    {
        const Event* begin = first({Role::birth, Role::beginning});
        const Event* end =
            begin == nullptr ? nullptr : first({Role::death, Role::end}, begin->point.end);
        if (end == nullptr || end->verb < begin->point.end || end->verb - begin->point.end > 6 ||
            begin->verb > begin->point.begin)
            return;
        const bool is_life = begin->role == Role::birth;
        if (is_life != (end->role == Role::death) && !m_passage.is(end->verb, {"retired"})) return;
        for (std::uint32_t i = begin->point.end; i < end->verb; ++i)
            if (!m_passage.is(i, reading::Cues{WordSet::personal | WordSet::have | WordSet::copula |
                                                   WordSet::comma | WordSet::semicolon |
                                                   WordSet::opens | WordSet::be | WordSet::stop,
                                               {"and", "then", "finally", "but", "eventually",
                                                "later", "permanently"}}))
                return;
        constexpr std::string_view k_elsewhere[] = {"until", "before", "after", "again",
                                                    "ago",   "fiscal", "not",   "if"};
        if (m_passage.any(end->verb, end->point.begin, k_elsewhere)) return;
        m_has_judged = true;
        const bool is_wrong = are_alike(begin->point, end->point)
                                  ? runs_back(begin->point, end->point)
                                  : end->point.year < begin->point.year;
        if (is_wrong)
            raise_order(m_judged, begin->point, end->point, Certainty::exact);
        else
            m_judged.pass({.check = k_date_order,
                           .title = {},
                           .begin = end->point.begin,
                           .end = end->point.end,
                           .operands = {mark_tokens(m_passage.document(), begin->point.begin,
                                                    begin->point.end, "operand")}});
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
        const Event* born = first({Role::birth});
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
            weigh(*born, *then, *stated, {least, is_exact ? least : years},
                  {k_date_age, "The age does not fit the dates", is_tied});
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
        const Event* died = first({Role::death}, born.point.end);
        if (died != nullptr && m_passage.any(born.point.end, died->verb, k_others)) return nullptr;
        static constexpr std::string_view k_persons_own[] = {"his", "her", "leaving", ";"};
        constexpr reading::Cues k_persons{WordSet::kin, k_persons_own};
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

    // "the 60th anniversary", "its centenary", "turned 25 in": as a count of years.
    [[nodiscard]] std::vector<Quantity> counts() const
    {
        std::vector<Quantity> out;
        for (const auto& quantity : m_passage.quantities()) {
            const bool is_named = quantity.kind == QuantityKind::ordinal &&
                                  m_passage.is(quantity.end, WordSet::anniversary);
            const bool is_turned =
                m_passage.is(quantity.begin - 1, {"turned", "turns", "turning"}) &&
                m_passage.is(quantity.end, {"in"});
            if (!is_named && !is_turned) continue;
            out.push_back(quantity);
            out.back().end += is_named ? 1 : 0;
        }
        for (std::uint32_t i = m_passage.begin(); i < m_passage.end(); ++i)
            if (const auto years = feast_years(m_passage.word(i))) {
                // "the Centenary Hall" is a name.
                if (!m_passage.is(i - 1, {"its", "their"}) && !m_passage.is(i + 1, {"of"}))
                    continue;
                Quantity named;
                named.kind = QuantityKind::ordinal;
                named.begin = named.number_begin = i;
                named.end = named.number_end = i + 1;
                named.value.mantissa = *years;
                named.spelled = true;
                out.push_back(named);
            }
        return out;
    }

    void anniversary()
    {
        constexpr std::string_view k_moved[] = {
            "delayed",     "postponed", "belated", "early",   "upcoming", "ahead", "before",
            "approaching", "near",      "nearly",  "wedding", "since",    "until", "plan",
            "planned",     "plans",     "if",      "late",    "belatedly"};
        const auto found = counts();
        if (found.empty() || m_passage.any(k_moved)) return;
        for (const auto& count : found)
            if (m_passage.is(count.end, {"of"}))
                of_event(count);
            else
                of_beginning(count);
    }

    [[nodiscard]] bool is_told_in(const Event& event) const
    {
        return m_passage.is(event.point.begin - 1,
                            reading::Cues{WordSet::place_prep, {"of", "from"}});
    }

    [[nodiscard]] bool is_opening(const Event& event) const
    {
        return event.point.begin <= m_passage.begin() + 1;
    }

    // "2023 marked the 60th anniversary of the 1963 treaty", "the 25th anniversary of the opening
    // in 1994, a stamp was issued in 2019": of the two years the event's stands in its clause.
    void of_event(const Quantity& count)
    {
        if (m_events.size() != 2) return;
        const bool are_behind = m_events[0].point.begin > count.end;
        const Event& event = m_events[are_behind ? 0 : 1];
        const Event& then = m_events[are_behind ? 1 : 0];
        if (event.point.begin < count.end || event.point.begin - count.end > 14) return;
        static constexpr reading::OwnCues k_breaks{WordSet::comma | WordSet::colon |
                                                       WordSet::semicolon,
                                                   {".", "and", "but", "who", "which"}};
        const bool is_own =
            is_told_in(event) && !m_passage.any(count.end, event.point.begin, k_breaks);
        if (are_behind) {
            if (is_own && is_told_in(then) && m_passage.is(event.point.end, {","}))
                compare(event, then, count, /*is_sure=*/true);
            return;
        }
        const bool is_free = is_opening(then) || m_passage.is(then.point.begin - 1, {","});
        compare(event, then, count, is_own && is_free);
    }

    // "Founded in 1990, it celebrated its 25th anniversary in 2020", "In 2015 the club, established
    // in 1965, marked its 50th": firms have birthdays too, the dead have anniversaries.
    void of_beginning(const Quantity& count)
    {
        const bool is_birthday = m_passage.is(count.end - 1, {"birthday"});
        const Event* begin =
            is_birthday ? first({Role::birth, Role::beginning}) : first({Role::beginning});
        if (begin == nullptr || first({Role::death}) != nullptr) return;
        for (const auto& then : m_events) {
            if (&then == begin || !m_passage.is(then.point.begin - 1, {"in"}) ||
                then.point.year <= begin->point.year)
                continue;
            const std::uint32_t gap = then.point.begin > count.end
                                          ? then.point.begin - count.end
                                          : count.begin - std::min(count.begin, then.point.end);
            if (gap <= 7 || is_opening(then))
                return compare(*begin, then, count, count.kind == QuantityKind::ordinal);
        }
    }

    // Not sure: the years belong to it only when it is nearly right.
    void compare(const Event& event, const Event& then, const Quantity& count, bool is_sure)
    {
        const int years = then.point.year - event.point.year;
        if (years > 0 && (is_sure || is_near(count, Rational{years})))
            weigh(event, then, count, {years, years},
                  {k_date_anniversary, "The anniversary does not fit the years", is_sure});
    }

    struct Years {
        int least = 0;
        int most = 0;
    };
    struct Question {
        CheckRef check;
        std::string_view title;
        bool is_exact = false;
    };

    void weigh(const Event& from, const Event& to, const Quantity& stated, Years gone,
               const Question& question)
    {
        m_has_judged = true;
        if (m_judged.knows(stated.number_begin, stated.number_end)) return;
        Claimed claimed;
        claimed.check = question.check;
        claimed.title = question.title;
        claimed.stated = &stated;
        claimed.formula = base::concat("From ", from.point.year, " to ", to.point.year);
        claimed.unit = "years";
        if (!question.is_exact) claimed.certainty = Certainty::strong;
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
    const bool goes_on = here.any(k_beginnings) && !next.any(k_beginnings) &&
                         next.is(next.begin(), {"it", "they", "the"});
    if ((is_born || goes_on) && !is_disowned(both)) Lives{judged, both}.run();
}

} // namespace verify::moments
