// Cuts a sentence about a table into phrases, and binds them to heads and cells.
#pragma once

#include "verify/tables/phrases.hpp"

#include <optional>
#include <span>
#include <vector>

namespace verify::tables {

using Pieces = std::span<const Piece>;

class PhraseReader {
public:
    PhraseReader(const CellTexts& texts, const Passage& sentence, const reading::Stemmer& stemmer)
        : m_texts{texts}, m_sentence{sentence}, m_stemmer{stemmer}
    {
    }

    std::vector<Phrase> read(Pieces pieces);

private:
    [[nodiscard]] Phrase next(Pieces rest) const;
    [[nodiscard]] std::optional<Phrase> whole_cell(Pieces rest) const;
    [[nodiscard]] std::optional<Phrase> part_of_cell(Pieces rest, std::size_t least) const;
    [[nodiscard]] std::optional<Phrase> head(Pieces rest) const;
    [[nodiscard]] std::optional<Phrase> number(Pieces rest) const;
    [[nodiscard]] const Quantity* quantity_at(const Piece& piece) const;
    [[nodiscard]] Phrase word(Pieces rest) const;
    void join_heads();
    void bind_numbers();
    [[nodiscard]] bool holds_numbers(std::size_t column) const;
    void bind_cells();
    void name_rows();

    const CellTexts& m_texts;
    const Passage& m_sentence;
    const reading::Stemmer& m_stemmer;
    std::vector<Phrase> m_out;
};

} // namespace verify::tables
