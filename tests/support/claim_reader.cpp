#include "support/claim_reader.hpp"

#include "base/json.hpp"
#include "llm/test_claims.hpp"
#include "llm/test_sentences.hpp"
#include "support/test_sentences.hpp"
#include "verify/equations/quotes.hpp"

#include <algorithm>
#include <sstream>

namespace tests {

namespace json = base::json;

namespace {

struct Item {
    std::string claim; // or the line with a gap
    std::vector<std::string> lines;
};

// Items that begin with `head`, "Claim " or "Item ".
std::vector<Item> items_of(const std::string& material, std::string_view head)
{
    std::vector<Item> out;
    std::istringstream lines{material};
    for (std::string text; std::getline(lines, text);) {
        if (text.starts_with(head)) out.emplace_back();
        const auto bar = text.find("| ");
        if (out.empty() || bar == std::string::npos) continue;
        if (out.back().claim.empty())
            out.back().claim = text.substr(bar + 2);
        else
            out.back().lines.push_back(text.substr(bar + 2));
    }
    return out;
}

// Of a claim of ours whether it follows; nullopt: it is one of the text.
std::optional<bool> follows(const Item& item)
{
    for (const auto& frame : llm::claim_frames())
        for (const auto thing : llm::things_of(frame.language))
            for (const auto first : llm::names_of(frame.language))
                for (const auto second : llm::names_of(frame.language)) {
                    if (llm::ClaimFrame::filled(frame.claim, first, second, thing) != item.claim)
                        continue;
                    const auto same =
                        llm::ClaimFrame::filled(frame.source, first, second, thing);
                    const auto other =
                        llm::ClaimFrame::filled(frame.source, second, first, thing);
                    if (std::ranges::find(item.lines, same) != item.lines.end()) return true;
                    if (std::ranges::find(item.lines, other) != item.lines.end()) return false;
                }
    return std::nullopt;
}

json::Ref vote(const Item& item, const std::vector<KnownClaim>& known, Discernment discernment)
{
    if (const auto is_entailed = follows(item)) {
        const bool says_so = discernment == Discernment::all ? *is_entailed
                                                             : discernment ==
                                                                   Discernment::everything_follows;
        return json::object("answer", says_so ? "entailed" : "contradicted", "claim_words", "",
                            "source_words", "");
    }
    for (const auto& each : known)
        if (item.claim.find(each.claim) != std::string::npos)
            return json::object("answer", each.answer, "claim_words", each.claim_words,
                                "source_words", each.source_words);
    return json::object("answer", "not_there", "claim_words", "", "source_words", "");
}

json::Ref fill(Item item, const std::vector<KnownClaim>& known)
{
    if (const auto solved = solve(item.claim))
        return json::object("fill", "formula", "formula", solved->formula, "words", "");
    const auto gap = item.claim.find(verify::equations::k_gap);
    for (const auto& each : known) {
        auto whole = item.claim;
        whole.replace(gap, verify::equations::k_gap.size(), each.claim_words);
        if (!each.filled.empty() && whole.find(each.claim) != std::string::npos)
            return json::object("fill", "words", "formula", "", "words", each.filled);
    }
    return json::object("fill", "open", "formula", "", "words", "");
}

} // namespace

std::string claims_answered(const std::string& material, const std::vector<KnownClaim>& known,
                            Discernment discernment)
{
    const bool are_claims = material.starts_with("Claim ");
    const bool are_gaps = material.starts_with("Item ") &&
                          material.find(verify::equations::k_gap) != std::string::npos;
    if (!are_claims && !are_gaps) return answer_text(material);
    auto all = json::array();
    const auto items = items_of(material, are_claims ? "Claim " : "Item ");
    for (std::size_t i = 0; i < items.size(); ++i) {
        auto answer = are_claims ? vote(items[i], known, discernment) : fill(items[i], known);
        json::set_all(answer.get(), "item", i + 1, "why", "it is so");
        json::append(all.get(), std::move(answer));
    }
    return json::dump(json::object("answers", std::move(all)).get());
}

ScriptedModel claim_reader(std::vector<KnownClaim> known, Discernment discernment)
{
    return ScriptedModel{
        [known = std::move(known), discernment](const llm::Question& question) {
            return claims_answered(question.material, known, discernment);
        }};
}

} // namespace tests
