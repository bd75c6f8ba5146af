#include "verify/skeptic/change_frames.hpp"

#include "verify/skeptic/frames.hpp"

#include <optional>

namespace verify::skeptic {

namespace {

constexpr std::string_view k_rising[] = {
    "rose",    "rise",     "rises",    "risen",    "rising",      "grew",      "grow",
    "grown",   "growing",  "growth",   "increase", "increased",   "increases", "increasing",
    "climbed", "climb",    "jumped",   "jump",     "gained",      "gain",      "surged",
    "soared",  "up",       "expanded", "improved", "improvement", "raised",    "advanced",
    "higher",  "uptick",   "spike",    "spiked",   "boost",       "boosted",   "upturn",
    "surge",   "climbing", "jumping",  "gaining",  "stieg",       "gestiegen", "wuchs",
    "anstieg", "zuwachs",  "zunahme"};
constexpr std::string_view k_falling[] = {
    "fell",          "fall",       "fallen",    "falling",    "dropped",   "drop",     "drops",
    "decline",       "declined",   "decrease",  "decreased",  "decreases", "down",     "shrank",
    "shrunk",        "slid",       "slipped",   "reduced",    "reduction", "cut",      "lower",
    "lowered",       "sank",       "plunged",   "tumbled",    "loss",      "lost",     "dip",
    "dipped",        "decreasing", "declining", "discounted", "savings",   "discount", "dropping",
    "plunge",        "slump",      "slumped",   "saving",     "fiel",      "gefallen", "sank",
    "r\u00fcckgang", "abnahme",    "markdown"};

class Frames {
public:
    explicit Frames(const Passage& sentence) : m_sentence{sentence} {}

    [[nodiscard]] std::vector<ChangeFrame> all() const
    {
        std::vector<ChangeFrame> out;
        for (std::size_t i = 0; i < m_sentence.quantities().size(); ++i)
            if (auto frame = at(i)) out.push_back(*frame);
        if (out.empty())
            if (auto frame = two_years()) out.push_back(*frame);
        return out;
    }

private:
    [[nodiscard]] static bool is_value(const Quantity& quantity)
    {
        const bool kind =
            quantity.kind == QuantityKind::cardinal || quantity.kind == QuantityKind::percent;
        return kind && !quantity.doubtful && !quantity.in_range && reading::value_of(quantity) > 0;
    }

    // The next quantity that is no year, at most `reach` tokens further.
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

    [[nodiscard]] std::optional<ChangeFrame> at(std::size_t index) const
    {
        const Quantity& first = m_sentence.quantities()[index];
        if (!is_value(first)) return std::nullopt;
        const Quantity* second = next_value(index, 9);
        if (second == nullptr || !is_value(*second) || !are_values_of_one(first, *second))
            return std::nullopt;
        const bool forward = says(first.begin, "from") || says(first.begin, "von");
        const bool arrow =
            m_sentence.is(first.end, {"\u2192", "\u21d2"}) && second->begin == first.end + 1;
        if (arrow || (forward && (says(second->begin, "to") || says(second->begin, "auf")))) {
            constexpr std::string_view k_breaks[] = {";",    "and", "while",  "but",
                                                     "from", "(",   "between"};
            if (m_sentence.any(first.end, second->begin, k_breaks)) return std::nullopt;
            return frame(first, *second, first.begin, *second);
        }
        return backward(first, *second);
    }

    // "to 100 from 80", "to $85 million, compared with $100 million", "was $120 and is now $90".
    [[nodiscard]] std::optional<ChangeFrame> backward(const Quantity& first,
                                                      const Quantity& second) const
    {
        // "up 4% to $52, up from $40 a year ago" tells of two changes.
        constexpr std::string_view k_breaks[] = {";",  "and",     "while", "but", "(",
                                                 "or", "between", "up",    "down"};
        const bool broken = m_sentence.any(first.end, second.begin, k_breaks);
        if (says(first.begin, "to") && !broken) {
            const bool compared = says(second.begin, "with") || says(second.begin, "to") ||
                                  m_sentence.is(second.begin - 1, {"against", "versus", "vs"});
            constexpr std::string_view k_compared[] = {"compared"};
            const bool other = compared && (m_sentence.any(first.end, second.begin, k_compared) ||
                                            m_sentence.is(second.begin - 1, {"against", "versus"}));
            if (says(second.begin, "from") || (other && is_earlier(second)))
                return frame(second, first, first.begin - 1, second);
        }
        constexpr std::string_view k_now[] = {"now"};
        if (m_sentence.is(first.begin - 1, {"was", "cost", "were"}) &&
            m_sentence.any(first.end, second.begin, k_now) && second.begin - first.end <= 6)
            return frame(first, second, first.begin, second);
        return std::nullopt;
    }

    // "a year ago", "a year earlier", "in 2021", "last year", "previously" behind the value.
    [[nodiscard]] bool is_earlier(const Quantity& value) const
    {
        constexpr std::string_view k_earlier[] = {"ago",  "earlier", "before", "previously",
                                                  "last", "prior",   "in",     "previous"};
        return m_sentence.any(value.end, value.end + 5, k_earlier);
    }

    // Exactly two values, each with its own year: "250 cases in 2021 ... 300 cases in 2022".
    [[nodiscard]] std::optional<ChangeFrame> two_years() const
    {
        const Quantity* values[2] = {};
        int years[2] = {};
        std::size_t count = 0;
        for (const auto& quantity : m_sentence.quantities()) {
            if (quantity.kind != QuantityKind::cardinal || is_year(m_sentence, quantity)) continue;
            if (count == 2 || !is_value(quantity)) return std::nullopt;
            values[count++] = &quantity;
        }
        if (count != 2 || !are_values_of_one(*values[0], *values[1])) return std::nullopt;
        for (std::size_t i = 0; i < 2; ++i) {
            for (const auto& year : m_sentence.quantities()) {
                if (!year.year_like || year.begin < values[i]->end ||
                    year.begin - values[i]->end > 6 || years[i] != 0)
                    continue;
                if (m_sentence.is(year.begin - 1, {"in", "of", "fy", "for", "during"}))
                    years[i] = static_cast<int>(year.value.mantissa);
            }
            if (years[i] == 0) return std::nullopt;
        }
        if (years[0] == years[1]) return std::nullopt;
        const bool ordered = years[0] < years[1];
        auto out =
            frame(*values[ordered ? 0 : 1], *values[ordered ? 1 : 0], values[0]->begin, *values[1]);
        out.loose = true;
        return out;
    }

    [[nodiscard]] static bool are_values_of_one(const Quantity& first, const Quantity& second)
    {
        if (first.year_like && second.year_like) return false;
        if (first.kind != second.kind) return false;
        const bool money = first.currency.empty() != second.currency.empty();
        if (!money && !first.currency.empty() && first.currency != second.currency) return false;
        return first.unit == nullptr || second.unit == nullptr || are_alike(first, second);
    }

    // "from", "from about", "from a", "from just": the word within three tokens before a value.
    [[nodiscard]] bool says(std::uint32_t value, std::string_view word) const
    {
        for (std::uint32_t back = 1; back <= 3; ++back) {
            const auto found = m_sentence.word(value - back);
            if (found == word) return true;
            if (!reading::is_one_of(found, {"about", "around", "roughly", "just", "nearly",
                                            "almost", "over", "a", "the", "approximately", "only",
                                            "some", "an", "under"}))
                return false;
        }
        return false;
    }

    [[nodiscard]] ChangeFrame frame(const Quantity& from, const Quantity& to, std::uint32_t begin,
                                    const Quantity& last) const
    {
        ChangeFrame out{&from, &to, begin, last.end, moves_before(begin)};
        const int scale = to.scaled && !from.scaled ? scale_of(to) : 0;
        // "from 900 thousand to 1.2 million" has two scales; "from 4 to 5 million" one.
        if (scale != 0 && reading::value_of(from) < 1000) out.scale = reading::power_of_ten(scale);
        return out;
    }

    [[nodiscard]] int scale_of(const Quantity& quantity) const
    {
        for (auto i = quantity.number_begin; i < quantity.number_end; ++i)
            if (const auto exponent = reading::scale_word(m_sentence.word(i))) return *exponent;
        return 0;
    }

    [[nodiscard]] bool moves_before(std::uint32_t token) const
    {
        const std::uint32_t first =
            token >= m_sentence.begin() + 10 ? token - 10 : m_sentence.begin();
        for (std::uint32_t i = token; i-- > first;) {
            const auto word = m_sentence.word(i);
            if (is_rising(word) || is_falling(word)) return true;
            if (reading::is_one_of(word, {";", "and", "while", "but"})) break;
        }
        return false;
    }

    const Passage& m_sentence;
};

} // namespace

bool is_rising(std::string_view word)
{
    return reading::is_one_of(word, k_rising);
}

bool is_falling(std::string_view word)
{
    return reading::is_one_of(word, k_falling);
}

std::vector<ChangeFrame> change_frames(const Passage& sentence)
{
    return Frames{sentence}.all();
}

} // namespace verify::skeptic
