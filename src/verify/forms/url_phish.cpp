// url.phish: addresses that lead elsewhere than they seem to.
//
// UTS #46 for the labels, UTS #39 for their looks, the public suffix list for who owns a host.
#include "net/registrable_domain.hpp"
#include "reading/ascii.hpp"
#include "reading/links.hpp"
#include "verify/forms/checks.hpp"
#include "verify/law/judge.hpp"
#include "verify/layers/look_alikes.hpp"

#include <unicode/uchar.h>
#include <unicode/uidna.h>

#include <algorithm>
#include <array>
#include <memory>
#include <string>

namespace verify::forms {

const Check k_url_phish{.id = "url.phish",
                        .category = Category::safety,
                        .nature = Nature::safety,
                        .proof = {"links that lead elsewhere than they say", "what the host does"}};

namespace {

struct CloseIdna {
    void operator()(UIDNA* idna) const { uidna_close(idna); }
};

// The part of a host that was registered; the host itself when the list has no answer.
std::string registered(const std::string& host)
{
    return net::registrable_domain(host).value_or(host);
}

// "3232235777", "0x7f000001": an address of four bytes that no reader recognizes.
bool is_numeric_host(std::string_view host)
{
    if (host.starts_with("0x") && host.size() >= 8)
        return std::all_of(host.begin() + 2, host.end(),
                           [](char c) { return reading::is_digit(c) || (c >= 'a' && c <= 'f'); });
    return host.size() >= 8 && host.size() <= 10 &&
           std::all_of(host.begin(), host.end(), reading::is_digit);
}

bool is_name_of_host(std::string_view text)
{
    const std::size_t dot = text.rfind('.');
    if (dot == std::string_view::npos || dot == 0 || text.size() - dot < 3) return false;
    return std::all_of(text.begin(), text.end(),
                       [](char c) {
                           return reading::is_letter(c) || reading::is_digit(c) || c == '.' ||
                                  c == '-';
                       }) &&
           reading::is_letter(text.back());
}

// The host a reader takes the text of a link for; empty when it is not an address.
std::string host_of_text(std::string_view shown)
{
    while (!shown.empty() && reading::is_blank(shown.front())) shown.remove_prefix(1);
    while (!shown.empty() && reading::is_blank(shown.back())) shown.remove_suffix(1);
    // An image in the place of a text shows no address.
    if (shown.find("](") != std::string_view::npos) return {};
    if (shown.find(' ') != std::string_view::npos) return {};
    // Marks of emphasis and brackets belong to no address.
    std::string plain{shown};
    std::erase_if(plain, [](char c) {
        return reading::is_one_of({&c, 1}, {"*", "`", "(", ")", "<", ">"});
    });
    shown = plain;
    if (const auto scheme = shown.find("://"); scheme != std::string_view::npos) {
        const auto name = shown.substr(0, scheme);
        return name == "http" || name == "https"
                   ? reading::lower_case(reading::authority_of(shown).host)
                   : std::string{};
    }
    const auto host = shown.substr(0, shown.find_first_of("/?#"));
    // "report.pdf" is a file and "main.rs" too: where two letters end it, a host has two points.
    constexpr std::string_view k_suffixes[] = {"com",  "net", "org", "edu", "gov",
                                               "info", "biz", "io",  "app", "bank"};
    const std::string low = reading::lower_case(host);
    if (low.find('.') == std::string::npos) return {}; // "[org](https://example.org)"
    const auto suffix = std::string_view{low}.substr(low.rfind('.') + 1);
    const bool country = suffix.size() == 2 && net::has_listed_suffix(low) &&
                         std::count(low.begin(), low.end(), '.') >= 2;
    const bool known = low.starts_with("www.") || country || reading::is_one_of(suffix, k_suffixes);
    return known ? low : std::string{};
}

class PhishSearch {
public:
    PhishSearch(const Document& document, Review& review)
        : m_document{document}, m_review{review}, m_limit{review.findings.size() + k_max_findings}
    {
        UErrorCode status = U_ZERO_ERROR;
        m_idna.reset(uidna_openUTS46(UIDNA_NONTRANSITIONAL_TO_UNICODE, &status));
    }

    void run()
    {
        for (const auto& link : reading::links_of(m_document.source, 4 * k_max_findings)) {
            if (m_review.findings.size() >= m_limit) return;
            look_at(link);
        }
    }

private:
    void look_at(const reading::Link& link)
    {
        const std::string target = reading::lower_case(link.target.substr(0, 40));
        const bool is_void = reading::is_one_of(
            target, {"javascript:void(0)", "javascript:void(0);", "javascript:;"});
        if (!link.bare && target.starts_with("javascript:") && !is_void)
            return report(link, "runs a script when it is followed", "");
        if (!link.bare && target.starts_with("data:") && !target.starts_with("data:image/"))
            return report(link, "holds a document of its own that the browser will show", "");
        const reading::Authority authority = reading::authority_of(link.target);
        const std::string scheme = reading::lower_case(authority.scheme);
        if (scheme != "http" && scheme != "https") return;
        const std::string host = reading::lower_case(authority.host);
        if (host.empty()) return;
        const auto name = authority.user.substr(0, authority.user.find(':'));
        if (is_name_of_host(name) || host.find("%40") != std::string::npos)
            return report(link, "shows one host before the \"@\" and leads to another", host);
        if (is_numeric_host(host)) return report(link, "hides its host in one number", host);
        if (looks_like_ascii(host))
            return report(link, "has a host whose letters only look like Latin", host);
        // What stands in the place of an image is not what a reader follows.
        const std::string shown = link.loads_itself ? std::string{} : host_of_text(link.text);
        if (!shown.empty() && shown != host && registered(shown) != registered(host))
            report(link, "leads to another host than its text says", host);
    }

    // A label that is not ASCII and looks like it, below a suffix of ASCII.
    bool looks_like_ascii(const std::string& host)
    {
        const bool ascii = std::all_of(host.begin(), host.end(),
                                       [](char c) { return static_cast<unsigned char>(c) < 0x80; });
        if (ascii && host.find("xn--") == std::string::npos) return false;
        if (host.size() > 253 || m_idna == nullptr) return false;
        std::array<char, 1'024> wide{};
        UIDNAInfo info = UIDNA_INFO_INITIALIZER;
        UErrorCode status = U_ZERO_ERROR;
        const std::int32_t length = uidna_nameToUnicodeUTF8(
            m_idna.get(), host.data(), static_cast<std::int32_t>(host.size()), wide.data(),
            static_cast<std::int32_t>(wide.size()), &info, &status);
        if (U_FAILURE(status) != 0 || length <= 0) return false;
        const std::string_view name{wide.data(), static_cast<std::size_t>(length)};
        const std::size_t dot = name.rfind('.');
        if (dot == std::string_view::npos) return false;
        const auto suffix = name.substr(dot + 1);
        if (std::any_of(suffix.begin(), suffix.end(),
                        [](char c) { return static_cast<unsigned char>(c) >= 0x80; }))
            return false;
        for (std::string_view rest = name.substr(0, dot); !rest.empty();) {
            const std::size_t end = std::min(rest.find('.'), rest.size());
            if (is_disguised(rest.substr(0, end))) return true;
            rest.remove_prefix(std::min(end + 1, rest.size()));
        }
        return false;
    }

    // All letters look like ASCII, and some are not. Latin letters with marks do not disguise.
    bool is_disguised(std::string_view label)
    {
        bool foreign = false;
        for (const auto& point : layers::points_of(label)) {
            if (point.value < 0x80) continue;
            if (layers::script_of(point.value) == USCRIPT_LATIN) return false;
            if (m_look_alikes.ascii_of(point.value).empty()) return false;
            foreign = true;
        }
        return foreign;
    }

    void report(const reading::Link& link, std::string_view what, std::string_view host)
    {
        found(k_url_phish, "An address is not what it seems", m_document, Certainty::strong)
            .stated(Mark{link.begin, link.end})
            .shows("host", host, "what", what)
            .says("The address ", what, ".")
            .note(m_review, "Write the address so that its real host can be read.");
    }

    const Document& m_document;
    Review& m_review;
    std::size_t m_limit;
    std::unique_ptr<UIDNA, CloseIdna> m_idna;
    layers::LookAlikes m_look_alikes;
};

void look_for_phishing(const Document& document, Review& review)
{
    PhishSearch{document, review}.run();
}

constexpr const Check* k_phishing_checks[] = {&k_url_phish};

} // namespace

const Family k_phishing{Voice::red_team, k_phishing_checks, look_for_phishing, true};

} // namespace verify::forms
