// Pages that a buyer names, read over the buyers' gate: what comes back is bytes of strangers.
#pragma once

#include "base/result.hpp"
#include "net/host_vetting.hpp"
#include "net/socket_gate.hpp"

#include <chrono>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace net {

enum class PageRefusal {
    // The URL, or one it redirects to, leads or may lead elsewhere than outside, or it is not known
    // its host: one word, so that no buyer learns which names our resolver knows inside.
    host_not_usable,
    unreachable,        // no connection, no TLS with a valid certificate, or it broke off
    not_in_time,        // its own time, or that of all pages, was over
    too_many_redirects, // more than limits.redirects, or one that leads nowhere
    refused_by_server,  // any other status than 200
    not_text,           // a media type that is neither text nor JSON nor XHTML
    too_large,          // more than limits allow for it, or for all pages
    empty,              // nothing in it
};

// "host_not_usable", ...
std::string_view name_of(PageRefusal refusal);

struct Page {
    std::string url;        // where the redirects led
    std::string media_type; // lower case, without parameters
    std::string charset;    // as the server says, see MediaType; empty: it does not
    std::string body;       // decompressed, never empty
};

using PageResult = base::Result<Page, PageRefusal>;

struct PageLimits {
    std::chrono::milliseconds connect{4'000};
    std::chrono::milliseconds first_byte{5'000}; // of an answer, from the connection's begin on
    std::chrono::milliseconds page{10'000};      // with its redirects
    std::chrono::milliseconds all{40'000};
    std::size_t page_bytes = std::size_t{2} << 20U; // decompressed
    std::size_t all_bytes = std::size_t{11} << 20U;
    // Received, with everything around it: TLS, framing, redirects. A little less is taken in, so
    // that what arrives between two looks stays under it.
    std::size_t page_wire_bytes = std::size_t{8} << 20U;
    std::size_t all_wire_bytes = std::size_t{40} << 20U;
    int redirects = 3;
    std::size_t at_once = 8;
    std::size_t at_once_of_host = 4;
    int silences_of_host = 3; // before its other pages are not_in_time at once
};

struct PageDoor {
    // One verdict for each host, as vet_hosts(): asked again before every connection to a new host.
    std::function<std::vector<base::Result<VettedHost, TargetRefusal>>(
        std::span<const std::string>)>
        vet;
    SocketGate gate;          // asked at every connection
    std::string roots_file{}; // PEM; empty: those of the system
};

// One result for each URL, in their order. While the time of all runs out each page that waits
// keeps its part of what is left. A redirect is followed by hand, to where a URL of the buyer's own
// could lead. Knows no proxies, cookies, credentials or caches.
std::vector<PageResult> fetch_pages(std::span<const std::string> urls, const PageDoor& door,
                                    const PageLimits& limits = {});

} // namespace net
