#include "verify/skeptic/frames.hpp"

namespace verify::skeptic {

bool is_total(const Passage& passage, const Quantity& quantity)
{
    std::uint32_t at = quantity.begin - 1;
    // "a total of about 36", "totals roughly 36"
    for (int skipped = 0; skipped < 2 && quantity.qualifier != reading::Qualifier::none &&
                          !passage.is(at, {"of", "to", "totals", "totaling", "totalling"});
         ++skipped)
        --at;
    if (passage.is(at, {"of", "to", "is", "was", "at", ":", "=", "are", "were", "a", "reached",
                        "equals"})) {
        const std::uint32_t before = at - 1;
        if (passage.is(at, {"of", "is", "was", ":", "=", "to", "at", "reached", "equals"}) &&
            passage.is(before, {"total", "sum", "totals", "tally", "totalled", "totaled"}))
            return true;
        if (passage.is(at, {"to"}) && passage.is(before, {"up", "sum", "sums", "amount", "amounts",
                                                          "amounted", "summing", "summed"}))
            return true;
        if (passage.is(at, {"to"}) && passage.is(before, {"comes", "came"})) return true;
    }
    if (passage.is(
            at, {"totals", "totaled", "totalled", "totaling", "totalling", "altogether", "total"}))
        return true;
    std::uint32_t after = quantity.end;
    for (int words = 0; words < 3 && passage.holds(after); ++words, ++after) {
        if (passage.is(after, {"in"}) && passage.is(after + 1, {"total", "all"})) return true;
        if (passage.is(after, {"altogether", "total", "overall"})) return true;
        if (passage.is(after, {"combined"}) && !passage.holds(after + 2)) return true;
        if (passage.document().kind(after) != TokenKind::word ||
            passage.is(after, {"of",   "and",   "or",     "with", "give", "gives", "a",   "the",
                               "make", "makes", "have",   "has",  "is",   "was",   "are", "were",
                               "for",  "bring", "brings", "as",   "per",  "each"}))
            break;
    }
    return false;
}

bool are_alike(const Quantity& left, const Quantity& right)
{
    if (left.kind != right.kind || left.currency != right.currency) return false;
    if (left.unit == right.unit) return true;
    if (left.unit == nullptr || right.unit == nullptr) return false;
    if (left.unit->canonical == right.unit->canonical) return true;
    return left.unit->dimension == right.unit->dimension && left.unit->factor != "0" &&
           right.unit->factor != "0";
}

std::string_view noun_of(const Passage& passage, const Quantity& quantity)
{
    if (quantity.unit != nullptr) return quantity.unit->canonical;
    std::string_view noun;
    for (std::uint32_t i = quantity.end; i < quantity.end + 3 && passage.holds(i); ++i) {
        if (passage.document().kind(i) != TokenKind::word) break;
        const auto word = passage.word(i);
        if (reading::is_one_of(word, {"of",   "in",   "and",  "at",     "per",   "a",    "an",
                                      "each", "for",  "with", "to",     "is",    "are",  "was",
                                      "were", "from", "on",   "or",     "the",   "have", "has",
                                      "who",  "that", "by",   "apiece", "every", "said"}))
            break;
        noun = word;
        if (word.size() > 3 && word.ends_with('s')) break;
    }
    return noun;
}

bool same_noun(std::string_view left, std::string_view right)
{
    const auto stem = [](std::string_view word) {
        if (word.ends_with("ies")) return word.substr(0, word.size() - 3);
        if (word.ends_with("y")) return word.substr(0, word.size() - 1);
        if (word.ends_with("es") && word.size() > 4) return word.substr(0, word.size() - 2);
        if (word.ends_with("s") || word.ends_with("e")) return word.substr(0, word.size() - 1);
        return word;
    };
    const auto trimmed = [&](std::string_view word) {
        auto out = stem(word);
        if (out.ends_with("e")) out.remove_suffix(1);
        return out;
    };
    constexpr std::string_view k_irregular[][2] = {{"person", "people"}, {"child", "children"},
                                                   {"man", "men"},       {"woman", "women"},
                                                   {"head", "people"},   {"foot", "feet"}};
    for (const auto& [one, many] : k_irregular)
        if ((left == one && right == many) || (left == many && right == one)) return true;
    return !left.empty() && trimmed(left) == trimmed(right);
}

Rational conversion(const Quantity& from, const Quantity& to)
{
    if (from.unit == nullptr || to.unit == nullptr || from.unit->canonical == to.unit->canonical)
        return 1;
    const auto factor = [](const reading::Unit& unit) {
        const auto printed = reading::read_number(unit.factor, DecimalMark::point);
        return printed ? reading::to_rational(printed->value) : Rational{1};
    };
    return factor(*from.unit) / factor(*to.unit);
}

std::string joined(const std::vector<const Quantity*>& operands, std::string_view sign)
{
    std::string out;
    for (const auto* operand : operands) {
        if (!out.empty()) out += ' ' + std::string{sign} + ' ';
        out += reading::exact_text(reading::value_of(*operand));
    }
    return out;
}

} // namespace verify::skeptic
