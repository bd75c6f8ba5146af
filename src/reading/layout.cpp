#include "reading/layout.hpp"

#include "base/json.hpp"
#include "reading/ascii.hpp"

#include <optional>

namespace reading {

namespace {

struct Line {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;    // without the line end
    std::uint32_t text = 0;   // first non-blank byte; `end` when blank
    std::uint32_t indent = 0; // columns before it, a tab counting as four
};

std::vector<Line> split_lines(std::string_view text)
{
    std::vector<Line> lines;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        Line line{static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end),
                  static_cast<std::uint32_t>(begin), 0};
        while (line.text < line.end && is_blank(text[line.text])) {
            line.indent += text[line.text] == '\t' ? 4U : 1U;
            ++line.text;
        }
        lines.push_back(line);
        begin = end + 1;
    }
    return lines;
}

std::string_view trimmed(std::string_view text, const Line& line)
{
    std::string_view out = text.substr(line.text, line.end - line.text);
    while (!out.empty() && is_blank(out.back())) out.remove_suffix(1);
    return out;
}

bool starts_code(std::string_view line)
{
    constexpr std::string_view k_starts[] = {
        "#include",  "#define", "#!",      "import ",  "from __",    "def ",    "class ",
        "function ", "const ",  "let ",    "var ",     "return ",    "public ", "private ",
        "static ",   "if (",    "for (",   "while (",  "} ",         "//",      "/*",
        "*/",        "$ ",      "sudo ",   "<?",       "</",         "@",       "elif ",
        "else:",     "try:",    "except ", "package ", "namespace ", "using ",  "struct ",
        "fn ",       "func ",   "SELECT ", "INSERT ",  ">>> "};
    for (const auto start : k_starts)
        if (line.starts_with(start)) return true;
    return false;
}

// A line no sentence looks like: a statement's end, or an assignment of a call.
// "f(": a bracket in prose stands behind a blank.
bool has_call(std::string_view line)
{
    for (std::size_t at = line.find('('); at != std::string_view::npos; at = line.find('(', at + 1))
        if (at > 0 && (is_letter(line[at - 1]) || is_digit(line[at - 1]) || line[at - 1] == '_'))
            return true;
    return false;
}

bool looks_like_code(std::string_view line)
{
    if (line.empty()) return false;
    const char last = line.back();
    if (last == '{' || last == '}' || line == "];" || line == ");") return true;
    if (last == ';' && (line.find('=') != std::string_view::npos || has_call(line))) return true;
    if (last == ':' &&
        (line.starts_with("def ") || line.starts_with("class ") || line.starts_with("if ") ||
         line.starts_with("for ") || line.starts_with("while ")) &&
        line.find_first_of("()[]=<>") != std::string_view::npos)
        return true;
    if (line.starts_with("#include") || line.starts_with("#define") || line.starts_with(">>> ") ||
        line.starts_with("import ") || line.starts_with("$ ") || line.starts_with("//"))
        return true;
    const bool calls = line.find('(') != std::string_view::npos && last == ')';
    return calls && line.find(" = ") != std::string_view::npos &&
           line.find('.') == line.rfind('.') && line.find(". ") == std::string_view::npos &&
           is_letter(line.front());
}

std::optional<std::size_t> fence_length(std::string_view line)
{
    if (!line.starts_with("```") && !line.starts_with("~~~")) return std::nullopt;
    std::size_t length = 0;
    while (length < line.size() && line[length] == line.front()) ++length;
    return length;
}

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

// A line of prose among code: nobody makes a statement unread by writing code around it.
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

std::size_t count(std::string_view line, char c)
{
    return static_cast<std::size_t>(std::count(line.begin(), line.end(), c));
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

// "Bread 3,49 EUR": the one comma of the line is the decimal mark of an amount.
bool has_one_amount(std::string_view line)
{
    const std::size_t comma = line.find(',');
    if (comma == std::string_view::npos || line.find(',', comma + 1) != std::string_view::npos)
        return false;
    const auto digit = [&](std::size_t at) { return at < line.size() && is_digit(line[at]); };
    return comma > 0 && digit(comma - 1) && digit(comma + 1) && digit(comma + 2) &&
           !digit(comma + 3);
}

bool is_separated_table(std::string_view text, const std::vector<Line>& lines)
{
    for (const char separator : {',', ';', '\t'}) {
        std::size_t rows = 0;
        std::size_t agreeing = 0;
        std::size_t columns = 0;
        std::size_t wordy = 0;
        for (const auto& line : lines) {
            const auto content = trimmed(text, line);
            if (content.empty()) continue;
            const std::size_t cells = count(content, separator);
            if (rows == 0 && separator == ',' && has_one_amount(content)) break;
            if (rows++ == 0) columns = cells;
            if (cells == columns) ++agreeing;
            if (count(content, ' ') > 2 * (cells + 1)) ++wordy;
        }
        if (rows >= 3 && columns >= 1 && agreeing * 10 >= rows * 9 && wordy * 4 < rows) return true;
    }
    return false;
}

} // namespace

std::string_view name_of(Format format)
{
    switch (format) {
    case Format::prose: return "prose";
    case Format::markdown: return "markdown";
    case Format::json: return "json";
    case Format::csv: return "csv";
    case Format::code: return "code";
    }
    __builtin_unreachable();
}

std::vector<Block> split_blocks(const View& view, Format format)
{
    return Splitter{view, format}.run();
}

Format detect_format(const View& view, std::string_view source)
{
    const std::string_view text = view.text;
    const std::size_t first = text.find_first_not_of(" \t\n");
    if (first == std::string_view::npos) return Format::prose;
    if ((text[first] == '{' || text[first] == '[') && base::json::parse(source))
        return Format::json;
    const auto lines = split_lines(text);
    std::size_t filled = 0;
    std::size_t code = 0;
    std::size_t marks = 0;
    bool fenced = false;
    for (const auto& line : lines) {
        const auto content = trimmed(text, line);
        if (content.empty()) continue;
        ++filled;
        if (fence_length(content)) {
            fenced = !fenced;
            ++marks;
            continue;
        }
        if (fenced) continue;
        if (looks_like_code(content) || starts_code(content)) ++code;
        if ((content.starts_with("# ") || content.starts_with("## ") ||
             content.starts_with("### ") || content.starts_with("- ") ||
             content.starts_with("* ") || content.starts_with("|") ||
             content.find("](") != std::string_view::npos))
            ++marks;
    }
    if (marks == 0 && filled >= 2 && code * 5 >= filled * 2) return Format::code;
    if (text.substr(first).starts_with("#!/")) return Format::code;
    if (is_separated_table(text, lines)) return Format::csv;
    return marks > 0 ? Format::markdown : Format::prose;
}

} // namespace reading
