// syntax.url: links whose host or port no resolver and no server can be asked for.
#include "base/concat.hpp"
#include "reading/ascii.hpp"
#include "reading/fences.hpp"
#include "verify/forms/checks.hpp"
#include "verify/forms/formats.hpp"
#include "verify/law/judge.hpp"

#include <algorithm>

namespace verify::forms {

namespace {

bool ends_link(char c)
{
    return reading::is_blank(c) || std::string_view{"\"'<>`|)"}.find(c) != std::string_view::npos;
}

// Empty when a host of this name can be (RFC 1035, RFC 3986 section 3.2).
std::string fault_of_host(std::string_view host)
{
    constexpr std::size_t k_longest_label = 63;
    if (host.empty()) return "has no host";
    if (host.front() == '.') return "has a host that begins with a point";
    if (host.find("..") != std::string_view::npos) return "has an empty label in its host";
    while (!host.empty()) {
        const std::size_t end = std::min(host.find('.'), host.size());
        if (end > k_longest_label) return "has a label of more than 63 characters in its host";
        host.remove_prefix(std::min(end + 1, host.size()));
    }
    return {};
}

std::string fault_of_port(std::string_view port)
{
    constexpr std::size_t k_most_digits = 5;
    constexpr int k_last_port = 65'535;
    int value = 0;
    for (const char c : port) {
        if (!reading::is_digit(c)) return {};
        if (port.size() <= k_most_digits) value = value * 10 + (c - '0');
    }
    if (port.size() <= k_most_digits && value <= k_last_port) return {};
    return base::concat("has a port above ", k_last_port);
}

void check_link(const Document& document, std::size_t begin, std::size_t authority, Review& review)
{
    constexpr std::size_t k_longest_link = 2'048;
    const std::string_view text = document.view.text;
    std::size_t end = authority;
    while (end < text.size() && end - begin < k_longest_link && !ends_link(text[end])) ++end;
    if (end - begin >= k_longest_link) return;
    while (end > authority &&
           std::string_view{".,;:!?]}"}.find(text[end - 1]) != std::string_view::npos)
        --end;
    const std::string_view link = text.substr(authority, end - authority);
    std::string_view host = link.substr(0, link.find_first_of("/?#\\"));
    // Placeholders, elisions, addresses in brackets and names for a login are not judged.
    if (link.empty() || host.find_first_of("{}$%*[]@") != std::string_view::npos ||
        host.find("...") != std::string_view::npos || (host.empty() && link.size() < 3))
        return;
    const std::size_t colon = host.find(':');
    const std::string_view port =
        colon == std::string_view::npos ? std::string_view{""} : host.substr(colon + 1);
    host = host.substr(0, colon);
    std::string fault = fault_of_host(host);
    if (fault.empty()) fault = fault_of_port(port);
    auto found = verify::found(k_syntax_url, "This link cannot be followed", document,
                               Certainty::exact, Severity::minor);
    found.stated(mark_view(document, begin, end));
    if (fault.empty()) return found.pass(review);
    if (review.is_full()) return;
    found.evidence("host", host, "port", port, "fault", fault)
        .says("The link ", fault, ".")
        .raise(review, "Compare it with where it was taken from.");
}

} // namespace

void check_links(const Document& document, Review& review)
{
    if (document.format == reading::Format::code || document.format == reading::Format::json)
        return;
    const std::string_view folded = document.view.folded;
    const auto fences = find_fences(document);
    auto fence = fences.begin();
    for (std::size_t at = folded.find("://"); at != std::string_view::npos;
         at = folded.find("://", at + 3)) {
        const std::uint32_t source = document.view.origin[at];
        while (fence != fences.end() && fence->outer_end <= source) ++fence;
        if (fence != fences.end() && source >= fence->outer_begin) continue;
        const std::string_view before = folded.substr(0, at);
        const std::size_t scheme = before.ends_with("https") ? 5 : before.ends_with("http") ? 4 : 0;
        if (scheme == 0 || (at > scheme && reading::is_letter(folded[at - scheme - 1]))) continue;
        check_link(document, at - scheme, at + 3, review);
    }
}

} // namespace verify::forms
