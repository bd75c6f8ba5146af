#include "cli/verify_report.hpp"

#include "base/canonical_json.hpp"
#include "base/concat.hpp"
#include "base/json.hpp"
#include "cli/model_report.hpp"
#include "cli/terminal_text.hpp"

#include <array>
#include <utility>

namespace cli {

namespace json = base::json;
using base::concat;

namespace {

constexpr std::size_t k_longest_line = 160; // bytes shown of a line of the text

std::size_t offset_in(const json_t* view, const char* key)
{
    const auto value = json::integer_member(view, key);
    return value && *value >= 0 ? static_cast<std::size_t>(*value) : 0;
}

std::string coloured(std::string_view text, std::string_view severity, bool in_colour)
{
    if (!in_colour) return std::string{text};
    const std::string_view code = severity == "minor" ? "33" : severity == "info" ? "36" : "31";
    return concat("\x1b[1;", code, 'm', text, "\x1b[0m");
}

std::string_view line_at(std::string_view text, std::size_t byte)
{
    byte = std::min(byte, text.size());
    const std::size_t before = text.find_last_of("\r\n", byte == 0 ? 0 : byte - 1);
    const bool first = before == std::string_view::npos || before >= byte;
    const std::size_t begin = first ? 0 : before + 1;
    return text.substr(begin, std::min(text.find_first_of("\r\n", byte), text.size()) - begin);
}

std::size_t characters_in(std::string_view utf8)
{
    std::size_t out = 0;
    for (const char c : utf8) out += (static_cast<unsigned char>(c) >> 6) != 2 ? 1U : 0U;
    return out;
}

// The line with a row of carets under the quote. Not of a secret, nor of a line too long to show.
std::string excerpt(const json_t* span_view, std::string_view text)
{
    const std::size_t begin = offset_in(span_view, "byte_start");
    const std::size_t end = offset_in(span_view, "byte_end");
    const auto line = line_at(text, begin);
    if (json::member(span_view, "redacted") != nullptr || line.size() > k_longest_line ||
        line.empty())
        return {};
    const auto start = static_cast<std::size_t>(line.data() - text.data());
    if (begin < start || begin > start + line.size()) return {};
    const std::size_t indent = characters_in(line.substr(0, begin - start));
    const std::size_t last = std::min(end, start + line.size());
    const std::size_t width = last > begin ? characters_in(text.substr(begin, last - begin)) : 1;
    return concat("    ", safe_on_terminal(line), "\n    ", std::string(indent, ' '),
                  std::string(std::max<std::size_t>(width, 1), '^'), '\n');
}

std::string finding_text(const json_t* finding_view, std::string_view text, std::string_view file,
                         bool in_colour)
{
    const json_t* final_view = json::object_member(finding_view, "final");
    if (json::text_member(final_view, "status") == "withdrawn") return {};
    const auto severity = text_in(final_view, "severity");
    const json_t* span_view = json_array_get(json::array_member(finding_view, "spans"), 0);
    std::string out =
        concat(safe_on_terminal(file), ':', offset_in(span_view, "line"), ':',
               offset_in(span_view, "col"), ": ", coloured(severity, severity, in_colour), ": ",
               text_in(finding_view, "title"), " [", text_in(finding_view, "check"), "]\n",
               excerpt(span_view, text), "    ", text_in(finding_view, "reasoning"), "\n");
    if (severity != "info") out += concat("    ", text_in(finding_view, "suggestion"), '\n');
    return out;
}

// Which of the sources were not read, and why.
std::string unread_text(const json_t* artifact_view)
{
    const json_t* sources_view = json::array_member(artifact_view, "sources");
    std::string out;
    for (std::size_t i = 0; i < json_array_size(sources_view); ++i) {
        const json_t* source_view = json_array_get(sources_view, i);
        if (json::text_member(source_view, "status") == "used") continue;
        const bool has_url = json::text_member(source_view, "url").has_value();
        const bool has_reason = json::text_member(source_view, "reason").has_value();
        out += concat("Source ", i + 1,
                      " was not read: ", has_url ? concat(text_in(source_view, "url"), ", ") : "",
                      text_in(source_view, "status"),
                      has_reason ? concat(" (", text_in(source_view, "reason"), ')') : "", '\n');
    }
    return out;
}

// What would be findings if a bench had shown what the model is worth, and whether the model
// answered all that it was asked.
std::string verify_opinions(const json_t* artifact_view, std::string_view text,
                            std::string_view file, bool in_colour)
{
    std::string out;
    const json_t* opinions_view = json::array_member(artifact_view, "opinions");
    for (std::size_t i = 0; i < json_array_size(opinions_view); ++i) {
        const json_t* opinion_view = json_array_get(opinions_view, i);
        const json_t* span_view = json_array_get(json::array_member(opinion_view, "spans"), 0);
        out +=
            concat(safe_on_terminal(file), ':', offset_in(span_view, "line"), ':',
                   offset_in(span_view, "col"), ": ", coloured("opinion", "info", in_colour), ": ",
                   text_in(opinion_view, "title"), " [", text_in(opinion_view, "check"), "]\n",
                   excerpt(span_view, text), "    ", text_in(opinion_view, "reasoning"), '\n');
    }
    return concat(out, model_line(artifact_view));
}

} // namespace

std::optional<Exit> exit_of_verdict(const json_t* artifact_view)
{
    constexpr std::array<std::pair<std::string_view, Exit>, 5> k_exits{
        {{"PASS", Exit::ok},
         {"CAUTION", Exit::doubtful},
         {"FAIL", Exit::error},
         {"UNDISPUTED", Exit::undisputed},
         {"INCONCLUSIVE", Exit::unreachable}}};
    const auto verdict = json::text_member(artifact_view, "verdict");
    for (const auto& [word, exit] : k_exits)
        if (verdict == word) return exit;
    return std::nullopt;
}

std::string verify_report(const json_t* artifact_view, std::string_view text, std::string_view file,
                          bool in_colour)
{
    std::string out;
    const json_t* findings_view = json::array_member(artifact_view, "findings");
    for (std::size_t i = 0; i < json_array_size(findings_view); ++i)
        out += finding_text(json_array_get(findings_view, i), text, file, in_colour);
    out += verify_opinions(artifact_view, text, file, in_colour);
    const auto verdict = text_in(artifact_view, "verdict");
    const std::string_view tone = verdict == "FAIL"   ? "major"
                                  : verdict == "PASS" ? "info"
                                                      : "minor";
    const json_t* score_view = json::member(artifact_view, "score");
    out += concat(out.empty() ? "" : "\n", coloured(verdict, tone, in_colour), ", score ",
                  json_is_integer(score_view) ? std::to_string(json_integer_value(score_view))
                                              : std::string{"none"},
                  ". ", text_in(json::object_member(artifact_view, "summary"), "text"), '\n',
                  unread_text(artifact_view));
    return out;
}

} // namespace cli
