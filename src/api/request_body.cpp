#include "api/request_body.hpp"

#include "base/ascii.hpp"

#include <algorithm>
#include <string>

namespace api {

using catalog::ProblemCode;

namespace {

constexpr std::chrono::seconds k_retry_no_room{2};

// Its next part up to `mark`, which is taken off: lower case, without outer space and quotes.
std::string next_part(std::string_view& text, char mark)
{
    const auto end = std::min(text.find(mark), text.size());
    std::string_view part = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    constexpr std::string_view k_around = " \t\"";
    const auto first = std::min(part.find_first_not_of(k_around), part.size());
    part.remove_prefix(first);
    part = part.substr(0, part.find_last_not_of(k_around) + 1);
    return base::lower_case(part);
}

bool is_json(std::string_view content_type)
{
    const std::string type = next_part(content_type, ';');
    return type == "application/json" ||
           (type.starts_with("application/") && type.ends_with("+json"));
}

// As far as a charset says: JSON itself has none.
bool is_utf8(std::string_view content_type)
{
    next_part(content_type, ';');
    while (!content_type.empty()) {
        const std::string parameter = next_part(content_type, ';');
        std::string_view value = parameter;
        if (next_part(value, '=') != "charset") continue;
        const std::string charset = next_part(value, ';');
        if (charset != "utf-8" && charset != "utf8" && charset != "us-ascii") return false;
    }
    return true;
}

bool is_encoded(const fcgi::Request& request)
{
    for (const fcgi::Header& header : request.headers) {
        if (header.name != "content-encoding") continue;
        for (std::string_view codings = header.value; !codings.empty();) {
            const std::string coding = next_part(codings, ',');
            if (!coding.empty() && coding != "identity") return true;
        }
    }
    return false;
}

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

std::string_view wrong_encoding(const fcgi::Request& request)
{
    if (!is_utf8(request.content_type)) return "The body must be UTF-8, as JSON is.";
    if (is_encoded(request))
        return "Content-Encoding must be identity: the body is taken as it is sent.";
    return {};
}

std::optional<fcgi::Response> refuse_media(const fcgi::Request& request, const Replies& replies)
{
    const std::string& type = request.content_type;
    const auto detail = !type.empty() && !is_json(type) ? "Send Content-Type: application/json."
                                                        : wrong_encoding(request);
    if (detail.empty()) return std::nullopt;
    ProblemExtras extras;
    extras.detail = detail;
    return replies.problem(ProblemCode::unsupported_media_type, std::move(extras));
}

} // namespace api
