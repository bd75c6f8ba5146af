#include "account/gate/words.hpp"

#include "reading/document.hpp"

#include <algorithm>

namespace account::gate {

namespace {

// A sign that parts words; empty: it is a word of its own.
std::string_view parting_sign(std::string_view symbol)
{
    struct Sign {
        std::string_view written;
        std::string_view means;
    };
    constexpr Sign k_signs[] = {{",", ","},      {";", ";"},      {":", ":"},      {".", "."},
                                {"?", "."},      {"!", "."},      {"(", "("},      {")", ")"},
                                {"[", "("},      {"]", ")"},      {"\u2013", "-"}, {"\u2014", "-"},
                                {"\"", " "},     {"\u201c", " "}, {"\u201d", " "}, {"\u201e", " "},
                                {"\u00ab", " "}, {"\u00bb", " "}, {"'", " "},      {"\u2018", " "},
                                {"\u2019", " "}, {"`", " "},      {"\u2026", "."}};
    const auto* found = std::ranges::find(k_signs, symbol, &Sign::written);
    return found == std::end(k_signs) ? std::string_view{} : found->means;
}

} // namespace

Words Words::behind(std::size_t first) const
{
    return without(0, first);
}

Words Words::without(std::size_t begin, std::size_t end) const
{
    Words out;
    for (std::size_t i = 0; i < size(); ++i) {
        if (i >= begin && i < end) continue;
        out.words.push_back(words[i]);
        out.signs.push_back(i == end ? signs[begin] + signs[end] : signs[i]);
    }
    out.signs.push_back(end == size() ? signs[begin] + signs[end] : signs[size()]);
    return out;
}

std::string Words::text(std::size_t begin, std::size_t end) const
{
    std::string out;
    for (auto i = begin; i < end; ++i) {
        if (!out.empty()) out += ' ';
        out += words[i].raw;
    }
    return out;
}

Words read_words(std::string_view text)
{
    const reading::Document document{text};
    Words out;
    out.signs.emplace_back();
    for (std::size_t i = 0; i < document.tokens.size(); ++i) {
        const auto raw = document.raw(i);
        const bool is_symbol = document.kind(i) == reading::TokenKind::symbol;
        if (const auto sign = is_symbol ? parting_sign(raw) : std::string_view{}; !sign.empty()) {
            if (sign != " ") out.signs.back() += sign;
            continue;
        }
        const bool has_digit =
            std::ranges::any_of(raw, [](char c) { return c >= '0' && c <= '9'; });
        out.words.push_back({std::string{document.word(i)}, std::string{raw}, has_digit});
        out.signs.emplace_back();
    }
    return out;
}

} // namespace account::gate
