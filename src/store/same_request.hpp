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

// The newest job of that payer for that request on rail v2 that stands in at `now`: undecided,
// unfinished, or bought as lately as `stands_in` says. One that was rejected, failed or purged, or
// whose money is owed back, does not; nor does any for an authorization that the chain shows as
// used, which anybody could present. `but`: a job that is not meant.
std::optional<std::int64_t> same_request(db::Reader reader, const RequestKey& key,
                                         const job::StandsIn& stands_in, base::Instant now,
                                         std::int64_t but = 0);

} // namespace store
