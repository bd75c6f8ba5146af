#include "synthesize/stance.hpp"

#include "reading/outcomes.hpp"
#include "reading/wordnet/wordnet.hpp"
#include "statements/guards.hpp"
#include "statements/saying.hpp"
#include "statements/words.hpp"

#include <algorithm>

namespace synthesize {

using reading::Passage;
using reading::WordKind;
using reading::WordNet;
using reading::WordSet;

namespace {

// How far before the token something denies it; 0: nothing does.
std::uint32_t denied_before(const Passage& words, std::uint32_t token)
{
    constexpr std::uint32_t k_reach = 5;
    for (std::uint32_t back = 1; back <= k_reach && token >= words.begin() + back; ++back) {
        const auto word = words.word(token - back);
        if (reading::is_in(WordSet::comma | WordSet::semicolon, word)) break;
        if (statements::is_negation(words, token - back)) return back;
    }
    return 0;
}

// Words in the clause of the stance that neither the question nor the other statement has.
std::size_t own_words(const Study& study, const Part& part, std::pair<std::size_t, Run> own,
                      std::size_t other, const Meanings& meanings)
{
    constexpr std::string_view k_circumstances[] = {
        "after", "before", "because", "since", "despite", "following", "by", "while", "when"};
    const Source& source = study.source_of(own.first);
    const auto words = passage_of(source, study.statements[own.first]);
    const auto saying = statements::saying_in(words);
    const auto& others = study.statements[other].terms;
    const auto is_end = [&](std::uint32_t token) {
        return words.is(token, WordSet::comma | WordSet::semicolon) ||
               reading::is_one_of(words.word(token), k_circumstances);
    };
    std::uint32_t begin = own.second.begin;
    while (begin > words.begin() && !is_end(begin - 1)) --begin;
    std::size_t out = 0;
    for (std::uint32_t i = begin; i < words.end() && (i < own.second.end || !is_end(i)); ++i) {
        const bool in_stance = own.second.begin <= i && i < own.second.end;
        if (saying[i - words.begin()] || in_stance) continue;
        for (const auto term : source.terms.of(i)) {
            const auto near = [&](TermId each) {
                return meanings.likeness(each, term) >= k_related;
            };
            if (!std::any_of(part.terms.begin(), part.terms.end(), near) &&
                !std::any_of(others.begin(), others.end(), near))
                ++out;
        }
    }
    return out;
}

} // namespace

std::optional<Stance> stance_in(const Study& study, const Part& part, std::size_t statement,
                                const Meanings& meanings)
{
    const Source& source = study.source_of(statement);
    const auto words = passage_of(source, study.statements[statement]);
    const auto kind = part.asks_property ? WordKind::adjective : WordKind::verb;
    for (std::size_t k = 0; k < part.terms.size(); ++k) {
        const auto asked = part.terms[k];
        const auto& word = part.words[k];
        const bool is_name =
            std::find(part.names.begin(), part.names.end(), asked) != part.names.end();
        if (is_name || is_gerund_beside_verb(part, k)) continue;
        const auto wanted = reading::outcome_of(word);
        if (!wanted && !WordNet::embedded().is_chiefly(word, kind)) continue;
        for (std::uint32_t i = words.begin(); i < words.end(); ++i) {
            const auto found = reading::outcome_at(words, i);
            const bool on_axis = wanted && found && found->axis == wanted->axis;
            bool same = on_axis && found->side == wanted->side;
            bool opposite = on_axis && !same;
            for (const auto term : source.terms.of(i)) {
                opposite = opposite || meanings.are_opposite(asked, term);
                same = same || (!opposite && meanings.likeness(asked, term) >= k_related);
            }
            if (!same && !opposite) continue;
            const auto denied = denied_before(words, i);
            const std::uint32_t end = i + (on_axis ? found->words : 1);
            return Stance{{i - denied, end}, opposite == (denied > 0)};
        }
    }
    return std::nullopt;
}

bool say_nothing_else(const Study& study, const Part& part, std::pair<std::size_t, Run> left,
                      std::pair<std::size_t, Run> right, const Meanings& meanings)
{
    constexpr std::size_t k_most = 1;
    return std::min(own_words(study, part, left, right.first, meanings),
                    own_words(study, part, right, left.first, meanings)) <= k_most;
}

} // namespace synthesize
