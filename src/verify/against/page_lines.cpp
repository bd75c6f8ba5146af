#include "verify/against/page_lines.hpp"

#include "reading/ascii.hpp"

#include <optional>
#include <unordered_map>

namespace verify::against {

namespace {

using reading::is_blank;
using reading::is_digit;
using reading::is_letter;

constexpr std::size_t k_most_bytes = 200;
constexpr std::size_t k_most_lines = 3;
// A foot, a head and what stands beside them.
constexpr std::size_t k_most_between = 4;

struct Line {
    std::string_view text; // without blanks around it
    std::uint32_t begin = 0;
    bool is_apart = false; // one of few between blank lines, or at the page's begin or end
};

std::string_view trimmed(std::string_view line)
{
    while (!line.empty() && is_blank(line.back())) line.remove_suffix(1);
    while (!line.empty() && is_blank(line.front())) line.remove_prefix(1);
    return line;
}

class LineReader {
public:
    explicit LineReader(std::string_view text) : m_text{text} {}

    std::vector<Line> read()
    {
        for (std::size_t at = 0; at < m_text.size();) {
            const auto end = std::min(m_text.find_first_of("\n\f", at), m_text.size());
            const auto line = trimmed(m_text.substr(at, end - at));
            if (line.empty())
                close();
            else
                m_paragraph.push_back({line, offset_of(line), false});
            const bool is_page_end = end < m_text.size() && m_text[end] == '\f';
            if (is_page_end) {
                m_ends_page = true;
                close();
                m_begins_page = true;
            }
            at = end + 1;
        }
        close();
        return std::move(m_out);
    }

private:
    [[nodiscard]] std::uint32_t offset_of(std::string_view line) const
    {
        return static_cast<std::uint32_t>(line.data() - m_text.data());
    }

    void close()
    {
        if (m_paragraph.empty()) return;
        const bool is_short = m_paragraph.size() <= k_most_lines;
        m_paragraph.front().is_apart = m_begins_page;
        m_paragraph.back().is_apart = m_ends_page;
        for (auto& line : m_paragraph) {
            line.is_apart = (line.is_apart || is_short) && line.text.size() <= k_most_bytes;
            m_out.push_back(line);
        }
        m_paragraph.clear();
        m_begins_page = false;
        m_ends_page = false;
    }

    std::string_view m_text;
    std::vector<Line> m_out;
    std::vector<Line> m_paragraph;
    bool m_begins_page = true;
    bool m_ends_page = false;
};

bool ends_sentence(std::string_view line)
{
    constexpr std::string_view k_closers = ")]\"'*";
    while (!line.empty() && k_closers.find(line.back()) != std::string_view::npos)
        line.remove_suffix(1);
    return line.empty() || std::string_view{".!?:;|"}.find(line.back()) != std::string_view::npos;
}

bool begins_lower(std::string_view line)
{
    return line.front() >= 'a' && line.front() <= 'z';
}

// "(a) ...", "2. ...", "- ...": what it holds is said.
bool is_list_item(std::string_view line)
{
    if (std::string_view{"(-*+|#>"}.find(line.front()) != std::string_view::npos) return true;
    const auto end = line.find_first_of(" \t");
    const auto head = line.substr(0, end);
    return head.size() <= 4 && (head.ends_with('.') || head.ends_with(')'));
}

// Calls `act` with each run of letters in lower case, and of digits.
template <class Act> void each_run(std::string_view line, const Act& act)
{
    for (std::size_t i = 0; i < line.size();) {
        const auto begin = i;
        while (i < line.size() && is_letter(line[i])) ++i;
        if (i == begin)
            while (i < line.size() && is_digit(line[i])) ++i;
        if (i > begin) act(reading::lower_case(line.substr(begin, i - begin)));
        if (i == begin) ++i;
    }
}

struct Numbering {
    bool has_number = false; // 1 to 9999
    bool has_page = false;
    bool has_more = false;
};

Numbering numbering_of(std::string_view line)
{
    Numbering out;
    each_run(line, [&](const std::string& run) {
        if (is_digit(run.front()) && run.size() <= 4)
            out.has_number = true;
        else if (reading::is_one_of(run, {"page", "p", "pg", "seite", "s"}))
            out.has_page = true;
        else if (!reading::is_one_of(run, {"of", "von", "\u2013", "\u2014"}))
            out.has_more = true;
    });
    return out;
}

// "xii"
bool is_roman(std::string_view line)
{
    return line.find_first_not_of("ivxlc") == std::string_view::npos;
}

bool is_capitals(std::string_view line)
{
    return std::none_of(line.begin(), line.end(), [](char c) { return c >= 'a' && c <= 'z'; });
}

bool has_number_at_edge(std::string_view line)
{
    return is_digit(line.front()) || is_digit(line.back());
}

// A head as every page has it but for its number.
std::string key_of(std::string_view line)
{
    std::string out;
    for (const char c : line)
        if (!is_digit(c)) out += c;
    return out;
}

class PageReader {
public:
    explicit PageReader(std::string_view text) : m_lines{LineReader{text}.read()}
    {
        for (const auto& line : m_lines)
            if (line.is_apart) ++m_heads[key_of(line.text)];
    }

    std::vector<reading::SourceRange> read()
    {
        std::vector<reading::SourceRange> out;
        bool is_open = false;   // a sentence
        bool is_behind = false; // another such line
        for (std::size_t i = 0; i < m_lines.size(); ++i) {
            const auto& line = m_lines[i];
            const bool is_page = is_open && is_of_page(i, is_behind);
            if (is_page)
                out.push_back(
                    {line.begin, line.begin + static_cast<std::uint32_t>(line.text.size())});
            else
                is_open = !ends_sentence(line.text);
            is_behind = is_page;
        }
        return out;
    }

private:
    [[nodiscard]] bool is_of_page(std::size_t index, bool is_behind) const
    {
        const auto& line = m_lines[index];
        if (index + 1 == m_lines.size() || line.text.size() > k_most_bytes) return false;
        const auto numbering = numbering_of(line.text);
        if (numbering.has_number && !numbering.has_more) return true;
        if (line.is_apart && is_roman(line.text)) return true;
        const bool is_named = numbering.has_number && numbering.has_page;
        if (line.is_apart && is_named) return true;
        if (begins_lower(line.text) || is_list_item(line.text)) return false;
        const bool is_note = is_digit(line.text.front());
        if (ends_sentence(line.text) && !is_note) return false;
        if (is_named || (is_capitals(line.text) && goes_on(index))) return true;
        return line.is_apart && (is_behind || has_number_at_edge(line.text) || goes_on(index) ||
                                 m_heads.at(key_of(line.text)) > 1);
    }

    // Whether the sentence before goes on behind it, and behind others of its kind.
    [[nodiscard]] bool goes_on(std::size_t index) const
    {
        for (auto i = index + 1; i < m_lines.size() && i <= index + k_most_between; ++i) {
            if (begins_lower(m_lines[i].text)) return true;
            if (!m_lines[i].is_apart || is_list_item(m_lines[i].text)) return false;
        }
        return false;
    }

    std::vector<Line> m_lines;
    std::unordered_map<std::string, std::size_t> m_heads;
};

} // namespace

std::vector<reading::SourceRange> page_lines(std::string_view text)
{
    return PageReader{text}.read();
}

} // namespace verify::against
