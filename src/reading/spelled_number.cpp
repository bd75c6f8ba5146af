#include "reading/ascii.hpp"
#include "reading/lexicon/lexicon.hpp"
#include "reading/number_words.hpp"
#include "reading/units.hpp"

namespace reading {

namespace {

class SpelledNumberReader {
public:
    explicit SpelledNumberReader(std::span<const std::string_view> words) : m_words{words} {}

    std::optional<SpelledNumber> read()
    {
        const bool article = is_in(WordSet::indefinite, word(0));
        const std::size_t first = article ? 1 : 0;
        if (const auto parts = fraction_word(word(first));
            parts && (article || word(0) == "half")) {
            const bool of = article || is_in(Cues{WordSet::article, {"of"}}, word(1));
            return of ? std::optional{SpelledNumber{1, *parts, 0, false, first + 1}} : std::nullopt;
        }
        if (article && word(1) == "dozen") return SpelledNumber{12, 1, 0, false, 2};
        if (article && !is_one_of(word(1), {"hundred", "thousand", "million", "billion"}))
            return std::nullopt;
        m_at = first;
        m_group = article ? 1 : 0;
        m_any = article;
        while (m_at < m_words.size() && (take_cardinal() || take_scale())) {}
        if (!m_any) return std::nullopt;
        return finish();
    }

private:
    [[nodiscard]] std::string_view word(std::size_t i) const
    {
        return i < m_words.size() ? m_words[i] : std::string_view{};
    }

    // After a hyphen, and after the "and" of "three hundred and five".
    [[nodiscard]] std::size_t next() const
    {
        std::size_t at = m_any && word(m_at) == "-" ? m_at + 1 : m_at;
        const bool full = m_group > 0 && m_group % 100 == 0;
        if (m_any && full && word(at) == "and" && cardinal_word(word(at + 1))) ++at;
        return at;
    }

    bool take_cardinal()
    {
        const std::size_t at = next();
        const auto value = cardinal_word(word(at));
        if (!value) return false;
        if (word(at) == "dozen") {
            if (m_group == 0 || m_group > 99) return false;
            m_group *= 12;
            m_at = at + 1;
            return true;
        }
        const long rest = m_group % 100;
        const bool unit_after_ten = rest >= 20 && rest % 10 == 0 && *value > 0 && *value < 10;
        const bool after_hundreds = m_group > 0 && rest == 0;
        const bool after_thousands = m_group == 0 && m_total > 0;
        if (m_any && !unit_after_ten && !after_hundreds && !after_thousands) return false;
        m_group += *value;
        m_any = true;
        m_place = 0;
        m_at = at + 1;
        return true;
    }

    bool take_scale()
    {
        const std::size_t at = m_any && word(m_at) == "-" ? m_at + 1 : m_at;
        const auto exponent = m_any ? scale_word(word(at)) : std::nullopt;
        if (!exponent || *exponent > 9 || m_group == 0) return false;
        if (*exponent == 2) {
            if (m_group > 99) return false;
            m_group *= 100;
        } else {
            long factor = 1;
            for (int k = 0; k < *exponent; ++k) factor *= 10;
            if (m_total != 0 && m_total % (factor * 1000) != 0) return false;
            m_total += m_group * factor;
            m_group = 0;
            m_place = *exponent >= 6 ? *exponent : 0;
        }
        m_at = at + 1;
        return true;
    }

    [[nodiscard]] SpelledNumber finish() const
    {
        const long whole = m_total + m_group;
        const std::size_t tail = word(m_at) == "-" ? m_at + 1 : m_at;
        if (const auto parts = fraction_word(word(tail)); parts && whole > 0 && whole < 100)
            return {whole, *parts, 0, false, tail + 1};
        // "one in five"; of two in five each may be a thing of its own
        const auto among = word(m_at) == "in" ? cardinal_word(word(m_at + 1)) : std::nullopt;
        if (whole == 1 && among && *among > 1) return {1, *among, 0, false, m_at + 2};
        if (word(m_at) == "and" && word(m_at + 1) == "a" && word(m_at + 2) == "half")
            return {whole * 10 + 5, 1, 0, true, m_at + 3};
        return {whole, 1, m_place, false, m_at};
    }

    std::span<const std::string_view> m_words;
    std::size_t m_at = 0;
    long m_total = 0;
    long m_group = 0;
    int m_place = 0;
    bool m_any = false;
};

} // namespace

bool may_begin_number(std::string_view folded_word)
{
    return is_in(Cues{WordSet::indefinite, {"half"}}, folded_word) ||
           cardinal_word(folded_word).has_value();
}

std::optional<SpelledNumber> read_spelled_number(std::span<const std::string_view> words)
{
    return SpelledNumberReader{words}.read();
}

} // namespace reading
