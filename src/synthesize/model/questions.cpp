#include "synthesize/model/questions.hpp"

#include "base/concat.hpp"
#include "llm/chance.hpp"
#include "llm/plain.hpp"

namespace synthesize::model {

using base::concat;
using verify::model::Paper;
using verify::model::Said;

namespace {

// Open, and the same whatever was said: an answer is not led.
constexpr std::string_view k_can_both = "Can A and B both be true of the same thing at the same "
                                        "time?";

std::string_view question_on(Kind kind)
{
    switch (kind) {
    case Kind::answers: return "Does A answer what was asked, or a part of it?";
    case Kind::opposed: return k_can_both;
    case Kind::same: return "Do A and B tell the same fact of the same thing?";
    }
    __builtin_unreachable();
}

} // namespace

Said wanted_of(Kind kind)
{
    return kind == Kind::opposed ? Said::no : Said::yes;
}

Paper make_paper(const Study& study, Wording& wording, std::span<const Pointer> pointers,
                 std::string_view nonce)
{
    llm::Chance chance{concat(nonce, "/judge/", pointers.front().statements.front())};
    const auto seats = chance.between(120, 480);
    const auto more = chance.between(500, 900);
    const std::size_t no_at = chance.below(pointers.size() + 1);
    const std::size_t yes_at = chance.below(pointers.size() + 1);
    Paper out;
    out.material = concat("Asked: ", llm::plain(study.order.query), '\n');
    const auto write = [&](const std::vector<std::string>& statements, std::string_view question) {
        out.material += concat("Item ", out.items.size(), '\n');
        char letter = 'A';
        for (const auto& each : statements) out.material += concat(letter++, "| ", each, '\n');
        out.material += concat("Question: ", question, '\n');
    };
    const auto write_ours = [&](std::size_t& place, const std::string& first,
                                const std::string& second) {
        place = out.items.size();
        out.items.emplace_back(std::nullopt);
        write({first, second}, k_can_both);
    };
    for (std::size_t i = 0; i <= pointers.size(); ++i) {
        if (i == no_at)
            write_ours(out.must_be_no, concat("On 1 May the hall had exactly ", seats, " seats."),
                       concat("On 1 May the hall had exactly ", more, " seats."));
        if (i == yes_at)
            write_ours(out.must_be_yes, concat("The hall has ", seats, " seats."),
                       concat("The garage has ", more, " places."));
        if (i == pointers.size()) break;
        std::vector<std::string> statements;
        for (const auto statement : pointers[i].statements)
            statements.push_back(wording.of(statement));
        out.items.emplace_back(i);
        write(statements, question_on(pointers[i].kind));
    }
    return out;
}

} // namespace synthesize::model
