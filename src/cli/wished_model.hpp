// The options --model and --transcript of the verbs that analyse texts of one's own.
#pragma once

#include "cli/arguments.hpp"
#include "cli/own_model.hpp"
#include "cli/verbs.hpp"

#include <jansson.h>

#include <memory>
#include <optional>
#include <string>

namespace cli {

struct WishedModel {
    std::unique_ptr<OwnModel> model;       // nullptr: none is wished for
    std::optional<std::string> transcript; // file that the record goes to
};

inline constexpr AcceptedOption k_model_option{"--model"};
inline constexpr AcceptedOption k_transcript_option{"--transcript", true};

// The error has been told: the words do not go together, or there is no model of the configuration
// (--config).
base::Result<WishedModel, Exit> wished_model(const Verb& verb, const Arguments& arguments);

// The artifact of what an analysis printed; what was asked of a model and said by it is kept, to
// replay: assay verify-artifact --replay. Throws Fault when the file cannot be written.
const json_t* artifact_in(const json_t* printed_view, const WishedModel& wished);

} // namespace cli
