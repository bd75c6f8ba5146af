// What an analysis of the operator's own came to, as people and programs are shown it.
#pragma once

#include "cli/child.hpp"
#include "cli/wished_model.hpp"

#include <jansson.h>

#include <functional>
#include <optional>
#include <string>

namespace cli {

// How the artifacts of a verb's products read.
struct Showing {
    // What the program ends with; nullopt: the artifact has no verdict.
    std::optional<Exit> (*exit_of)(const json_t* artifact_view);
    // For people at a terminal; safe on it whatever the artifact holds.
    std::function<std::string(const json_t* artifact_view)> report;
};

// The report on a terminal, the artifact itself (RFC 8785) on any other standard output; what went
// wrong on stderr. The transcript goes where `wished` says. Throws Fault when the artifact has no
// verdict.
Exit show(const Verb& verb, const Told& told, const Showing& showing,
          const WishedModel& wished = {});

} // namespace cli
