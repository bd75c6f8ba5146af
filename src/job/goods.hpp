// What is sold and to whom, on either rail. Values only.
#pragma once

#include "job/job.hpp"

#include <chrono>
#include <cstddef>
#include <string>

namespace job {

// How long a purchase stands in for another one of the same request by the same payer: until it is
// done, and so long after that.
struct StandsIn {
    std::chrono::seconds window{0};
};

struct Goods {
    std::string product; // key of the product table
    std::string lane;
    value::AtomicUsd price;
    std::chrono::seconds sla{0};
    int lane_capacity = 0;     // most places of jobs settling, queued and running in the lane
    int places = 1;            // that it takes of them: a large request, more than one
    Need need = Need::nothing; // without which it is not sold
    bool needs_pages = false;  // names some, and is worth less without: see k_vantage
    std::size_t witnesses = 0; // fresh endpoints without which no payment of it is proven
    StandsIn stands_in{};
};

struct Buyer {
    std::string client; // address or /64, see api
    ClientNetworks networks{};
    std::string request_id{}; // of the request that buys, for logs alone

    // Whose limits are counted together.
    [[nodiscard]] const std::string& crowd() const
    {
        return networks.site.empty() ? client : networks.site;
    }
};

} // namespace job
