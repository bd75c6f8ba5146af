// The pages that a buyer names as sources: what would be refused is told before any money moves.
// They are read later, by the worker, which vets each anew.
#pragma once

#include "api/target_vetting.hpp"
#include "net/page_url.hpp"

#include <functional>
#include <vector>

namespace api {

// A source that is a page to be read.
struct NamedPage {
    std::size_t source; // its place among the sources
    std::string url;
    base::Result<net::PageUrl, net::PageUrlRefusal> parsed;
};

// Those of a request as request::check_request made it; none where the product takes no sources.
// What is little and stays, of a request that may be megabytes.
std::vector<NamedPage> pages_of(const catalog::Product& product, std::string_view checked);

// What can be said of their URLs without a look outside, as the `detail` of a 422; nullptr: nothing
// is wrong.
base::json::Ref misspelt_sources(const catalog::Product& product, std::span<const NamedPage> pages);

// Likewise with a look outside: hosts that cannot be used.
base::json::Ref unfit_sources(const catalog::Product& product, std::span<const NamedPage> pages,
                              const Vet& vet);

// What a buyer of pages is told before they pay: for how many of today's requests of which no
// source can be read the price is a credit. Asked only of a product that needs a source.
base::json::Ref unread_sources(const catalog::Product& product,
                               const std::function<int()>& credits_left);

} // namespace api
