// What stops every sale of some goods for now, on either rail: the shop is not fit to sell them.
#pragma once

#include "store/restorations.hpp"
#include "store/rows.hpp"
#include "store/witnesses.hpp"

#include "job/goods.hpp"

#include <optional>

namespace store {

// The first reason, by the name that each rail's refusals have for it; nullopt: they may be sold.
// Part of the caller's transaction.
template <typename Refusal>
std::optional<Refusal> unfit_to_sell(db::Reader reader, const job::Goods& goods, base::Instant now)
{
    if (!rows::is_worker_fresh(reader, now)) return Refusal::worker_stale;
    if (rows::is_restoring(reader)) return Refusal::restoring;
    if (goods.need == job::Need::vantage && rows::lacks_log_list(reader))
        return Refusal::log_list_missing;
    if (!rows::is_met(reader, goods.need)) return Refusal::need_unmet;
    if (goods.need == job::Need::account && !rows::are_accounts_judged(reader))
        return Refusal::accounts_unjudged;
    if (goods.needs_pages && rows::is_offline(reader)) return Refusal::pages_offline;
    if (goods.need != job::Need::vantage && !rows::is_engine_fit(reader))
        return Refusal::engine_unfit;
    if (count_witnesses(reader, now) < goods.witnesses) return Refusal::witnesses_missing;
    return std::nullopt;
}

} // namespace store
