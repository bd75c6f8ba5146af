// date.age, date.order and date.anniversary: what follows from a beginning and an end.
#include "base/concat.hpp"
#include "verify/judge.hpp"
#include "verify/skeptic/frames.hpp"
#include "verify/skeptic/skeptic.hpp"

#include <algorithm>

namespace verify::skeptic {

namespace json = base::json;

namespace {

constexpr std::string_view k_beginnings[] = {
    "born",  "founded",      "opened", "established", "started", "began", "launched", "created",
    "built", "incorporated", "formed", "starts",      "begins",  "opens", "b",        "begun"};
constexpr std::string_view k_endings[] = {
    "died",     "closed",  "ended",  "dissolved", "finished", "completed", "demolished", "shut",
    "bankrupt", "retired", "ceased", "ends",      "closes",   "concluded", "expired",    "d"};
constexpr std::string_view k_elsewhere[] = {"bc",    "bce",       "reopened", "until",  "before",
                                            "after", "re-opened", "again",    "ago",    "if",
                                            "would", "fiscal",    "not",      "sequel", "prequel"};

// A year with the day when it is known, said of one event.
struct Event {
    std::uint32_t word = 0; // the verb's token
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
    int year = 0;
    std::optional<std::chrono::sys_days> day;
};

class Lives {
public:
    Lives(const Passage& passage, Review& review) : m_passage{passage}, m_review{review} {}

    void run()
    {
        const auto begin = event(k_beginnings, m_passage.begin());
        if (!begin ||
            m_passage.any(std::initializer_list<std::string_view>{"bc", "bce", "ad", "bp"}))
            return;
        if (is_disowned(m_passage)) return;
        anniversary(*begin);
        const auto end = event(k_endings, begin->end);
        if (end) order(*begin, *end);
        if (m_passage.word(begin->word) == "born" && end && m_passage.word(end->word) == "died")
            age(*begin, *end);
        if (m_passage.word(begin->word) == "born") age_in_year(*begin);
    }

private:
    // The first verb of the list with a date or year within the next eight tokens.
    [[nodiscard]] std::optional<Event> event(reading::Words verbs, std::uint32_t from) const
    {
        for (std::uint32_t i = from; i < m_passage.end(); ++i) {
            if (!reading::is_one_of(m_passage.word(i), verbs)) continue;
            if (m_passage.word(i).size() == 1 && !m_passage.is(i + 1, {"."})) continue;
            if (auto found = dated(i)) return found;
        }
        return std::nullopt;
    }

    [[nodiscard]] std::optional<Event> dated(std::uint32_t verb) const
    {
        const auto reachable = [&](std::uint32_t begin) {
            if (begin <= verb || begin - verb > 8) return false;
            for (std::uint32_t i = verb + 1; i < begin; ++i)
                if (m_passage.is(i,
                                 {";", "and", "but", "who", "before", "after", "until", "since"}) ||
                    reading::is_one_of(m_passage.word(i), k_beginnings) ||
                    reading::is_one_of(m_passage.word(i), k_endings))
                    return false;
            return m_passage.is(begin - 1, {"in", "on", ",", "(", "born", "died", "year", ".", "of",
                                            "\u2013", "early", "late"});
        };
        for (const auto& date : m_passage.dates()) {
            if (!date.year || !reachable(date.begin) || date.in_range) continue;
            Event out{verb, date.begin, date.end, *date.year, std::nullopt};
            if (date.day != 0 && date.month != 0 && !date.may_swap)
                out.day = reading::gregorian(*date.year, date.month, date.day);
            return out;
        }
        for (const auto& quantity : m_passage.quantities()) {
            if (!quantity.year_like || quantity.qualifier != reading::Qualifier::none ||
                !reachable(quantity.begin))
                continue;
            if (m_passage.is(quantity.end, {"-", "\u2013", "/"})) return std::nullopt;
            return Event{verb, quantity.begin, quantity.end,
                         static_cast<int>(quantity.value.mantissa), std::nullopt};
        }
        return std::nullopt;
    }

    void order(const Event& begin, const Event& end)
    {
        // Only "X opened in 1990 and closed in 1985": the same subject, nothing between.
        const bool same_kind =
            (m_passage.word(begin.word) == "born") == (m_passage.word(end.word) == "died") ||
            m_passage.word(end.word) == "retired";
        if (!same_kind || end.word - begin.end > 6 ||
            m_passage.any(begin.begin, end.begin, k_elsewhere))
            return;
        for (std::uint32_t i = begin.end; i < end.word; ++i)
            if (!m_passage.is(i, {",",    "and",        "was",  "has",     "it",
                                  "he",   "she",        "they", ";",       "(",
                                  "then", "had",        "been", "finally", "were",
                                  "but",  "eventually", ".",    "later",   "permanently"}))
                return;
        const bool wrong = begin.day && end.day ? *end.day < *begin.day : end.year < begin.year;
        const auto& document = m_passage.document();
        if (!wrong) {
            m_review.passes.push_back({"date.order",
                                       {mark_tokens(document, end.begin, end.end, "stated"),
                                        mark_tokens(document, begin.begin, begin.end, "operand")}});
            return;
        }
        Finding finding;
        finding.check = "date.order";
        finding.title = "The end lies before the beginning";
        finding.marks = {mark_tokens(document, end.begin, end.end, "stated"),
                         mark_tokens(document, begin.begin, begin.end, "operand")};
        finding.evidence =
            json::object("begin_year", begin.year, "end_year", end.year, "readings", json::array());
        finding.reasoning = base::concat("It ", m_passage.word(begin.word), " in ", begin.year,
                                         " and ", m_passage.word(end.word), " in ", end.year, ".");
        finding.suggestion = "Correct one of the dates.";
        raise(document, std::move(finding), m_review);
    }

    // Years of age at `to`, as an interval: one year wide unless both days are known.
    [[nodiscard]] static Interval years_between(const Event& from, const Event& to)
    {
        const int years = to.year - from.year;
        if (!from.day || !to.day) return Interval{Rational{years - 1}, Rational{years}};
        const std::chrono::year_month_day first{*from.day};
        const std::chrono::year_month_day last{*to.day};
        const bool birthday_passed =
            std::pair{last.month(), last.day()} >= std::pair{first.month(), first.day()};
        return Interval::point(Rational{birthday_passed ? years : years - 1});
    }

    // "aged 60", "at age 60", "at the age of 60", "60 years old".
    [[nodiscard]] bool is_age(const Quantity& quantity) const
    {
        if (quantity.doubtful || quantity.in_range || quantity.kind != QuantityKind::cardinal)
            return false;
        if (quantity.qualifier != reading::Qualifier::none || reading::value_of(quantity) > 130)
            return false;
        const std::uint32_t at = quantity.begin - 1;
        if (m_passage.is(at, {"aged", "age"})) return true;
        return m_passage.is(at, {"of"}) && m_passage.is(at - 1, {"age"});
    }

    void age(const Event& born, const Event& died)
    {
        if (died.year < born.year || died.word - born.end > 30) return;
        for (const auto& quantity : m_passage.quantities()) {
            const bool beside = quantity.begin > died.word && quantity.begin < died.end + 9;
            if (!beside || !is_age(quantity)) continue;
            bool other_event = false;
            for (std::uint32_t i = died.end; i < quantity.begin; ++i)
                other_event = other_event || m_passage.is(i, {"wife", "husband", "son", "daughter",
                                                              "his", "her", "leaving", ";"});
            if (other_event) continue;
            weigh(born, died, quantity, years_between(born, died), "date.age",
                  "The age does not fit the dates");
        }
    }

    // "Born in 1950, she won the prize in 1985, aged 30" and "In 1985, aged 30".
    void age_in_year(const Event& born)
    {
        for (const auto& quantity : m_passage.quantities()) {
            if (!is_age(quantity)) continue;
            const Quantity* year = year_beside(quantity, born);
            if (year == nullptr) continue;
            const Event then{born.word, year->begin, year->end,
                             static_cast<int>(year->value.mantissa), std::nullopt};
            if (then.year <= born.year || then.year - born.year > 130) continue;
            weigh(born, then, quantity, years_between(born, then), "date.age",
                  "The age does not fit the dates");
        }
    }

    [[nodiscard]] const Quantity* year_beside(const Quantity& age, const Event& born) const
    {
        constexpr std::string_view k_died[] = {"died", "death"};
        if (m_passage.any(k_died)) return nullptr;
        for (const auto& quantity : m_passage.quantities()) {
            if (!quantity.year_like || quantity.begin == born.begin) continue;
            const bool before = quantity.end < age.begin && age.begin - quantity.end <= 4 &&
                                m_passage.is(quantity.end, {",", "at"}) &&
                                m_passage.is(quantity.begin - 1, {"in"});
            if (before) return &quantity;
        }
        return nullptr;
    }

    // "Founded in 1990, it celebrated its 25th anniversary in 2020".
    void anniversary(const Event& begin)
    {
        constexpr std::string_view k_moved[] = {"delayed",   "postponed", "belated",
                                                "belatedly", "early",     "upcoming",
                                                "died",      "death",     "late"};
        if (m_passage.any(k_moved)) return;
        const Quantity* count = nullptr;
        for (const auto& quantity : m_passage.quantities())
            if (quantity.kind == QuantityKind::ordinal &&
                m_passage.is(quantity.end, {"anniversary", "birthday"}))
                count = &quantity;
        if (count == nullptr || m_passage.is(count->begin - 1, {"wedding"})) return;
        const bool birth = m_passage.word(begin.word) == "born";
        // Firms have birthdays too; the anniversary of a birth is told of the dead.
        if (birth && !m_passage.is(count->end, {"birthday"})) return;
        for (const auto& quantity : m_passage.quantities()) {
            if (!quantity.year_like || quantity.begin == begin.begin ||
                !m_passage.is(quantity.begin - 1, {"in"}))
                continue;
            const std::uint32_t gap = quantity.begin > count->end ? quantity.begin - count->end
                                                                  : count->begin - quantity.end;
            if (gap > 7) continue;
            const Event then{begin.word, quantity.begin, quantity.end,
                             static_cast<int>(quantity.value.mantissa), std::nullopt};
            if (then.year <= begin.year) continue;
            return weigh(begin, then, *count, Interval::point(Rational{then.year - begin.year}),
                         "date.anniversary", "The anniversary does not fit the years");
        }
    }

    void weigh(const Event& from, const Event& to, const Quantity& stated, const Interval& years,
               std::string_view check, std::string_view title)
    {
        Claimed claimed;
        claimed.check = check;
        claimed.title = title;
        claimed.stated = &stated;
        claimed.formula = base::concat("From ", from.year, " to ", to.year);
        claimed.unit = "years";
        // The upper end first: it is the value to show when only years are known.
        const Candidate candidates[] = {
            {"birthday passed", [&](bool) { return std::optional{Interval::point(years.high)}; }},
            {"birthday ahead", [&](bool) { return std::optional{Interval::point(years.low)}; }}};
        judge(m_passage.document(), claimed, candidates, m_review);
    }

    const Passage& m_passage;
    Review& m_review;
};

// The passage of a beginning: its own sentence, or the next too when that goes on about it.
void check_events(const Document& document, const Passage& here, const Passage& both,
                  Review& review)
{
    const bool own =
        here.any(k_endings) ||
        here.any(std::initializer_list<std::string_view>{"anniversary", "birthday", "aged", "age"});
    if (own) return Lives{here, review}.run();
    // A person's death told in the next sentence: "He died in 2010 at the age of 62."
    const Passage next{document, here.end(), both.end()};
    const bool goes_on = next.is(here.end(), {"he", "she", "it", "they", "the"});
    if (goes_on && !next.any(k_beginnings)) Lives{both, review}.run();
}

} // namespace

void check_lives(const Document& document, std::size_t sentence, Review& review)
{
    const Passage here = Passage::sentence(document, sentence);
    const Passage both = Passage::sentence_and_next(document, sentence);
    const std::size_t known = review.findings.size() + review.passes.size();
    if (here.any(k_beginnings)) check_events(document, here, both, review);
    if (known == review.findings.size() + review.passes.size()) check_ages(here, review);
    // "Paul was born in 1979. In 2001, at the age of 22, he opened a garage."
    constexpr std::string_view k_born[] = {"born"};
    if (known == review.findings.size() + review.passes.size() && here.any(k_born) &&
        both.end() != here.end() && !Passage{document, here.end(), both.end()}.any(k_born))
        check_ages(both, review);
}

} // namespace verify::skeptic
