#include "synthesize/reporters.hpp"

#include "reading/wordnet/wordnet.hpp"
#include "statements/saying.hpp"

#include <algorithm>
#include <optional>

namespace synthesize {

namespace {

using reading::Passage;
using reading::WordSet;

constexpr std::uint32_t k_longest_speaker = 8; // words
const auto k_speaker_marks = WordSet::comma | WordSet::dash | WordSet::semicolon | WordSet::quote;

std::uint32_t speaker_begin(const Passage& words, std::uint32_t token)
{
    while (token > words.begin() && !words.is(token - 1, k_speaker_marks)) --token;
    return words.is(token, {"as"}) ? token + 1 : token;
}

// "ministry" of "the ministry of health"; nullopt where [begin, end) is not such a thing.
std::optional<std::string_view> office_in(const Passage& words, std::uint32_t begin,
                                          std::uint32_t end)
{
    if (!words.is(begin, {"the"}) || end - begin > k_longest_speaker) return std::nullopt;
    std::uint32_t head = begin;
    while (head + 1 < end && !words.is(head + 1, {"of", "in", "for", "at", "on", "has", "have"}))
        ++head;
    const bool is_noun = head > begin && reading::WordNet::embedded().can_be(
                                             words.word(head), reading::WordKind::noun);
    return is_noun ? std::optional{words.word(head)} : std::nullopt;
}

std::uint32_t speaker_end(const Passage& words, std::uint32_t token)
{
    while (token < words.end() && !words.is(token, k_speaker_marks | WordSet::stop)) ++token;
    return token;
}

// Whether the verb tells who says the rest. What may be a deed, or a noun, does so before "that"
// and at the end: "Vasco Air announced a merger" does not report a report.
bool is_of_report(const Passage& words, std::uint32_t verb)
{
    if (words.is(verb, {"said", "says"})) return true;
    if (!words.is(verb, {"reported", "reports", "announced", "announces", "confirmed", "confirms",
                         "stated", "states", "wrote", "writes"}))
        return false;
    return verb + 1 >= words.end() || words.is(verb + 1, {"that", "on", "in", "at"}) ||
           words.is(verb + 1, k_speaker_marks | WordSet::stop);
}

// The token at which the speaker begins before the verb; the verb itself where it does not stand
// there.
std::uint32_t speaker_before(const Passage& words, std::uint32_t verb)
{
    const auto begin = speaker_begin(words, verb);
    const bool is_passive =
        verb > begin && words.is(verb - 1, {"was", "were", "is", "are", "be", "been"});
    if (verb - std::min(verb, begin) > k_longest_speaker || is_passive) return verb;
    return std::min(begin, verb);
}

} // namespace

Reporters reporters_in(const Source& source, const Statement& said)
{
    Reporters out;
    const auto words = passage_of(source, said);
    auto saying = statements::saying_in(words);
    for (std::uint32_t i = words.begin(); i < words.end(); ++i) {
        const bool is_verb = is_of_report(words, i);
        const auto begin = is_verb ? speaker_before(words, i) : i;
        std::optional<std::string_view> office;
        if (words.reads(i, {"according", "to"}))
            office = office_in(words, i + 2, speaker_end(words, i + 2));
        else if (begin < i)
            office = office_in(words, begin, i);
        else if (is_verb)
            office = office_in(words, i + 1, speaker_end(words, i + 1));
        if (office) out.offices.insert(*office);
        for (auto k = begin; k < i; ++k) saying[k - words.begin()] = true;
        // A sentence begins with a capital; a word that the language does not have is a name.
        const bool is_alone =
            i - begin == 1 || (i - begin == 2 && words.is(i - 1, {"has", "have", "had"}));
        if (is_alone && begin == words.begin() &&
            reading::WordNet::embedded().bases(words.word(begin)).empty())
            out.names.insert(words.word(begin));
    }
    for (std::uint32_t i = words.begin(); i < words.end(); ++i) {
        const auto terms = source.terms.of(i);
        const bool is_name = !terms.empty() && std::binary_search(said.names.begin(),
                                                                  said.names.end(), terms.front());
        // "People told Aviawire": the name behind the verb is the reporter's too.
        const bool told = i > words.begin() && words.is(i - 1, {"told"});
        if (is_name && (saying[i - words.begin()] || told)) out.names.insert(words.word(i));
    }
    return out;
}

} // namespace synthesize
