#include "synthesize/model/sheet.hpp"

#include "base/concat.hpp"
#include "llm/chance.hpp"
#include "llm/chat.hpp"
#include "llm/plain.hpp"
#include "verify/red_team/red_team.hpp"

#include <algorithm>

namespace synthesize::model {

using base::concat;

namespace {

constexpr std::size_t k_most_rows = 120;
constexpr std::size_t k_of_a_claim = 2;

// As many sources as there are, so that ours stand out by nothing.
std::string label_of(std::size_t source)
{
    return concat("source ", source + 1);
}

} // namespace

std::string Wording::of(std::size_t statement)
{
    const Statement& said = m_study.statements[statement];
    const auto& document = m_study.sources[said.source]->document;
    auto& secrets = m_secrets[said.source];
    if (!secrets) {
        verify::Review found;
        verify::red_team::look_for_secrets(document, found);
        secrets = verify::model::secrets_in(found);
    }
    return verify::model::shown(document, document.tokens[said.first].begin,
                                document.tokens[said.last - 1].end, *secrets);
}

std::vector<std::size_t> worth_asking(const Study& study, Wording& wording, std::size_t most_tokens)
{
    constexpr std::int64_t k_of_a_line = 32; // its mark, number and source
    std::vector<std::size_t> out;
    auto left = static_cast<std::int64_t>(most_tokens);
    for (const Claim& claim : study.claims) {
        std::vector<std::size_t> groups;
        for (const auto member : claim.members) {
            const auto group = study.independence.group[study.statements[member].source];
            if (study.source_of(member).carries_instructions() ||
                std::ranges::find(groups, group) != groups.end() ||
                std::ranges::find(out, member) != out.end())
                continue;
            left -= llm::most_tokens(wording.of(member)) + k_of_a_line;
            if (left < 0 || out.size() >= k_most_rows) return out;
            out.push_back(member);
            groups.push_back(group);
            if (groups.size() == k_of_a_claim) break;
        }
    }
    return out;
}

Sheet make_sheet(const Study& study, Wording& wording, const std::vector<std::size_t>& statements,
                 std::string_view nonce)
{
    llm::Chance chance{concat(nonce, "/relate/", statements.size())};
    const auto seats = chance.between(120, 480);
    const auto more = chance.between(500, 900);
    const auto windows = chance.between(12, 90);
    struct Ours {
        std::size_t at;
        std::string text;
        std::size_t* row;
    };
    Sheet out;
    const std::size_t places = statements.size() + 1;
    const Ours all[] = {
        {chance.below(places), concat("On 1 May the hall had exactly ", seats, " seats."),
         &out.opposed.front()},
        {chance.below(places), concat("On 1 May the hall had exactly ", more, " seats."),
         &out.opposed.back()},
        {chance.below(places), concat("The old mill has ", windows, " windows."),
         &out.same.front()},
        {chance.below(places), concat("There are ", windows, " windows in the old mill."),
         &out.same.back()},
    };
    const std::string mark = chance.mark();
    out.material = concat("Question: ", llm::plain(study.order.query),
                          "\nSentences of the sources, each behind the mark ", mark, ":\n");
    const auto add = [&](std::optional<std::size_t> statement, std::string text,
                         std::size_t source) {
        out.rows.push_back({statement, std::move(text)});
        out.material += concat(mark, " S", out.rows.size(), " (", label_of(source), ")| ",
                               out.rows.back().text, '\n');
    };
    for (std::size_t i = 0; i < places; ++i) {
        for (const auto& ours : all) {
            if (ours.at != i) continue;
            *ours.row = out.rows.size();
            add(std::nullopt, ours.text, chance.below(study.sources.size()));
        }
        if (i == statements.size()) break;
        add(statements[i], wording.of(statements[i]), study.statements[statements[i]].source);
    }
    out.material += "End of the sources.\n";
    return out;
}

} // namespace synthesize::model
