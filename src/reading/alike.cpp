#include "reading/alike.hpp"
#include "reading/lexicon/lexicon.hpp"

namespace reading {

bool are_alike(const Quantity& left, const Quantity& right)
{
    if (left.kind != right.kind || left.currency != right.currency) return false;
    if (left.unit == right.unit) return true;
    if (left.unit == nullptr || right.unit == nullptr) return false;
    if (left.unit->canonical == right.unit->canonical) return true;
    return left.unit->measured == right.unit->measured && left.unit->factor != 0 &&
           right.unit->factor != 0;
}

std::string_view noun_of(const Passage& passage, const Quantity& quantity)
{
    if (quantity.unit != nullptr) return quantity.unit->canonical;
    std::string_view noun;
    for (std::uint32_t i = quantity.end; i < quantity.end + 3 && passage.holds(i); ++i) {
        if (passage.document().kind(i) != TokenKind::word) break;
        const auto word = passage.word(i);
        if (is_in(Cues{WordSet::copula | WordSet::role_prep | WordSet::article |
                           WordSet::place_prep | WordSet::joins | WordSet::every |
                           WordSet::way_prep | WordSet::have,
                       {"per", "who", "that", "apiece", "said"}},
                  word))
            break;
        noun = word;
        if (word.size() > 3 && word.ends_with('s')) break;
    }
    return noun;
}

Rational conversion(const Quantity& from, const Quantity& to)
{
    if (from.unit == nullptr || to.unit == nullptr || from.unit->canonical == to.unit->canonical)
        return 1;
    const bool is_known = from.unit->factor != 0 && to.unit->factor != 0;
    return is_known ? Rational{from.unit->factor / to.unit->factor} : Rational{1};
}

} // namespace reading
