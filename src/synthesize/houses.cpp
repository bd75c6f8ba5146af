#include "synthesize/houses.hpp"

#include "base/concat.hpp"
#include "net/registrable_domain.hpp"
#include "reading/links.hpp"
#include "synthesize/asked.hpp"
#include "synthesize/patterns.hpp"

#include <algorithm>

namespace synthesize {

namespace {

// In a path, the user whose pages it is of: behind "/@" and "/u/", before "/status/1".
constexpr std::string_view k_user =
    "(?<=/(?:[@~]|(?:u|users?|profiles?|members?)/))[^/]+|(?<=^/)[^/]+(?=/status(?:es)?/.)";
// In a host and a path, what tells that people talk to each other there.
constexpr std::string_view k_conversation =
    "(?<=^|[./])(?:boards|comments|community|conversation|discuss|discussions?|forums?|questions|r|"
    "showthread|t|threads?|topics?|viewtopic)(?=[./]|$)";
// "kestrel" of "Posted by kestrel on Monday".
constexpr std::string_view k_signer = "(?<=(?:posted|asked|started|written) by )[^\\s,.:;|]+";

// The first words of the text that the pattern takes; empty: none.
std::string taken_by(std::string_view pattern, std::string_view text)
{
    UErrorCode error = U_ZERO_ERROR;
    const auto wide = wide_of(text);
    const auto used = compiled(pattern);
    const auto matcher = matcher_of(*used, wide);
    return matcher->find() ? utf8_of(matcher->group(error)) : std::string{};
}

} // namespace

std::string house_of(const Material& material)
{
    if (material.url.empty()) return {};
    const std::string url = lower(material.url);
    const auto authority = reading::authority_of(url);
    auto host = authority.host;
    while (host.ends_with('.')) host.remove_suffix(1);
    if (host.empty()) return {};
    const bool is_ascii = std::all_of(host.begin(), host.end(), [](char c) { return c > ' '; });
    std::string out{host};
    if (is_ascii) out = net::registrable_domain(host).value_or(out);
    const auto path = authority.rest.substr(0, authority.rest.find_first_of("?#"));
    constexpr std::size_t k_head = 300; // bytes
    auto user = taken_by(k_user, path);
    if (user.empty() && !taken_by(k_conversation, base::concat(host, path)).empty())
        user = material.author.empty() ? taken_by(k_signer, lower(material.text.substr(0, k_head)))
                                       : lower(material.author);
    return user.empty() ? out : base::concat(out, '/', user);
}

} // namespace synthesize
