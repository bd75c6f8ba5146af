// What a model may say of the sentences it is shown, as typed values; and the reading of its
// answer, which believes nothing.
#pragma once

#include "synthesize/model/sheet.hpp"

#include <optional>
#include <string_view>
#include <vector>

namespace synthesize::model {

enum class Kind {
    answers, // a sentence that answers the question, or a part of it
    opposed, // two that cannot both be true
    same,    // two that say one thing of one thing
};
// Stable words of artifacts.
std::string_view name_of(Kind kind);

struct Pointer {
    Kind kind = Kind::answers;
    std::vector<std::size_t> statements; // two, or one that answers; of pairs the smaller first
};

// What became of what an answer points at.
struct Tally {
    int statements = 0; // of the order
    int shown = 0;
    int pointed = 0;
    int dropped_bad_quote = 0;
    int dropped_out_of_range = 0;
    int dropped_one_origin = 0; // a pair of one independent group
    int told_already = 0;       // by the rules, or by an earlier pointer
    int refuted_by_code = 0;    // said to be the same, and they differ in a value
    int dropped_by_vote = 0;
    int kept_opinion = 0;
};

struct Reply {
    std::vector<Pointer> pointers; // in the model's order, each once
    bool passed_canary = false;    // it is right about our two pairs
};

base::json::Ref relating_schema();

// nullopt: not what the schema says. Pointers at sentences or quotes that are not there are counted
// in `tally` and left out.
std::optional<Reply> read_pointers(const json_t* answer_view, const Sheet& sheet, Tally& tally);

} // namespace synthesize::model
