// A run of tokens inside one sentence or two neighbours, with what was scanned in it.
//
// Looking outside the run finds nothing, so a rule cannot read into the next paragraph by accident.
#pragma once

#include "reading/ascii.hpp"
#include "reading/document.hpp"
#include "reading/lexicon/lexicon.hpp"

#include <initializer_list>
#include <span>
#include <string_view>

namespace reading {

class Passage {
public:
    // Tokens [begin, end) of `document`, which must outlive the Passage.
    Passage(const Document& document, std::uint32_t begin, std::uint32_t end);

    static Passage sentence(const Document& document, std::size_t index);
    // Sentence `index` and the one after it, when both stand in the same block.
    static Passage sentence_and_next(const Document& document, std::size_t index);

    [[nodiscard]] const Document& document() const { return *m_document; }
    [[nodiscard]] std::uint32_t begin() const { return m_begin; }
    [[nodiscard]] std::uint32_t end() const { return m_end; }
    [[nodiscard]] bool holds(std::size_t token) const { return token >= m_begin && token < m_end; }

    // Lower case; empty outside the passage.
    [[nodiscard]] std::string_view word(std::size_t token) const
    {
        return holds(token) ? m_document->word(token) : std::string_view{};
    }
    [[nodiscard]] bool is(std::size_t token, const Cues& cues) const
    {
        return holds(token) && is_in(cues, m_document->word(token));
    }
    // Whether the words stand one after the other from `token` on.
    [[nodiscard]] bool reads(std::size_t token,
                             std::initializer_list<std::string_view> words) const;
    // Whether any of the words occurs in [from, to).
    [[nodiscard]] bool any(std::size_t from, std::size_t to, const Cues& cues) const;
    [[nodiscard]] bool any(const Cues& cues) const { return any(m_begin, m_end, cues); }

    [[nodiscard]] std::span<const Quantity> quantities() const { return m_quantities; }
    [[nodiscard]] std::span<const Date> dates() const { return m_dates; }
    [[nodiscard]] std::span<const ClockTime> times() const { return m_times; }

private:
    const Document* m_document;
    std::uint32_t m_begin;
    std::uint32_t m_end;
    std::span<const Quantity> m_quantities;
    std::span<const Date> m_dates;
    std::span<const ClockTime> m_times;
};

} // namespace reading
