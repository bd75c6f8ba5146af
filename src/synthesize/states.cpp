#include "synthesize/states.hpp"

namespace synthesize {

using reading::Passage;

namespace {

enum class Place {
    anywhere,   // a verb: it says what happened wherever it stands
    predicate,  // only after "is", "was", "remains", "declared"
    as_a_level, // only in a predicate of a level, an alert, a code, a status
};

struct Side {
    std::uint32_t set;
    std::uint32_t side;
    Place place;
    std::string_view word;
};

constexpr Side k_sides[] = {
    {0, 0, Place::predicate, "open"},         {0, 0, Place::predicate, "reopened"},
    {0, 1, Place::predicate, "closed"},       {0, 1, Place::predicate, "shut"},
    {1, 0, Place::as_a_level, "green"},       {1, 1, Place::as_a_level, "yellow"},
    {1, 2, Place::as_a_level, "orange"},      {1, 3, Place::as_a_level, "red"},
    {2, 0, Place::predicate, "allowed"},      {2, 0, Place::predicate, "permitted"},
    {2, 1, Place::predicate, "banned"},       {2, 1, Place::predicate, "forbidden"},
    {2, 1, Place::predicate, "prohibited"},   {3, 0, Place::predicate, "safe"},
    {3, 1, Place::predicate, "unsafe"},       {3, 1, Place::predicate, "dangerous"},
    {4, 0, Place::predicate, "alive"},        {4, 1, Place::predicate, "dead"},
    {5, 0, Place::predicate, "guilty"},       {5, 1, Place::predicate, "innocent"},
    {5, 1, Place::predicate, "acquitted"},    {6, 0, Place::anywhere, "approved"},
    {6, 1, Place::anywhere, "rejected"},      {7, 0, Place::anywhere, "rose"},
    {7, 0, Place::anywhere, "increased"},     {7, 0, Place::anywhere, "grew"},
    {7, 1, Place::anywhere, "fell"},          {7, 1, Place::anywhere, "decreased"},
    {7, 1, Place::anywhere, "dropped"},       {8, 0, Place::as_a_level, "low"},
    {8, 1, Place::as_a_level, "moderate"},    {8, 2, Place::as_a_level, "high"},
    {8, 3, Place::as_a_level, "severe"},      {8, 3, Place::as_a_level, "extreme"},
    {9, 0, Place::predicate, "mandatory"},    {9, 0, Place::predicate, "compulsory"},
    {9, 0, Place::predicate, "required"},     {9, 1, Place::predicate, "optional"},
    {9, 1, Place::predicate, "voluntary"},    {10, 0, Place::anywhere, "succeeded"},
    {10, 1, Place::anywhere, "failed"},       {11, 0, Place::predicate, "legal"},
    {11, 1, Place::predicate, "illegal"},     {12, 0, Place::predicate, "positive"},
    {12, 1, Place::predicate, "negative"},    {13, 0, Place::predicate, "operational"},
    {13, 1, Place::predicate, "suspended"},   {14, 0, Place::predicate, "present"},
    {14, 1, Place::predicate, "absent"},      {15, 0, Place::predicate, "possible"},
    {15, 1, Place::predicate, "impossible"},  {16, 0, Place::anywhere, "won"},
    {16, 1, Place::anywhere, "lost"},         {17, 0, Place::predicate, "correct"},
    {17, 1, Place::predicate, "incorrect"},   {18, 0, Place::anywhere, "accepted"},
    {18, 1, Place::anywhere, "declined"},     {19, 0, Place::predicate, "available"},
    {19, 1, Place::predicate, "unavailable"}, {20, 0, Place::anywhere, "confirmed"},
    {20, 1, Place::anywhere, "denied"},
};

constexpr std::string_view k_copulas[] = {
    "is",    "are",      "was",    "were", "remains", "remain", "stays", "been",
    "stood", "declared", "became", "be",   "stands",  "at",     "to",    "remained"};
constexpr std::string_view k_levels[] = {"level", "alert", "code", "status", "warning", "risk"};

bool stands_right(const Passage& sentence, std::uint32_t token, Place place)
{
    const auto after = [&](std::uint32_t at) {
        return reading::is_one_of(sentence.word(at), k_copulas);
    };
    const bool adverb = sentence.is(
        token - 1, {"now", "still", "not", "currently", "again", "fully", "completely"});
    const bool predicate = after(token - 1) || (adverb && after(token - 2));
    switch (place) {
    case Place::anywhere: return true;
    case Place::predicate: return predicate;
    case Place::as_a_level: return predicate && sentence.any(k_levels);
    }
    return false;
}

} // namespace

std::vector<State> read_states(const Passage& sentence)
{
    std::vector<State> out;
    for (std::uint32_t i = sentence.begin(); i < sentence.end(); ++i)
        for (const auto& [set, side, place, word] : k_sides)
            if (sentence.word(i) == word && stands_right(sentence, i, place)) {
                out.push_back({i, set, side});
                break;
            }
    return out;
}

} // namespace synthesize
