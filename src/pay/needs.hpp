// What an offer needs of the world outside, and what a buyer is told while that is not there.
#pragma once

#include "catalog/catalog.hpp"
#include "job/job.hpp"
#include "pay/facilitator_rail.hpp"

namespace pay {

job::Need need_of(const catalog::Offer& offer);

// `need` is not `nothing`.
Busy busy_without(job::Need need);

} // namespace pay
