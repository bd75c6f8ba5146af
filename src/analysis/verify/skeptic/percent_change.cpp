// arith.percent_change: "rose from 80 to 100, an increase of 30%", "doubled from 40 to 90".
#include "analysis/text/number_words.hpp"
#include "analysis/verify/skeptic/frames.hpp"
#include "analysis/verify/skeptic/judge.hpp"
#include "analysis/verify/skeptic/skeptic.hpp"
#include "base/concat.hpp"

namespace analysis::verify::skeptic {

namespace json = base::json;
using text::Interval;
using text::Passage;
using text::Quantity;
using text::QuantityKind;
using text::Rational;

namespace {

constexpr std::uint32_t k_reach = 14; // tokens between the two values and the stated change

constexpr std::string_view k_rising[] = {
    "rose",    "rise",    "rises",    "risen",    "rising",      "grew",      "grow",
    "grown",   "growing", "growth",   "increase", "increased",   "increases", "increasing",
    "climbed", "climb",   "jumped",   "jump",     "gained",      "gain",      "surged",
    "soared",  "up",      "expanded", "improved", "improvement", "raised",    "advanced",
    "higher",  "uptick",  "spike",    "spiked",   "boost",       "boosted",   "upturn"};
constexpr std::string_view k_falling[] = {
    "fell",    "fall",       "fallen",    "falling",    "dropped",   "drop", "drops",
    "decline", "declined",   "decrease",  "decreased",  "decreases", "down", "shrank",
    "shrunk",  "slid",       "slipped",   "reduced",    "reduction", "cut",  "lower",
    "lowered", "sank",       "plunged",   "tumbled",    "loss",      "lost", "dip",
    "dipped",  "decreasing", "declining", "discounted", "savings"};
constexpr std::string_view k_neutral[] = {"changed", "change",     "went",
                                          "moved",   "difference", "shifted"};

// The percentage speaks of a year's part of the change, or of something else altogether.
constexpr std::string_view k_disabling[] = {
    "annually", "annual",      "cagr",       "compound", "compounded", "average",
    "yearly",   "points",      "log",        "range",    "ranging",    "ranges",
    "yoy",      "probability", "confidence", "capacity", "real"};

enum class Direction { unknown, up, down };

struct Frame {
    const Quantity* from = nullptr;
    const Quantity* to = nullptr;
    std::uint32_t begin = 0; // token of "from"
    std::uint32_t end = 0;   // after the second value
    Direction direction = Direction::unknown;
};

class Changes {
public:
    Changes(const Passage& sentence, Review& review) : m_sentence{sentence}, m_review{review} {}

    void run()
    {
        std::vector<Frame> frames;
        const auto all = m_sentence.quantities();
        for (std::size_t i = 0; i < all.size(); ++i)
            if (auto frame = frame_at(i)) frames.push_back(*frame);
        for (std::size_t i = 0; i < frames.size(); ++i) {
            const std::uint32_t left = i == 0 ? m_sentence.begin() : frames[i - 1].end;
            const std::uint32_t right =
                i + 1 < frames.size() ? frames[i + 1].begin : m_sentence.end();
            one(frames[i], left, right);
        }
    }

private:
    [[nodiscard]] bool is_value(const Quantity& quantity) const
    {
        const bool kind =
            quantity.kind == QuantityKind::cardinal || quantity.kind == QuantityKind::percent;
        return kind && !quantity.doubtful && !quantity.in_range && text::value_of(quantity) > 0;
    }

    // Index of the next quantity that is no year, at most `reach` tokens further.
    [[nodiscard]] const Quantity* next_value(std::size_t index, std::uint32_t reach) const
    {
        const auto all = m_sentence.quantities();
        const std::uint32_t from = all[index].end;
        for (std::size_t i = index + 1; i < all.size() && all[i].begin - from <= reach; ++i) {
            const bool year = all[i].year_like &&
                              m_sentence.is(all[i].begin - 1, {"in", "by", "of", "fy", "since"});
            if (!year && all[i].kind != QuantityKind::ordinal) return &all[i];
        }
        return nullptr;
    }

    // "from A [in 2019] to B", "A -> B".
    [[nodiscard]] std::optional<Frame> frame_at(std::size_t index) const
    {
        const auto all = m_sentence.quantities();
        const Quantity& first = all[index];
        if (!is_value(first)) return std::nullopt;
        const Quantity* second = next_value(index, 9);
        if (second == nullptr || !is_value(*second)) return std::nullopt;
        const bool says_from = says(first.begin, "from");
        const bool arrow =
            m_sentence.is(first.end, {"\u2192", "\u21d2"}) && second->begin == first.end + 1;
        if (!arrow && (!says_from || !says(second->begin, "to"))) return std::nullopt;
        if (first.year_like && second->year_like) return std::nullopt;
        if (first.kind != second->kind) return std::nullopt;
        const bool money = first.currency.empty() != second->currency.empty();
        if (!money && !first.currency.empty() && first.currency != second->currency)
            return std::nullopt;
        if (first.unit != nullptr && second->unit != nullptr && !are_alike(first, *second))
            return std::nullopt;
        if (between_breaks(first.end, second->begin)) return std::nullopt;
        Frame frame{&first, second, first.begin, second->end, Direction::unknown};
        frame.direction = direction_before(first.begin);
        return frame;
    }

    // "from", "from about", "from a", "from just": the word within three tokens before a value.
    [[nodiscard]] bool says(std::uint32_t value, std::string_view word) const
    {
        for (std::uint32_t back = 1; back <= 3; ++back) {
            const auto found = m_sentence.word(value - back);
            if (found == word) return true;
            if (!text::is_one_of(found,
                                 {"about", "around", "roughly", "just", "nearly", "almost", "over",
                                  "a", "the", "approximately", "only", "some", "an", "under"}))
                return false;
        }
        return false;
    }

    [[nodiscard]] bool between_breaks(std::uint32_t begin, std::uint32_t end) const
    {
        constexpr std::string_view k_breaks[] = {";",    "and", "while",  "but",
                                                 "from", "(",   "between"};
        return m_sentence.any(begin, end, k_breaks);
    }

    [[nodiscard]] Direction direction_before(std::uint32_t token) const
    {
        const std::uint32_t first =
            token >= m_sentence.begin() + 10 ? token - 10 : m_sentence.begin();
        for (std::uint32_t i = token; i-- > first;) {
            const auto word = m_sentence.word(i);
            if (text::is_one_of(word, k_rising)) return Direction::up;
            if (text::is_one_of(word, k_falling)) return Direction::down;
            if (word == ";" || text::is_one_of(word, {"and", "while", "but"})) break;
        }
        return Direction::unknown;
    }

    void one(const Frame& frame, std::uint32_t left, std::uint32_t right)
    {
        const bool moves =
            frame.direction != Direction::unknown || near(frame, k_neutral, left, right) ||
            near(frame, k_rising, left, right) || near(frame, k_falling, left, right);
        if (multiple(frame, left)) return;
        const Quantity* change = stated_change(frame, left, right);
        if (change == nullptr || (!moves && !in_brackets(*change))) return;
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

    [[nodiscard]] bool near(const Frame& frame, text::Words words, std::uint32_t left,
                            std::uint32_t right) const
    {
        return m_sentence.any(std::max(left, first_of(frame.begin)),
                              std::min(right, frame.end + k_reach), words);
    }

    [[nodiscard]] bool in_brackets(const Quantity& quantity) const
    {
        return m_sentence.is(quantity.begin - 1, {"("}) && m_sentence.is(quantity.end, {")"});
    }

    // The one percentage that is said of this change. With two candidates nobody can tell.
    [[nodiscard]] const Quantity* stated_change(const Frame& frame, std::uint32_t left,
                                                std::uint32_t right) const
    {
        const Quantity* after = nullptr;
        const Quantity* before = nullptr;
        for (const auto& quantity : m_sentence.quantities()) {
            const bool change =
                quantity.kind == QuantityKind::percent || quantity.kind == QuantityKind::points;
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
            if (text::is_one_of(word, {";", "while", "but", "margin", "share", "rate", "whereas",
                                       "with", "where", "against", "versus", "target", "forecast",
                                       "more", "less"}))
                return false;
            cue = cue || word == "by" || word == "(" || word == "or" || word == "representing" ||
                  text::is_one_of(word, k_rising) || text::is_one_of(word, k_falling) ||
                  text::is_one_of(word, k_neutral);
        }
        const std::uint32_t next = change.end;
        if (m_sentence.is(next, {"of"})) return false;
        const bool noun = text::is_one_of(m_sentence.word(next), k_rising) ||
                          text::is_one_of(m_sentence.word(next), k_falling);
        const bool follows = m_sentence.is(change.begin - 1, {",", "a", "an"}) && noun;
        return cue || follows;
    }

    // "rose 25% from", "rose by 25%, from", "a 25% increase, from".
    [[nodiscard]] bool leads_in(const Quantity& change, std::uint32_t to) const
    {
        for (std::uint32_t i = change.end; i < to; ++i)
            if (m_sentence.is(i, {";", "and", "but", "while", "of", "share", "to"})) return false;
        const std::uint32_t first = change.begin >= 6 ? change.begin - 6 : 0;
        return m_sentence.any(first, to, k_rising) || m_sentence.any(first, to, k_falling);
    }

    // "doubled from A to B", "halved from A to B".
    bool multiple(const Frame& frame, std::uint32_t left)
    {
        std::uint32_t at = frame.begin;
        for (int steps = 0; steps < 5 && at > left; ++steps) {
            --at;
            const auto word = m_sentence.word(at);
            const auto factor = text::multiple_word(word);
            const bool halved = word == "halved" || word == "halving";
            if (!factor && !halved) continue;
            if (m_sentence.any(at, frame.begin, k_breaks_multiple)) return false;
            weigh_multiple(frame, at, halved ? Rational{1, 2} : Rational{*factor});
            return true;
        }
        return false;
    }

    void weigh_multiple(const Frame& frame, std::uint32_t word, const Rational& factor)
    {
        const Interval ratio = ratio_of(frame, false);
        Interval allowed{factor * Rational{95, 100}, factor * Rational{105, 100}};
        const auto before = m_sentence.word(word - 1);
        const bool more = before == "than" || before == "over";
        if (more) allowed.high += 1000;
        if (text::is_one_of(before, {"nearly", "almost", "roughly", "about", "approximately",
                                     "practically", "virtually"})) {
            allowed.low *= Rational{85, 100};
            allowed.high *= Rational{115, 100};
        }
        if (factor < 1 && more) allowed.low = 0;
        if (allowed.meets(ratio)) {
            m_review.passes.push_back(
                {"arith.percent_change", m_sentence.document().tokens[word].begin});
            return;
        }
        if (is_disowned(m_sentence)) return;
        const auto& document = m_sentence.document();
        const Rational exact = text::value_of(*frame.to) / text::value_of(*frame.from);
        Finding finding;
        finding.check = "arith.percent_change";
        finding.title = "Stated multiple does not match the two values";
        finding.marks = {mark_tokens(document, word, word + 1, "stated"),
                         mark_of(document, *frame.from, "operand"),
                         mark_of(document, *frame.to, "operand")};
        const Reading plain{"5 % either way", false};
        finding.evidence = json::object(
            "from", text::exact_json(text::value_of(*frame.from)), "to",
            text::exact_json(text::value_of(*frame.to)), "reported", text::exact_json(factor),
            "recomputed", text::exact_json(exact), "recomputed_rounded",
            text::exact_json(text::rounded(exact, -2)), "readings", readings_json({&plain, 1}));
        finding.reasoning = base::concat(text::exact_text(text::value_of(*frame.to)), " / ",
                                         text::exact_text(text::value_of(*frame.from)), " is ",
                                         text::rounded_text(exact, -2), "; the text says ",
                                         document.raw(word), ".");
        finding.suggestion = "Correct the multiple or one of the values.";
        raise(document, std::move(finding), m_review);
    }

    [[nodiscard]] static Interval ratio_of(const Frame& frame, bool other_mark)
    {
        const Interval from = text::measured(*frame.from, other_mark);
        const Interval to = text::measured(*frame.to, other_mark) *
                            Interval::point(scale_between(*frame.to, *frame.from));
        const auto ratio = text::divide(to, from);
        return ratio ? *ratio : Interval{0, 1'000'000};
    }

    [[nodiscard]] static Rational scale_between(const Quantity& value, const Quantity& base)
    {
        return value.unit != nullptr && base.unit != nullptr ? conversion(value, base)
                                                             : Rational{1};
    }

    void weigh(const Frame& frame, const Quantity& change)
    {
        const bool percents = frame.from->kind == QuantityKind::percent;
        if (change.kind == QuantityKind::points && !percents) return;
        // "from 4 to 5 million": the first value shares the scale word of the second.
        if (!frame.from->scaled && frame.to->scaled) return;
        Quantity stated = change;
        if (stated.negative_sign) stated.value.mantissa = -stated.value.mantissa;
        const bool falls = text::value_of(*frame.to) < text::value_of(*frame.from);
        Claimed claimed;
        claimed.check = "arith.percent_change";
        claimed.title = "Percentage does not match the two values";
        claimed.stated = &stated;
        claimed.operands = {frame.from, frame.to};
        const std::string from = text::exact_text(text::value_of(*frame.from));
        const std::string to = text::exact_text(text::value_of(*frame.to));
        claimed.formula = base::concat("The change from ", from, " to ", to);
        claimed.unit = change.kind == QuantityKind::points ? "percentage points" : "%";
        const Rational before = text::value_of(*frame.from);
        const Rational after = text::value_of(*frame.to) * scale_between(*frame.to, *frame.from);
        claimed.exact = change.kind == QuantityKind::points
                            ? Rational{abs(after - before)}
                            : Rational{abs(after - before) / before * 100};
        const auto relative = [&](bool other) {
            const Interval growth = ratio_of(frame, other) - Interval::point(1);
            return std::optional{(falls ? Interval::point(0) - growth : growth) *
                                 Interval::point(100)};
        };
        const auto points = [&](bool other) -> std::optional<Interval> {
            if (!percents) return std::nullopt;
            const Interval gap =
                text::measured(*frame.to, other) - text::measured(*frame.from, other);
            return falls ? Interval::point(0) - gap : gap;
        };
        std::vector<Candidate> candidates;
        if (change.kind == QuantityKind::percent) candidates.push_back({"plain", relative});
        candidates.push_back(
            {change.kind == QuantityKind::points ? "plain" : "percentage points", points});
        judge(m_sentence.document(), claimed, candidates, m_review);
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

} // namespace analysis::verify::skeptic
