#include "reading/lines.hpp"

#include "reading/ascii.hpp"

#include <algorithm>

namespace reading {

namespace {

// A line no sentence looks like: a statement's end, or an assignment of a call.
// "f(": a bracket in prose stands behind a blank.
bool has_call(std::string_view line)
{
    for (std::size_t at = line.find('('); at != std::string_view::npos; at = line.find('(', at + 1))
        if (at > 0 && (is_letter(line[at - 1]) || is_digit(line[at - 1]) || line[at - 1] == '_'))
            return true;
    return false;
}

} // namespace

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

std::size_t count(std::string_view line, char c)
{
    return static_cast<std::size_t>(std::count(line.begin(), line.end(), c));
}

} // namespace reading
