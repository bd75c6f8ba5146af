#include "reading/layout.hpp"

#include "reading/ascii.hpp"
#include "reading/lines.hpp"

#include <optional>

namespace reading {

namespace {

struct Marker {
    std::size_t length = 0; // with the blanks after it
    bool ordered = false;
};

// "- ", "* ", "+ ", "3. ", "3) ", "(3) ", "b) " and the bullet signs.
std::optional<Marker> list_marker(std::string_view line)
{
    constexpr std::string_view k_bullets[] = {"-",      "*",      "+",      "\u2022", "\u25e6",
                                              "\u25aa", "\u2023", "\u2013", "\u00b7"};
    Marker marker;
    for (const auto bullet : k_bullets)
        if (line.starts_with(bullet)) marker.length = bullet.size();
    if (marker.length == 0) {
        std::size_t at = line.starts_with('(') ? 1 : 0;
        const std::size_t first = at;
        while (at < line.size() && at < first + 3 && is_digit(line[at])) ++at;
        if (at == first && at < line.size() && is_letter(line[at]) &&
            is_punct(line[at + 1 < line.size() ? at + 1 : at]))
            ++at;
        // "(ii)", "iv)"
        if (at == first)
            while (at < line.size() && at < first + 4 &&
                   std::string_view{"ivx"}.find(line[at]) != std::string_view::npos)
                ++at;
        if (at == first || at >= line.size() || (line[at] != ')' && line[at] != '.'))
            return std::nullopt;
        if (!is_digit(line[first]) && line[at] == '.') return std::nullopt;
        marker = {at + 1, true};
    }
    if (marker.length >= line.size() || !is_blank(line[marker.length])) return std::nullopt;
    while (marker.length < line.size() && is_blank(line[marker.length])) ++marker.length;
    return marker.length < line.size() ? std::optional{marker} : std::nullopt;
}

// A line of prose among code: no author makes a statement unread by writing code around it.
bool reads_as_sentence(std::string_view line)
{
    if (line.size() < 24 || !is_upper(line.front())) return false;
    const char last = line.back();
    if (last != '.' && last != '!' && last != '?') return false;
    if (line.find_first_of("={}<>`\\") != std::string_view::npos) return false;
    std::size_t words = 0;
    for (std::size_t i = 1; i < line.size(); ++i)
        if (is_blank(line[i - 1]) && (is_letter(line[i]) || is_digit(line[i]))) ++words;
    return words >= 5 && !looks_like_code(line) && !starts_code(line);
}

bool is_rule(std::string_view line)
{
    return line.size() >= 3 && line.find_first_not_of("-=_*~+| :") == std::string_view::npos;
}

class Splitter {
public:
    Splitter(const View& view, Format format)
        : m_text{view.text}, m_lines{split_lines(m_text)}, m_format{format}
    {
        std::size_t indented = 0;
        std::size_t filled = 0;
        for (const auto& line : m_lines) {
            if (line.text == line.end) continue;
            ++filled;
            if (line.indent >= 4) ++indented;
        }
        m_indented_is_code = indented * 3 < filled;
    }

    std::vector<Block> run()
    {
        for (const auto& line : m_lines) take(line);
        return std::move(m_blocks);
    }

private:
    void take(const Line& line)
    {
        const std::string_view content = trimmed(m_text, line);
        if (in_fence(line, content)) return;
        if (content.empty()) {
            m_open = false;
            m_blank = true;
            return;
        }
        const bool code = m_format == Format::code && !reads_as_sentence(content);
        if (code || m_format == Format::json) return add(BlockKind::code, line, 0);
        if (m_format == Format::csv) return add(BlockKind::table_row, line, 0);
        if (is_rule(content)) {
            m_open = false;
            return;
        }
        if (const std::size_t hashes = content.find_first_not_of('#');
            content.front() == '#' && hashes <= 6 && hashes < content.size() &&
            is_blank(content[hashes])) {
            add(BlockKind::heading, line, hashes);
            m_open = false;
            m_in_list = false;
            return;
        }
        if (content.front() == '|' || count(content, '|') >= 2 || count(content, '\t') >= 2) {
            add(BlockKind::table_row, line, 0);
            m_open = false;
            return;
        }
        if (const auto marker = list_marker(content)) {
            add(BlockKind::list_item, line, marker->length);
            m_blocks.back().ordered = marker->ordered;
            m_in_list = true;
            return;
        }
        const bool starts = !m_open;
        if (starts && line.indent == 0) m_in_list = false;
        // Behind a rule, but without an empty line, goes on what the rule sums up.
        const bool may_be_code =
            m_blocks.empty() || (starts && m_blank) || m_blocks.back().kind == BlockKind::code;
        const bool indented_code =
            line.indent >= 4 && m_indented_is_code && !m_in_list && may_be_code;
        if (indented_code || looks_like_code(content)) return add(BlockKind::code, line, 0);
        if (m_open && m_blocks.back().kind != BlockKind::code) {
            m_blocks.back().end = line.end;
            return;
        }
        std::size_t skip = 0;
        while (skip < content.size() && (content[skip] == '>' || is_blank(content[skip]))) ++skip;
        add(BlockKind::paragraph, line, skip);
    }

    bool in_fence(const Line& line, std::string_view content)
    {
        const auto length = fence_length(content);
        if (m_fence == 0) {
            if (!length) return false;
            m_fence = *length;
            m_fence_char = content.front();
            m_open = false;
            return true;
        }
        if (length && *length >= m_fence && content.front() == m_fence_char &&
            *length == content.size()) {
            m_fence = 0;
            m_open = false;
        } else if (!content.empty()) {
            add(BlockKind::code, line, 0);
        }
        return true;
    }

    void add(BlockKind kind, const Line& line, std::size_t skip)
    {
        Block block{kind,     line.text + static_cast<std::uint32_t>(skip),
                    line.end, line.indent,
                    false,    m_blank};
        m_blocks.push_back(block);
        m_open = true;
        m_blank = false;
    }

    std::string_view m_text;
    std::vector<Line> m_lines;
    Format m_format;
    std::vector<Block> m_blocks;
    bool m_indented_is_code = false;
    bool m_open = false; // the last block may go on in the next line
    bool m_blank = false;
    bool m_in_list = false;
    std::size_t m_fence = 0;
    char m_fence_char = '`';
};

} // namespace

std::vector<Block> split_blocks(const View& view, Format format)
{
    return Splitter{view, format}.run();
}

} // namespace reading
