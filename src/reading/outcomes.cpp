#include "reading/outcomes.hpp"

#include "reading/finite_verb.hpp"
#include "reading/wordnet/wordnet.hpp"

#include <algorithm>
#include <unordered_map>

namespace reading {

namespace {

struct Word {
    unsigned axis;
    unsigned side;
    std::string_view first;    // a base form, or as it stands
    std::string_view second{}; // as it stands
};

constexpr Word k_words[] = {{0, 0, "approve"},       {0, 0, "ratify"},
                            {0, 0, "endorse"},       {0, 0, "adopt"},
                            {0, 0, "uphold"},        {0, 0, "accept"},
                            {0, 0, "approved"},      {0, 1, "reject"},
                            {0, 1, "veto"},          {0, 1, "overturn"},
                            {0, 1, "quash"},         {0, 1, "turn", "down"},
                            {0, 1, "vote", "down"},  {0, 1, "strike", "down"},
                            {0, 1, "throw", "out"},  {0, 1, "refuse"},
                            {1, 0, "open"},          {1, 0, "reopen"},
                            {1, 1, "close"},         {1, 1, "shut"},
                            {1, 1, "closed"},        {2, 0, "release"},
                            {2, 0, "free"},          {2, 1, "detain"},
                            {2, 1, "jail"},          {2, 1, "arrest"},
                            {2, 1, "imprison"},      {3, 0, "rise"},
                            {3, 0, "increase"},      {3, 0, "grow"},
                            {3, 0, "climb"},         {3, 0, "surge"},
                            {3, 1, "fall"},          {3, 1, "decrease"},
                            {3, 1, "decline"},       {3, 1, "drop"},
                            {3, 1, "shrink"},        {3, 1, "slump"},
                            {4, 0, "safe"},          {4, 0, "harmless"},
                            {4, 1, "unsafe"},        {4, 1, "dangerous"},
                            {4, 1, "harmful"},       {4, 1, "toxic"},
                            {5, 0, "win"},           {5, 1, "lose"},
                            {6, 0, "go", "ahead"},   {6, 0, "proceed"},
                            {6, 1, "cancel"},        {6, 1, "call", "off"},
                            {6, 1, "scrap"},         {6, 1, "abandon"},
                            {7, 0, "allow"},         {7, 0, "permit"},
                            {7, 0, "legal"},         {7, 1, "ban"},
                            {7, 1, "prohibit"},      {7, 1, "forbid"},
                            {7, 1, "illegal"},       {8, 0, "support"},
                            {8, 0, "back"},          {8, 1, "oppose"},
                            {9, 0, "deliberate"},    {9, 1, "accidental"},
                            {10, 0, "guilty"},       {10, 0, "convict"},
                            {10, 1, "innocent"},     {10, 1, "acquit"},
                            {10, 1, "clear"},        {11, 0, "effective"},
                            {11, 1, "ineffective"},  {11, 1, "useless"},
                            {12, 0, "confirm"},      {12, 0, "admit"},
                            {12, 1, "deny"},         {13, 0, "resume"},
                            {13, 0, "restart"},      {13, 0, "operational"},
                            {13, 1, "halt"},         {13, 1, "suspend"},
                            {13, 1, "stop"},         {14, 0, "attend"},
                            {14, 1, "boycott"},      {15, 0, "solvent"},
                            {15, 1, "insolvent"},    {15, 1, "bankrupt"},
                            {16, 0, "stay"},         {16, 0, "remain"},
                            {16, 1, "resign"},       {16, 1, "quit"},
                            {16, 1, "step", "down"}, {17, 0, "survive"},
                            {17, 0, "alive"},        {17, 1, "die"},
                            {17, 1, "dead"},         {18, 0, "genuine"},
                            {18, 0, "authentic"},    {18, 1, "fake"},
                            {18, 1, "forged"},       {19, 0, "cheap"},
                            {19, 1, "expensive"},    {19, 1, "costly"},
                            {20, 0, "succeed"},      {20, 1, "fail"},
                            {21, 0, "agree"},        {21, 1, "disagree"},
                            {22, 0, "mandatory"},    {22, 0, "compulsory"},
                            {22, 0, "required"},     {22, 1, "optional"},
                            {22, 1, "voluntary"},    {23, 0, "positive"},
                            {23, 1, "negative"},     {24, 0, "present"},
                            {24, 1, "absent"},       {25, 0, "possible"},
                            {25, 1, "impossible"},   {26, 0, "correct"},
                            {26, 1, "incorrect"},    {27, 0, "available"},
                            {27, 1, "unavailable"}};
constexpr Word k_levels[] = {{28, 0, "green"}, {28, 1, "yellow"}, {28, 2, "orange"},
                             {28, 3, "red"},   {29, 0, "low"},    {29, 1, "moderate"},
                             {29, 2, "high"},  {29, 3, "severe"}, {29, 3, "extreme"}};

constexpr std::string_view k_of_levels[] = {"level", "alert", "code", "status", "warning", "risk"};

Course course_of(unsigned axis)
{
    switch (axis) {
    case 1:  // open
    case 2:  // free
    case 13: // running
        return Course::turning;
    case 3: return Course::gradual;
    default: return Course::settled;
    }
}

// The words that begin with each base form, as few tokens of a text do.
const std::unordered_multimap<std::string_view, const Word*>& by_first()
{
    static const auto all = [] {
        std::unordered_multimap<std::string_view, const Word*> out;
        for (const auto& word : k_words) out.emplace(word.first, &word);
        return out;
    }();
    return all;
}

std::optional<Outcome> find(std::string_view first, std::string_view second)
{
    const auto& known = WordNet::embedded();
    std::optional<Outcome> alone;
    std::optional<Outcome> phrase;
    const auto look = [&](std::string_view base) {
        const auto [begin, end] = by_first().equal_range(base);
        for (auto at = begin; at != end; ++at) {
            const Word& word = *at->second;
            if (word.second.empty() && !alone)
                alone = Outcome{word.axis, word.side, 1, course_of(word.axis)};
            if (!word.second.empty() && second == word.second && !phrase)
                phrase = Outcome{word.axis, word.side, 2, course_of(word.axis)};
        }
    };
    look(first);
    for (const auto base : known.bases(first)) look(known.text(base));
    return phrase ? phrase : alone;
}

// "unsuitable" of "suitable". Of "in" and "dis" not: an invaluable thing is valuable.
bool is_reversed(std::string_view word, std::string_view plain)
{
    const auto& known = WordNet::embedded();
    const bool has_prefix = (word.starts_with("un") && word.substr(2) == plain) ||
                            (word.starts_with("non") && word.substr(3) == plain);
    return has_prefix && plain.size() > 3 && known.can_be(word, WordKind::adjective) &&
           known.can_be(plain, WordKind::adjective);
}

bool is_to_be(const Passage& sentence, std::uint32_t token)
{
    return sentence.is(token, WordSet::copula | WordSet::be) ||
           sentence.is(token, {"remains", "remain", "remained", "stays", "stands", "stood",
                               "declared", "became", "been", "at", "to"});
}

} // namespace

std::optional<Outcome> outcome_at(const Passage& sentence, std::uint32_t token)
{
    if (auto found = find(sentence.word(token), sentence.word(token + 1))) return found;
    const auto* level =
        std::find_if(std::begin(k_levels), std::end(k_levels),
                     [&](const Word& each) { return sentence.word(token) == each.first; });
    if (level == std::end(k_levels) || !sentence.any(k_of_levels)) return std::nullopt;
    return Outcome{level->axis, level->side, 1, course_of(level->axis)};
}

bool exclude_each_other(std::string_view one, std::string_view other)
{
    const auto left = find(one, {});
    const auto right = find(other, {});
    if (left && right && left->axis == right->axis) return left->side != right->side;
    if (is_reversed(one, other) || is_reversed(other, one)) return true;
    const auto& known = WordNet::embedded();
    const auto others = known.bases(other);
    const auto bases = known.bases(one);
    return std::any_of(bases.begin(), bases.end(), [&](WordNet::Id base) {
        return std::any_of(others.begin(), others.end(),
                           [&](WordNet::Id each) { return known.are_opposite(base, each); });
    });
}

bool is_predicate(const Passage& sentence, std::uint32_t token)
{
    const bool adverb = sentence.is(token - 1, {"now", "still", "not", "currently", "again",
                                                "fully", "completely", "already", "also"});
    return is_to_be(sentence, token - 1) || (adverb && is_to_be(sentence, token - 2)) ||
           is_finite_verb(sentence, token);
}

} // namespace reading
