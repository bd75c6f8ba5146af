#include "verify/model/defend.hpp"

#include "base/concat.hpp"
#include "verify/questions/answers.hpp"

#include <algorithm>

namespace verify::model {

namespace json = base::json;
using base::concat;

namespace {

std::string item_text(std::size_t number, std::span<const std::string> lines,
                      std::string_view objection)
{
    std::string out = concat("Item ", number, '\n');
    char letter = 'A';
    for (const auto& line : lines) out += concat(letter++, "| ", line, '\n');
    return out + concat("Objection: ", objection, " Is the author right under a fair reading?\n");
}

Control right_one(llm::Chance& chance, std::string_view language)
{
    constexpr int k_tries = 20;
    Control out{chance, language};
    for (int i = 0; i < k_tries && !out.is_right(); ++i) out = Control{chance, language};
    return out;
}

} // namespace

DefendSheet make_defend_sheet(const Quotes& quotes, std::span<const Objection> objections,
                              bool backwards, llm::Chance& chance)
{
    constexpr std::size_t k_most_lines = 20; // by letters
    DefendSheet out;
    for (std::size_t i = 0; i < objections.size(); ++i) out.items.emplace_back(i);
    for (std::size_t i = 0; i < k_ours_defended; ++i)
        out.items.insert(out.items.begin() +
                             static_cast<std::ptrdiff_t>(chance.below(out.items.size() + 1)),
                         std::nullopt);
    for (std::size_t i = 0; i < out.items.size(); ++i) {
        if (!out.items[i]) {
            const Control control = right_one(chance, quotes.document().language);
            const std::string line = control.sentence();
            out.material += item_text(i + 1, std::span{&line, 1},
                                      concat("The text says ", control.stated(), "; ",
                                             control.formula_as_printed(), " is ",
                                             control.another(chance), '.'));
            continue;
        }
        const Objection& objection = objections[*out.items[i]];
        std::vector<std::string> lines;
        for (const auto sentence : objection.sentences) {
            if (lines.size() == k_most_lines) break;
            lines.emplace_back(quotes.shown(sentence));
        }
        if (backwards) std::ranges::reverse(lines);
        out.material += item_text(i + 1, lines, objection.text);
    }
    return out;
}

json::Ref defend_schema()
{
    return questions::answers_shape(
        k_most_objections + k_ours_defended,
        json::object("answer", questions::word_shape("yes", "no", "unclear")),
        json::array("answer"));
}

std::optional<Defence> read_defence(const json_t* answer_view, const DefendSheet& sheet)
{
    constexpr std::size_t k_members = 3;
    const auto answers = questions::answers_by_item(answer_view, sheet.items.size(), k_members);
    if (!answers) return std::nullopt;
    Defence out;
    out.denied.resize(sheet.items.size() - k_ours_defended);
    for (std::size_t i = 0; i < answers->size(); ++i) {
        const auto said = json::text_member((*answers)[i], "answer").value_or("");
        if (said != "yes" && said != "no" && said != "unclear") return std::nullopt;
        if (sheet.items[i])
            out.denied[*sheet.items[i]] = said == "no";
        else if (said == "yes")
            ++out.ours_right;
    }
    return out;
}

} // namespace verify::model
