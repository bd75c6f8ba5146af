// How often a price is credited because no source could be read: at most so many a day to a payer,
// a client and a site (DESIGN.md, 7). Beyond that the report
// of what was tried is what was bought.
#pragma once

#include "db/database.hpp"
#include "job/job.hpp"

#include <string_view>

namespace store {

inline constexpr int k_unread_credits_of_payer = 3;
inline constexpr int k_unread_credits_of_client = 10;
inline constexpr std::chrono::hours k_unread_credit_window{24};

// Those that the client has left today. A read of the caller's connection.
int unread_credits_left(db::Reader reader, std::string_view client,
                        const job::ClientNetworks& networks, base::Instant now);

namespace rows {

// Whether the price of this job is credited; then it counts. In a transaction.
bool take_unread_credit(db::Writer& writer, std::int64_t job_seq, base::Instant now);

} // namespace rows
} // namespace store
