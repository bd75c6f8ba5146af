#include "api/endpoints.hpp"

#include "base/concat.hpp"
#include "catalog/rails.hpp"
#include "db/transaction.hpp"
#include "pay/busy.hpp"
#include "pay/goods.hpp"

#include <set>

namespace api {

namespace {

namespace json = base::json;

// Codes of what stops each sale; nullopt: something can be sold.
std::optional<std::set<std::string_view>> stops_of_all(const Process& process,
                                                       db::Database& database)
{
    const db::ReadTxn snapshot{database};
    const base::Instant now = process.clock.now();
    std::set<std::string_view> stops;
    for (const catalog::Offer& offer : process.catalog.offers()) {
        for (const catalog::Way& way : catalog::ways_to_buy(process.catalog, offer)) {
            const auto goods = pay::goods_of(offer, way.rail, {}, process.config);
            const auto busy = pay::stops_sale(database, goods, now);
            if (!busy) return std::nullopt;
            stops.insert(catalog::problem(busy->code).word);
        }
    }
    return stops;
}

} // namespace

fcgi::Response liveness(const Process& process)
{
    return process.replies.of_this_moment(200, json::object("live", true));
}

fcgi::Response readiness(const Process& process, db::Database& database)
{
    const auto stops = stops_of_all(process, database);
    json::Ref reasons = json::array();
    if (stops)
        for (const std::string_view each : *stops) json::append(reasons.get(), json::value(each));
    const bool is_ready = !stops;
    fcgi::Response response = process.replies.of_this_moment(
        is_ready ? 200 : 503, json::object("ready", is_ready, "reasons", std::move(reasons)));
    if (!is_ready)
        response.headers.emplace_back("Retry-After", base::concat(pay::k_retry_worker.count()));
    return response;
}

} // namespace api
