#include "api/request_body.hpp"

#include <algorithm>
#include <string>

namespace api {

using catalog::ProblemCode;

namespace {

constexpr std::chrono::seconds k_retry_no_room{2};

} // namespace

fcgi::Response no_room(const Replies& replies)
{
    ProblemExtras extras;
    extras.detail = "Too many large bodies are in work: nothing was done with this one.";
    extras.retry_after = k_retry_no_room;
    return replies.problem(ProblemCode::busy, std::move(extras));
}

std::optional<fcgi::Response> refuse_unread(const fcgi::Request& request, const Replies& replies)
{
    switch (request.body_state) {
    case fcgi::Request::Body::whole: return std::nullopt;
    case fcgi::Request::Body::too_large: return replies.problem(ProblemCode::body_too_large);
    case fcgi::Request::Body::cut: return replies.problem(ProblemCode::bad_request);
    case fcgi::Request::Body::no_room: return no_room(replies);
    }
    return std::nullopt;
}

bool is_other_than_json(const fcgi::Request& request)
{
    const std::string& given = request.content_type;
    if (given.empty()) return false;
    std::string type = given.substr(0, given.find(';'));
    while (type.ends_with(' ')) type.pop_back();
    std::transform(type.begin(), type.end(), type.begin(), [](unsigned char c) {
        return static_cast<char>(c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c);
    });
    return type != "application/json" &&
           !(type.starts_with("application/") && type.ends_with("+json"));
}

} // namespace api
