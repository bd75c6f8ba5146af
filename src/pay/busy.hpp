// What stops a sale for now, on either rail: nothing was charged, and it may be tried again.
#pragma once

#include "catalog/problems.hpp"
#include "db/database.hpp"
#include "job/goods.hpp"
#include "store/reservations.hpp"

#include <chrono>
#include <optional>

namespace pay {

struct Busy {
    catalog::ProblemCode code;
    std::chrono::seconds retry_after{0};
};

inline constexpr std::chrono::seconds k_retry_worker{30};
inline constexpr std::chrono::seconds k_retry_lane{15};
inline constexpr std::chrono::seconds k_retry_pages{60};
// A place by the model is taken for minutes.
inline constexpr std::chrono::seconds k_retry_model{60};
inline constexpr std::chrono::seconds k_retry_storage{60};
inline constexpr std::chrono::seconds k_retry_restoring{60};
inline constexpr std::chrono::seconds k_retry_crowd{60};
inline constexpr std::chrono::seconds k_retry_undecided{30};
// The window of ReservationOrder::refusals_allowed.
inline constexpr std::chrono::seconds k_retry_refusals{600};

// A standby takes over within seconds.
inline constexpr Busy k_storage_away{catalog::ProblemCode::storage_away, std::chrono::seconds{2}};

// What is needed is not there. `need` is not `nothing`.
Busy busy_without(job::Need need);

// The lane of goods that need `need` is full.
Busy busy_lane(job::Need need);

// For a refusal of goods that need `need`. `why` is not `known_payment`, which stops no sale.
Busy busy_for(store::ReserveRefusal why, job::Need need);

// What would stop a sale of the goods on rail v2, to any buyer; nullopt: nothing that is known
// before the lane and the buyer are looked at.
std::optional<Busy> stops_sale(db::Database& database, const job::Goods& goods, base::Instant now);

} // namespace pay
