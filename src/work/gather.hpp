// The pages that a request names as its sources, as texts: fetched in one child, which alone has
// sockets, and read each in another, so that no page can touch what another one says.
#pragma once

#include "base/result.hpp"
#include "work/child.hpp"

#include <functional>
#include <string>

namespace work {

struct GatherPlan {
    std::string program;  // path of assay-run
    std::string own_host; // by which this service is reached: no page of its own is read
    std::function<bool()> keep_going;
    std::function<void(const job::Progress&)> on_progress;
};

// The request with a member `_pages` where a source is to be fetched: for each source, in their
// order, null when it brought its text, {"status": "used", "text", ...}, or {"status", "reason"}
// when it could not be read. Any other request as it is. The error: how a child ended that says
// nothing of the pages, for another attempt.
base::Result<std::string, ChildOutcome> gather(const std::string& request, const GatherPlan& plan);

} // namespace work
