#include "statements/roles.hpp"

#include "reading/finite_verb.hpp"

#include <algorithm>

namespace statements {

using reading::Passage;

namespace {

bool is_name(const Source& source, const Passage& words, std::uint32_t token)
{
    return words.holds(token) && words.document().kind(token) == reading::TokenKind::word &&
           reading::is_upper(words.document().raw(token).front()) &&
           !source.terms.of(token).empty();
}

} // namespace

std::vector<Deed> read_deeds(const Source& source, const Passage& words)
{
    using reading::WordSet;
    std::vector<Deed> out;
    for (std::uint32_t i = words.begin() + 1; i < words.end() && out.size() < k_most_deeds; ++i) {
        if (source.terms.of(i).empty() || !reading::is_finite_verb(words, i)) continue;
        const bool passive =
            words.is(i - 1, WordSet::copula | WordSet::be) && words.is(i + 1, {"by"});
        const std::uint32_t before = passive ? i - 2 : i - 1;
        std::uint32_t behind = passive ? i + 2 : i + 1;
        if (words.is(behind, WordSet::article)) ++behind;
        if (!is_name(source, words, before) || !is_name(source, words, behind)) continue;
        std::uint32_t begin = before;
        while (begin > words.begin() && is_name(source, words, begin - 1)) --begin;
        std::uint32_t end = behind + 1;
        while (is_name(source, words, end)) ++end;
        Deed deed{source.terms.of(i).front(),
                  source.terms.of(before).front(),
                  source.terms.of(end - 1).front(),
                  {begin, end}};
        if (passive) std::swap(deed.doer, deed.other);
        out.push_back(deed);
    }
    return out;
}

std::optional<std::pair<Run, Run>> swapped_roles(const Both& both)
{
    constexpr double k_related = 0.75;
    for (const auto& other : both.right.marks.deeds)
        for (const auto& one : both.left.marks.deeds)
            if (one.doer == other.other && one.other == other.doer && one.doer != one.other &&
                both.meanings.likeness(one.verb, other.verb) >= k_related)
                return std::pair{one.words, other.words};
    return std::nullopt;
}

} // namespace statements
