// What is wrong with a body before it is read as JSON.
#pragma once

#include "api/replies.hpp"
#include "fcgi/message.hpp"

#include <optional>
#include <string_view>

namespace api {

// Cut, larger than the route takes, or not read for want of room; nullopt: it is here whole.
std::optional<fcgi::Response> refuse_unread(const fcgi::Request& request, const Replies& replies);

// There is no memory for a body, or for what it asks, now.
fcgi::Response no_room(const Replies& replies);

// What the headers say of the body that keeps it from being read as it is: a Content-Encoding, or a
// charset other than UTF-8. One sentence; empty: nothing of the kind.
std::string_view wrong_encoding(const fcgi::Request& request);

// 415 for that, and for a Content-Type that is given and is not JSON (DESIGN.md, 4); nullopt:
// nothing is wrong.
std::optional<fcgi::Response> refuse_media(const fcgi::Request& request, const Replies& replies);

} // namespace api
