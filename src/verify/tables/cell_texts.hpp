// The cells of a table by what is written in them.
#pragma once

#include "reading/stem.hpp"
#include "reading/tables.hpp"
#include "verify/law/critic.hpp"

#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace verify::tables {

using Place = std::pair<std::size_t, std::size_t>; // row, column

// Words and numbers: a number has its point and no commas or zeros before it, an ordinal is its
// number, a month has its full name and stands before the day.
struct Piece {
    std::string text;
    std::uint32_t begin = 0; // in the view
    std::uint32_t end = 0;
};

std::vector<Piece> pieces_of(std::string_view folded, std::uint32_t offset);
std::string joined(std::span<const Piece> pieces);
// Digits, with at most points among them.
bool is_number(std::string_view text);
// A word that says how cells are read, and is not a cell by itself.
bool is_cue(std::string_view word);

inline constexpr std::size_t k_longest_cell = 12; // pieces, as one whole
inline constexpr std::size_t k_longest_part = 4;
// At most so many places are kept of one text.
inline constexpr std::size_t k_most_places = 64;

// The cells of a table by what is written in them, and by words on end of it.
struct CellTexts {
    std::vector<std::vector<std::string>> at;                        // [row][column]
    std::unordered_map<std::string, std::vector<Place>> whole;       // whole cells
    std::unordered_map<std::string, std::vector<Place>> parts;       // some words of longer cells
    std::unordered_map<std::string, std::vector<std::size_t>> heads; // whole heads, by stems
    std::unordered_map<std::string, std::vector<std::size_t>> head_words; // stems of heads
    std::unordered_map<std::string, bool> topic; // stems of the caption: they bind nothing
};

CellTexts read_cell_texts(const Document& document, const reading::Table& table,
                          const reading::Stemmer& stemmer);

// What orders the cells of a column: the number, or the day as days in the calendar. nullopt for
// other text.
std::optional<Rational> rank_of(const reading::Table& table, const CellTexts& texts,
                                const Place& place);

} // namespace verify::tables
