// What the worker gives up of jobs that are over, all at once.
#pragma once

#include "support/temp_database.hpp"

#include "store/retention.hpp"
#include "store/scans.hpp"
#include "store/settlements.hpp"

#include <chrono>
#include <optional>
#include <utility>
#include <vector>

namespace support {

inline constexpr std::chrono::hours k_request_retention{7 * 24};
inline constexpr std::chrono::hours k_result_retention{365 * 24};

// The chain was read up to our time.
inline void read_chain(StoreSession& world)
{
    const auto now = std::chrono::floor<std::chrono::seconds>(world.clock.now());
    store::Scans{world.at}.move_cursor(reservation_order(1).key.network,
                                       {1, now.time_since_epoch().count()});
}

// Nothing about the payments that are due is left to find out.
inline void look_no_more(store::Settlements& settlements)
{
    std::vector<store::NextLook> never;
    for (const auto& due : settlements.due(10))
        never.push_back({due.payment.job_seq, due.payment.phase, due.due, std::nullopt});
    settlements.look_again(never);
}

// Returns how many requests and results.
inline std::pair<int, int> walk_over(StoreSession& world)
{
    store::Retention retention{world.at};
    store::Walk requests;
    while (!requests.is_over) retention.drop_requests(k_request_retention, requests);
    store::Walk results;
    while (!results.is_over) retention.purge(k_result_retention, results);
    return {requests.given_up, results.given_up};
}

// So much later, on our clock and on the chain.
inline std::pair<int, int> walk_over_after(StoreSession& world, std::chrono::seconds time)
{
    world.clock.advance(time);
    read_chain(world);
    return walk_over(world);
}

} // namespace support
