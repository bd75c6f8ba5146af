// The noun phrase around a number: what the number is of.
#pragma once

#include "reading/passage.hpp"
#include "synthesize/words.hpp"

#include <optional>
#include <string_view>

namespace synthesize::brief {

// The number with its hedge before it, the other end of its range, and what it is of: "at least 357
// people", "62 to 64 euros", "the 984-foot cargo ship" without its article, "7 percent of global
// turnover". nullopt for a number that counts things which are not named behind it, and for one
// that names something itself ("numerous 911 calls", "the 2024 summer games").
std::optional<Run> told_figure(const reading::Passage& words, std::string_view language,
                               const Figure& figure);

// Whether the number is a remark in brackets: a test statistic, or the figure before it in another
// unit.
bool is_remark(const reading::Passage& words, const Statement& said, const Figure& figure);

} // namespace synthesize::brief
