#include "api/fitness.hpp"

#include "base/log.hpp"
#include "db/fault.hpp"
#include "db/transaction.hpp"

namespace api {

namespace {

constexpr std::chrono::seconds k_believed{1};

} // namespace

std::optional<pay::Busy> Fitness::stops(const catalog::Offer& offer, const pay::Asking& asking,
                                        const std::function<db::Database&()>& database)
{
    Seen& seen = m_seen[{offer.product, asking.names_pages, asking.declines_model}];
    const base::Instant now = m_process.clock.now();
    // Both ways: a clock that was set back must not make an old look a new one.
    if (now < seen.at + k_believed && seen.at <= now) return seen.busy;
    seen = {now, std::nullopt};
    try {
        db::Database& reader = database();
        const db::ReadTxn snapshot{reader};
        seen.busy = pay::stops_sale(
            reader, pay::goods_of(offer, catalog::Rail::v2, asking, m_process.config), now);
    } catch (const db::AwayFault& away) {
        base::log::warning("storage_away", {{"detail", away.what()}});
        seen.busy = pay::k_storage_away;
    } catch (const std::exception& fault) {
        // Prices are told without a database.
        base::log::warning("fitness_unknown", {{"detail", fault.what()}});
    }
    return seen.busy;
}

} // namespace api
