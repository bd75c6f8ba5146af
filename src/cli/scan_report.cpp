#include "cli/scan_report.hpp"

#include "base/canonical_json.hpp"
#include "base/concat.hpp"
#include "base/json.hpp"
#include "cli/columns.hpp"
#include "config/suggest.hpp"

#include <array>
#include <utility>

namespace cli {

namespace json = base::json;

namespace {

constexpr std::size_t k_scan_check_width = 8;
constexpr std::size_t k_verdict_width = 14;
constexpr std::size_t k_number_width = 6;

std::string printable_text_in(const json_t* view, const char* key)
{
    return config::printable(json::text_member(view, key).value_or("?"));
}

// What is not there is a question mark, as in text.
std::string figure_in(const json_t* view, const char* key)
{
    const json_t* number_view = json::member(view, key);
    return json_is_number(number_view) ? base::ecmascript_number(json_number_value(number_view))
                                       : "?";
}

// What the reasons of a check that is not OK mean, a line for each.
std::string reason_lines(const json_t* check_view)
{
    if (json::text_member(check_view, "verdict") == "OK") return {};
    std::string out;
    const json_t* sentences_view = json::array_member(check_view, "reason_text");
    for (std::size_t i = 0; i < json_array_size(sentences_view); ++i) {
        const json_t* sentence_view = json_array_get(sentences_view, i);
        if (json_is_string(sentence_view))
            out += base::concat("    ", config::printable(json::text_of(sentence_view)), '\n');
    }
    return out;
}

std::string lines_of(const json_t* check_view)
{
    std::string out = base::concat(left(printable_text_in(check_view, "check"), k_scan_check_width),
                                   left(printable_text_in(check_view, "verdict"), k_verdict_width),
                                   right(figure_in(check_view, "confidence"), k_number_width),
                                   right(figure_in(check_view, "elapsed_ms"), k_number_width),
                                   " ms  ", printable_text_in(check_view, "summary"));
    const json_t* reasons_view = json::array_member(check_view, "reasons");
    for (std::size_t i = 0; i < json_array_size(reasons_view); ++i) {
        const json_t* reason_view = json_array_get(reasons_view, i);
        if (json_is_string(reason_view))
            out += base::concat(" [", config::printable(json::text_of(reason_view)), "]");
    }
    return base::concat(out, '\n', reason_lines(check_view));
}

} // namespace

std::optional<Exit> exit_of_scan(const json_t* artifact_view)
{
    constexpr std::array<std::pair<std::string_view, Exit>, 4> k_exits{
        {{"OK", Exit::ok},
         {"WARN", Exit::doubtful},
         {"CRITICAL", Exit::error},
         {"INCONCLUSIVE", Exit::unreachable}}};
    const auto verdict = json::text_member(artifact_view, "verdict");
    for (const auto& [word, exit] : k_exits)
        if (verdict == word) return exit;
    return std::nullopt;
}

std::string scan_table(const json_t* artifact_view)
{
    std::string out = base::concat(printable_text_in(artifact_view, "verdict"), ", confidence ",
                                   figure_in(artifact_view, "confidence"), ", ",
                                   figure_in(artifact_view, "elapsed_ms"), " ms");
    if (json_is_number(json::member(artifact_view, "clock_offset_s")))
        out +=
            base::concat(", clock to be set by ", figure_in(artifact_view, "clock_offset_s"), " s");
    out += '\n';
    const json_t* targets_view = json::array_member(artifact_view, "targets");
    for (std::size_t i = 0; i < json_array_size(targets_view); ++i)
        out += base::concat("target  ", printable_text_in(json_array_get(targets_view, i), "host"),
                            '\n');
    const json_t* checks_view = json::array_member(artifact_view, "checks");
    for (std::size_t i = 0; i < json_array_size(checks_view); ++i)
        out += lines_of(json_array_get(checks_view, i));
    return out;
}

} // namespace cli
