#include "api/endpoints.hpp"

#include <algorithm>

namespace api {

namespace {

namespace json = base::json;

json::Ref alarms_json(job::Store& store)
{
    json::Ref out = json::array();
    for (const job::Alarm& alarm : store.alarms())
        json::append(out.get(),
                     json::object("code", alarm.code, "since", base::to_rfc3339(alarm.since),
                                  "detail", alarm.detail));
    return out;
}

// Every lane that something is sold in, and what still waits in another.
json::Ref queue_json(job::Store& store, const catalog::Catalog& catalog)
{
    json::Ref out = json::object();
    for (const catalog::Offer& offer : catalog.offers())
        json::set(out.get(), catalog::to_text(offer.product->lane),
                  json::object("waiting", 0, "running", 0));
    for (const job::LaneLoad& load : store.lane_loads())
        json::set(out.get(), load.lane,
                  json::object("waiting", load.waiting, "running", load.running));
    return out;
}

json::Ref anchor_json(Context& context)
{
    const Process& process = context.process;
    const bool is_off = process.config.anchor.mode == base::config::AnchorMode::off;
    const auto queue = context.anchors.queue();
    const auto balance = context.store.observation("anchor_balance");
    const auto age = queue.oldest ? process.clock.now() - *queue.oldest : base::Instant::duration{};
    return json::object(
        "status", is_off ? "off" : "on", "pending", queue.waiting, "oldest_sec",
        std::max<std::int64_t>(0, std::chrono::duration_cast<std::chrono::seconds>(age).count()),
        "balance_wei", balance ? json::value(balance->detail) : json::value(nullptr));
}

// "unknown": nobody has spoken to it yet, as 402s never ask the facilitator.
std::string word_of(job::Store& store, std::string_view subject)
{
    const auto seen = store.observation(subject);
    if (!seen) return "unknown";
    return seen->status;
}

} // namespace

fcgi::Response health(Context& context)
{
    const Process& process = context.process;
    const auto heartbeat = context.store.heartbeat();
    const bool worker_fresh = heartbeat && job::is_fresh_beat(heartbeat->at, process.clock.now());
    const std::string facilitator = process.config.facilitator.urls.empty()
                                        ? std::string{"off"}
                                        : word_of(context.store, "facilitator");
    const std::string rpc = word_of(context.store, "rpc");
    json::Ref alarms = alarms_json(context.store);

    std::string_view status = "ok";
    if (json_array_size(alarms.get()) != 0 || facilitator == "failing" || rpc == "failing")
        status = "degraded";
    if (!worker_fresh) status = "down"; // nothing is sold without a worker
    const auto uptime = std::chrono::duration_cast<std::chrono::seconds>(
        std::chrono::steady_clock::now() - process.started);
    const json::Ref body = json::object(
        "status", status, "version", ASSAY_VERSION, "uptime_sec", uptime.count(), "checks",
        json::object("db", "ok", "worker",
                     json::object("status", worker_fresh ? "ok" : "down", "last_seen",
                                  heartbeat ? json::value(base::to_rfc3339(heartbeat->at))
                                            : json::value(nullptr)),
                     "queue", queue_json(context.store, process.catalog), "facilitator",
                     facilitator, "rpc", rpc, "anchor", anchor_json(context)),
        "alarms", std::move(alarms));
    fcgi::Response response = process.replies.json(200, json::dump(body.get()));
    response.headers[1].second = "no-store";
    return response;
}

} // namespace api
