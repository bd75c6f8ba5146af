// Frames of test sentences: what a model that points has to get right before it is believed.
//
// {a} and {b} are drawn, {c} follows from them, {thing} and {name} are words of a list. `stated` is
// what the sentence says of {c}, `formula` how it follows. Some look wrong and are right.
#pragma once

#include "base/json.hpp"

#include <span>
#include <string_view>

namespace llm {

enum class FrameKind { sum, rest, product, mean, share, change };

struct Frame {
    std::string_view language;
    FrameKind kind;
    std::string_view sentence;
    std::string_view stated;
    std::string_view formula;
};
std::span<const Frame> frames();

// The words for {thing} and {name} in a language.
std::span<const std::string_view> things_of(std::string_view language);
std::span<const std::string_view> names_of(std::string_view language);

// The frames as a simulated model is given them: {"sentence", "stated", "formula"} each.
base::json::Ref frames_json();

} // namespace llm
