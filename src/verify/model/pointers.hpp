// What a model may answer when it is asked to point, as typed values; and the reading of its
// answer, which believes nothing: not that the server kept the schema, not that an index exists.
#pragma once

#include "verify/model/sheet.hpp"

#include <string_view>
#include <vector>

namespace verify::model {

enum class Kind {
    calculation,   // a number that does not follow from others
    contradiction, // two sentences that cannot both be right
    unsupported,   // a conclusion that does not follow from what it is said to follow from
    fallacy,       // a step of an argument that does not follow
    doubtful,      // contradicts general knowledge
};
// Stable words of artifacts: "world.doubtful" of the last one.
std::string_view name_of(Kind kind);

enum class Operation { none, sum, difference, product, quotient, share, change, mean };
std::string_view name_of(Operation operation);

// The place where a quote was found: bytes of the view.
struct Quoted {
    std::size_t row = 0;
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
};

struct Pointer {
    Kind kind = Kind::calculation;
    std::vector<Quoted> quotes; // each of another row, at least one
    Operation operation = Operation::none;
    std::vector<Number> operands; // of a calculation, as is `stated`
    Number stated;
};

// What became of what an answer points at.
struct Tally {
    int shown = 0; // sentences, of `askable` ones
    int askable = 0;
    int pointed = 0;
    int dropped_bad_quote = 0;
    int dropped_out_of_range = 0;
    int refuted_by_code = 0; // the calculation holds
    int undecided = 0;       // the code can show no error in it
    int kept_exact = 0;
    int kept_opinion = 0;
    int dropped_by_vote = 0;
    int told_already = 0; // by the built-in checks, or by an earlier pointer
};

struct Reply {
    std::vector<Pointer> pointers;
    bool passed_canary = false; // it points at our wrong sentence and not at our right one
};

// In words as well, as not every server shows a model the schema.
base::json::Ref pointing_schema();

// nullopt: not what the schema says. Pointers whose quotes or numbers do not exist are counted in
// `tally` and left out.
std::optional<Reply> read_pointers(const json_t* answer_view, const Document& document,
                                   const Sheet& sheet, Tally& tally);

} // namespace verify::model
