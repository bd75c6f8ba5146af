#include "verify/against/layer.hpp"

#include "reading/ascii.hpp"
#include "verify/against/page_lines.hpp"
#include "verify/against/reference_marks.hpp"

#include <unicode/uchar.h>
#include <unicode/unorm2.h>
#include <unicode/ustring.h>
#include <unicode/utf8.h>

namespace verify::against {

using reading::is_blank;
using reading::is_digit;
using reading::is_letter;

namespace {

constexpr std::size_t k_longest_tag = 500;
constexpr std::size_t k_longest_entity = 10;
constexpr std::size_t k_most_mark_digits = 3;

enum class Sign { letter, digit, raised, lowered, other };

bool is_ascii_letter(char c)
{
    return is_letter(c) && static_cast<unsigned char>(c) < 0x80;
}

Sign sign_of(UChar32 point)
{
    if (point == 0xb2 || point == 0xb3 || point == 0xb9 || (point >= 0x2070 && point <= 0x2079))
        return Sign::raised;
    if (point >= 0x2080 && point <= 0x2089) return Sign::lowered;
    const auto type = u_charType(point);
    const bool is_mark = type == U_NON_SPACING_MARK || type == U_COMBINING_SPACING_MARK;
    return u_isalpha(point) != 0 || is_mark ? Sign::letter : Sign::other;
}

// Unicode's compatibility forms and case folded (Standard Annex 15, NFKC_Casefold).
std::string compatible(std::string_view text)
{
    std::u16string wide(text.size(), u'\0');
    UErrorCode error = U_ZERO_ERROR;
    std::int32_t length = 0;
    u_strFromUTF8(wide.data(), static_cast<std::int32_t>(wide.size()), &length, text.data(),
                  static_cast<std::int32_t>(text.size()), &error);
    // What would become much longer stays as it is.
    std::u16string folded(static_cast<std::size_t>(length) * 2 + 16, u'\0');
    const auto size =
        unorm2_normalize(unorm2_getNFKCCasefoldInstance(&error), wide.data(), length, folded.data(),
                         static_cast<std::int32_t>(folded.size()), &error);
    if (U_FAILURE(error)) return std::string{text};
    std::string out(static_cast<std::size_t>(size) * 3, '\0');
    std::int32_t written = 0;
    u_strToUTF8(out.data(), static_cast<std::int32_t>(out.size()), &written, folded.data(), size,
                &error);
    if (U_FAILURE(error) || written == 0) return std::string{text};
    out.resize(static_cast<std::size_t>(written));
    return out;
}

// "1,250" as 1250: a page may part it where the comma stands.
std::string without_groups(std::string_view number)
{
    std::string out;
    for (std::size_t i = 0; i < number.size(); ++i) {
        const auto next = number.find_first_not_of("0123456789", i + 1);
        const auto digits = std::min(next, number.size()) - i - 1;
        if (number[i] != ',' || digits != 3) out += number[i];
    }
    return out;
}

} // namespace

class LayerReader {
public:
    LayerReader(const reading::Document& document, Layer& out)
        : m_document{document}, m_text{document.view.text}, m_out{out}
    {
    }

    // Words of [tokens.begin, tokens.end), which follow those that were read before.
    void read(reading::TokenRange tokens)
    {
        if (tokens.begin == tokens.end) return;
        m_token = tokens.begin;
        m_at = m_document.tokens[tokens.begin].begin;
        m_end = m_document.tokens[tokens.end - 1].end;
        m_raised = false;
        while (m_at < m_end) {
            if (!tag() && !entity()) one();
        }
    }

    void finish()
    {
        auto& words = m_out.m_words;
        m_out.m_past.resize(words.size());
        for (std::uint32_t i = 0; i < words.size(); ++i) {
            m_out.m_past[i] = i;
            if (i + 1 < words.size()) join(words[i], words[i + 1]);
        }
    }

    // Ways around what the page has put between the words.
    void find_marks()
    {
        auto& past = m_out.m_past;
        mark_references({m_text, m_out.words(), m_is_raised}, past);
        std::uint32_t word = 0;
        const auto& words = m_out.m_words;
        for (const auto& line : page_lines(m_text)) {
            while (word < words.size() && words[word].begin < line.begin) ++word;
            const auto first = word;
            while (word < words.size() && words[word].begin < line.end) ++word;
            if (word > first) past[first] = word;
        }
    }

private:
    [[nodiscard]] char at(std::size_t index) const
    {
        return index < m_text.size() ? m_text[index] : ' ';
    }

    bool tag()
    {
        if (m_text[m_at] != '<' || (!is_letter(at(m_at + 1)) && at(m_at + 1) != '/')) return false;
        const auto close = m_text.substr(m_at, k_longest_tag).find('>');
        if (close == std::string_view::npos) return false;
        const auto name = std::string_view{m_document.view.folded}.substr(m_at + 1, close - 1);
        if (name.starts_with("sup")) m_raised = true;
        if (name.starts_with("/sup")) m_raised = false;
        m_at += static_cast<std::uint32_t>(close) + 1;
        return true;
    }

    // "&nbsp;"
    bool entity()
    {
        if (m_text[m_at] != '&' || is_blank(at(m_at + 1))) return false;
        const auto close = m_text.substr(m_at, k_longest_entity).find(';');
        if (close == std::string_view::npos) return false;
        const auto name = m_text.substr(m_at + 1, close - 1);
        if (name.find_first_of(" \n\t&") != std::string_view::npos) return false;
        m_at += static_cast<std::uint32_t>(close) + 1;
        return true;
    }

    // A word, or a sign that is not one.
    void one()
    {
        const auto [sign, next] = look(m_at);
        if (sign == Sign::other) {
            m_at = next;
            return;
        }
        auto end = next;
        const bool is_word = sign == Sign::letter;
        for (; end < m_end; end = look(end).second) {
            const auto [more, behind] = look(end);
            if (more == sign) continue;
            const char c = m_text[end];
            if (behind >= m_end) break;
            const auto after = look(behind).first;
            const bool is_inside = is_word
                                       ? c == '\'' && after == Sign::letter
                                       : sign == Sign::digit && after == Sign::digit &&
                                             (c == ',' || (c == '.' && !is_year_with_mark(end)));
            if (!is_inside) break;
        }
        put(sign, end);
    }

    [[nodiscard]] std::pair<Sign, std::uint32_t> look(std::uint32_t at) const
    {
        const char c = m_text[at];
        if (static_cast<unsigned char>(c) < 0x80) {
            const auto sign = is_ascii_letter(c) ? Sign::letter
                              : is_digit(c)      ? Sign::digit
                                                 : Sign::other;
            return {sign, at + 1};
        }
        auto next = static_cast<std::int32_t>(at);
        UChar32 point = 0;
        U8_NEXT_OR_FFFD(reinterpret_cast<const std::uint8_t*>(m_text.data()), next,
                        static_cast<std::int32_t>(m_text.size()), point);
        return {sign_of(point), static_cast<std::uint32_t>(next)};
    }

    // "in 2019.4 The": the point ends a sentence.
    [[nodiscard]] bool is_year_with_mark(std::uint32_t point) const
    {
        const bool is_year = point == m_at + 4 && (m_text[m_at] == '1' || m_text[m_at] == '2');
        const auto behind =
            std::min(m_text.find_first_not_of("0123456789", point + 1), m_text.size());
        return is_year && behind <= point + 1 + k_most_mark_digits && is_blank(at(behind));
    }

    void put(Sign sign, std::uint32_t end)
    {
        const auto& tokens = m_document.tokens;
        while (m_token + 1 < tokens.size() && tokens[m_token + 1].begin <= m_at) ++m_token;
        const auto folded = std::string_view{m_document.view.folded}.substr(m_at, end - m_at);
        LayerWord word{folded, m_token, m_at, end, false, 0};
        const bool is_ascii = std::all_of(folded.begin(), folded.end(), [](char c) {
            return static_cast<unsigned char>(c) < 0x80;
        });
        const bool has_comma = sign == Sign::digit && folded.find(',') != std::string_view::npos;
        if (!is_ascii || has_comma)
            word.text =
                m_out.m_folded.emplace_back(is_ascii ? without_groups(folded) : compatible(folded));
        m_out.m_words.push_back(word);
        const bool in_carets = m_at > 0 && m_text[m_at - 1] == '^' && at(end) == '^';
        m_is_raised.push_back(m_raised || in_carets || sign == Sign::raised);
        m_at = end;
    }

    // Whether the two may be one.
    void join(LayerWord& word, const LayerWord& next) const
    {
        const bool both_digits = is_digit(word.text.back()) && is_digit(next.text.front());
        auto rest = m_text.substr(word.end, next.begin - word.end);
        if (rest.empty() || (rest.front() == '<' && rest.back() == '>')) {
            word.may_go_on = true;
            return;
        }
        const auto blank = rest.find_first_not_of(" \t\n\r", 1);
        const auto blanks = rest.substr(1, std::min(blank, rest.size()) - 1);
        const bool is_line_end = blanks.find('\n') != std::string_view::npos;
        const bool has_sign = both_digits && (rest.front() == ',' || rest.front() == '.');
        if (rest.front() == '-') {
            // It may go on without its line end too, which is lost where pages become one line.
            word.may_go_on = is_line_end || !both_digits;
        } else if (has_sign) {
            word.may_go_on = blank == std::string_view::npos && (is_line_end || rest == ".");
            if (rest.front() == '.' || next.text.size() != 3) word.sign = rest.front();
        } else {
            word.may_go_on = (both_digits && rest == "\n") || rest.starts_with("&shy;") ||
                             has_soft_hyphen(word.end);
        }
    }

    // Which the View has left out.
    [[nodiscard]] bool has_soft_hyphen(std::uint32_t at) const
    {
        const auto from = m_document.view.origin[at - 1] + 1;
        const auto left = m_document.view.origin[at] - from;
        return std::string_view{m_document.source}.substr(from, left).find("\u00ad") !=
               std::string_view::npos;
    }

    const reading::Document& m_document;
    std::string_view m_text;
    Layer& m_out;
    std::vector<bool> m_is_raised; // by word
    std::uint32_t m_token = 0;
    std::uint32_t m_at = 0;
    std::uint32_t m_end = 0;
    bool m_raised = false; // between tags that raise
};

Layer::Layer(const reading::Document& document, const std::function<bool(std::size_t)>& is_left_out)
{
    LayerReader reader{document, *this};
    for (std::size_t i = 0; i < document.of_sentence.size(); ++i)
        if (!is_left_out(i)) reader.read(document.of_sentence[i]);
    reader.finish();
    reader.find_marks();
}

Layer::Layer(const reading::Document& document, reading::TokenRange tokens)
{
    LayerReader reader{document, *this};
    reader.read(tokens);
    reader.finish();
}

std::string Layer::joined(std::uint32_t word) const
{
    if (!m_words[word].may_go_on) return {};
    auto next = word + 1;
    while (past(next) > next) next = past(next);
    if (next >= m_words.size()) return {};
    std::string out{m_words[word].text};
    if (m_words[word].sign != 0) out += m_words[word].sign;
    return out += m_words[next].text;
}

} // namespace verify::against
