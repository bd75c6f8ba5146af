// Whether a result for which a model was asked is what follows from the model's recorded answers.
#pragma once

#include "cli/proof_report.hpp"

#include <string>

namespace cli {

// Texts as they stand in the files: the result, or the envelope of its job; the record of what the
// model was asked and said; the request as it was sent.
struct Replay {
    std::string artifact;
    std::string transcript;
    std::string request;
};

// Decides anew without a model, in a child that gives up what assay-run gives up, and compares the
// bytes, but for what the worker adds. Pages that the request names are in no record: such a result
// cannot be decided anew, and the step says so.
ProofStep replay(const Replay& given);

} // namespace cli
