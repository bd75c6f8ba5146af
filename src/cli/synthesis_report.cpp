#include "cli/synthesis_report.hpp"

#include "base/concat.hpp"
#include "base/json.hpp"
#include "cli/columns.hpp"
#include "cli/terminal_text.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

namespace cli {

namespace json = base::json;
using base::concat;

namespace {

template <typename Line> std::string lines(const json_t* list_view, Line line)
{
    std::string out;
    for (std::size_t i = 0; i < json_array_size(list_view); ++i)
        out += line(json_array_get(list_view, i));
    return out;
}

std::string listed(const json_t* texts_view)
{
    return lines(texts_view, [first = true](const json_t* text_view) mutable {
        const bool is_first = std::exchange(first, false);
        return json_is_string(text_view)
                   ? concat(is_first ? "" : ", ", safe_on_terminal(json::text_of(text_view)))
                   : std::string{};
    });
}

// A block with its heading, and a line below it; nothing of nothing.
std::string headed(std::string_view heading, const std::string& block)
{
    return block.empty() ? std::string{} : concat(heading, ":\n", block, '\n');
}

// "68 %"; "-" of what is not calibrated.
std::string share_in(const json_t* view)
{
    const json_t* share_view = json::member(view, "share");
    if (!json_is_number(share_view)) return "-";
    return concat(std::lround(json_number_value(share_view) * 100), " %");
}

long long how_many(const json_t* view, const char* key)
{
    return json_integer_value(json::member(view, key));
}

std::string day_in(const json_t* view)
{
    constexpr std::size_t k_day = 10; // "2026-03-11" of a time, too
    auto published = json::text_member(view, "published");
    if (!published) return "undated";
    if (published->size() > k_day && (*published)[k_day] == 'T')
        *published = published->substr(0, k_day);
    return safe_on_terminal(*published);
}

// "S2, 2026-03-11"
std::string dated(const json_t* place_view)
{
    return concat(text_in(place_view, "source"), ", ", day_in(place_view));
}

// Each place once, whose texts are the same.
std::string places_of(const json_t* stands_view)
{
    std::vector<std::string> told;
    std::string out;
    for (std::size_t i = 0; i < json_array_size(stands_view); ++i) {
        auto place = dated(json_array_get(stands_view, i));
        if (std::ranges::find(told, place) != told.end()) continue;
        out += concat(out.empty() ? "" : "; ", place);
        told.push_back(std::move(place));
    }
    return concat('(', out, ')');
}

std::string independent(long long count)
{
    return concat(count, count == 1 ? " independent source" : " independent sources");
}

const json_t* source_of(const json_t* artifact_view, std::string_view id)
{
    const json_t* sources_view = json::array_member(artifact_view, "sources");
    for (std::size_t i = 0; i < json_array_size(sources_view); ++i) {
        const json_t* each_view = json_array_get(sources_view, i);
        if (json::text_member(each_view, "id") == id) return each_view;
    }
    return nullptr;
}

std::string title_in(const json_t* source_view)
{
    const auto title = json::text_member(source_view, "title");
    const auto named = title ? title : json::text_member(source_view, "url");
    return named ? concat("  ", safe_on_terminal(*named)) : std::string{};
}

std::string why_not_read(const json_t* source_view)
{
    const auto reason = json::text_member(source_view, "reason");
    return reason ? safe_on_terminal(*reason) : text_in(source_view, "status");
}

// Its text begins with how sure it is.
std::string answer_of(const json_t* artifact_view)
{
    const json_t* answer_view = json::object_member(artifact_view, "answer");
    if (answer_view == nullptr)
        return json::text_member(artifact_view, "verdict") == "INSUFFICIENT"
                   ? "Nothing could be read.\n\n"
                   : "Not sure: no line shares a word with the question.\n\n";
    std::string out = concat(text_in(answer_view, "text"), "\n  ",
                             places_of(json::array_member(answer_view, "quotes")), ", given by ",
                             listed(json::array_member(answer_view, "sources")), ": ",
                             independent(how_many(answer_view, "witnesses")), "\n  ");
    const json_t* basis_view = json::object_member(answer_view, "share_of");
    if (basis_view == nullptr) return out + "its share is not calibrated for its language\n\n";
    return out + concat(share_in(answer_view), ": first lines like this one were right in ",
                        how_many(basis_view, "right"), " of ", how_many(basis_view, "cases"),
                        " public questions\n\n");
}

// On one line, whatever the source had between its words.
std::string quoted(const json_t* view)
{
    std::string on_line{json::text_member(view, "quote").value_or("?")};
    std::ranges::replace_if(
        on_line, [](char c) { return c == '\n' || c == '\r' || c == '\t'; }, ' ');
    return concat("\u201c", safe_on_terminal(on_line), "\u201d");
}

// "  quoted  “It leaves at six.” [S2, 2025-02-21]", and what it was edited from below that.
std::string sentence_of(const json_t* sentence_view)
{
    const json_t* quotes_view = json::array_member(sentence_view, "quotes");
    std::string out =
        concat("  ", text_in(sentence_view, "form"), "  ", text_in(sentence_view, "text"));
    if (json_array_size(quotes_view) == 0) return out + " [it has no source]\n";
    out += lines(quotes_view,
                 [](const json_t* each_view) { return concat(" [", dated(each_view), ']'); });
    out += '\n';
    if (json::text_member(sentence_view, "form") == "quoted") return out;
    return out + lines(quotes_view, [](const json_t* each_view) {
               return concat("          ", text_in(each_view, "source"), ": ", quoted(each_view),
                             '\n');
           });
}

// What a model wrote.
std::string account_of(const json_t* artifact_view)
{
    const json_t* account_view = json::object_member(artifact_view, "account");
    if (account_view == nullptr) return {};
    auto out = lines(json::array_member(account_view, "sentences"), sentence_of);
    const auto unanswered = listed(json::array_member(account_view, "unanswered"));
    if (!unanswered.empty())
        out += concat("  The writer found no sentence for: ", unanswered, ".\n");
    return out + concat("  ", text_in(account_view, "statement"), '\n');
}

// Why what a model was asked for is not there.
std::string lack_of(const json_t* artifact_view)
{
    const json_t* engine_view = json::object_member(artifact_view, "engine");
    if (!json::boolean_member(engine_view, "degraded").value_or(false)) return {};
    return concat("Degraded: ", text_in(engine_view, "degraded_reason"),
                  json::object_member(artifact_view, "account") == nullptr
                      ? ". A model was asked, and wrote no account.\n\n"
                      : ".\n\n");
}

std::string without_lines(const json_t* artifact_view, const json_t* row_view)
{
    const auto reason = json::text_member(row_view, "reason").value_or("");
    if (reason == "no_asked_word") return "    It shares no word with the question.\n";
    if (reason == "no_line")
        return "    Its words of the question stand in questions or orders alone.\n";
    if (reason == "low_share") return "    Its nearest lines are below 15 %.\n";
    if (reason == "less_central")
        return "    Its lines say less of the name, or what an older source says.\n";
    const auto id = json::text_member(row_view, "source").value_or("");
    return concat("    It could not be read: ", why_not_read(source_of(artifact_view, id)), ".\n");
}

// "S2", whose line has the id.
std::string source_with(const json_t* artifact_view, std::string_view line)
{
    const json_t* ballot_view = json::array_member(artifact_view, "ballot");
    for (std::size_t i = 0; i < json_array_size(ballot_view); ++i) {
        const json_t* row_view = json_array_get(ballot_view, i);
        const json_t* lines_view = json::array_member(row_view, "lines");
        for (std::size_t k = 0; k < json_array_size(lines_view); ++k)
            if (json::text_member(json_array_get(lines_view, k), "id") == line)
                return text_in(row_view, "source");
    }
    return safe_on_terminal(line);
}

// The passage of each source that stands nearest to the question: the newest first, as the artifact
// has them.
std::string ballot_of(const json_t* artifact_view)
{
    constexpr std::size_t k_share = 4;
    return lines(json::array_member(artifact_view, "ballot"), [&](const json_t* row_view) {
        const auto id = json::text_member(row_view, "source").value_or("");
        const json_t* lines_view = json::array_member(row_view, "lines");
        std::string out = concat(text_in(row_view, "source"), "  ", day_in(row_view),
                                 title_in(source_of(artifact_view, id)), '\n');
        if (json_array_size(lines_view) == 0) return out + without_lines(artifact_view, row_view);
        return out + lines(lines_view, [&](const json_t* line_view) {
                   const auto first = json::text_member(line_view, "same_as");
                   return concat("    ", right(share_in(line_view), k_share), "  ",
                                 first ? concat("the same as ", source_with(artifact_view, *first))
                                       : quoted(line_view),
                                 '\n');
               });
    });
}

// "  15.1 km (S2, 2025-02-21): 1 independent source"; those of one unit together.
std::string values_of(const json_t* artifact_view)
{
    return lines(json::array_member(artifact_view, "values"), [](const json_t* series_view) {
        return lines(json::array_member(series_view, "values"), [](const json_t* value_view) {
            return concat("  ", text_in(value_view, "text"), ' ',
                          places_of(json::array_member(value_view, "stands")), ": ",
                          independent(how_many(value_view, "groups")), '\n');
        });
    });
}

std::string differs_of(const json_t* artifact_view)
{
    return lines(json::array_member(artifact_view, "differs"), [](const json_t* difference_view) {
        const bool is_update = json::boolean_member(difference_view, "is_update").value_or(false);
        return concat(
            "  ", text_in(difference_view, "about"),
            is_update ? ": a later source tells a later state\n" : "\n",
            lines(json::array_member(difference_view, "sides"), [](const json_t* side_view) {
                return concat(
                    "    ", text_in(side_view, "value"), ": ",
                    independent(how_many(side_view, "groups")), '\n',
                    lines(json::array_member(side_view, "stands"), [](const json_t* stand_view) {
                        return concat("      ", dated(stand_view), ": ", quoted(stand_view), '\n');
                    }));
            }));
    });
}

std::string words_absent_of(const json_t* artifact_view)
{
    return lines(json::array_member(artifact_view, "words_absent"), [](const json_t* word_view) {
        return concat("  The word \"", text_in(word_view, "word"),
                      "\" stands in no source (looked for: ",
                      listed(json::array_member(word_view, "forms")), ").\n");
    });
}

// What these hold is told in a block of its own.
bool stands_elsewhere(std::string_view section)
{
    constexpr std::string_view k_elsewhere[] = {"decision", "changed", "disputes", "sources"};
    return std::ranges::find(k_elsewhere, section) != std::end(k_elsewhere);
}

// Whether it tells of a word that words_absent_of() tells of, or is a sentence of the account.
bool is_told_above(const json_t* artifact_view, const json_t* item_view)
{
    const auto text = json::text_member(item_view, "text").value_or("");
    const json_t* sentences_view =
        json::array_member(json::object_member(artifact_view, "account"), "sentences");
    for (std::size_t i = 0; i < json_array_size(sentences_view); ++i) {
        const auto told = json::text_member(json_array_get(sentences_view, i), "text");
        // Code's own has its place behind the sentence.
        if (told && (text == *told || text.starts_with(concat(*told, " (")))) return true;
    }
    const json_t* words_view = json::array_member(artifact_view, "words_absent");
    for (std::size_t i = 0; i < json_array_size(words_view); ++i) {
        const auto word = json::text_member(json_array_get(words_view, i), "word").value_or("");
        if (text.starts_with(concat("The word \u201c", word, "\u201d "))) return true;
    }
    return false;
}

// The sections of a brief.
std::string sections_of(const json_t* artifact_view)
{
    return lines(json::array_member(artifact_view, "sections"), [&](const json_t* section_view) {
        const json_t* items_view = json::array_member(section_view, "items");
        std::string block;
        if (json_array_size(items_view) == 0)
            block = concat("  ", text_in(section_view, "note"), '\n');
        else if (!stands_elsewhere(json::text_member(section_view, "id").value_or("")))
            block = lines(items_view, [&](const json_t* item_view) {
                if (is_told_above(artifact_view, item_view)) return std::string{};
                return concat("  ", text_in(item_view, "text"), '\n');
            });
        return headed(text_in(section_view, "title"), block);
    });
}

std::string sources_of(const json_t* artifact_view)
{
    std::string out =
        lines(json::array_member(artifact_view, "sources"), [](const json_t* source_view) {
            const json_t* flags_view = json::array_member(source_view, "flags");
            return concat("  ", text_in(source_view, "id"), title_in(source_view), ", ",
                          why_not_read(source_view), json_array_size(flags_view) == 0 ? "" : ", ",
                          listed(flags_view), '\n');
        });
    return out + lines(json::array_member(artifact_view, "copies"), [](const json_t* copy_view) {
               return concat("  ", text_in(copy_view, "source"), " has mostly the text of ",
                             listed(json::array_member(copy_view, "of")), '\n');
           });
}

// The account, and the answer where that is not its first sentence.
std::string first_of(const json_t* artifact_view)
{
    if (json::object_member(artifact_view, "account") == nullptr)
        return answer_of(artifact_view) + lack_of(artifact_view);
    auto account = headed("Account", account_of(artifact_view)) + lack_of(artifact_view);
    const json_t* answer_view = json::object_member(artifact_view, "answer");
    if (json::text_member(answer_view, "form") == "edited") return account;
    return concat(account, "The answer without a model: ", answer_of(artifact_view));
}

} // namespace

std::optional<Exit> exit_of_synthesis(const json_t* artifact_view)
{
    constexpr std::array<std::pair<std::string_view, Exit>, 6> k_exits{
        {{"CORROBORATED", Exit::ok},
         {"CONTESTED", Exit::doubtful},
         {"CHANGED", Exit::doubtful},
         {"SINGLE_SOURCE", Exit::doubtful},
         {"NOT_SURE", Exit::doubtful},
         {"INSUFFICIENT", Exit::unreachable}}};
    const auto verdict = json::text_member(artifact_view, "verdict");
    for (const auto& [word, exit] : k_exits)
        if (verdict == word) return exit;
    return std::nullopt;
}

std::string synthesis_report(const json_t* artifact_view)
{
    return concat(text_in(artifact_view, "verdict"), ". ", first_of(artifact_view),
                  headed("Nearest to the question", ballot_of(artifact_view)),
                  headed("Values in these lines", values_of(artifact_view)),
                  headed("Differs", differs_of(artifact_view)),
                  headed("Words of the question", words_absent_of(artifact_view)),
                  sections_of(artifact_view), headed("Sources", sources_of(artifact_view)),
                  text_in(artifact_view, "scope"), '\n');
}

} // namespace cli
