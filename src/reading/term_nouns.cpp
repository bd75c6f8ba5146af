#include "reading/term_nouns.hpp"

#include "reading/lexicon/lexicon.hpp"
#include "reading/stem.hpp"

#include <algorithm>
#include <iterator>

namespace reading {

namespace {

constexpr std::string_view k_irregular[][2] = {
    {"people", "person"}, {"men", "man"}, {"women", "woman"}, {"children", "child"}};

} // namespace

bool may_be_verb(std::string_view folded)
{
    return (folded.size() > 4 && folded.ends_with("ed")) || is_in(WordSet::mean, folded);
}

bool is_plural(std::string_view folded)
{
    return (folded.size() > 3 && folded.ends_with('s') && !folded.ends_with("ss")) ||
           std::any_of(std::begin(k_irregular), std::end(k_irregular),
                       [&](const auto& pair) { return pair[0] == folded; });
}

std::string noun_stem(std::string_view folded)
{
    static thread_local const Stemmer k_stemmer{"en"};
    for (const auto& [many, single] : k_irregular)
        if (folded == many) folded = single;
    return k_stemmer.stem(folded);
}

} // namespace reading
