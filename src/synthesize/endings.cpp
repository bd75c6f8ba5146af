#include "synthesize/endings.hpp"

#include "reading/outcomes.hpp"
#include "reading/wordnet/wordnet.hpp"
#include "synthesize/guards.hpp"

#include <algorithm>

namespace synthesize {

using reading::Passage;

namespace {

struct Ending {
    Run words;
    std::vector<TermId> what; // that ended
};

// "Ended their strike", "the strike was called off".
std::vector<Ending> endings_in(const Source& source, const Statement& said)
{
    constexpr std::uint32_t k_near = 5;
    std::vector<Ending> out;
    const auto words = passage_of(source, said);
    for (std::uint32_t i = words.begin() + 1; i < words.end(); ++i) {
        if (!is_word_of_end(words.word(i)) || !reading::is_predicate(words, i)) continue;
        const bool passive = words.is(i - 1, reading::WordSet::copula | reading::WordSet::be);
        Ending ending{{i, i + 1}, {}};
        const std::uint32_t from = passive ? std::max(words.begin() + k_near, i) - k_near : i + 1;
        const std::uint32_t to = passive ? i : std::min(words.end(), i + 1 + k_near);
        // What is built may be finished and go on; what is done ends.
        for (std::uint32_t k = from; k < to; ++k)
            if (reading::WordNet::embedded().is_event(words.word(k)))
                for (const auto term : source.terms.of(k)) ending.what.push_back(term);
        out.push_back(std::move(ending));
    }
    return out;
}

// What is told as it is now; nullopt where nothing is.
std::optional<Run> going_on(const Source& source, const Statement& said)
{
    const auto words = passage_of(source, said);
    for (std::uint32_t i = words.begin(); i < words.end(); ++i)
        if (words.is(i, {"is", "are", "remains", "remain", "has", "have", "continues", "continue"}))
            return Run{i, i + 1};
    return std::nullopt;
}

std::optional<std::pair<Run, Run>> ended(const Source& ending_source, const Statement& ending,
                                         const Source& going_source, const Statement& going)
{
    if (!ending.marks.tells_end || is_planned(ending)) return std::nullopt;
    if (!endings_in(going_source, going).empty()) return std::nullopt;
    const auto now = going_on(going_source, going);
    if (!now) return std::nullopt;
    for (const auto& each : endings_in(ending_source, ending)) {
        const auto shared = std::count_if(each.what.begin(), each.what.end(), [&](TermId term) {
            return std::binary_search(going.terms.begin(), going.terms.end(), term);
        });
        const auto names = without(ending.marks.names, going.terms);
        if (shared > 0 && (names.empty() || without(going.marks.names, ending.terms).empty()))
            return std::pair{each.words, *now};
    }
    return std::nullopt;
}

} // namespace

bool is_word_of_end(std::string_view word)
{
    const auto& known = reading::WordNet::embedded();
    const auto bases = known.bases(word, reading::WordKind::verb);
    return std::any_of(bases.begin(), bases.end(), [&](reading::WordNet::Id base) {
        return reading::is_one_of(known.text(base),
                                  {"end", "stop", "halt", "cease", "suspend", "abandon", "cancel"});
    });
}

std::optional<std::pair<Run, Run>> ending_between(const Both& both)
{
    if (const auto found = ended(both.left_source, both.left, both.right_source, both.right))
        return found;
    if (const auto found = ended(both.right_source, both.right, both.left_source, both.left))
        return std::pair{found->second, found->first};
    return std::nullopt;
}

} // namespace synthesize
