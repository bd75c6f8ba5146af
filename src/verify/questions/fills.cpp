#include "verify/questions/fills.hpp"

#include "reading/ascii.hpp"
#include "verify/questions/answers.hpp"

namespace verify::questions {

namespace json = base::json;

namespace {

constexpr std::size_t k_longest_words = 200; // characters

std::optional<Fill> fill_of(const json_t* answer_view)
{
    const auto kind = json::text_member(answer_view, "fill");
    const auto formula = json::text_member(answer_view, "formula");
    const auto words = json::text_member(answer_view, "words");
    if (!kind || !formula || !words || (*kind != "formula" && *kind != "words" && *kind != "open"))
        return std::nullopt;
    return Fill{*kind, *formula, *words};
}

} // namespace

json::Ref gap_schema()
{
    return answers_shape(k_most_gaps,
                         json::object("fill", word_shape("formula", "words", "open"), "formula",
                                      llm::text_shape(k_longest_formula), "words",
                                      llm::text_shape(k_longest_words)),
                         json::array("fill", "formula", "words"));
}

std::optional<std::vector<Fill>> read_fills(const json_t* answer_view, std::size_t items)
{
    constexpr std::size_t k_members = 5;
    const auto answers = answers_by_item(answer_view, items, k_members);
    if (!answers) return std::nullopt;
    std::vector<Fill> out;
    for (const json_t* each_view : *answers) {
        const auto fill = fill_of(each_view);
        if (!fill) return std::nullopt;
        out.push_back(*fill);
    }
    return out;
}

std::string plain_words(std::string_view words)
{
    std::string out;
    for (const char c : words) {
        const bool is_sign =
            static_cast<unsigned char>(c) < 0x80 && !reading::is_letter(c) && !reading::is_digit(c);
        if (!is_sign)
            out += base::to_lower(c);
        else if (!out.empty() && out.back() != ' ')
            out += ' ';
    }
    if (!out.empty() && out.back() == ' ') out.pop_back();
    return out;
}

} // namespace verify::questions
