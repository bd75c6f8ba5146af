#include "synthesize/outcomes.hpp"

#include "reading/wordnet/wordnet.hpp"

#include <algorithm>

namespace synthesize {

namespace {

struct Word {
    unsigned axis;
    bool is_other_side;
    std::string_view first;    // a base form
    std::string_view second{}; // as it stands
};

constexpr Word k_words[] = {
    {0, false, "approve"},       {0, false, "ratify"},      {0, false, "endorse"},
    {0, false, "adopt"},         {0, false, "uphold"},      {0, false, "accept"},
    {0, true, "reject"},         {0, true, "veto"},         {0, true, "overturn"},
    {0, true, "quash"},          {0, true, "turn", "down"}, {0, true, "vote", "down"},
    {0, true, "strike", "down"}, {0, true, "throw", "out"}, {0, true, "refuse"},
    {1, false, "open"},          {1, false, "reopen"},      {1, true, "close"},
    {1, true, "shut"},           {2, false, "release"},     {2, false, "free"},
    {2, true, "detain"},         {2, true, "jail"},         {2, true, "arrest"},
    {2, true, "imprison"},       {3, false, "rise"},        {3, false, "increase"},
    {3, false, "grow"},          {3, false, "climb"},       {3, false, "surge"},
    {3, true, "fall"},           {3, true, "decrease"},     {3, true, "decline"},
    {3, true, "drop"},           {3, true, "shrink"},       {3, true, "slump"},
    {4, false, "safe"},          {4, false, "harmless"},    {4, true, "unsafe"},
    {4, true, "dangerous"},      {4, true, "harmful"},      {4, true, "toxic"},
    {5, false, "win"},           {5, true, "lose"},         {6, false, "go", "ahead"},
    {6, false, "proceed"},       {6, true, "cancel"},       {6, true, "call", "off"},
    {6, true, "scrap"},          {6, true, "abandon"},      {7, false, "allow"},
    {7, false, "permit"},        {7, false, "legal"},       {7, true, "ban"},
    {7, true, "prohibit"},       {7, true, "forbid"},       {7, true, "illegal"},
    {8, false, "support"},       {8, false, "back"},        {8, true, "oppose"},
    {9, false, "deliberate"},    {9, true, "accidental"},   {10, false, "guilty"},
    {10, false, "convict"},      {10, true, "innocent"},    {10, true, "acquit"},
    {10, true, "clear"},         {11, false, "effective"},  {11, true, "ineffective"},
    {11, true, "useless"},       {12, false, "confirm"},    {12, false, "admit"},
    {12, true, "deny"},          {13, false, "resume"},     {13, false, "restart"},
    {13, true, "halt"},          {13, true, "suspend"},     {13, true, "stop"},
    {14, false, "attend"},       {14, true, "boycott"},     {15, false, "solvent"},
    {15, true, "insolvent"},     {15, true, "bankrupt"},    {16, false, "stay"},
    {16, false, "remain"},       {16, true, "resign"},      {16, true, "quit"},
    {16, true, "step", "down"},  {17, false, "survive"},    {17, false, "alive"},
    {17, true, "die"},           {17, true, "dead"},        {18, false, "genuine"},
    {18, false, "authentic"},    {18, true, "fake"},        {18, true, "forged"},
    {19, false, "cheap"},        {19, true, "expensive"},   {19, true, "costly"},
    {20, false, "succeed"},      {20, true, "fail"},        {21, false, "agree"},
    {21, true, "disagree"}};

std::optional<Outcome> find(std::string_view first, std::string_view second)
{
    const auto& known = reading::WordNet::embedded();
    const auto bases = known.bases(first);
    std::optional<Outcome> out;
    for (const auto& word : k_words) {
        const bool begins = std::any_of(bases.begin(), bases.end(), [&](reading::WordNet::Id base) {
            return known.text(base) == word.first;
        });
        if (!begins) continue;
        if (word.second.empty() && !out)
            out = Outcome{word.axis, word.is_other_side, 1};
        else if (!word.second.empty() && second == word.second)
            return Outcome{word.axis, word.is_other_side, 2};
    }
    return out;
}

} // namespace

std::optional<Outcome> outcome_at(const reading::Passage& sentence, std::uint32_t token)
{
    return find(sentence.word(token), sentence.word(token + 1));
}

std::optional<Outcome> outcome_of(std::string_view word)
{
    return find(word, {});
}

} // namespace synthesize
