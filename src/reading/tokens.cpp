#include "reading/tokens.hpp"

#include "reading/ascii.hpp"
#include "reading/digit_runs.hpp"
#include "reading/number_scan.hpp"
#include "reading/quotes.hpp"
#include "reading/units.hpp"

#include <unicode/uchar.h>
#include <unicode/utf8.h>

namespace reading {

namespace {

constexpr std::size_t k_max_inline_code = 500;

class TokenScanner {
public:
    TokenScanner(const View& view, TokenList& out) : m_view{view}, m_out{out} {}

    void scan(const Sentence& sentence)
    {
        const auto first = static_cast<std::uint32_t>(m_out.tokens.size());
        m_text = std::string_view{m_view.text}.substr(0, sentence.end);
        m_at = sentence.begin;
        m_space = true;
        while (m_at < sentence.end) {
            if (is_blank(m_text[m_at])) {
                m_space = true;
                ++m_at;
                continue;
            }
            one();
            m_space = false;
        }
        m_out.of_sentence.push_back({first, static_cast<std::uint32_t>(m_out.tokens.size())});
    }

private:
    void emit(TokenKind kind, std::size_t end)
    {
        m_out.tokens.push_back({kind, m_space, false, static_cast<std::uint32_t>(m_at),
                                static_cast<std::uint32_t>(end)});
        m_at = end;
    }

    [[nodiscard]] char at(std::size_t index) const
    {
        return index < m_text.size() ? m_text[index] : ' ';
    }

    void one()
    {
        const char c = m_text[m_at];
        if (m_at >= m_chunk_end && opaque_chunk()) return;
        if (c == '`' && inline_code()) return;
        if (c == '<' && tag()) return;
        if (is_digit(c) || (c == '.' && is_digit(at(m_at + 1)) && m_space)) return number();
        if (is_letter_at(m_at)) return word();
        symbol();
    }

    [[nodiscard]] bool is_letter_at(std::size_t index) const
    {
        const char c = at(index);
        if (static_cast<unsigned char>(c) < 0x80) return is_letter(c) || c == '_';
        return u_isalpha(code_point(index)) != 0;
    }

    [[nodiscard]] UChar32 code_point(std::size_t index) const
    {
        UChar32 point = 0;
        U8_GET_OR_FFFD(reinterpret_cast<const std::uint8_t*>(m_text.data()), 0,
                       static_cast<std::int32_t>(index), static_cast<std::int32_t>(m_text.size()),
                       point);
        return point;
    }

    [[nodiscard]] std::size_t next_point(std::size_t index) const
    {
        ++index;
        while (index < m_text.size() &&
               (static_cast<unsigned char>(m_text[index]) & 0xc0U) == 0x80U)
            ++index;
        return index;
    }

    // A link, a mail address or a path: everything up to the next blank.
    bool opaque_chunk()
    {
        std::size_t end = m_at;
        std::size_t slashes = 0;
        bool letters = false;
        bool mail = false;
        for (; end < m_text.size() && !is_blank(m_text[end]); ++end) {
            const char c = m_text[end];
            if (c == '/' || c == '\\') ++slashes;
            letters = letters || is_letter(c);
            mail = mail || (c == '@' && end > m_at && is_letter(at(end + 1)));
        }
        m_chunk_end = end;
        const std::string_view chunk = m_text.substr(m_at, end - m_at);
        const bool link = chunk.find("://") != std::string_view::npos || chunk.starts_with("www.");
        const bool path =
            (chunk.front() == '/' || chunk.starts_with("./") || chunk.starts_with("~/")) &&
            chunk.size() > 1 && is_letter(chunk.back());
        const bool backslash = letters && chunk.find('\\') != std::string_view::npos;
        if (!link && !(mail && letters) && !path && !backslash && !(slashes >= 2 && letters))
            return false;
        std::size_t last = end;
        constexpr std::string_view k_trailing = ".,;:!?)]}'\">";
        while (last > m_at + 1 && k_trailing.find(m_text[last - 1]) != std::string_view::npos)
            --last;
        emit(TokenKind::opaque, last);
        return true;
    }

    bool inline_code()
    {
        const std::size_t run = m_text.find_first_not_of('`', m_at);
        if (run == std::string_view::npos) return false;
        const std::string_view ticks = m_text.substr(m_at, run - m_at);
        const std::string_view ahead = m_text.substr(run, k_max_inline_code);
        const std::size_t close = ahead.find(ticks);
        if (close == std::string_view::npos) return false;
        emit(TokenKind::opaque, run + close + ticks.size());
        return true;
    }

    bool tag()
    {
        if (!is_letter(at(m_at + 1)) && at(m_at + 1) != '/' && at(m_at + 1) != '!') return false;
        const std::size_t close = m_text.substr(m_at, k_max_inline_code).find('>');
        if (close == std::string_view::npos) return false;
        emit(TokenKind::opaque, m_at + close + 1);
        return true;
    }

    void word()
    {
        std::size_t end = m_at;
        bool digits = false;
        while (end < m_text.size()) {
            const bool is_high = static_cast<unsigned char>(m_text[end]) >= 0x80;
            if (is_letter_at(end) || (is_high && is_mark(end))) {
                end = next_point(end);
            } else if (is_digit(m_text[end])) {
                digits = true;
                ++end;
            } else if (m_text[end] == '\'' && end > m_at && is_letter_at(end + 1)) {
                ++end;
            } else {
                break;
            }
        }
        // "SHA-256", "strace.1", "COVID-19": a number joined to a name is a part of the name.
        const bool joined = (at(end) == '-' || at(end) == '.') && is_digit(at(end + 1));
        digits = digits || joined;
        if (digits) end = identifier_end(end);
        emit(digits ? TokenKind::opaque : TokenKind::word, end);
    }

    [[nodiscard]] bool is_mark(std::size_t index) const
    {
        const int8_t type = u_charType(code_point(index));
        return type == U_NON_SPACING_MARK || type == U_COMBINING_SPACING_MARK;
    }

    // The rest of an identifier: "x86_64", "v1.2.3-rc1", "ISO-8601", "B-52/A".
    [[nodiscard]] std::size_t identifier_end(std::size_t end) const
    {
        while (end < m_text.size()) {
            const char c = m_text[end];
            if (is_digit(c) || is_letter_at(end)) {
                end = next_point(end);
            } else if ((c == '.' || c == '-' || c == '_' || c == ':' || c == '/' || c == '+') &&
                       (is_digit(at(end + 1)) || is_letter_at(end + 1))) {
                ++end;
            } else {
                break;
            }
        }
        return end;
    }

    [[nodiscard]] bool glued(std::size_t end) const
    {
        const char c = at(end);
        return is_letter_at(end) || c == '_' ||
               ((c == '-' || c == '/' || c == ':') &&
                (is_digit(at(end + 1)) || is_letter_at(end + 1)));
    }

    void number()
    {
        const char before = m_at == 0 ? ' ' : m_text[m_at - 1];
        if (before == '#' || before == '_' || before == '@' || before == '!')
            return emit(TokenKind::opaque, identifier_end(m_at + 1));
        if (joined_number()) return;
        std::size_t length = number_length(m_text, m_at);
        std::string_view lexeme = m_text.substr(m_at, length);
        const std::size_t points =
            static_cast<std::size_t>(std::count(lexeme.begin(), lexeme.end(), '.'));
        const bool groups = read_number(lexeme, DecimalMark::comma).has_value();
        if (points >= 2 && !groups) return emit(TokenKind::dotted, identifier_end(m_at + length));
        if (lexeme.find(' ') != std::string_view::npos && !spaced_groups(lexeme)) {
            length = lexeme.find(' ');
            lexeme = lexeme.substr(0, length);
        }
        suffix(m_at + length);
    }

    // "1 250" with plain spaces may be two numbers: only wide spaces or two groups decide it.
    [[nodiscard]] bool spaced_groups(std::string_view lexeme) const
    {
        const auto spaces = std::count(lexeme.begin(), lexeme.end(), ' ');
        if (spaces >= 2) return true;
        const std::size_t space = m_at + lexeme.find(' ');
        return m_view.origin[space + 1] - m_view.origin[space] > 1;
    }

    // Dates, clock times, phone and part numbers: numbers joined without a blank.
    bool joined_number()
    {
        const Run hyphens = run_of(m_text, m_at, '-');
        const Run slashes = run_of(m_text, m_at, '/');
        const Run points = run_of(m_text, m_at, '.');
        const Run colons = run_of(m_text, m_at, ':');
        if (is_iso_date(hyphens)) return date(hyphens.end);
        for (const Run* run : {&slashes, &points, &hyphens})
            if (is_day_first_date(*run)) return date(run->end);
        const bool phone = hyphens.parts == 2 && hyphens.lengths[0] == 3 && hyphens.lengths[1] == 4;
        if (hyphens.parts >= 3 || phone) return opaque_run(hyphens.end);
        if (slashes.parts >= 3) return opaque_run(slashes.end);
        const bool always = slashes.parts == 2 && m_text.substr(m_at, 4) == "24/7";
        if (always) return opaque_run(slashes.end);
        if (colons.parts >= 2) {
            const bool clock = colons.parts <= 3 && colons.lengths[0] <= 2 &&
                               colons.lengths[1] == 2 &&
                               (colons.parts == 2 || colons.lengths[2] == 2) &&
                               at(colons.end) != ':' && before_is_free();
            if (!clock) return opaque_run(colons.end);
            emit(TokenKind::clock, colons.end);
            return true;
        }
        return phone_after_plus();
    }

    [[nodiscard]] bool before_is_free() const
    {
        const char c = m_at == 0 ? ' ' : m_text[m_at - 1];
        return is_blank(c) || c == '(' || c == '[' || c == '"' || c == '-' || c == '~' ||
               static_cast<unsigned char>(c) >= 0x80;
    }

    bool date(std::size_t end)
    {
        if (at(end) == 'T' && is_digit(at(end + 1))) {
            const std::size_t stamp = identifier_end(end);
            m_out.tokens.push_back({TokenKind::date, m_space, false,
                                    static_cast<std::uint32_t>(m_at),
                                    static_cast<std::uint32_t>(end)});
            m_at = stamp;
            return true;
        }
        if (glued(end) || !before_is_free() || at(m_at - 1) == '-') return opaque_run(end);
        emit(TokenKind::date, end);
        return true;
    }

    bool opaque_run(std::size_t end)
    {
        emit(TokenKind::opaque, identifier_end(end));
        return true;
    }

    // "+49 30 1234567", "+1 (555) 123-4567".
    bool phone_after_plus()
    {
        if (m_at == 0 || m_text[m_at - 1] != '+') return false;
        std::size_t end = m_at;
        std::size_t digits = 0;
        std::size_t last = m_at;
        std::size_t groups = 0;
        while (end < m_text.size() && end - m_at < 32) {
            const char c = m_text[end];
            if (is_digit(c)) {
                if (end == m_at || !is_digit(m_text[end - 1])) ++groups;
                ++digits;
                last = end + 1;
            } else if (c != ' ' && c != '-' && c != '(' && c != ')' && c != '.') {
                break;
            }
            ++end;
        }
        if (digits < 8 || groups < 2) return false;
        emit(TokenKind::opaque, last);
        return true;
    }

    // Letters directly after the digits decide what the number is.
    void suffix(std::size_t end)
    {
        std::size_t letters = end;
        while (is_letter_at(letters) && letters < m_text.size()) letters = next_point(letters);
        const std::string_view tail = std::string_view{m_view.folded}.substr(end, letters - end);
        if (tail.empty()) return emit(TokenKind::number, end);
        if (is_one_of(tail, {"st", "nd", "rd", "th"})) return emit(TokenKind::ordinal, letters);
        if (tail == "x" && (is_digit(at(letters)) || !glued(letters)))
            return emit(TokenKind::number, end);
        const bool more = is_digit(at(letters)) || at(letters) == '_';
        if (!more && is_number_suffix(tail)) return emit(TokenKind::number, end);
        emit(TokenKind::opaque, identifier_end(letters));
    }

    void symbol() { emit(TokenKind::symbol, next_point(m_at)); }

    const View& m_view;
    TokenList& m_out;
    std::string_view m_text; // up to the end of the sentence
    std::size_t m_at = 0;
    std::size_t m_chunk_end = 0;
    bool m_space = true;
};

} // namespace

TokenList split_tokens(const View& view, const std::vector<Sentence>& sentences)
{
    TokenList list;
    list.of_sentence.reserve(sentences.size());
    TokenScanner scanner{view, list};
    for (const auto& sentence : sentences) scanner.scan(sentence);
    mark_quotes(view, sentences, list);
    return list;
}

} // namespace reading
