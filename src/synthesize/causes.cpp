#include "synthesize/causes.hpp"

#include "reading/finite_verb.hpp"
#include "reading/wordnet/wordnet.hpp"

namespace synthesize {

using reading::Passage;
using reading::WordSet;

namespace {

constexpr auto k_cause_prepositions = WordSet::place_prep | WordSet::role_prep | WordSet::way_prep |
                                      WordSet::between_prep | WordSet::after | WordSet::before;
constexpr std::uint32_t k_longest = 6; // words; what is longer is told, not named

// Who did it is no cause: "France Telecom cut prices".
bool is_name(const Passage& words, const Run& phrase)
{
    const auto last = phrase.end - 1;
    return last > words.begin() && reading::is_upper(words.document().raw(last).front());
}

bool ends_phrase(const Passage& words, std::uint32_t token)
{
    return !words.holds(token) || words.is(token, WordSet::comma | WordSet::stop) ||
           words.is(token, {"that", "which", "who", "when", "and", ";", ":"}) ||
           words.is(token, k_cause_prepositions | WordSet::explains | WordSet::weekday_name) ||
           reading::is_finite_verb(words, token);
}

std::optional<Run> phrase_from(const Passage& words, std::uint32_t begin)
{
    auto end = begin;
    while (!ends_phrase(words, end)) ++end;
    if (end == begin || end - begin > k_longest) return std::nullopt;
    return Run{begin, end};
}

// The subject of an active verb: "a short circuit in a lift motor" without the motor.
std::optional<Run> phrase_before(const Passage& words, std::uint32_t verb)
{
    auto begin = verb;
    while (begin > words.begin() && !words.is(begin - 1, WordSet::comma | WordSet::stop) &&
           !words.is(begin - 1, {"that", "which", "who", "when", "and", ";", ":"}))
        --begin;
    const auto out = phrase_from(words, begin);
    if (!out || words.is(out->begin, WordSet::personal | WordSet::demonstrative)) return {};
    // Nothing but what the noun is of may stand before the verb.
    for (auto i = out->end; i < verb; ++i)
        if (words.is(i, WordSet::explains) || reading::is_finite_verb(words, i)) return {};
    return is_name(words, *out) ? std::nullopt : out;
}

} // namespace

std::optional<Run> cause_in(const Passage& words, const std::function<bool(std::uint32_t)>& is_deed)
{
    const auto& known = reading::WordNet::embedded();
    for (std::uint32_t i = words.begin(); i < words.end(); ++i) {
        if (!is_deed(i) || !known.can_be(words.word(i), reading::WordKind::verb)) continue;
        if (words.is(i + 1, {"by", "of", "from"})) {
            if (auto found = phrase_from(words, i + 2)) return found;
            continue;
        }
        const bool passive = words.is(i - 1, WordSet::copula | WordSet::be);
        if (!passive && reading::is_finite_verb(words, i))
            if (auto found = phrase_before(words, i)) return found;
    }
    return std::nullopt;
}

} // namespace synthesize
