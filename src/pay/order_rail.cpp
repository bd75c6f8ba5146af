#include "pay/order_rail.hpp"

#include "base/log.hpp"
#include "pay/payment_options.hpp"

namespace pay {

namespace {

using catalog::ProblemCode;

store::NewOrder order_of_wish(const Wish& wish, const OrderSettings& settings, base::Instant now)
{
    const auto id = value::JobId::make(now);
    return {.id = id,
            .order = {.commitment = commitment_of(id),
                      .request_digest = wish.request_digest,
                      .network = settings.network,
                      .asset = settings.asset,
                      .pay_to = settings.pay_to},
            .goods = wish.goods,
            .buyer = wish.buyer,
            .max_awaiting = settings.max_awaiting,
            .max_per_hour = settings.max_per_hour,
            .repeat_key = wish.repeat_key};
}

OrderOutcome refused(const store::OrderRefused& refusal, job::Need need)
{
    switch (refusal.why) {
        using enum store::OrderRefused::Why;
    case repeat_conflict: return KeyConflict{};
    case worker_stale: return Busy{ProblemCode::worker_down, k_retry_worker};
    case need_unmet: return busy_without(need);
    case log_list_missing: return Busy{ProblemCode::log_list_missing, k_retry_pages};
    case restoring: return Busy{ProblemCode::restoring, k_retry_restoring};
    case accounts_unjudged: return Busy{ProblemCode::accounts_unjudged, k_retry_model};
    case pages_offline: return Busy{ProblemCode::pages_offline, k_retry_pages};
    case engine_unfit: return Busy{ProblemCode::engine_unfit, k_retry_worker};
    case awaiting_limit:
    case prefix_limit:
    case hourly_limit: return Busy{ProblemCode::awaiting_limit, refusal.retry_after};
    case witnesses_missing: return Busy{ProblemCode::chain_unavailable, k_retry_lane};
    case too_many_in_all: return Busy{ProblemCode::busy, k_retry_crowd};
    case lane_full: return busy_lane(need);
    case storage_full: return Busy{ProblemCode::storage_full, k_retry_storage};
    }
    __builtin_unreachable();
}

} // namespace

OrderRail::OrderRail(const store::Access& at, const OrderSettings& settings)
    : m_orders{at}, m_clock{at.clock}, m_settings{settings}
{
}

OrderOutcome OrderRail::place(const Wish& wish)
{
    // Before all that stops a sale: nothing is sold by showing what was ordered.
    if (auto known = wish.repeat_key ? m_orders.find_repeat(*wish.repeat_key) : std::nullopt) {
        if (known->order.request_digest != wish.request_digest) return KeyConflict{};
        return Stands{*std::move(known)};
    }
    auto order = m_orders.order(order_of_wish(wish, m_settings, m_clock.now()));
    if (!order) return refused(order.error(), wish.goods.need);
    return Stands{*std::move(order)};
}

// The digest first: who asks for something else learns nothing of the payment.
ResubmitOutcome OrderRail::resubmit(const job::OrderView& order, const value::Digest& digest,
                                    std::string_view request)
{
    if (digest != order.order.request_digest) return Mismatch{};
    const job::Job& job = order.view.job;
    if (job.state != job::State::payment_confirmed) return Stands{order};
    const auto queued = m_orders.resubmit(job.id, request);
    if (!queued && queued.error() == store::ResubmitRefused::storage_full) return NoRoom{};
    if (queued) base::log::info("sold", {{"job_id", job.id.text()}, {"product", job.product}});
    return Stands{m_orders.find(job.id).value()};
}

} // namespace pay
