#include "synthesize/witnesses.hpp"

#include "reading/wordnet/wordnet.hpp"
#include "synthesize/artifact.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace synthesize {

namespace {

using reading::Passage;
using reading::WordSet;

// From whom a sentence has what it says; views into the text of the source.
struct Reporters {
    std::set<std::string_view> names;   // "aviawire" of "Aviawire reported", "told Aviawire"
    std::set<std::string_view> offices; // "ministry" of "the ministry of health said"
};

constexpr std::uint32_t k_longest_speaker = 8; // words

// The words for who says the rest, where the token tells of it; else empty. A word for a deed as
// well does so before "that" and at the end: "Vasco Air announced a merger" does not report.
Run speaker_at(const Passage& words, std::uint32_t at)
{
    const auto marks = WordSet::comma | WordSet::dash | WordSet::semicolon | WordSet::quote;
    auto end = at;
    while (end < words.end() && !words.is(end, marks | WordSet::stop)) ++end;
    if (words.reads(at, {"according", "to"})) return {at + 2, end};
    if (words.is(at, {"told"})) return {at + 1, std::min(at + 2, words.end())};
    const bool may_report = words.is(at, {"reports", "announced", "announces", "confirmed",
                                          "confirms", "stated", "states", "wrote", "writes"}) &&
                            (at + 1 == end || words.is(at + 1, {"that", "on", "in", "at"}));
    if (!may_report && !words.is(at, {"said", "say", "says", "claimed", "claims", "reported"}))
        return {};
    auto begin = at;
    while (begin > words.begin() && !words.is(begin - 1, marks)) --begin;
    if (words.is(begin, {"as"})) ++begin;
    if (begin == at) return {at + 1, end};
    const bool is_passive = words.is(at - 1, {"was", "were", "is", "are", "be", "been"});
    return is_passive ? Run{} : Run{begin, at};
}

Reporters reporters_in(const Source& source, const Statement& said)
{
    Reporters out;
    const auto& net = reading::WordNet::embedded();
    const auto words = passage_of(source, said);
    for (std::uint32_t i = words.begin(); i < words.end(); ++i) {
        const auto [begin, end] = speaker_at(words, i);
        for (auto k = begin; k < end; ++k) {
            const auto terms = source.terms.of(k);
            // A sentence begins with a capital; a word that the language does not have is a name.
            if (k == words.begin()
                    ? end - begin <= 2 && net.bases(words.word(k)).empty()
                    : !terms.empty() && std::ranges::binary_search(said.names, terms.front()))
                out.names.insert(words.word(k));
        }
        if (end - begin > k_longest_speaker || begin == end || !words.is(begin, {"the"})) continue;
        auto head = begin;
        while (head + 1 < end &&
               !words.is(head + 1, {"of", "in", "for", "at", "on", "has", "have"}))
            ++head;
        if (head > begin && net.can_be(words.word(head), reading::WordKind::noun))
            out.offices.insert(words.word(head));
    }
    return out;
}

struct Printed {
    std::size_t statement = 0;
    std::string words;
    Reporters told;
};

Printed printed_of(const Map& map, std::size_t statement)
{
    const Source& source = map.source_of(statement);
    const Statement& said = map.statements[statement];
    return {statement, words_in(text_at(map, {said.source, said.begin, said.end})),
            reporters_in(source, said)};
}

bool are_one_print(const Printed& left, const Printed& right)
{
    constexpr std::ptrdiff_t k_least_whole = 6;
    constexpr std::ptrdiff_t k_least_mostly = 14;
    const auto least =
        std::min(std::ranges::count(left.words, ' '), std::ranges::count(right.words, ' '));
    if (left.words == right.words) return least >= k_least_whole;
    if (least < k_least_mostly) return false;
    const auto one = runs_of(left.words, 3);
    const auto other = runs_of(right.words, 3);
    return common(one, other) * 4 >= std::min(one.size(), other.size()) * 3;
}

// Whether one of the names is of the source itself: its title or its address.
bool is_of(const std::set<std::string_view>& reporters, const Material& material)
{
    const auto about = lower(material.title + ' ' + material.url);
    return std::any_of(reporters.begin(), reporters.end(), [&](std::string_view name) {
        constexpr std::size_t k_least = 4; // letters; shorter names are parts of words
        return name.size() >= k_least && about.find(name) != std::string::npos;
    });
}

bool share_one(const std::set<std::string_view>& left, const std::set<std::string_view>& right)
{
    return std::ranges::any_of(left, [&](std::string_view each) { return right.contains(each); });
}

bool have_one_witness(const Map& map, const Printed& left, const Printed& right)
{
    return are_one_print(left, right) || share_one(left.told.names, right.told.names) ||
           share_one(left.told.offices, right.told.offices) ||
           is_of(left.told.names, map.source_of(right.statement).material) ||
           is_of(right.told.names, map.source_of(left.statement).material);
}

// What one independent group says, and the places of the groups that have it from the same witness.
struct Group {
    std::vector<Printed> said;
    std::set<std::size_t> linked;
};

std::vector<Group> linked_groups(const Map& map, const std::vector<std::size_t>& statements)
{
    std::vector<Group> out;
    std::map<std::size_t, std::size_t> place; // of each group
    for (const auto statement : statements) {
        const auto group = map.independence.group[map.statements[statement].source];
        const auto at = place.try_emplace(group, out.size()).first->second;
        if (at == out.size()) out.emplace_back();
        out[at].said.push_back(printed_of(map, statement));
    }
    for (std::size_t late = 0; late < out.size(); ++late)
        for (std::size_t early = 0; early < late; ++early)
            if (std::ranges::any_of(out[late].said, [&](const Printed& one) {
                    return std::ranges::any_of(out[early].said, [&](const Printed& other) {
                        return have_one_witness(map, one, other);
                    });
                })) {
                out[late].linked.insert(early);
                out[early].linked.insert(late);
            }
    return out;
}

} // namespace

std::size_t witnesses_of(const Map& map, const std::vector<std::size_t>& statements, bool clean)
{
    constexpr std::size_t k_most = 40; // more say no more
    std::vector<std::size_t> counted;
    std::set<std::size_t> sources;
    for (const auto statement : statements)
        if (counted.size() < k_most &&
            (!clean || !map.source_of(statement).carries_instructions())) {
            counted.push_back(statement);
            sources.insert(map.statements[statement].source);
        }
    const auto own = map.independence.without_copies(sources);
    std::erase_if(counted, [&](std::size_t statement) {
        return !own.contains(map.statements[statement].source);
    });
    auto groups = linked_groups(map, counted);
    std::set<std::size_t> left;
    for (std::size_t i = 0; i < groups.size(); ++i) left.insert(i);
    std::size_t out = 0;
    // One group after the other, those with the fewest links first, and with each what is linked.
    for (; !left.empty(); ++out) {
        const auto next = *std::ranges::min_element(
            left, {}, [&](std::size_t group) { return groups[group].linked.size(); });
        auto taken = groups[next].linked;
        taken.insert(next);
        for (const auto group : taken) left.erase(group);
        for (auto& group : groups)
            std::erase_if(group.linked, [&](std::size_t each) { return taken.contains(each); });
    }
    return out;
}

} // namespace synthesize
