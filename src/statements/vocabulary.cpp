#include "statements/vocabulary.hpp"

#include "reading/ascii.hpp"
#include "statements/words.hpp"

#include <unicode/unistr.h>
#include <unicode/utf8.h>

#include <algorithm>
#include <unordered_set>

namespace statements {

using reading::Document;
using reading::TokenKind;

namespace {

constexpr std::size_t k_longest = 200; // bytes of a word; a longer one is not a word

bool is_ascii(std::string_view word)
{
    return std::all_of(word.begin(), word.end(),
                       [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

// The View folds ASCII letters alone.
std::string folded(std::string_view word)
{
    if (is_ascii(word)) return std::string{word};
    std::string out;
    icu::UnicodeString::fromUTF8({word.data(), static_cast<std::int32_t>(word.size())})
        .foldCase()
        .toUTF8String(out);
    return out;
}

bool has_content(std::string_view word, std::string_view language)
{
    static const std::unordered_set<std::string_view> k_stops{std::begin(k_stop_words),
                                                              std::end(k_stop_words)};
    if (language == "en") return word.size() > 1 && !k_stops.contains(word);
    // Articles, pronouns and prepositions are the short words of the other languages too.
    constexpr std::size_t k_short = 3;
    std::size_t letters = 0;
    for (const char c : word) letters += (static_cast<unsigned char>(c) & 0xc0U) != 0x80U ? 1 : 0;
    return letters > k_short;
}

// Byte positions of the characters of `word`, and its end.
std::vector<std::size_t> characters_of(std::string_view word)
{
    std::vector<std::size_t> out;
    for (std::size_t i = 0; i < word.size(); ++i)
        if ((static_cast<unsigned char>(word[i]) & 0xc0U) != 0x80U) out.push_back(i);
    out.push_back(word.size());
    return out;
}

} // namespace

TermId Vocabulary::add(std::string_view stem)
{
    if (const auto known = m_ids.find(stem); known != m_ids.end()) return known->second;
    const auto fresh = static_cast<TermId>(m_stems.size());
    m_stems.emplace_back(stem);
    m_words.emplace_back();
    m_ids.emplace(m_stems.back(), fresh);
    return fresh;
}

std::optional<TermId> Vocabulary::find(std::string_view stem) const
{
    const auto at = m_ids.find(stem);
    if (at == m_ids.end()) return std::nullopt;
    return at->second;
}

void Vocabulary::set_word(TermId term, std::string_view word)
{
    if (m_words[term].empty()) m_words[term] = word;
}

TokenTerms::TokenTerms(const Document& document, std::string_view language, Vocabulary& vocabulary)
{
    const reading::Stemmer stemmer{language};
    const bool without_blanks = reading::is_one_of(language, {"zh", "ja", "th"});
    std::vector<bool> is_value(document.tokens.size(), false);
    const auto take = [&](std::uint32_t begin, std::uint32_t end) {
        std::fill(is_value.begin() + begin, is_value.begin() + end, true);
    };
    for (const auto& date : document.dates) take(date.begin, date.end);
    for (const auto& quantity : document.quantities) take(quantity.begin, quantity.end);
    for (std::size_t i = 0; i < document.tokens.size(); ++i) {
        m_begin.push_back(static_cast<std::uint32_t>(m_terms.size()));
        const TokenKind kind = document.kind(i);
        if (is_value[i] || (kind != TokenKind::word && kind != TokenKind::opaque)) continue;
        auto word = document.word(i);
        if (word.ends_with("'s")) word.remove_suffix(2);
        if (word.empty() || word.size() > k_longest) continue;
        if (without_blanks && !is_ascii(word)) {
            const auto at = characters_of(word);
            for (std::size_t k = 0; k + 2 < at.size(); ++k) {
                const auto pair = word.substr(at[k], at[k + 2] - at[k]);
                m_terms.push_back(vocabulary.add(pair));
                vocabulary.set_word(m_terms.back(), pair);
            }
        } else if (const auto whole = folded(word);
                   kind == TokenKind::opaque || has_content(whole, language)) {
            m_terms.push_back(vocabulary.add(stemmer.stem(whole)));
            vocabulary.set_word(m_terms.back(), word);
        }
    }
    m_begin.push_back(static_cast<std::uint32_t>(m_terms.size()));
}

std::vector<TermId> TokenTerms::of(std::size_t begin, std::size_t end) const
{
    std::vector<TermId> out(m_terms.begin() + m_begin[begin], m_terms.begin() + m_begin[end]);
    std::sort(out.begin(), out.end());
    out.erase(std::unique(out.begin(), out.end()), out.end());
    return out;
}

} // namespace statements
