// What is sold and to whom, on either rail.
#pragma once

#include "catalog/catalog.hpp"
#include "config/config.hpp"
#include "job/job.hpp"

#include <chrono>
#include <string>

namespace pay {

struct Goods {
    std::string product; // key of the product table
    std::string lane;
    value::AtomicUsd price;
    std::chrono::seconds sla{0};
    int lane_capacity = 0; // most jobs settling, queued and running in the lane at once
    job::Need need = job::Need::nothing; // without which it is not sold
    bool needs_two_witnesses = false;    // its payment is proven by two only
};

struct Buyer {
    std::string client; // address or /64
    job::ClientNetworks networks{};
};

// `names_pages`: the request has sources that are to be fetched.
Goods goods_of(const catalog::Offer& offer, bool names_pages, const config::Config& config);

} // namespace pay
