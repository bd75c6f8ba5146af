// arith.percent_change: "rose from 80 to 100, an increase of 30%", "doubled from 40 to 90".
#include "base/concat.hpp"
#include "reading/lexicon/lexicon.hpp"
#include "reading/number_words.hpp"
#include "verify/judge.hpp"
#include "verify/relations/levels.hpp"
#include "verify/skeptic/change_frames.hpp"
#include "verify/skeptic/frames.hpp"
#include "verify/skeptic/skeptic.hpp"

namespace verify::skeptic {

namespace json = base::json;

namespace {

constexpr std::uint32_t k_reach = 14; // tokens between the two values and the stated change

constexpr std::string_view k_neutral[] = {"changed", "change",     "went",
                                          "moved",   "difference", "shifted"};

// The percentage speaks of a year's part of the change, or of something else altogether.
constexpr std::string_view k_disabling[] = {
    "annually", "annual",      "cagr",       "compound", "compounded", "average",
    "yearly",   "points",      "log",        "range",    "ranging",    "ranges",
    "yoy",      "probability", "confidence", "capacity", "real"};

class Changes {
public:
    Changes(const Passage& sentence, Review& review) : m_sentence{sentence}, m_review{review} {}

    void run()
    {
        const auto frames = change_frames(m_sentence);
        for (std::size_t i = 0; i < frames.size(); ++i) {
            const std::uint32_t left = i == 0 ? m_sentence.begin() : frames[i - 1].end;
            const std::uint32_t right =
                i + 1 < frames.size() ? frames[i + 1].begin : m_sentence.end();
            one(frames[i], left, right);
        }
    }

private:
    void one(const ChangeFrame& frame, std::uint32_t left, std::uint32_t right)
    {
        const bool moves = frame.moves || near(frame, left, right);
        if (multiple(frame, left)) return;
        const Quantity* change = stated_change(frame, left, right);
        if (change == nullptr || (!moves && !in_brackets(*change))) return;
        if (frame.loose && (!is_only_change(*change) || !is_close(frame, *change))) return;
        if (m_sentence.any(std::max(left, first_of(frame.begin)),
                           std::min(right, frame.end + k_reach), k_disabling) &&
            change->kind != QuantityKind::points)
            return;
        if (is_disowned(m_sentence)) return;
        weigh(frame, *change);
    }

    [[nodiscard]] static std::uint32_t first_of(std::uint32_t token)
    {
        return token >= k_reach ? token - k_reach : 0;
    }

    // A word of change shortly before or after the frame.
    [[nodiscard]] bool near(const ChangeFrame& frame, std::uint32_t left, std::uint32_t right) const
    {
        const std::uint32_t end = std::min(right, frame.end + k_reach);
        for (std::uint32_t i = std::max(left, first_of(frame.begin)); i < end; ++i)
            if (is_change(m_sentence.word(i))) return true;
        return false;
    }

    [[nodiscard]] static bool is_change(std::string_view word)
    {
        return is_rising(word) || is_falling(word) || reading::is_one_of(word, k_neutral);
    }

    // Of two values that are bound by their years alone: the sentence has no other percentage.
    [[nodiscard]] bool is_only_change(const Quantity& change) const
    {
        for (const auto& other : m_sentence.quantities())
            if (&other != &change && other.kind != QuantityKind::cardinal) return false;
        return true;
    }

    [[nodiscard]] static bool is_close(const ChangeFrame& frame, const Quantity& change)
    {
        constexpr int k_points = 15;
        const Rational growth = abs(quotient(frame) - 1) * 100;
        return abs(abs(reading::value_of(change)) - growth) <= k_points;
    }

    [[nodiscard]] bool in_brackets(const Quantity& quantity) const
    {
        return m_sentence.is(quantity.begin - 1, {"("}) && m_sentence.is(quantity.end, {")"});
    }

    // The one percentage that is said of this change. With two candidates nobody can tell.
    [[nodiscard]] const Quantity* stated_change(const ChangeFrame& frame, std::uint32_t left,
                                                std::uint32_t right) const
    {
        const Quantity* after = nullptr;
        const Quantity* before = nullptr;
        for (const auto& quantity : m_sentence.quantities()) {
            const bool part = quantity.kind == QuantityKind::fraction &&
                              m_sentence.is(quantity.begin - 1, {"by"});
            const bool change = part || quantity.kind == QuantityKind::percent ||
                                quantity.kind == QuantityKind::points;
            if (!change || &quantity == frame.from || &quantity == frame.to || quantity.doubtful)
                continue;
            if (quantity.begin >= frame.end && quantity.end <= right &&
                quantity.begin - frame.end <= k_reach) {
                if (after == nullptr && is_linked(frame.end, quantity)) after = &quantity;
            }
            if (quantity.end <= frame.begin && quantity.begin >= left &&
                frame.begin - quantity.end <= 8 && leads_in(quantity, frame.begin))
                before = &quantity;
        }
        if (after != nullptr && before != nullptr) return nullptr;
        const Quantity* found = after != nullptr ? after : before;
        return found != nullptr && !found->in_range ? found : nullptr;
    }

    // "..., an increase of 25%", "(+25%)", "..., up 25%", ", or 25%", "by 25%".
    [[nodiscard]] bool is_linked(std::uint32_t from, const Quantity& change) const
    {
        bool cue = false;
        for (std::uint32_t i = from; i < change.begin; ++i) {
            const auto word = m_sentence.word(i);
            if (reading::is_one_of(word, {";", "while", "but", "margin", "share", "rate", "whereas",
                                          "with", "where", "against", "versus", "target",
                                          "forecast", "more", "less"}))
                return false;
            cue = cue || word == "by" || word == "(" || word == "or" || word == "representing" ||
                  is_change(word) || (word == "von" && m_sentence.is(i - 1, {"plus", "minus"})) ||
                  (word == "um" && i + 1 == change.begin);
        }
        const std::uint32_t next = change.end;
        if (m_sentence.is(next, {"of"}) || is_of_other_thing(next)) return false;
        const bool noun = is_rising(m_sentence.word(next)) || is_falling(m_sentence.word(next));
        const bool follows = m_sentence.is(change.begin - 1, {",", "a", "an"}) && noun;
        return cue || follows;
    }

    // "a 20 percent improvement in the other metric"
    [[nodiscard]] bool is_of_other_thing(std::uint32_t from) const
    {
        constexpr std::string_view k_other[] = {"other",     "another", "second",   "different",
                                                "elsewhere", "whose",   "competing"};
        return relations::has_own_scope(m_sentence.document(), from) ||
               m_sentence.any(from, from + 5, k_other);
    }

    // "rose 25% from", "rose by 25%, from", "a 25% increase, from".
    [[nodiscard]] bool leads_in(const Quantity& change, std::uint32_t to) const
    {
        for (std::uint32_t i = change.end; i < to; ++i)
            if (m_sentence.is(i, {";", "and", "but", "while", "of", "share", "to"})) return false;
        if (relations::has_own_scope(m_sentence.document(), change.end)) return false;
        const std::uint32_t first = change.begin >= 6 ? change.begin - 6 : 0;
        for (std::uint32_t i = first; i < to; ++i)
            if (is_rising(m_sentence.word(i)) || is_falling(m_sentence.word(i))) return true;
        return false;
    }

    // "doubled from A to B", "halved from A to B".
    bool multiple(const ChangeFrame& frame, std::uint32_t left)
    {
        std::uint32_t at = frame.begin;
        for (int steps = 0; steps < 5 && at > left; ++steps) {
            --at;
            const auto word = m_sentence.word(at);
            const auto factor = reading::multiple_word(word);
            const bool halved = word == "halved" || word == "halving";
            if (!factor && !halved) continue;
            // "Doubling times ranged from": a name.
            const auto next = m_sentence.word(at + 1);
            if (word.ends_with("ing") && !reading::is_in(reading::WordSet::noun_end, next))
                continue;
            if (m_sentence.any(at, frame.begin, k_breaks_multiple)) return false;
            weigh_multiple(frame, at, halved ? Rational{1, 2} : Rational{*factor});
            return true;
        }
        return false;
    }

    [[nodiscard]] std::vector<Mark> marks_of_multiple(const ChangeFrame& frame,
                                                      std::uint32_t word) const
    {
        const auto& document = m_sentence.document();
        return {mark_tokens(document, word, word + 1, "stated"),
                mark_of(document, *frame.from, "operand"), mark_of(document, *frame.to, "operand")};
    }

    void weigh_multiple(const ChangeFrame& frame, std::uint32_t word, const Rational& factor)
    {
        const Interval ratio = ratio_of(frame, false);
        Interval allowed{factor * Rational{95, 100}, factor * Rational{105, 100}};
        const auto before = m_sentence.word(word - 1);
        const bool more = before == "than" || before == "over";
        if (more) allowed.high += 1000;
        if (reading::is_one_of(before, {"nearly", "almost", "roughly", "about", "approximately",
                                        "practically", "virtually"})) {
            allowed.low *= Rational{85, 100};
            allowed.high *= Rational{115, 100};
        }
        if (factor < 1 && more) allowed.low = 0;
        if (allowed.meets(ratio)) {
            m_review.passes.push_back({"arith.percent_change", marks_of_multiple(frame, word)});
            return;
        }
        if (is_disowned(m_sentence)) return;
        const auto& document = m_sentence.document();
        const Rational exact = quotient(frame);
        Finding finding;
        finding.check = "arith.percent_change";
        finding.title = "Stated multiple does not match the two values";
        finding.marks = marks_of_multiple(frame, word);
        const Reading plain{"5 % either way", false};
        finding.evidence =
            json::object("from", reading::exact_json(reading::value_of(*frame.from)), "to",
                         reading::exact_json(reading::value_of(*frame.to)), "reported",
                         reading::exact_json(factor), "recomputed", reading::exact_json(exact),
                         "recomputed_rounded", reading::exact_json(reading::rounded(exact, -2)),
                         "readings", readings_json({&plain, 1}));
        finding.reasoning = base::concat(reading::exact_text(reading::value_of(*frame.to)), " / ",
                                         reading::exact_text(reading::value_of(*frame.from)),
                                         " is ", reading::rounded_text(exact, -2),
                                         "; the text says ", document.raw(word), ".");
        finding.suggestion = "Correct the multiple or one of the values.";
        raise(document, std::move(finding), m_review);
    }

    [[nodiscard]] static Rational quotient(const ChangeFrame& frame)
    {
        return reading::value_of(*frame.to) * scale_between(*frame.to, *frame.from) /
               (reading::value_of(*frame.from) * frame.scale);
    }

    [[nodiscard]] static Interval ratio_of(const ChangeFrame& frame, bool other_mark)
    {
        Interval from = reading::measured(*frame.from, other_mark);
        if (frame.scale != 1) {
            const Rational half = reading::power_of_ten(frame.from->place) / 2;
            const Rational value = reading::value_of(*frame.from, other_mark);
            from = Interval{value - half, value + half} * Interval::point(frame.scale);
        }
        const Interval to = reading::measured(*frame.to, other_mark) *
                            Interval::point(scale_between(*frame.to, *frame.from));
        const auto ratio = reading::divide(to, from);
        return ratio ? *ratio : Interval{0, 1'000'000};
    }

    [[nodiscard]] static Rational scale_between(const Quantity& value, const Quantity& base)
    {
        return value.unit != nullptr && base.unit != nullptr ? conversion(value, base)
                                                             : Rational{1};
    }

    void weigh(const ChangeFrame& frame, const Quantity& change)
    {
        const bool percents = frame.from->kind == QuantityKind::percent;
        if (change.kind == QuantityKind::points && !percents) return;
        if (change.kind == QuantityKind::fraction && percents) return;
        if (!frame.from->scaled && frame.to->scaled && frame.scale == 1) return;
        Quantity stated = change;
        if (stated.negative_sign) stated.value.mantissa = -stated.value.mantissa;
        const bool falls = quotient(frame) < 1;
        Claimed claimed;
        claimed.check = "arith.percent_change";
        claimed.title = "Percentage does not match the two values";
        claimed.stated = &stated;
        claimed.operands = {frame.from, frame.to};
        const std::string from = reading::exact_text(reading::value_of(*frame.from));
        const std::string to = reading::exact_text(reading::value_of(*frame.to));
        claimed.formula = base::concat("The change from ", from, " to ", to);
        if (change.kind != QuantityKind::fraction)
            claimed.unit = change.kind == QuantityKind::points ? "percentage points" : "%";
        const bool part = change.kind == QuantityKind::fraction;
        const Rational percent{part ? 1 : 100};
        claimed.certainty = frame.loose || part ? Certainty::strong : Certainty::exact;
        claimed.exact =
            change.kind == QuantityKind::points
                ? Rational{abs(reading::value_of(*frame.to) - reading::value_of(*frame.from))}
                : Rational{abs(quotient(frame) - 1) * percent};
        const auto relative = [&](bool other) {
            const Interval growth = ratio_of(frame, other) - Interval::point(1);
            return std::optional{(falls ? Interval::point(0) - growth : growth) *
                                 Interval::point(percent)};
        };
        const auto points = [&](bool other) -> std::optional<Interval> {
            if (!percents) return std::nullopt;
            const Interval gap =
                reading::measured(*frame.to, other) - reading::measured(*frame.from, other);
            return falls ? Interval::point(0) - gap : gap;
        };
        std::vector<Candidate> candidates;
        if (change.kind != QuantityKind::points) candidates.push_back({"plain", relative});
        candidates.push_back(
            {change.kind == QuantityKind::points ? "plain" : "percentage points", points});
        const std::size_t known = m_review.findings.size();
        // "By one third" is said of 30 % as well.
        const Rational slack = part ? Rational{reading::value_of(change) / 10} : Rational{0};
        judge(m_sentence.document(), claimed, candidates, m_review, slack);
        if (!part || m_review.findings.size() == known) return;
        m_review.findings.back().replacement.reset();
        m_review.findings.back().suggestion = "Correct the fraction or one of the values.";
    }

    static constexpr std::string_view k_breaks_multiple[] = {";", "and", "but", "while"};

    const Passage& m_sentence;
    Review& m_review;
};

} // namespace

void check_percent_changes(const Passage& sentence, Review& review)
{
    if (sentence.quantities().size() < 2) return;
    Changes{sentence, review}.run();
}

} // namespace verify::skeptic
