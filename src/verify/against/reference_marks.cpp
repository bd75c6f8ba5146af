#include "verify/against/reference_marks.hpp"

#include "reading/ascii.hpp"
#include "reading/units.hpp"

namespace verify::against {

namespace {

using reading::is_blank;
using reading::is_digit;
using reading::is_letter;

constexpr std::size_t k_longest_bracket = 40;
constexpr std::size_t k_longest_link = 500;
constexpr std::size_t k_most_digits = 3;
// Shorter words with a digit behind them are names: "CO2", "m2", "B12".
constexpr std::size_t k_least_letters = 3;

bool is_page_word(std::string_view word)
{
    return reading::is_one_of(word, {"page", "p", "pp", "pg", "seite", "s", "note", "fn"});
}

class MarkReader {
public:
    MarkReader(const Marked& marked, std::vector<std::uint32_t>& past)
        : m_text{marked.text}, m_words{marked.words}, m_is_raised{marked.is_raised}, m_past{past}
    {
    }

    void read()
    {
        for (std::uint32_t i = 1; i < m_words.size(); ++i)
            if (m_past[i] == i && (is_glued(i) || is_raised(i) || goes_on(i))) m_past[i] = i + 1;
        for (std::uint32_t i = 1; i < m_words.size(); ++i) read_bracket(i);
    }

private:
    [[nodiscard]] char at(std::size_t index) const
    {
        return index < m_text.size() ? m_text[index] : ' ';
    }

    // A number of at most three digits, or a list of such: "12,13"
    [[nodiscard]] bool is_short_number(std::uint32_t word) const
    {
        const auto text = m_words[word].text;
        return text.find_first_not_of("0123456789,") == std::string_view::npos &&
               std::min(text.find(','), text.size()) <= k_most_digits;
    }

    // "years2", but neither "PM10" nor "metre2".
    [[nodiscard]] bool may_have_mark(const LayerWord& word, std::string_view mark) const
    {
        if (is_digit(word.text.front()) || word.text.size() < k_least_letters) return false;
        const auto tail = m_text.substr(word.begin + 1, word.end - word.begin - 1);
        if (std::any_of(tail.begin(), tail.end(), reading::is_upper)) return false;
        const auto* unit = reading::find_unit(word.text);
        const bool is_power = (mark == "2" || mark == "3") && unit != nullptr &&
                              unit->measured == reading::Measured::length;
        return !is_power;
    }

    // Behind a word, or behind the sign that ends what it belongs to: "fell.3"
    [[nodiscard]] bool is_glued(std::uint32_t index) const
    {
        const auto& word = m_words[index];
        const auto& before = m_words[index - 1];
        if (!is_short_number(index) || is_letter(at(word.end))) return false;
        if (before.end == word.begin) return may_have_mark(before, word.text);
        const auto between = m_text.substr(before.end, word.begin - before.end);
        if (between == ".") return true; // also "2019.4", which a Layer has parted
        return !is_digit(before.text.front()) && before.text.size() >= k_least_letters &&
               between.find_first_not_of(".,;!?)\"'*\u2020\u2021") == std::string_view::npos;
    }

    // "1st" and "10" with an exponent are not marks.
    [[nodiscard]] bool is_raised(std::uint32_t index) const
    {
        const auto& word = m_words[index];
        const auto& before = m_words[index - 1];
        if (!m_is_raised[index] || word.text.size() > k_most_digits) return false;
        if (at(before.end) == '%' || at(before.end) == '.' || at(before.end) == ',') return true;
        if (is_digit(before.text.front())) return before.text.size() > k_most_digits;
        return may_have_mark(before, word.text);
    }

    // The next of a list or a range: "years2-4"
    [[nodiscard]] bool goes_on(std::uint32_t index) const
    {
        const auto& before = m_words[index - 1];
        if (m_past[index - 1] != index || !is_short_number(index)) return false;
        const auto between = m_text.substr(before.end, m_words[index].begin - before.end);
        return reading::is_one_of(between, {"-", "\u2013", ";"});
    }

    // "[12]", "fell[note 1]", and the address of "[a link](address)". Words in brackets with blanks
    // around them are a part of what is said.
    void read_bracket(std::uint32_t first)
    {
        const auto open = m_words[first].begin - 1;
        std::size_t end = std::string_view::npos;
        if (at(open) == '(' && open > 0 && m_text[open - 1] == ']') {
            end = m_text.substr(open, k_longest_link).find(')');
        } else if (is_bracket(open)) {
            end = m_text.substr(open, k_longest_bracket).find(']');
            if (end != std::string_view::npos && at(open + end + 1) == '(') return;
        }
        if (end == std::string_view::npos) return;
        auto last = first;
        bool has_words = false;
        for (; last < m_words.size() && m_words[last].begin < open + end; ++last)
            has_words = has_words || !(is_short_number(last) || is_page_word(m_words[last].text));
        const bool is_address = m_text[open] == '(';
        const bool is_behind = open > 0 && !is_blank(m_text[open - 1]);
        if (is_address || is_behind || !has_words) m_past[first] = last;
    }

    [[nodiscard]] bool is_bracket(std::size_t open) const
    {
        return at(open) == '[' || (at(open) == '^' && open > 0 && m_text[open - 1] == '[');
    }

    std::string_view m_text;
    const std::vector<LayerWord>& m_words;
    const std::vector<bool>& m_is_raised;
    std::vector<std::uint32_t>& m_past;
};

} // namespace

void mark_references(const Marked& marked, std::vector<std::uint32_t>& past)
{
    MarkReader{marked, past}.read();
}

} // namespace verify::against
