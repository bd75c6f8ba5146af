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

// Why the headers say that the body is other than JSON in UTF-8, sent as it is (DESIGN.md, 4): one
// sentence. Empty: they say nothing of the kind.
std::string_view wrong_media(const fcgi::Request& request);

// 415 for it; nullopt: nothing is wrong.
std::optional<fcgi::Response> refuse_media(const fcgi::Request& request, const Replies& replies);

} // namespace api
