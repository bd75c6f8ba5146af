// The same request of the same payer again, under a new authorization (DESIGN.md, 5): which
// purchase stands in for the new one. The caller's transaction.
#pragma once

#include "db/database.hpp"
#include "job/goods.hpp"
#include "value/digest.hpp"

#include <cstdint>
#include <optional>

namespace store {

struct RequestKey {
    job::PaymentKey authorization; // the new one, well signed by its payer
    value::Digest digest;          // of the request
};

// The newest job of that payer for that request on rail v2 that stands in at `now` for a purchase
// anew: undecided, unfinished, or done as lately as `stands_in` says. One that was rejected, failed
// or purged, or whose money is owed back, does not. `but`: a job that is not meant.
std::optional<std::int64_t> standing_purchase(db::Reader reader, const RequestKey& key,
                                              const job::StandsIn& stands_in, base::Instant now,
                                              std::int64_t but = 0);
// The same for the authorization of `key`: none where the chain shows it as used, for then anybody
// could present it.
std::optional<std::int64_t> same_request(db::Reader reader, const RequestKey& key,
                                         const job::StandsIn& stands_in, base::Instant now,
                                         std::int64_t but = 0);

} // namespace store
