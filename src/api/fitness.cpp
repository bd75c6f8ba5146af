#include "api/fitness.hpp"

#include "base/log.hpp"
#include "db/transaction.hpp"
#include "pay/goods.hpp"

namespace api {

namespace {

constexpr std::chrono::seconds k_believed{1};

} // namespace

std::optional<pay::Busy> Fitness::stops(const catalog::Offer& offer, bool names_pages,
                                        const std::function<db::Database&()>& database)
{
    Seen& seen = m_seen[{offer.product, names_pages}];
    const base::Instant now = m_process.clock.now();
    // Both ways: a clock that was set back must not make an old look a new one.
    if (now < seen.at + k_believed && seen.at <= now) return seen.busy;
    seen = {now, std::nullopt};
    try {
        db::Database& reader = database();
        const db::ReadTxn snapshot{reader};
        seen.busy = pay::stops_sale(
            reader, pay::goods_of(offer, catalog::Rail::v2, {names_pages}, m_process.config), now);
    } catch (const std::exception& fault) {
        // Prices are told without a database.
        base::log::warning("fitness_unknown", {{"detail", fault.what()}});
    }
    return seen.busy;
}

} // namespace api
