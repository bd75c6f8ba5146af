// time.duration: clock times and how long it is said to take; one duration in two units.
#include "base/concat.hpp"
#include "verify/judge.hpp"
#include "verify/skeptic/frames.hpp"
#include "verify/skeptic/skeptic.hpp"

namespace verify::skeptic {

namespace {

constexpr int k_day = 24 * 60;
constexpr int k_half_day = 12 * 60;

// Breaks, journeys through time zones and sums over several days are not one span.
constexpr std::string_view k_disabling[] = {
    "break",     "breaks",   "lunch",  "flight",  "flights",   "flew",   "fly",    "flies",
    "lands",     "landed",   "local",  "zone",    "gmt",       "utc",    "est",    "pst",
    "cet",       "pause",    "pauses", "minus",   "each",      "per",    "weekly", "days",
    "week",      "timezone", "jet",    "average", "plus",      "edt",    "pdt",    "bst",
    "overnight", "late",     "delay",  "delayed", "excluding", "except", "stop"};

bool is_duration(const Quantity& quantity)
{
    if (quantity.unit == nullptr || quantity.unit->dimension != Dimension::time ||
        quantity.doubtful || quantity.in_range || quantity.kind != QuantityKind::cardinal)
        return false;
    return reading::is_one_of(quantity.unit->canonical, {"hour", "minute", "second"});
}

Rational minutes_per(const Quantity& quantity)
{
    if (quantity.unit->canonical == "hour") return 60;
    return quantity.unit->canonical == "minute" ? Rational{1} : Rational{1, 60};
}

// "2 hours 30 minutes" and "2 h and 30 min" are one duration of two quantities.
struct Stretch {
    const Quantity* first = nullptr;
    const Quantity* second = nullptr;
    [[nodiscard]] std::uint32_t begin() const { return first->begin; }
    [[nodiscard]] std::uint32_t end() const { return second != nullptr ? second->end : first->end; }
    [[nodiscard]] Rational minutes() const
    {
        Rational out = reading::value_of(*first) * minutes_per(*first);
        if (second != nullptr) out += reading::value_of(*second) * minutes_per(*second);
        return out;
    }
    // Half of the last unit either way; less than half an hour for whole hours, since nobody calls
    // two and a half hours three.
    [[nodiscard]] Interval allowed() const
    {
        const Quantity& last = second != nullptr ? *second : *first;
        Rational half = reading::power_of_ten(last.place) / 2 * minutes_per(last);
        if (last.unit->canonical == "hour") half *= Rational{99, 100};
        if (last.unit->canonical == "minute" && last.place == 0) half = 0;
        const Rational value = minutes();
        Interval out{value - half, value + half};
        const Rational size = value / 20;
        switch (first->qualifier) {
        case reading::Qualifier::none: break;
        case reading::Qualifier::about: out = {out.low - size * 2, out.high + size * 2}; break;
        case reading::Qualifier::nearly: out.low -= size * 4; break;
        case reading::Qualifier::over:
        case reading::Qualifier::at_least: out.high += k_day; break;
        case reading::Qualifier::under:
        case reading::Qualifier::at_most: out.low = 0; break;
        }
        return out;
    }
};

class Durations {
public:
    Durations(const Passage& sentence, Review& review) : m_sentence{sentence}, m_review{review} {}

    void run()
    {
        collect();
        same_in_two_units();
        for (const auto& stretch : m_stretches) in_days(stretch);
        if (m_stretches.empty() || m_sentence.times().size() < 2) return;
        const auto times = m_sentence.times();
        if (times.size() != 2 || m_stretches.size() != 1 || m_sentence.any(k_disabling)) return;
        if (is_disowned(m_sentence) || times[0].with_seconds) return;
        if (is_reckoned(times[0], times[1], m_stretches.front()))
            weigh(times[0], times[1], m_stretches.front());
        else if (is_span(times[0], times[1]))
            clock_span(times[0], times[1], m_stretches.front());
    }

private:
    void collect()
    {
        const auto all = m_sentence.quantities();
        for (std::size_t i = 0; i < all.size(); ++i) {
            if (!is_duration(all[i])) continue;
            Stretch stretch{&all[i], nullptr};
            if (i + 1 < all.size() && is_duration(all[i + 1]) &&
                minutes_per(all[i + 1]) < minutes_per(all[i])) {
                const std::uint32_t gap = all[i + 1].begin - all[i].end;
                const bool joined =
                    gap == 0 || (gap == 1 && m_sentence.is(all[i].end, {"and", ","}));
                if (joined) stretch.second = &all[++i];
            }
            m_stretches.push_back(stretch);
        }
    }

    // "from 9:15 to 11:45", "9:15-11:45", "starts at 9:15 and ends at 11:45".
    [[nodiscard]] bool is_span(const ClockTime& first, const ClockTime& second) const
    {
        const auto link = m_sentence.word(second.begin - 1);
        const bool from = m_sentence.is(first.begin - 1, {"from", "between"}) ||
                          reading::is_one_of(link, {"-", "\u2013", "\u2014", "to"});
        if (from)
            return second.begin - first.end <= 2 &&
                   reading::is_one_of(link,
                                      {"to", "until", "till", "and", "-", "\u2013", "\u2014"});
        constexpr std::string_view k_begins[] = {
            "starts",  "started",  "start",  "begins", "began",     "opens",  "opened",
            "departs", "departed", "leaves", "left",   "commenced", "depart", "leave",
            "dep",     "begin",    "open",   "lost",   "out",       "off"};
        constexpr std::string_view k_ends[] = {
            "ends",    "ended",   "finished",  "finishes", "end",      "closes",   "closed",
            "arrives", "arrived", "concluded", "over",     "arriving", "ending",   "finishing",
            "arrive",  "arr",     "finish",    "close",    "back",     "restored", "reached"};
        return m_sentence.any(m_sentence.begin(), first.begin, k_begins) &&
               m_sentence.any(first.end, second.begin, k_ends);
    }

    void clock_span(const ClockTime& first, const ClockTime& second, const Stretch& stretch)
    {
        const bool inside = stretch.begin() > first.begin && stretch.begin() < second.begin;
        // "... and came back at 06:55, after 45 minutes"
        const bool after = m_sentence.is(stretch.begin() - 1, {"after"}) &&
                           m_sentence.is(stretch.begin() - 2, {","}) &&
                           stretch.begin() > second.end && stretch.begin() - second.end <= 6;
        if (inside || m_sentence.is(stretch.end(),
                                    {"later", "ago", "before", "after", "early", "earlier", "of"}))
            return;
        if (!after &&
            m_sentence.is(stretch.begin() - 1,
                          {"every", "first", "last", "next", "within", "after", "for", "in"}) &&
            !m_sentence.is(stretch.begin() - 1, {"for"}))
            return;
        weigh(first, second, stretch);
    }

    // "goes in at 3:20 pm and bakes for 50 minutes, so take it out at 4:10 pm"
    [[nodiscard]] bool is_reckoned(const ClockTime& first, const ClockTime& second,
                                   const Stretch& stretch) const
    {
        constexpr std::string_view k_results[] = {"so",    "hence", "therefore", "until",
                                                  "ready", "thus",  "ending"};
        constexpr std::string_view k_uncertain[] = {"least", "before", "early", "not", "then",
                                                    "rest",  "cool",   "wait",  "by"};
        return stretch.begin() > first.end && stretch.end() < second.begin &&
               stretch.begin() - first.end <= 6 && second.begin - stretch.end() <= 9 &&
               m_sentence.is(stretch.begin() - 1, {"for", "takes", "lasts", "took", "lasted"}) &&
               m_sentence.any(stretch.end(), second.begin, k_results) &&
               !m_sentence.any(first.end, second.begin, k_uncertain);
    }

    // "Opens at 9:00 and closes at 18:00, so take 20 minutes": what is said to lie between two
    // times is of their size at least.
    [[nodiscard]] static bool is_meant(const Stretch& stretch, int plain, bool is_open)
    {
        const Rational told = stretch.minutes();
        const auto is_near = [&](int minutes) {
            return told * 2 >= Rational{minutes} && told <= Rational{minutes} * 2;
        };
        return is_near(plain) || (is_open && is_near((plain + k_half_day) % k_day));
    }

    void weigh(const ClockTime& first, const ClockTime& second, const Stretch& stretch)
    {
        const int plain = ((second.minute - first.minute) % k_day + k_day) % k_day;
        std::vector<Reading> readings;
        const Interval allowed = stretch.allowed();
        const auto holds = [&](std::string_view name, int minutes) {
            const bool fits = allowed.contains(Rational{minutes});
            readings.push_back({name, fits});
            return fits;
        };
        bool right = holds(second.minute < first.minute ? "over midnight" : "plain", plain);
        // Without am and pm "9:00 to 5:00" may cross noon; "9 to 5 pm" tells it for one end only.
        const bool open =
            !(first.meridiem && second.meridiem) && std::max(first.minute, second.minute) < 13 * 60;
        const bool half_told = first.meridiem != second.meridiem;
        if (!right && (open || half_told))
            right = holds("twelve hour clock", (plain + k_half_day) % k_day);
        if (right) {
            const auto& document = m_sentence.document();
            m_review.passes.push_back(
                {"time.duration",
                 {mark_tokens(document, stretch.begin(), stretch.end(), "stated"),
                  mark_tokens(document, first.begin, first.end, "operand"),
                  mark_tokens(document, second.begin, second.end, "operand")},
                 readings.back().name});
        } else if (is_meant(stretch, plain, open || half_told)) {
            report(stretch, Rational{plain}, "The time between the two clock times is", readings);
        }
    }

    // "90 minutes (1.5 hours)", "2 hours, or 120 minutes".
    void same_in_two_units()
    {
        for (std::size_t i = 0; i + 1 < m_stretches.size(); ++i) {
            const Stretch& first = m_stretches[i];
            const Stretch& second = m_stretches[i + 1];
            const std::uint32_t gap = second.begin() - first.end();
            const bool brackets =
                gap == 1 && m_sentence.is(first.end(), {"("}) && m_sentence.is(second.end(), {")"});
            const bool other_words = gap == 2 && m_sentence.reads(first.end(), {",", "or"}) &&
                                     !m_sentence.is(second.end(), {"more", "less", "if", "of"});
            const bool equal = gap == 1 && m_sentence.is(first.end(), {"="});
            if (!brackets && !other_words && !equal) continue;
            if (first.first->unit->canonical == second.first->unit->canonical || equal) continue;
            const Interval left = first.allowed();
            const Interval right = second.allowed();
            if (left.meets(right)) {
                const auto& document = m_sentence.document();
                m_review.passes.push_back(
                    {"time.duration",
                     {mark_tokens(document, second.begin(), second.end(), "stated"),
                      mark_tokens(document, first.begin(), first.end(), "operand")}});
            } else if (!is_disowned(m_sentence)) {
                const Reading plain{"plain", false};
                report(second, first.minutes(), "The same duration in minutes is", {&plain, 1});
            }
        }
    }

    // "30 hours, i.e. a day and a quarter", "72 hours, that is three full days".
    void in_days(const Stretch& hours)
    {
        if (hours.first->unit->canonical != "hour" || hours.second != nullptr) return;
        std::uint32_t at = hours.end();
        if (!m_sentence.is(at, {",", "(", "=", "\u2013", "\u2014"})) return;
        const std::uint32_t limit = at + 6;
        bool linked = m_sentence.is(at, {"=", "("});
        while (at < limit && m_sentence.is(at, {",", "(", "=", "i", "e", "i.e", ".", "that", "is",
                                                "which", "equals", "\u2013", "\u2014"})) {
            linked = linked || m_sentence.is(at, {"i.e", "i", "is", "equals"});
            ++at;
        }
        if (!linked || is_disowned(m_sentence)) return;
        std::optional<Rational> days;
        bool full = false;
        std::uint32_t end = at;
        if (m_sentence.reads(at, {"a", "day", "and", "a", "half"})) {
            days = Rational{3, 2};
            end = at + 5;
        }
        for (const auto& quantity : m_sentence.quantities()) {
            if (days || quantity.begin != at || quantity.kind != QuantityKind::cardinal ||
                quantity.qualifier != reading::Qualifier::none || quantity.in_range)
                continue;
            end = quantity.number_end;
            if (m_sentence.is(end, {"full", "whole", "entire", "complete", "straight"})) {
                full = true;
                ++end;
            }
            if (m_sentence.is(end, {"days", "day"})) days = reading::value_of(quantity);
            ++end;
        }
        if (!days || m_sentence.is(end, {"of", "and", "per", "a", "off"})) return;
        const Rational minutes = *days * k_day;
        const Stretch& stated = hours;
        // Half a day either way, unless the days are full ones or told to the half.
        const bool exact = full || *days * 2 == Rational{3};
        const Rational slack = exact ? Rational{60} : Rational{k_half_day - 1};
        const Interval told{minutes - slack, minutes + slack};
        if (told.meets(stated.allowed())) return;
        const Reading plain{"plain", false};
        report(stated, minutes, "The same duration told in days is", {&plain, 1});
    }

    void report(const Stretch& stated, const Rational& minutes, std::string_view what,
                std::span<const Reading> readings)
    {
        const auto& document = m_sentence.document();
        const Rational in_unit = minutes / minutes_per(*stated.first);
        Finding finding;
        finding.check = "time.duration";
        finding.title = "The duration is not as stated";
        finding.marks = {mark_tokens(document, stated.begin(), stated.end(), "stated")};
        finding.evidence = base::json::object(
            "reported", reading::exact_json(stated.minutes() / minutes_per(*stated.first)),
            "recomputed", reading::exact_json(in_unit), "unit", stated.first->unit->canonical,
            "recomputed_minutes", reading::exact_json(minutes), "difference_minutes",
            reading::exact_json(stated.minutes() - minutes), "readings", readings_json(readings));
        finding.reasoning =
            base::concat(what, " ", reading::exact_text(minutes), " minutes; the text states ",
                         reading::exact_text(stated.minutes()), " minutes.");
        finding.suggestion = "Correct the duration or one of the times.";
        raise(document, std::move(finding), m_review);
    }

    const Passage& m_sentence;
    Review& m_review;
    std::vector<Stretch> m_stretches;
};

} // namespace

void check_durations(const Passage& sentence, Review& review)
{
    if (sentence.quantities().empty()) return;
    Durations{sentence, review}.run();
}

} // namespace verify::skeptic
