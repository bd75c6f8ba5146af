#include "verify/orders/spelled.hpp"

#include "reading/ascii.hpp"
#include "verify/orders/frame_table.hpp"

#include <unicode/uchar.h>
#include <unicode/unistr.h>
#include <unicode/utf8.h>

#include <algorithm>

namespace verify::orders {

namespace {

std::string lower(std::string_view word)
{
    std::string out{word};
    const bool ascii = std::all_of(word.begin(), word.end(),
                                   [](char c) { return static_cast<unsigned char>(c) < 0x80; });
    if (ascii) {
        std::transform(out.begin(), out.end(), out.begin(), reading::to_lower);
        return out;
    }
    const icu::UnicodeString wide = icu::UnicodeString::fromUTF8(
        icu::StringPiece{word.data(), static_cast<std::int32_t>(word.size())});
    out.clear();
    for (std::int32_t i = 0; i < wide.length(); i = wide.moveIndex32(i, 1))
        icu::UnicodeString{u_tolower(wide.char32At(i))}.toUTF8String(out);
    return out;
}

class Reader {
public:
    explicit Reader(const layers::Layer& layer) : m_layer{layer}, m_text{layer.text} {}

    std::vector<Spelled> read()
    {
        for (std::size_t i = 0; i < m_text.size();) {
            const std::size_t end = word_end(i);
            if (end == i) {
                note_sign(i);
                ++i;
                continue;
            }
            add(i, end);
            i = end;
        }
        return std::move(m_words);
    }

private:
    [[nodiscard]] bool is_word_byte(std::size_t at) const
    {
        const char c = m_text[at];
        if (reading::is_letter(c) || reading::is_digit(c)) return true;
        const bool between =
            at > 0 && at + 1 < m_text.size() &&
            (reading::is_letter(m_text[at - 1]) || reading::is_digit(m_text[at - 1])) &&
            (reading::is_letter(m_text[at + 1]) || reading::is_digit(m_text[at + 1]));
        return (c == '\'' || c == '_' || c == '-') && between;
    }

    [[nodiscard]] std::size_t word_end(std::size_t at) const
    {
        if (m_text.substr(at, 7) == "http://" || m_text.substr(at, 8) == "https://") {
            while (at < m_text.size() && !reading::is_blank(m_text[at])) ++at;
            return at;
        }
        while (at < m_text.size() && is_word_byte(at)) ++at;
        // "anna@example.net"
        if (at > 0 && at + 1 < m_text.size() && m_text[at] == '@' &&
            reading::is_letter(m_text[at + 1]) && is_word_byte(at - 1))
            while (at < m_text.size() &&
                   (is_word_byte(at) || m_text[at] == '@' || m_text[at] == '.'))
                ++at;
        return at;
    }

    void note_sign(std::size_t at)
    {
        const char c = m_text[at];
        if (c == '\n') {
            if (m_line_ended) m_stop = true;
            m_line_ended = true;
            m_sign = true;
        } else if (!reading::is_blank(c)) {
            m_line_ended = false;
            const bool ends = c == '.' || c == '!' || c == '?' || c == ';';
            const bool inside = at + 1 < m_text.size() && !reading::is_blank(m_text[at + 1]) &&
                                m_text[at + 1] != '"' && m_text[at + 1] != ')';
            if (ends && !(c == '.' && inside)) m_stop = true;
            m_sign = true;
            if (c == '"' || c == '\'' || c == '`') m_quote = true;
        }
        m_glued = !reading::is_blank(c) && (c == '-' || c == '.' || c == '_' || c == '/');
    }

    void add(std::size_t begin, std::size_t end)
    {
        Spelled out;
        out.word.begin = static_cast<std::uint32_t>(begin);
        out.word.end = static_cast<std::uint32_t>(end);
        out.word.starts = m_stop || m_words.empty();
        out.word.after_sign = m_sign || m_words.empty();
        out.word.glued = m_glued;
        const std::string_view spelled = m_text.substr(begin, end - begin);
        out.lower = lower(spelled);
        const bool colon = end < m_text.size() && m_text[end] == ':';
        enter(out, out.lower);
        if (colon) enter(out, out.lower + ":");
        if (m_quote) {
            enter(out, "<quote>");
            enter(out, "\"" + out.lower);
        }
        if (spelled.starts_with("http") && spelled.size() > 8) enter(out, "<link>");
        if (spelled.find('@') != std::string_view::npos) enter(out, "<link>");
        if (spelled.find('_') != std::string_view::npos) enter(out, "<ident>");
        m_words.push_back(std::move(out));
        m_stop = m_sign = m_quote = m_glued = m_line_ended = false;
    }

    void enter(Spelled& word, std::string_view entry) const
    {
        std::string folded;
        if (m_layer.folds_l) {
            folded = entry;
            std::replace(folded.begin(), folded.end(), 'l', 'i');
            entry = folded;
        }
        if (const auto* kinds = frame_table().kinds_of(entry, m_layer.folds_l))
            word.word.kinds.insert(word.word.kinds.end(), kinds->begin(), kinds->end());
    }

    const layers::Layer& m_layer;
    std::string_view m_text;
    std::vector<Spelled> m_words;
    bool m_stop = false;
    bool m_sign = false;
    bool m_quote = false;
    bool m_glued = false;
    bool m_line_ended = false;
};

} // namespace

std::vector<Spelled> words_of(const layers::Layer& layer)
{
    return Reader{layer}.read();
}

} // namespace verify::orders
