#include "reading/denial.hpp"

namespace reading {

namespace {

constexpr std::string_view k_german[] = {"nicht",  "kein",   "keine", "keinen",
                                         "keiner", "keinem", "nie"};
constexpr Cues k_denials{WordSet::denies | WordSet::none | WordSet::not_so | WordSet::nor,
                         k_german};

} // namespace

bool is_denial(std::string_view folded_word)
{
    return is_in(k_denials, folded_word);
}

bool is_denial(const Passage& words, std::uint32_t token)
{
    auto word = words.word(token);
    if (word.ends_with("'s")) word.remove_suffix(2); // "in nobody's interest"
    if (word == "not" && words.is(token + 1, {"only", "just", "necessarily"})) return false;
    // "None more so than he" says that he is.
    if (word == "none" && words.is(token + 1, {"more", "less"})) return false;
    return is_denial(word);
}

} // namespace reading
