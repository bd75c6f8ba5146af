#include "base/concat.hpp"
#include "synthesize/artifact.hpp"
#include "synthesize/brief/section.hpp"
#include "synthesize/conflict_json.hpp"
#include "verify/red_team/links.hpp"

#include <algorithm>

namespace synthesize::brief {

using base::concat;

namespace {

// How many sentences of the summary a source says.
std::size_t sentences_from(const Study& study, std::size_t source)
{
    std::size_t out = 0;
    for (std::size_t i = 0; i < study.summarized; ++i)
        out += std::ranges::binary_search(study.claims[i].sources, source) ? 1U : 0U;
    return out;
}

bool is_alone(const Study& study, std::size_t source)
{
    return std::count(study.independence.group.begin(), study.independence.group.end(),
                      study.independence.group[source]) == 1;
}

} // namespace

std::vector<Item> disagreements(const Study& study)
{
    std::vector<Item> out;
    for (const auto& conflict : study.conflicts.contradictions) {
        if (out.size() >= k_most_items) break;
        Item item;
        item.text = concat(conflict.attribute, ": ", assessment_of(study, conflict));
        const auto claim = study.claim_of[conflict.positions.front().statement];
        if (claim < listed_claims(study)) item.claim = claim;
        item.confidence = study.claims[claim].confidence;
        for (const auto& position : conflict.positions)
            if (item.cited.size() < k_most_cited)
                item.cited.push_back({position.statement, position.value});
        out.push_back(std::move(item));
    }
    return out;
}

// "S2 (Evening paper): a page of paper.example, of 2024-06-04, says 2 of the 4 sentences of the
// summary."
std::vector<Item> source_assessment(const Study& study)
{
    std::vector<Item> out;
    for (const auto i : as_ordered(study.sources)) {
        const Source& source = *study.sources[i];
        const Material& material = source.material;
        std::string text = material.id;
        if (!material.title.empty()) text += concat(" (", material.title, ')');
        if (source.status != SourceStatus::used) {
            text += concat(": ", name_of(source.status));
            if (!material.reason.empty()) text += concat(", ", material.reason);
            out.push_back({text + '.', {}, {}, {}});
            continue;
        }
        const std::string host{verify::red_team::authority_of(material.url).host};
        text += material.is_page ? ": a page" : ": a text given with the request";
        if (!host.empty()) text += concat(material.is_page ? " of " : ", said to be of ", host);
        text += source.published ? concat(", of ", material.published.substr(0, 10))
                                 : std::string{", without a date"};
        const std::size_t copied = study.independence.copy_of[i];
        const auto& several = study.independence.copies[i];
        if (!several.empty())
            text += concat(", copied from ", several.size(), " others");
        else if (copied != Independence::k_none)
            text += concat(", much the same text as ", study.sources[copied]->material.id);
        else if (!is_alone(study, i))
            text += ", not independent of all others";
        else if (study.independence.groups > 1)
            text += ", independent of the others";
        for (const auto flag : source.flags) text += concat(", flagged ", flag);
        if (study.summarized > 0)
            text += concat("; says ", sentences_from(study, i), " of the ", study.summarized,
                           study.summarized == 1 ? " sentence" : " sentences", " of the summary");
        out.push_back({text + '.', {}, {}, {}});
    }
    return out;
}

} // namespace synthesize::brief
