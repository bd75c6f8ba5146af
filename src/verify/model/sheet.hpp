// A part of a text as a model is shown it: numbered sentences, the numbers in them, and two
// sentences of ours by which the answer is tried.
//
// The words are a stranger's and may speak to the model. They stand apart from the instructions,
// each sentence behind a mark that the text cannot know, with the signs taken out that chat
// templates are made of (spotlighting, arXiv 2403.14720). That helps, and proves nothing: an answer
// only points.
#pragma once

#include "reading/terms.hpp"
#include "verify/law/critic.hpp"

#include <string>
#include <vector>

namespace verify::model {

// A sentence as it is shown. Its bytes are those of the view, one for one: a quote found in it
// stands at the same place in the text.
struct Row {
    std::optional<std::size_t> sentence; // of the document; nullopt: it is ours
    std::string text;
};

// A number that may be pointed at, of a sentence of the document; nullptr: of a sentence of ours.
struct Number {
    const reading::Term* term = nullptr;
    std::size_t sentence = 0;
};

struct Sheet {
    std::string material;        // what is sent
    std::vector<Row> rows;       // S1 is the first
    std::vector<Number> numbers; // Q1 is the first
    std::size_t wrong_row = 0;   // of ours: its calculation is wrong
    std::size_t right_row = 0;   // and of the other one right
};

// Sentences of a text of which a model can be asked: prose, list items and rows of tables.
std::vector<std::size_t> askable(const Document& document);

// At most k_most_rows and about `most_tokens` of them a sheet, in the order of the text. What must
// not be shown to others, `secrets` as secrets_in() has them, is blackened. `nonce`: hex digits
// that the text's author could not know; the same ones make the same sheets.
std::vector<std::vector<std::size_t>> portions(const Document& document, std::size_t most_tokens);
Sheet make_sheet(const Document& document, const std::vector<std::size_t>& sentences,
                 std::span<const Mark> secrets, std::string_view nonce);

inline constexpr std::size_t k_most_rows = 120;

// Places of the text that no model may see, in order and apart from each other.
std::vector<Mark> secrets_in(const Review& told);

// The bytes [begin, end) of the view as they may be shown; the same number of bytes.
std::string shown(const Document& document, std::size_t begin, std::size_t end,
                  std::span<const Mark> secrets);
// The same of a number with its unit.
std::string shown(const Document& document, const reading::Term& term,
                  std::span<const Mark> secrets);

} // namespace verify::model
