// How often a day a price is credited for what servers of others did to a job: at most so many
// times to a payer, a client and a site (DESIGN.md, 7). Beyond that what was delivered is what was
// bought. The rules of every store hold (store/access.hpp).
#pragma once

#include "db/database.hpp"
#include "job/job.hpp"

#include <limits>
#include <string_view>

namespace store {

// In the last 24 hours. Of a site: job::k_clients_of_a_site times a client's.
struct DailyCredits {
    std::string_view kind; // before the names of those who are counted; never change one
    int of_payer;
    int of_client;
    int in_all;
};
// No source could be read.
inline constexpr DailyCredits k_unread_credits{"", 3, 10, std::numeric_limits<int>::max()};
// The model was away; `in_all` bounds what an outage costs the shop.
inline constexpr DailyCredits k_model_credits{"model ", 3, 10, 20};

inline constexpr std::chrono::hours k_daily_window{24};

// Those that the client has left. A read of the caller's connection.
int credits_left(db::Reader reader, const DailyCredits& of, std::string_view client,
                 const job::ClientNetworks& networks, base::Instant now);

namespace rows {

// Whether this job is credited; then it counts. In a transaction.
bool take_credit(db::Writer& writer, const DailyCredits& of, std::int64_t job_seq,
                 base::Instant now);

} // namespace rows
} // namespace store
