#include "api/request_body.hpp"

#include <algorithm>
#include <string>

namespace api {

using catalog::ProblemCode;

std::optional<ProblemCode> find_body_problem(const fcgi::Request& request)
{
    switch (request.body_state) {
    case fcgi::Request::Body::whole: return std::nullopt;
    case fcgi::Request::Body::too_large: return ProblemCode::body_too_large;
    case fcgi::Request::Body::cut: return ProblemCode::bad_request;
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
