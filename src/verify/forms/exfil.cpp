// exfil.*: addresses that carry something of the reader's away when they are shown or followed.
#include "reading/ascii.hpp"
#include "reading/links.hpp"
#include "verify/forms/checks.hpp"
#include "verify/law/judge.hpp"

#include <algorithm>
#include <map>
#include <string>

namespace verify::forms {

const Check k_exfil_link{
    .id = "exfil.link",
    .category = Category::safety,
    .nature = Nature::safety,
    .proof = {"a link that carries text away when it is followed", "what the host does"}};

const Check k_exfil_image{
    .id = "exfil.image",
    .category = Category::safety,
    .nature = Nature::safety,
    .proof = {"an image that carries text away when it is shown", "what the host does"}};

namespace {

// What belongs to a conversation or opens something; a place in a template is named after it.
constexpr std::string_view k_tied[] = {
    "conversation", "chat",    "history",  "prompt",     "system", "secret",  "key",
    "token",        "session", "password", "message",    "user",   "context", "email",
    "input",        "summary", "memory",   "credential", "cookie"};

// Placeholders that speak to the one who fills them in.
constexpr std::string_view k_spoken[] = {"base64_of",  "replace_with", "insert_",      "_of_chat",
                                         "summary_of", "encoded_",     "system_prompt"};

bool holds_any_word(std::string_view text, reading::Words words)
{
    return std::any_of(words.begin(), words.end(), [&](std::string_view word) {
        return text.find(word) != std::string_view::npos;
    });
}

// The places of a template in an address, joined; empty when it has none.
std::string template_of(std::string_view address)
{
    constexpr std::pair<std::string_view, std::string_view> k_brackets[] = {
        {"{", "}"}, {"<", ">"}, {"[", "]"}, {"%7b", "%7d"}, {"%3c", "%3e"}};
    std::string out;
    for (const auto& [open, close] : k_brackets) {
        for (std::size_t at = address.find(open); at != std::string_view::npos;) {
            const std::size_t end = address.find(close, at + open.size());
            if (end == std::string_view::npos) break;
            out += address.substr(at + open.size(), end - at - open.size());
            out += ' ';
            at = address.find(open, end + close.size());
        }
    }
    return out;
}

void report_link(const Document& document, const reading::Link& link, std::string_view host,
                 bool known, Review& review)
{
    found(link.loads_itself ? k_exfil_image : k_exfil_link,
          known ? "An address has a place for what the reader knows"
                : "An image is loaded from a host that is named nowhere else",
          document, known ? Certainty::strong : Certainty::heuristic,
          known ? Severity::major : Severity::info)
        .stated(Mark{link.begin, link.end})
        .shows("host", host, "loads_itself", link.loads_itself, "template", known)
        .says(known ? "The address holds a place to fill in with data of a conversation or a key; "
                    : "Showing the image tells its host who reads the text, and when.",
              !known              ? ""
              : link.loads_itself ? "showing it sends them to its host."
                                  : "following it sends them to its host.")
        .note(review, "Remove the address, or have nothing filled into it.");
}

void look_for_exfiltration(const Document& document, Review& review)
{
    const auto links = reading::links_of(document.source, 4 * k_max_findings);
    std::map<std::string, std::size_t> hosts;
    for (const auto& link : links)
        ++hosts[reading::lower_case(reading::authority_of(link.target).host)];
    const std::size_t limit = review.findings.size() + k_max_findings;
    for (const auto& link : links) {
        if (review.findings.size() >= limit) return;
        const reading::Authority authority = reading::authority_of(link.target);
        const std::string scheme = reading::lower_case(authority.scheme);
        if (link.bare || (scheme != "http" && scheme != "https")) continue;
        const std::string rest = reading::lower_case(authority.rest);
        const std::string places = template_of(rest);
        const bool tied = holds_any_word(places, k_tied);
        const bool in_query = rest.find('?') != std::string::npos;
        const bool spoken = in_query && holds_any_word(rest.substr(rest.find('?')), k_spoken);
        const bool filled =
            !places.empty() &&
            (tied || (link.loads_itself && in_query && places.find(' ') + 1 < places.size()));
        const std::string host = reading::lower_case(authority.host);
        if (filled || spoken)
            report_link(document, link, host, /*known=*/true, review);
        else if (link.loads_itself && in_query && hosts[host] == 1 &&
                 host.find("shields.io") == std::string::npos &&
                 host.find("badge") == std::string::npos)
            report_link(document, link, host, /*known=*/false, review);
    }
}

constexpr const Check* k_exfiltration_checks[] = {&k_exfil_image, &k_exfil_link};

} // namespace

const Family k_exfiltration{Voice::red_team, k_exfiltration_checks, look_for_exfiltration, true};

} // namespace verify::forms
