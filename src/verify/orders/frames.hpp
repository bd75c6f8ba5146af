// Frames of an order to a machine: verb, object and scope in the order of a language, with few
// words between them. A row is compiled once; matching is linear in the words.
#pragma once

#include "verify/law/check.hpp"
#include "verify/layers/carriers.hpp"

#include <span>
#include <string_view>
#include <vector>

namespace verify::orders {

// How much one frame tells alone.
enum class Strength {
    whole,  // contains who is spoken to and what about
    spoken, // tells it when a machine or a reviewer is addressed in the same breath
    weak,   // supports another frame nearby
};

struct Row {
    CheckRef check; // "inject.override"
    Strength strength;
    bool imperative; // an order only when its first word stands where a command stands
    // Elements with a blank between: alternatives "a|b", a named set "@kill", "?x" optional, "~3"
    // up to three other words. `"x` is x after an opening quotation mark, `x:` x before a colon;
    // <quote>, <link>, <ident>, <number>, <caps> are kinds of words.
    std::string_view frame;
};

struct Set {
    std::string_view name;  // "@kill"
    std::string_view words; // "ignore|disregard"
};

struct Language {
    std::span<const Set> sets;
    std::span<const Row> rows;
};

// The lexicons, one file for each group of languages.
Language english_override();
Language english_other();
Language romance();
Language german_and_russian();

// One word of a layer.
struct Word {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
    std::vector<std::uint16_t> kinds; // elements it can stand for
    bool starts = false;              // a sentence or paragraph
    bool after_sign = false;          // comma, colon, bracket, quotation mark or line end before it
    bool glued = false;               // to the sign before it: "--ignore", "x.ignore"
};

struct Match {
    const Row* row = nullptr; // nullptr: a frame of a language without blanks
    CheckRef check;
    Strength strength = Strength::whole;
    std::uint32_t begin = 0; // bytes of the layer
    std::uint32_t end = 0;
    std::uint32_t sentence = 0; // where its sentence begins
    std::uint32_t sentence_end = 0;
    bool commands = true;   // it stands where a command stands
    bool addresses = false; // a machine or a reviewer is named in its sentence
};

// All frames found in the layer, in order. At most `most`.
std::vector<Match> find_frames(const layers::Layer& layer, std::size_t most);

// The same for Chinese and Japanese, which are written without blanks.
std::vector<Match> find_frames_without_blanks(const layers::Layer& layer, std::size_t most);

} // namespace verify::orders
