// What is wrong with a body before it is read as JSON.
#pragma once

#include "api/replies.hpp"
#include "fcgi/message.hpp"

#include <optional>

namespace api {

// Cut, larger than the route takes, or not read for want of room; nullopt: it is here whole.
std::optional<fcgi::Response> refuse_unread(const fcgi::Request& request, const Replies& replies);

// There is no memory for a body, or for what it asks, now.
fcgi::Response no_room(const Replies& replies);

// A Content-Type that is given and is not JSON (DESIGN.md, 4).
bool is_other_than_json(const fcgi::Request& request);

} // namespace api
