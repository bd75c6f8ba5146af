// The chain: what later critics say of a finding, and what stands of it in the end.
//
// No exact finding is withdrawn: a reading under which the statement holds lowers it one level, and
// is named. Any other is withdrawn by one.
#pragma once

#include "verify/law/critic.hpp"

namespace verify {

enum class Status { standing, downgraded, withdrawn };

std::string_view name_of(Status status);
std::string_view name_of(Action action);

struct Link {
    std::string_view critic;
    Response response;
};

struct Standing {
    Status status = Status::standing;
    Severity severity = Severity::info; // in force; info when withdrawn
    std::vector<Link> links;            // in the order of the critics
};

// What stands of the findings of all critics; parallel to `findings`. A finding is lowered once,
// however many dispute it.
std::vector<Standing> settle(std::span<const Finding> findings, std::span<const Link> links);

} // namespace verify
