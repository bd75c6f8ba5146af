// The pages that a request names as its sources, as texts: fetched in one child, which alone has
// sockets, and read each in another, so that no page can touch what another one says.
#pragma once

#include "base/json.hpp"
#include "base/result.hpp"
#include "work/child.hpp"
#include "work/places.hpp"
#include "work/programs.hpp"

#include <functional>
#include <string>

namespace work {

struct GatherPlan {
    Programs programs;
    std::string own_host; // by which this service is reached: no page of its own is read
    Places& reading;      // of those who read pages; who has read least comes first
    std::function<bool()> keep_going;
    std::function<void(const job::Progress&)> on_progress;
    // All pages end by 40 s, and names are looked up four times. A run that does not is ended, and
    // its pages were not there in time.
    std::chrono::milliseconds fetch_deadline{55'000};
};

struct Gathered {
    // For each source, in their order, null when it brought its text, {"status": "used", "text",
    // ...}, or {"status", "reason"} when it could not be read. nullptr: none is to be fetched.
    base::json::Ref pages;
    std::chrono::milliseconds took{0};

    // At least one of the pages was read.
    [[nodiscard]] bool has_read_any() const;
};

// What the request's sources came to. All texts together have a bound, the buyer's own first and
// then the shortest. The error: how a child ended that says nothing of the pages, for another
// attempt.
base::Result<Gathered, ChildOutcome> gather(const std::string& request, const GatherPlan& plan);

} // namespace work
