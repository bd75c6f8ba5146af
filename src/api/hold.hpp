// Waiting for a job on behalf of a client who is there.
#pragma once

#include "api/context.hpp"
#include "fcgi/message.hpp"

#include <chrono>
#include <functional>

namespace api {

// RFC 7240: `Prefer: respond-async, wait=10`. Zero when absent or unreadable: it is only a wish.
std::chrono::seconds preferred_wait(const fcgi::Request& request, std::chrono::seconds longest);
void add_preference_applied(fcgi::Response& response, std::chrono::seconds wait);

// Whether there is something left to wait for: settling, queued or running.
bool is_unfinished(job::State state);

// Reads the job again, with its artifact, until `is_over` says so of it, `until` has come, the
// client has left, or the process drains. nullopt: the job is gone.
std::optional<job::View> hold(const fcgi::Request& request, job::View view,
                              std::chrono::steady_clock::time_point until,
                              const std::function<bool(const job::View&)>& is_over,
                              Context& context);

} // namespace api
