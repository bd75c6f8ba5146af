#include "api/endpoints.hpp"

#include "base/concat.hpp"

namespace api {

namespace {

// RFC 9116 wants less than a year; the whole days keep the bytes the same from hour to hour.
constexpr std::chrono::days k_good_for{180};

} // namespace

fcgi::Response security_contact(const Process& process)
{
    const std::string& contact = process.config.service.contact;
    if (contact.empty()) return process.replies.problem(catalog::ProblemCode::not_found);
    const auto today = std::chrono::floor<std::chrono::days>(process.clock.now());
    fcgi::Response response = process.replies.json(
        200, base::concat("Contact: ", contact, "\nExpires: ", base::to_rfc3339(today + k_good_for),
                          "\nPreferred-Languages: en\nCanonical: ",
                          process.catalog.url(k_security_contact_path), '\n'));
    response.headers[0].second = "text/plain; charset=utf-8";
    response.headers[1].second = "public, max-age=3600";
    return response;
}

} // namespace api
