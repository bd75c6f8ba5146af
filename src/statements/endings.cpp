#include "statements/endings.hpp"

#include "reading/outcomes.hpp"
#include "reading/wordnet/wordnet.hpp"
#include "statements/guards.hpp"

#include <algorithm>

namespace statements {

using reading::Passage;

namespace {

bool is_word_of_end(std::string_view word)
{
    const auto& known = reading::WordNet::embedded();
    const auto bases = known.bases(word, reading::WordKind::verb);
    return std::any_of(bases.begin(), bases.end(), [&](reading::WordNet::Id base) {
        return reading::is_one_of(known.text(base),
                                  {"end", "stop", "halt", "cease", "suspend", "abandon", "cancel"});
    });
}

// What is told from a verb on, as far as a reader needs it: "have been on strike".
std::uint32_t said_until(const Passage& words, std::uint32_t verb)
{
    constexpr std::uint32_t k_most = 4;
    std::uint32_t out = verb + 1;
    while (out < words.end() && out < verb + k_most &&
           words.document().kind(out) == reading::TokenKind::word)
        ++out;
    return out;
}

std::optional<std::pair<Run, Run>> ended(const Statement& ending, const Statement& going)
{
    if (!going.marks.going_on || !going.marks.endings.empty() || is_planned(ending))
        return std::nullopt;
    for (const auto& each : ending.marks.endings) {
        const bool shared = std::any_of(each.what.begin(), each.what.end(), [&](TermId term) {
            return std::binary_search(going.terms.begin(), going.terms.end(), term);
        });
        const bool of_one = without(ending.marks.names, going.terms).empty() ||
                            without(going.marks.names, ending.terms).empty();
        if (shared && of_one) return std::pair{each.words, *going.marks.going_on};
    }
    return std::nullopt;
}

} // namespace

std::vector<Ending> read_endings(const Source& source, const Passage& words)
{
    constexpr std::uint32_t k_near = 5;
    std::vector<Ending> out;
    for (std::uint32_t i = words.begin() + 1; i < words.end() && out.size() < k_most_deeds; ++i) {
        if (!is_word_of_end(words.word(i)) || !reading::is_predicate(words, i)) continue;
        const bool passive = words.is(i - 1, reading::WordSet::copula | reading::WordSet::be);
        Ending ending{{i, i + 1}, {}};
        const std::uint32_t from = passive ? std::max(words.begin() + k_near, i) - k_near : i + 1;
        const std::uint32_t to = passive ? i : std::min(words.end(), i + 1 + k_near);
        // What is built may be finished and go on; what is done ends.
        for (std::uint32_t k = from; k < to; ++k)
            if (reading::WordNet::embedded().is_event(words.word(k))) {
                for (const auto term : source.terms.of(k)) ending.what.push_back(term);
                ending.words = {std::min(ending.words.begin, k), std::max(ending.words.end, k + 1)};
            }
        out.push_back(std::move(ending));
    }
    return out;
}

std::optional<Run> read_going_on(const Passage& words)
{
    for (std::uint32_t i = words.begin(); i < words.end(); ++i)
        if (words.is(i, {"is", "are", "remains", "remain", "has", "have", "continues", "continue"}))
            return Run{i, said_until(words, i)};
    return std::nullopt;
}

std::optional<std::pair<Run, Run>> ending_between(const Both& both)
{
    if (const auto found = ended(both.left, both.right)) return found;
    if (const auto found = ended(both.right, both.left))
        return std::pair{found->second, found->first};
    return std::nullopt;
}

} // namespace statements
