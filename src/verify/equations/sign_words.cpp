#include "verify/equations/sign_words.hpp"

#include "reading/ascii.hpp"

#include <algorithm>
#include <span>

namespace verify::equations {

namespace {

constexpr SignWord k_symbols[] = {
    {"+", Kind::plus},        {"-", Kind::minus},       {"\u2212", Kind::minus},
    {"*", Kind::times},       {"\u00d7", Kind::times},  {"\u00b7", Kind::times},
    {"\u22c5", Kind::times},  {"/", Kind::over},        {"\u00f7", Kind::over},
    {"^", Kind::power},       {"\u221a", Kind::root},   {"(", Kind::open},
    {"[", Kind::open},        {")", Kind::close},       {"]", Kind::close},
    {"=", Kind::equals},      {"\u2248", Kind::equals}, {"\u2243", Kind::equals},
    {"\u2245", Kind::equals},
};

constexpr Fraction k_fractions[] = {{"\u00bd", 1, 2}, {"\u00bc", 1, 4}, {"\u00be", 3, 4},
                                    {"\u2153", 1, 3}, {"\u2154", 2, 3}, {"\u215b", 1, 8},
                                    {"\u215c", 3, 8}, {"\u215d", 5, 8}, {"\u215e", 7, 8}};

constexpr SignWord k_phrases[] = {{"plus", Kind::plus},           {"minus", Kind::minus},
                                  {"times", Kind::times},         {"divided by", Kind::over},
                                  {"multiplied by", Kind::times}, {"equals", Kind::equals},
                                  {"is equal to", Kind::equals},  {"sqrt", Kind::root}};

constexpr SignWord k_results[] = {
    {"is", Kind::equals}, {"makes", Kind::equals}, {"gives", Kind::equals}};

template <typename Row> const Row* row_at(std::span<const Row> rows, std::string_view rest)
{
    const auto row =
        std::ranges::find_if(rows, [&](const Row& each) { return rest.starts_with(each.text); });
    return row == rows.end() ? nullptr : &*row;
}

const SignWord* word_at(std::span<const SignWord> rows, std::string_view rest)
{
    const auto row = std::ranges::find_if(rows, [&](const SignWord& each) {
        const auto size = each.text.size();
        return rest.starts_with(each.text) &&
               (size == rest.size() || !reading::is_letter(rest[size]));
    });
    return row == rows.end() ? nullptr : &*row;
}

// An operator that nothing but arithmetic uses.
bool is_computed_in_words(std::span<const Sign> signs)
{
    if (signs.empty()) return false;
    const Kind last = signs.back().kind;
    if (last != Kind::number && last != Kind::letter && last != Kind::close) return false;
    for (std::size_t i = signs.size(); i-- > 0;) {
        const Kind kind = signs[i].kind;
        if (kind == Kind::stop || kind == Kind::equals) return false;
        const bool is_word = signs[i].end - signs[i].begin > 2;
        if (is_word && (kind == Kind::plus || kind == Kind::minus || kind == Kind::times ||
                        kind == Kind::over))
            return true;
    }
    return false;
}

} // namespace

const SignWord* symbol_at(std::string_view rest)
{
    return row_at<SignWord>(k_symbols, rest);
}

const Fraction* fraction_at(std::string_view rest)
{
    return row_at<Fraction>(k_fractions, rest);
}

const SignWord* phrase_at(std::string_view rest)
{
    return word_at(k_phrases, rest);
}

const SignWord* result_at(std::string_view rest, std::span<const Sign> signs)
{
    return is_computed_in_words(signs) ? word_at(k_results, rest) : nullptr;
}

bool begins_with_equals(std::string_view line)
{
    const SignWord* symbol = symbol_at(line);
    return symbol != nullptr && symbol->kind == Kind::equals;
}

std::uint32_t SpelledNumbers::place() const
{
    return m_document.tokens[m_document.quantities[m_next].number_begin].begin;
}

const Quantity* SpelledNumbers::at(std::uint32_t byte)
{
    const auto& all = m_document.quantities;
    while (m_next < all.size() && place() < byte) ++m_next;
    if (m_next == all.size() || place() != byte) return nullptr;
    const Quantity& quantity = all[m_next];
    // "seven times eight" is a count and an operator, and reads like "seven times as many".
    const bool is_count =
        quantity.kind == QuantityKind::cardinal || quantity.kind == QuantityKind::multiple;
    return quantity.spelled && !quantity.doubtful && is_count ? &quantity : nullptr;
}

} // namespace verify::equations
