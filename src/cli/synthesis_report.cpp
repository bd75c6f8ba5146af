#include "cli/synthesis_report.hpp"

#include "base/concat.hpp"
#include "base/json.hpp"
#include "cli/model_report.hpp"
#include "cli/terminal_text.hpp"

#include <array>
#include <cstdio>
#include <utility>

namespace cli {

namespace json = base::json;
using base::concat;

namespace {

// "[S1 S3]": each source once, in the order of the citations.
std::string sources_of(const json_t* item_view)
{
    std::string out;
    const json_t* citations_view = json::array_member(item_view, "citations");
    for (std::size_t i = 0; i < json_array_size(citations_view); ++i) {
        const auto source = text_in(json_array_get(citations_view, i), "source");
        if (out.find(source) == std::string::npos) out += concat(out.empty() ? "" : " ", source);
    }
    return concat('[', out, ']');
}

template <typename Line> std::string lines(const json_t* list_view, Line line)
{
    std::string out;
    for (std::size_t i = 0; i < json_array_size(list_view); ++i)
        out += line(json_array_get(list_view, i));
    return out;
}

std::string cited(const json_t* item_view)
{
    return concat("  ", text_in(item_view, "text"), ' ', sources_of(item_view), '\n');
}

// "4.2 million dollars / 6.8 million dollars"
std::string values_of(const json_t* conflict_view)
{
    std::string out;
    const json_t* values_view = json::array_member(conflict_view, "values");
    for (std::size_t i = 0; i < json_array_size(values_view); ++i)
        if (const json_t* value_view = json_array_get(values_view, i); json_is_string(value_view))
            out += concat(out.empty() ? "" : " / ", safe_on_terminal(json::text_of(value_view)));
    return out;
}

std::string differences(const json_t* list_view, std::string_view word)
{
    return lines(list_view, [&](const json_t* each_view) {
        return concat(word, ": ", text_in(each_view, "attribute"), ": ", values_of(each_view),
                      '\n');
    });
}

// Of each question that no source answers, why.
std::string unanswered(const json_t* questions_view)
{
    return lines(questions_view, [](const json_t* question_view) {
        if (!json_is_null(json::member(question_view, "claim_id"))) return std::string{};
        return concat("not answered: ", text_in(question_view, "text"), ": ",
                      text_in(question_view, "reason"), '\n');
    });
}

// What a model holds and no code has shown, and whether it said all that it was asked.
std::string synthesis_opinions(const json_t* artifact_view)
{
    const json_t* opinions_view = json::array_member(artifact_view, "opinions");
    const std::string out = lines(opinions_view, [](const json_t* opinion_view) {
        return concat(
            "opinion (", text_in(opinion_view, "kind"), "): ", text_in(opinion_view, "title"), '\n',
            lines(json::array_member(opinion_view, "citations"), [](const json_t* citation_view) {
                return concat("    ", text_in(citation_view, "source"), ": ",
                              text_in(citation_view, "quote"), '\n');
            }));
    });
    return concat(out, model_line(artifact_view));
}

std::string score_of(const json_t* confidence_view)
{
    const json_t* score_view = json::member(confidence_view, "score");
    std::array<char, 32> out{};
    std::snprintf(out.data(), out.size(), "%.2f", json_number_value(score_view));
    return out.data();
}

} // namespace

std::optional<Exit> exit_of_synthesis(const json_t* artifact_view)
{
    constexpr std::array<std::pair<std::string_view, Exit>, 5> k_exits{
        {{"CORROBORATED", Exit::ok},
         {"MIXED", Exit::doubtful},
         {"CONTESTED", Exit::doubtful},
         {"SINGLE_SOURCE", Exit::doubtful},
         {"INSUFFICIENT", Exit::unreachable}}};
    const auto verdict = json::text_member(artifact_view, "verdict");
    for (const auto& [word, exit] : k_exits)
        if (verdict == word) return exit;
    return std::nullopt;
}

std::string synthesis_report(const json_t* artifact_view)
{
    std::string out = concat(text_in(artifact_view, "verdict"), ", confidence ",
                             score_of(json::object_member(artifact_view, "confidence")), ".\n\n");
    out += unanswered(json::array_member(artifact_view, "questions"));
    const json_t* sections_view = json::array_member(artifact_view, "sections");
    if (sections_view == nullptr)
        out += lines(json::array_member(json::object_member(artifact_view, "summary"), "sentences"),
                     cited);
    out += lines(sections_view, [](const json_t* section_view) {
        const json_t* items_view = json::array_member(section_view, "items");
        if (json_array_size(items_view) == 0) return std::string{};
        return concat(text_in(section_view, "title"), '\n', lines(items_view, cited), '\n');
    });
    out += '\n';
    out += differences(json::array_member(artifact_view, "contradictions"), "differ");
    out += differences(json::array_member(artifact_view, "updates"), "updated");
    out += lines(json::array_member(artifact_view, "gaps"), [](const json_t* gap_view) {
        return concat("gap: ", text_in(gap_view, "topic"), ": ", text_in(gap_view, "reason"), '\n');
    });
    out += lines(json::array_member(artifact_view, "sources"), [](const json_t* source_view) {
        return concat(text_in(source_view, "id"), "  ", text_in(source_view, "title"), ", ",
                      text_in(source_view, "status"), '\n');
    });
    return out + synthesis_opinions(artifact_view);
}

} // namespace cli
