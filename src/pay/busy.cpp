#include "pay/busy.hpp"

#include "base/fault.hpp"
#include "store/fitness.hpp"

namespace pay {

Busy busy_without(job::Need need)
{
    switch (need) {
    case job::Need::vantage: return {catalog::ProblemCode::vantage_offline, k_retry_pages};
    case job::Need::model:
    case job::Need::account: return {catalog::ProblemCode::model_away, k_retry_model};
    case job::Need::nothing: break;
    }
    throw base::Fault{"nothing is needed, and it is missing"};
}

// What asks the model waits in lanes of its own: all else is sold meanwhile.
Busy busy_lane(job::Need need)
{
    if (need == job::Need::model || need == job::Need::account)
        return {catalog::ProblemCode::model_busy, k_retry_model};
    return {catalog::ProblemCode::busy, k_retry_lane};
}

Busy busy_for(store::ReserveRefusal why, job::Need need)
{
    using catalog::ProblemCode;
    switch (why) {
        using enum store::ReserveRefusal;
    case known_payment: break;
    case storage_full: return {ProblemCode::storage_full, k_retry_storage};
    case worker_stale: return {ProblemCode::worker_down, k_retry_worker};
    case need_unmet: return busy_without(need);
    case log_list_missing: return {ProblemCode::log_list_missing, k_retry_pages};
    case restoring: return {ProblemCode::restoring, k_retry_restoring};
    case accounts_unjudged: return {ProblemCode::accounts_unjudged, k_retry_model};
    case pages_offline: return {ProblemCode::pages_offline, k_retry_pages};
    case engine_unfit: return {ProblemCode::engine_unfit, k_retry_worker};
    case witnesses_missing: return {ProblemCode::chain_unavailable, k_retry_lane};
    case lane_full: return busy_lane(need);
    case too_many_undecided: return {ProblemCode::too_many_undecided, k_retry_undecided};
    case too_many_refusals: return {ProblemCode::too_many_refusals, k_retry_refusals};
    }
    throw base::Fault{"what is known already is answered, not refused"};
}

std::optional<Busy> stops_sale(db::Database& database, const job::Goods& goods, base::Instant now)
{
    using store::ReserveRefusal;
    if (!store::rows::has_space(database))
        return busy_for(ReserveRefusal::storage_full, goods.need);
    const auto why = store::unfit_to_sell<ReserveRefusal>(database, goods, now);
    return why ? std::optional{busy_for(*why, goods.need)} : std::nullopt;
}

} // namespace pay
