#include "statements/saying.hpp"

namespace statements {

using reading::Passage;
using reading::WordSet;

namespace {

// The begin and the end of the part of the sentence around `token`.
std::uint32_t part_begin(const Passage& sentence, std::uint32_t token)
{
    while (token > sentence.begin() &&
           !sentence.is(token - 1,
                        WordSet::comma | WordSet::dash | WordSet::semicolon | WordSet::quote))
        --token;
    return token;
}

std::uint32_t part_end(const Passage& sentence, std::uint32_t token)
{
    while (token < sentence.end() &&
           !sentence.is(token, WordSet::comma | WordSet::dash | WordSet::semicolon |
                                   WordSet::quote | WordSet::stop))
        ++token;
    return token;
}

} // namespace

std::vector<bool> saying_in(const Passage& sentence)
{
    constexpr std::uint32_t k_short = 8; // tokens of a clause that only says who says it
    std::vector<bool> out(sentence.end() - sentence.begin(), false);
    const auto mark = [&](std::uint32_t begin, std::uint32_t end) {
        for (std::uint32_t i = begin; i < end; ++i) out[i - sentence.begin()] = true;
    };
    for (std::uint32_t i = sentence.begin(); i < sentence.end(); ++i) {
        const bool according = sentence.is(i, {"according"});
        if (!according && !sentence.is(i, WordSet::says)) continue;
        const auto begin = part_begin(sentence, i);
        const auto end = part_end(sentence, i);
        if (according)
            mark(i, end);
        else if (begin > sentence.begin() && end - begin <= k_short)
            mark(begin, end);
        else
            mark(begin, i + 1);
    }
    return out;
}

} // namespace statements
