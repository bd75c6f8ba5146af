// What a basket is made of, one thing to ask after the other, and what it can spare.
#pragma once

#include "forensics/basket/basket.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace forensics {

// `check` and `name` together tell one from all others.
struct BasketEntry {
    std::string check; // "ntp", "portal", "dns", "doh", "tls", "route"
    std::string name;  // a host, URL or address; a TLS host with its port unless that is 443
    std::string host;
    std::string operator_name;
};

// In the basket's order, each once; "doh" are the encrypted controls of the check dns. Not among
// them: suffixes of random names, and addresses without a resolver, which are right when silent.
std::vector<BasketEntry> entries_of(const Basket& basket);

// `from`, which is `whole` or less, without one entry more; nullopt when its check would be left
// with less than a verdict takes. That is: for ntp servers of three operators; probes of two
// operators; half of the names, of two operators, and two signed ones; half of the TLS hosts, of
// two operators; two controls of two operators; two targets.
std::optional<Basket> without(const Basket& whole, const Basket& from, std::string_view check,
                              std::string_view name);

} // namespace forensics
