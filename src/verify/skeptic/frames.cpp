#include "verify/skeptic/frames.hpp"

#include <algorithm>

namespace verify::skeptic {

namespace {

constexpr std::size_t k_max_list = 40;
constexpr std::uint32_t k_max_gap = 11;

// Words between two items that say they are no plain parts of one whole.
constexpr std::string_view k_breakers[] = {
    "to",       "than",    "per",     "out",       "versus",  "vs",        "compared",  "from",
    "which",    "who",     "whom",    "including", "include", "includes",  "excluding", "except",
    "minus",    "less",    "more",    "fewer",     "average", "averaging", "each",      "every",
    "up",       "down",    "by",      "between",   "after",   "before",    "until",     "since",
    "or",       "times",   "total",   "if",        "when",    "while",     "but",       "though",
    "although", "=",       "/",       "without",   "whereas", "over",      "under",     "within",
    "then",     "because", "through", "that",      "later",   "ago"};

// Those of them that may stand in an item of a loose list.
constexpr std::string_view k_loose_words[] = {"to", "down", "then", "through", "by"};

bool is_separator(std::string_view word)
{
    return reading::is_one_of(word, {",", ";", "and", "plus", "+", "&"});
}

bool is_wrapped(const Passage& passage, const Quantity& quantity)
{
    return passage.is(quantity.begin - 1, {"("}) && passage.is(quantity.end, {")"});
}

// "three years in Rome and four in Oslo": one of the two has no unit of its own.
bool leaves_out_unit(const Quantity& left, const Quantity& right)
{
    return left.kind == right.kind && left.currency.empty() && right.currency.empty() &&
           (left.unit == nullptr || right.unit == nullptr);
}

// Whether two neighbouring quantities can be items of one list.
bool joins(const Passage& passage, const Quantity& left, const Quantity& right,
           Joint joint = Joint::tight)
{
    std::uint32_t begin = left.end;
    std::uint32_t end = right.begin;
    const bool loose = joint == Joint::loose;
    if (end <= begin) return false;
    if (!are_alike(left, right) && !(loose && leaves_out_unit(left, right))) return false;
    if (is_wrapped(passage, left) && is_wrapped(passage, right)) {
        ++begin;
        --end;
    }
    if (end - begin > k_max_gap) return false;
    bool separated = false;
    for (std::uint32_t i = begin; i < end; ++i) {
        const auto word = passage.word(i);
        const bool breaks = reading::is_one_of(word, k_breakers) &&
                            !(loose && reading::is_one_of(word, k_loose_words));
        if (breaks || word == "(" || word == ")" || word == ".") return false;
        separated = separated || is_separator(word);
    }
    return separated;
}

// The number before the list belongs to its first item: "12 boxes of 24 bottles and 3 loose ones",
// or it would be an item itself if it were no label: "rooms 12, 14 and 15".
bool spoils(const Passage& passage, const Quantity& before, const Quantity& first)
{
    if (first.begin <= before.end || first.begin - before.end > 4) return false;
    bool ties = false;
    bool separates = false;
    for (std::uint32_t i = before.end; i < first.begin; ++i) {
        ties = ties ||
               passage.is(i, {"of", "with", "at", "x", "\u00d7", "*", "for", "per", "/", "to"});
        separates = separates || is_separator(passage.word(i));
    }
    return ties || (separates && !is_addend(passage, before) && are_alike(before, first));
}

// "the three gifts of $500, $750 and $1,000": how many items there are.
bool counts_items(const Quantity& before, std::size_t items)
{
    return before.spelled && before.kind == QuantityKind::cardinal && !before.scaled &&
           before.value.mantissa == static_cast<reading::Int128>(items);
}

std::size_t index_of(const Passage& passage, const Quantity& quantity)
{
    return static_cast<std::size_t>(&quantity - passage.quantities().data());
}

} // namespace

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

bool is_named_total(const Passage& passage, const Quantity& quantity)
{
    std::uint32_t at = quantity.begin - 1;
    while (passage.is(at, {"about", "around", "roughly", "nearly", "almost", "some", "over"})) --at;
    if (passage.is(at, {"combined", "overall"}) && passage.is(at - 1, {"a"})) return true;
    if (!passage.is(at, {"of", "to", "is", "was", ":", "=", "at", "reached", "totaled", "totalled",
                         "totals", "were", "are", "equal", "equals"}))
        return false;
    for (std::uint32_t back = at - 1; back + 5 > at && passage.holds(back); --back) {
        if (passage.is(back,
                       {"total", "totals", "toll", "combined", "overall", "sum", "altogether"}))
            return true;
        if (passage.document().kind(back) != TokenKind::word ||
            passage.is(back, {"and", "or", "but", "while", "per", "than", "for", "in"}))
            return false;
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

std::vector<const Quantity*> list_before(const Passage& passage, const Quantity& total, Joint joint)
{
    const auto all = passage.quantities();
    std::vector<const Quantity*> out;
    for (std::size_t i = index_of(passage, total); i-- > 0;) {
        const Quantity& candidate = all[i];
        if (is_year(passage, candidate) || candidate.kind == QuantityKind::ordinal) continue;
        const bool ends = !is_addend(passage, candidate) ||
                          (!out.empty() && !joins(passage, candidate, *out.back(), joint));
        if (ends && !out.empty() && spoils(passage, candidate, *out.back()) &&
            !counts_items(candidate, out.size()))
            return {};
        if (ends) break;
        out.push_back(&candidate);
        if (out.size() == k_max_list) break;
    }
    std::reverse(out.begin(), out.end());
    return out;
}

std::vector<const Quantity*> list_after(const Passage& passage, const Quantity& head)
{
    const auto all = passage.quantities();
    std::vector<const Quantity*> out;
    for (std::size_t i = index_of(passage, head) + 1; i < all.size(); ++i) {
        const Quantity& candidate = all[i];
        if (is_year(passage, candidate) || candidate.kind == QuantityKind::ordinal) continue;
        if (!is_addend(passage, candidate)) break;
        if (!out.empty() && !joins(passage, *out.back(), candidate)) break;
        out.push_back(&candidate);
        if (out.size() == k_max_list) break;
    }
    return out;
}

bool is_closed(const Passage& passage, const std::vector<const Quantity*>& items)
{
    if (items.size() < 2) return false;
    if (items.size() >= 3) return true;
    for (std::uint32_t i = items[items.size() - 2]->end; i < items.back()->begin; ++i)
        if (passage.is(i, {"and", "plus", "+", "&"})) return true;
    return false;
}

std::optional<ListedResult> listed_result(const Passage& passage, const Quantity& first,
                                          reading::Words heads)
{
    std::uint32_t of = first.begin - 1;
    while (of + 4 > first.begin && passage.is(of, {"the", "values", "numbers", "scores", "results",
                                                   "grades", ":", "readings"}))
        --of;
    if (!passage.is(of, {"of"}) || !reading::is_one_of(passage.word(of - 1), heads))
        return std::nullopt;
    if (!is_addend(passage, first)) return std::nullopt;
    ListedResult out;
    out.items.push_back(&first);
    for (const auto* item : list_after(passage, first)) out.items.push_back(item);
    if (out.items.size() < 2 || !joins(passage, first, *out.items[1])) return std::nullopt;
    // The result is the number after "is"; the list must end before it.
    const auto is_result = [&](const Quantity& quantity) {
        return passage.is(quantity.begin - 1, {"is", "was", "=", "equals", "gives", "makes"});
    };
    while (out.items.size() > 2 && is_result(*out.items.back())) out.items.pop_back();
    const std::size_t next = index_of(passage, *out.items.back()) + 1;
    if (out.items.size() < 2 || next >= passage.quantities().size()) return std::nullopt;
    out.result = &passage.quantities()[next];
    if (!is_result(*out.result) || out.result->begin - out.items.back()->end > 3)
        return std::nullopt;
    return out;
}

} // namespace verify::skeptic
