// Everything the critics and the synthesis read about one text: built once, then immutable.
#pragma once

#include "reading/dates.hpp"
#include "reading/number_scan.hpp"
#include "reading/quantities.hpp"
#include "reading/tokens.hpp"

#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace reading {

class SentenceTerms;

struct Document {
    std::string source;
    View view;
    Positions positions;
    Format format = Format::prose;
    std::string_view language; // as guess_language() tells
    DecimalMark mark = DecimalMark::point;
    // Nothing in the text decides between the decimal marks: the other one is a reading to try.
    bool mark_is_open = true;
    std::vector<Block> blocks;
    std::vector<Sentence> sentences;
    std::vector<Token> tokens;
    std::vector<TokenRange> of_sentence; // parallel to `sentences`
    std::vector<Date> dates;             // the following three in the order of their tokens
    std::vector<ClockTime> times;
    std::vector<Quantity> quantities;

    explicit Document(std::string_view payload);
    Document(const Document&) = delete; // dates and quantities refer to the view
    Document& operator=(const Document&) = delete;
    ~Document();

    // Read when they are first asked for, as not every product calculates; by any thread.
    [[nodiscard]] const SentenceTerms& terms() const;

    // The token in lower case; empty when `index` is past the end, so that looking ahead and behind
    // needs no bounds check: index - 1 of the first token is past the end too.
    [[nodiscard]] std::string_view word(std::size_t index) const;
    // As written.
    [[nodiscard]] std::string_view raw(std::size_t index) const;
    [[nodiscard]] TokenKind kind(std::size_t index) const;

private:
    mutable std::once_flag m_asked_for_terms;
    mutable std::unique_ptr<const SentenceTerms> m_terms;
};

} // namespace reading
