// A part of a text as a model is shown it: numbered sentences behind a mark, with test sentences
// of ours among them.
//
// The words are a stranger's and may speak to the model. They stand apart from the instructions,
// each sentence behind a mark that the text cannot know, with the signs taken out that chat
// templates are made of (spotlighting, arXiv 2403.14720). That helps, and proves nothing: an answer
// only points.
#pragma once

#include "verify/law/critic.hpp"
#include "verify/questions/control.hpp"

#include <string>
#include <utility>
#include <vector>

namespace verify::model {

using equations::Place;
using equations::Quotes;
using questions::Control;

// A line as it is shown: a sentence of the document, or a test sentence.
struct Row {
    std::optional<std::size_t> sentence;
    const Control* control = nullptr;
};

struct Sheet {
    std::string material;
    std::vector<Row> rows; // S1 is the first

    // By the number an answer gives; null where there is none.
    [[nodiscard]] const Row* row(std::int64_t number) const
    {
        if (number < 1 || std::cmp_greater(number, rows.size())) return nullptr;
        return &rows[static_cast<std::size_t>(number - 1)];
    }
};

// At most 120 sentences and about `most_tokens` of them a portion, in the order of the text.
std::vector<std::vector<std::size_t>> portions(const Document& document, std::size_t most_tokens);
// The same sentences, the last block first.
std::vector<std::size_t> turned_round(const Document& document,
                                      std::span<const std::size_t> sentences);

// The test sentences stand between those of the text, never two in a row where that can be.
// Without any the lines are called statements.
Sheet make_sheet(const Quotes& quotes, std::span<const std::size_t> sentences,
                 std::span<const Control> controls, llm::Chance& chance);

} // namespace verify::model
