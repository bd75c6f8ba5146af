// What stops a sale for now, on either rail: nothing was charged, and it may be tried again.
#pragma once

#include "catalog/problems.hpp"
#include "job/job.hpp"

#include <chrono>

namespace pay {

struct Busy {
    catalog::ProblemCode code;
    std::chrono::seconds retry_after{0};
};

inline constexpr std::chrono::seconds k_retry_worker{30};
inline constexpr std::chrono::seconds k_retry_lane{15};
inline constexpr std::chrono::seconds k_retry_pages{60};
inline constexpr std::chrono::seconds k_retry_storage{60};
inline constexpr std::chrono::seconds k_retry_crowd{60};

// What is needed is not there. `need` is not `nothing`.
Busy busy_without(job::Need need);

} // namespace pay
