// Terms: what is left of a text's words when inflection and words without content are taken away.
#pragma once

#include "reading/document.hpp"
#include "reading/stem.hpp"

#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace statements {

using TermId = std::uint32_t;

// Numbers the stems of all texts of one order in the order of their first use.
class Vocabulary {
public:
    TermId add(std::string_view stem);
    [[nodiscard]] const std::string& stem(TermId term) const { return m_stems[term]; }
    [[nodiscard]] std::size_t size() const { return m_stems.size(); }

    // nullopt: no text of the order has it.
    [[nodiscard]] std::optional<TermId> find(std::string_view stem) const;

    // The word with which the term first occurred, for readers.
    [[nodiscard]] const std::string& word(TermId term) const { return m_words[term]; }
    void set_word(TermId term, std::string_view word);

private:
    std::deque<std::string> m_stems; // whose elements stay where they are
    std::vector<std::string> m_words;
    std::unordered_map<std::string_view, TermId> m_ids;
};

// The terms of the tokens of one document. A word of a script without blanks has one for each pair
// of neighbouring characters; numbers, dates and words without content have none.
class TokenTerms {
public:
    TokenTerms(const reading::Document& document, std::string_view language,
               Vocabulary& vocabulary);

    [[nodiscard]] std::span<const TermId> of(std::size_t token) const
    {
        return {m_terms.data() + m_begin[token], m_terms.data() + m_begin[token + 1]};
    }

    // The terms of the tokens [begin, end): sorted, each once.
    [[nodiscard]] std::vector<TermId> of(std::size_t begin, std::size_t end) const;

private:
    std::vector<TermId> m_terms;
    std::vector<std::uint32_t> m_begin;
};

} // namespace statements
