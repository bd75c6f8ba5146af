#include "reading/layout.hpp"

#include "base/json.hpp"
#include "reading/ascii.hpp"
#include "reading/lines.hpp"

#include <algorithm>

namespace reading {

namespace {

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
