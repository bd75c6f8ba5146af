// syntax.brackets: brackets in fenced code of languages whose strings and comments are known here.
//
// Code in texts is often cut out of more. A pair that does not match, and a round or square bracket
// that stays open, is wrong in any piece; a brace only where the piece looks whole.
#include "base/concat.hpp"
#include "reading/ascii.hpp"
#include "reading/fences.hpp"
#include "verify/forms/checks.hpp"
#include "verify/forms/formats.hpp"

#include <algorithm>
#include <optional>

namespace verify::forms {

namespace {

enum class Dialect { c, script, python, go, rust };

std::optional<Dialect> dialect_of(std::string_view language)
{
    if (reading::is_one_of(language,
                           {"c", "cpp", "c++", "java", "csharp", "cs", "kotlin", "swift"}))
        return Dialect::c;
    if (reading::is_one_of(language, {"js", "javascript", "ts", "typescript"}))
        return Dialect::script;
    if (reading::is_one_of(language, {"python", "py"})) return Dialect::python;
    if (language == "go") return Dialect::go;
    if (language == "rust" || language == "rs") return Dialect::rust;
    return std::nullopt;
}

// What this reader does not follow, and what shows that something is left out.
bool is_beyond(std::string_view code)
{
    constexpr std::string_view k_signs[] = {"R\"",    "r#\"", "@\"",  "#if", "#else",
                                            "\u2026", "<<<<", ">>>>", "{{",  "{%"};
    for (const auto sign : k_signs)
        if (code.find(sign) != std::string_view::npos) return true;
    // A line of dots, alone or in a comment.
    for (std::size_t at = code.find("..."); at != std::string_view::npos;
         at = code.find("...", at + 3)) {
        std::size_t begin = at;
        while (begin > 0 &&
               std::string_view{" \t/#*"}.find(code[begin - 1]) != std::string_view::npos)
            --begin;
        const bool first = begin == 0 || code[begin - 1] == '\n' || code[begin - 1] == '{' ||
                           code[begin - 1] == '(' || code[begin - 1] == '[';
        std::size_t end = at + 3;
        while (end < code.size() && (code[end] == ' ' || code[end] == '\t')) ++end;
        if (first && (end == code.size() || !reading::is_letter(code[end]))) return true;
    }
    return false;
}

struct Open {
    char sign = 0;
    std::size_t line = 0;
};

class Balance {
public:
    Balance(std::string_view code, Dialect dialect) : m_code{code}, m_dialect{dialect} {}

    struct Outcome {
        std::string detail; // empty when all is well
        std::size_t line = 0;
    };

    // nullopt when a string or comment does not end: the reader is lost.
    std::optional<Outcome> run()
    {
        while (m_at < m_code.size()) {
            if (!skip_text()) return std::nullopt;
            if (m_at >= m_code.size()) break;
            const char c = m_code[m_at++];
            if (c == '\n') ++m_line;
            const bool opens = c == '(' || c == '[' || c == '{';
            if (opens) m_open.push_back({c, m_line});
            if (c == ')' || c == ']' || c == '}') {
                if (auto fault = close(c)) return fault;
            }
            if (!reading::is_blank(c)) m_last = c;
        }
        return end();
    }

private:
    static char partner(char closing) { return closing == ')' ? '(' : closing == ']' ? '[' : '{'; }

    std::optional<Outcome> close(char closing)
    {
        if (m_open.empty()) {
            // What was cut out of more may close what was opened before it.
            const bool is_cut = closing == '}' && !begins_whole();
            if (is_cut || (closing == '}' && m_pairs == 0)) return Outcome{};
            return Outcome{base::concat("a closing ", closing, " has no opening one"), m_line};
        }
        const Open open = m_open.back();
        m_open.pop_back();
        ++m_pairs;
        if (open.sign == partner(closing)) return std::nullopt;
        return Outcome{
            base::concat("a closing ", closing, " meets the ", open.sign, " of line ", open.line),
            m_line};
    }

    [[nodiscard]] bool begins_whole() const
    {
        return !m_code.empty() && !reading::is_blank(m_code.front()) && m_code.front() != '}';
    }

    Outcome end() const
    {
        for (const auto& open : m_open)
            if (open.sign != '{')
                return {base::concat("the ", open.sign, " is never closed"), open.line};
        const bool looks_whole = m_last == '}' && m_pairs > 0;
        if (m_open.empty() || !looks_whole) return {};
        return {base::concat("the ", m_open.front().sign, " is never closed"), m_open.front().line};
    }

    [[nodiscard]] bool at(std::string_view sign) const
    {
        return m_code.substr(m_at).starts_with(sign);
    }

    // Over one string, comment or literal, if one begins here; false when it does not end.
    bool skip_text()
    {
        for (;;) {
            const std::size_t before = m_at;
            if (!skip_one()) return false;
            if (m_at == before || m_at >= m_code.size()) return true;
        }
    }

    bool skip_one()
    {
        const bool is_python = m_dialect == Dialect::python;
        if (is_python ? at("#") : at("//")) return skip_line();
        if (!is_python && at("/*")) return skip_to("*/", 2);
        if (m_dialect == Dialect::c && at("#") && is_line_start()) return skip_line();
        for (const std::string_view triple : {R"(""")", "'''"})
            if ((is_python || m_dialect == Dialect::c) && at(triple)) return skip_to(triple, 3);
        if (at("\"")) return skip_quoted('"');
        if (at("`") && (m_dialect == Dialect::script || m_dialect == Dialect::go))
            return skip_to("`", 1);
        if (at("'")) return skip_single();
        if (m_dialect == Dialect::script && at("/") && may_be_expression()) return skip_quoted('/');
        return true;
    }

    [[nodiscard]] bool is_line_start() const
    {
        std::size_t begin = m_at;
        while (begin > 0 && (m_code[begin - 1] == ' ' || m_code[begin - 1] == '\t')) --begin;
        return begin == 0 || m_code[begin - 1] == '\n';
    }

    // A regular expression stands where a value is wanted.
    [[nodiscard]] bool may_be_expression() const
    {
        return m_last == 0 ||
               std::string_view{"(,=:[!&|?{};+"}.find(m_last) != std::string_view::npos;
    }

    bool skip_line()
    {
        while (m_at < m_code.size() && m_code[m_at] != '\n') {
            // A line that goes on.
            if (m_code[m_at] == '\\' && m_at + 1 < m_code.size() && m_code[m_at + 1] == '\n') {
                ++m_at;
                ++m_line;
            }
            ++m_at;
        }
        return true;
    }

    bool skip_to(std::string_view closing, std::size_t opening)
    {
        const std::size_t end = m_code.find(closing, m_at + opening);
        if (end == std::string_view::npos) return false;
        // Code inside a template may hold strings of its own.
        const auto inner = m_code.substr(m_at, end - m_at);
        if (closing == "`" && inner.find('\\') != std::string_view::npos) return false;
        m_line += static_cast<std::size_t>(std::count(inner.begin(), inner.end(), '\n'));
        m_at = end + closing.size();
        m_last = '"';
        return true;
    }

    bool skip_quoted(char quote)
    {
        std::size_t end = m_at + 1;
        bool in_class = false; // "[/]" of a regular expression
        while (end < m_code.size() && m_code[end] != '\n' && (m_code[end] != quote || in_class)) {
            if (quote == '/' && m_code[end] == '[') in_class = true;
            if (quote == '/' && m_code[end] == ']') in_class = false;
            end += m_code[end] == '\\' ? 2U : 1U;
        }
        if (end >= m_code.size() || m_code[end] != quote) return false;
        m_at = end + 1;
        m_last = '"';
        return true;
    }

    bool skip_single()
    {
        if (m_dialect != Dialect::rust) return skip_quoted('\'');
        // 'a' is a character, 'a alone a lifetime.
        const bool is_character =
            m_at + 2 < m_code.size() && (m_code[m_at + 1] == '\\' || m_code[m_at + 2] == '\'');
        if (is_character) return skip_quoted('\'');
        ++m_at;
        return true;
    }

    std::string_view m_code;
    Dialect m_dialect;
    std::size_t m_at = 0;
    std::size_t m_line = 1;
    std::size_t m_pairs = 0;
    char m_last = 0;
    std::vector<Open> m_open;
};

} // namespace

void check_brackets(const Document& document, Review& review)
{
    for (const auto& fence : find_fences(document)) {
        const auto dialect = dialect_of(fence.language);
        if (!dialect || !fence.closed) continue;
        const auto code =
            std::string_view{document.source}.substr(fence.begin, fence.end - fence.begin);
        if (is_beyond(code)) continue;
        const Piece piece{fence.begin, fence.end};
        const auto outcome = Balance{code, *dialect}.run();
        if (!outcome) continue;
        if (outcome->detail.empty())
            pass_piece(k_syntax_brackets, piece, review);
        else
            report_fault(
                document, piece,
                {k_syntax_brackets, "code", outcome->detail, outcome->line, 0, Severity::minor},
                review);
    }
}

} // namespace verify::forms
