// The hosts that a buyer names: judged before any money moves, and pinned to the addresses they had
// then (DESIGN.md, 5 (f): a name that is looked up again may have moved inside our network
// meanwhile).
#pragma once

#include "base/json.hpp"
#include "base/result.hpp"
#include "catalog/products.hpp"
#include "net/host_vetting.hpp"

#include <functional>
#include <span>
#include <string>
#include <vector>

namespace api {

// One verdict for each text, in their order, within a second. Any number of threads.
using Vet = std::function<std::vector<base::Result<net::VettedHost, net::TargetRefusal>>(
    std::span<const std::string>)>;

// By the resolvers of this host, read anew for each call. Nor are those that `base_url` leads to
// anybody's targets: see net::Home.
Vet vet_by_resolvers(const std::string& base_url);

// `checked`, the request of a product that takes hosts as request::check_request made it, with the
// member `_pins`: [{host, addresses}], one for each of its hosts. The error is the `detail` of a
// 422.
base::Result<std::string, base::json::Ref> pin_targets(const catalog::Product& product,
                                                       std::string_view checked, const Vet& vet);

// What can be said of the hosts without a look outside, as `detail`; nullptr: nothing is wrong.
base::json::Ref misspelt_targets(const catalog::Product& product, std::string_view checked);

} // namespace api
