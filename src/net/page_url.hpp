// The address of a page that a buyer may have read. No network: where its host leads is looked up
// by others (net/host_vetting).
#pragma once

#include "base/result.hpp"
#include "net/host_name.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace net {

// In order of precedence.
enum class PageUrlRefusal {
    not_a_url,     // no absolute http or https URL, or one with user information
    wrong_port,    // neither 80 nor 443
    not_a_host,    // as HostRefusal
    reserved_name, // as HostRefusal
    not_global,    // an address that is not of the public internet
};

// The `type` of a validation error, and its `msg`.
std::string_view word(PageUrlRefusal refusal);
std::string_view explain(PageUrlRefusal refusal);

struct PageUrl {
    std::string text; // the host as A-labels or in the shortest form; without fragment
    HostName host;
    std::uint16_t port = 0;
};

base::Result<PageUrl, PageUrlRefusal> parse_page_url(std::string_view text);

} // namespace net
