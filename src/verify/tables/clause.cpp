#include "verify/tables/clause.hpp"

#include "reading/ascii.hpp"
#include "reading/lexicon/lexicon.hpp"

#include <algorithm>

namespace verify::tables {

using reading::WordSet;

Clause clause_at(const Document& document, const std::vector<Word>& words, std::uint32_t at)
{
    constexpr reading::Cues k_parting{WordSet::contrasts};
    const std::string_view text = document.view.folded;
    Clause out{words.front().begin, words.back().end};
    for (std::size_t i = 0; i + 1 < words.size(); ++i) {
        const auto between = text.substr(words[i].end, words[i + 1].begin - words[i].end);
        const bool parts =
            between.find_first_of(",;:()") != std::string_view::npos && between.size() > 1;
        const bool turns = reading::is_in(k_parting, words[i + 1].folded);
        if (!parts && !turns) continue;
        const bool skips = turns && i + 2 < words.size();
        if (words[i].end <= at) out.begin = words[i + (skips ? 2U : 1U)].begin;
        if (words[i + 1].begin > at) return {out.begin, words[i].end};
    }
    return out;
}

const Word* word_of(const std::vector<Word>& words, const reading::Cues& set, const Clause& clause)
{
    const auto at = std::find_if(words.begin(), words.end(), [&](const Word& each) {
        return clause.holds(each.begin) && reading::is_in(set, each.folded);
    });
    return at == words.end() ? nullptr : &*at;
}

std::vector<Mention> within(const std::vector<Mention>& all, const Clause& clause)
{
    std::vector<Mention> out;
    for (const auto& each : all)
        if (clause.holds(each.begin)) out.push_back(each);
    return out;
}

} // namespace verify::tables
