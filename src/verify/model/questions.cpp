#include "verify/model/questions.hpp"

#include "base/concat.hpp"
#include "llm/chance.hpp"
#include "llm/shapes.hpp"

#include <algorithm>

namespace verify::model {

namespace json = base::json;
using base::concat;

namespace {

// Open, and the same whatever was said: an answer is not led.
std::string question_on(const Item& item)
{
    switch (item.kind) {
    case Kind::contradiction: return "Can A and B both be true of the same thing at the same time?";
    case Kind::unsupported:
        return item.sentences.size() > 1
                   ? "Does the last statement follow from the statements before it?"
                   : "Is the conclusion in A supported by the reason that A gives for it?";
    case Kind::fallacy: return "Is the reasoning sound?";
    case Kind::doubtful: return "Is A true, by what is generally known?";
    case Kind::calculation: break;
    }
    return concat("Can the text mean anything else than ", item.claim, "?");
}

std::string objection_to(const Item& item)
{
    switch (item.kind) {
    case Kind::contradiction: return "A and B cannot both be true.";
    case Kind::unsupported: return "The conclusion does not follow.";
    case Kind::fallacy: return "The reasoning is not sound.";
    case Kind::doubtful: return "A contradicts what is generally known.";
    case Kind::calculation: break;
    }
    return concat("The text gives ", item.claim, ", and that is not what they come to.");
}

std::string sentence(const Document& document, std::size_t index, std::span<const Mark> secrets)
{
    const auto& at = document.sentences[index];
    return shown(document, at.begin, at.end, secrets);
}

class PaperWriter {
public:
    PaperWriter(const Document& document, std::size_t around, std::span<const Mark> secrets)
        : m_document{document}, m_around{around}, m_secrets{secrets}
    {
    }

    void ask(const Item& item, std::size_t index)
    {
        std::vector<std::string> statements;
        for (const auto each : item.sentences)
            statements.push_back(sentence(m_document, each, m_secrets));
        m_paper.items.emplace_back(index);
        write(item, statements);
        if (m_around > 0) m_paper.material += concat("Around: ", context_of(item), '\n');
    }

    std::size_t ask_ours(const std::vector<std::string>& statements)
    {
        m_paper.items.emplace_back(std::nullopt);
        write({Kind::contradiction, {}, {}}, statements);
        return m_paper.items.size() - 1;
    }

    Paper& paper() { return m_paper; }

private:
    void write(const Item& item, const std::vector<std::string>& statements)
    {
        m_paper.material += concat("Item ", m_paper.items.size(), "\n");
        char letter = 'A';
        for (const auto& each : statements) m_paper.material += concat(letter++, "| ", each, '\n');
        m_paper.material += m_around > 0 ? concat("Objection: ", objection_to(item),
                                                  " Is the author right under a fair reading?\n")
                                         : concat("Question: ", question_on(item), '\n');
    }

    [[nodiscard]] std::string context_of(const Item& item) const
    {
        std::string out;
        for (const auto each : item.sentences) {
            const std::size_t first = each - std::min(each, m_around);
            const std::size_t last = std::min(each + m_around, m_document.sentences.size() - 1);
            for (std::size_t i = first; i <= last; ++i)
                out += concat(out.empty() ? "" : " ", sentence(m_document, i, m_secrets));
        }
        return out;
    }

    const Document& m_document;
    std::size_t m_around;
    std::span<const Mark> m_secrets;
    Paper m_paper;
};

std::optional<Said> said_in(const json_t* answer_view)
{
    const auto word = json::text_member(answer_view, "answer").value_or("");
    if (word == "yes") return Said::yes;
    if (word == "no") return Said::no;
    if (word == "unclear") return Said::unclear;
    return std::nullopt;
}

} // namespace

Paper make_paper(const Document& document, std::span<const Item> items, std::size_t around,
                 std::span<const Mark> secrets, std::string_view nonce)
{
    llm::Chance chance{concat(nonce, "/paper/", around, '/', items.front().sentences.front())};
    const auto seats = chance.between(120, 480);
    const auto more = chance.between(500, 900);
    const std::size_t no_at = chance.below(items.size() + 1);
    const std::size_t yes_at = chance.below(items.size() + 1);
    PaperWriter writer{document, around, secrets};
    std::size_t no = 0;
    std::size_t yes = 0;
    for (std::size_t i = 0; i <= items.size(); ++i) {
        if (i == no_at)
            no = writer.ask_ours({concat("On 1 May the hall had exactly ", seats, " seats."),
                                  concat("On 1 May the hall had exactly ", more, " seats.")});
        if (i == yes_at)
            yes = writer.ask_ours({concat("The hall has ", seats, " seats."),
                                   concat("The garage has ", more, " places.")});
        if (i < items.size()) writer.ask(items[i], i);
    }
    Paper out = std::move(writer.paper());
    out.must_be_no = no;
    out.must_be_yes = yes;
    return out;
}

json::Ref answering_schema()
{
    auto members =
        json::object("item", json::object("type", "integer", "minimum", 1, "maximum", 99), "why",
                     llm::text_shape(llm::k_longest_why), "answer",
                     json::object("type", "string", "enum", json::array("yes", "no", "unclear")));
    auto item = llm::object_shape(std::move(members), json::array("item", "why", "answer"));
    return llm::object_shape(
        json::object("answers", llm::list_shape(k_most_items + 2, std::move(item))),
        json::array("answers"));
}

std::optional<Answers> read_answers(const json_t* answer_view, const Paper& paper)
{
    constexpr std::size_t k_members = 3;
    const json_t* list_view = json::array_member(answer_view, "answers");
    if (list_view == nullptr || json_array_size(list_view) != paper.items.size())
        return std::nullopt;
    std::vector<std::optional<Said>> by_place(paper.items.size());
    for (std::size_t i = 0; i < json_array_size(list_view); ++i) {
        const json_t* each_view = json_array_get(list_view, i);
        const auto number = json::integer_member(each_view, "item");
        const auto said = said_in(each_view);
        if (json_object_size(each_view) != k_members || !number || !said || *number < 1 ||
            static_cast<std::size_t>(*number) > by_place.size() ||
            !json::text_member(each_view, "why"))
            return std::nullopt;
        auto& place = by_place[static_cast<std::size_t>(*number) - 1];
        if (place) return std::nullopt;
        place = said;
    }
    Answers out;
    for (std::size_t i = 0; i < paper.items.size(); ++i)
        if (paper.items[i]) out.said.push_back(*by_place[i]);
    out.passed_canary =
        by_place[paper.must_be_no] == Said::no && by_place[paper.must_be_yes] == Said::yes;
    return out;
}

} // namespace verify::model
