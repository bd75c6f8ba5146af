#include "api/endpoints.hpp"

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

json::Ref queue_json(job::Store& store)
{
    json::Ref out = json::object();
    for (const job::LaneLoad& load : store.lane_loads())
        json::set(out.get(), load.lane,
                  json::object("waiting", load.waiting, "running", load.running));
    return out;
}

std::string_view facilitator_word(const Process& process, job::Store& store)
{
    if (process.config.facilitator.urls.empty()) return "off";
    const auto seen = store.observation("facilitator");
    if (!seen) return "unknown"; // nobody has paid yet: 402s never ask the facilitator
    return seen->status == "ok" ? "ok" : "failing";
}

} // namespace

fcgi::Response health(Context& context)
{
    const Process& process = context.process;
    const auto heartbeat = context.store.heartbeat();
    const bool worker_fresh =
        heartbeat && process.clock.now() - heartbeat->at <= job::k_heartbeat_fresh;
    const std::string_view facilitator = facilitator_word(process, context.store);
    json::Ref alarms = alarms_json(context.store);

    std::string_view status = "ok";
    if (json_array_size(alarms.get()) != 0 || facilitator == "failing") status = "degraded";
    if (!worker_fresh) status = "down"; // nothing is sold without a worker
    const auto uptime = std::chrono::duration_cast<std::chrono::seconds>(
        std::chrono::steady_clock::now() - process.started);
    const json::Ref body = json::object(
        "status", status, "version", ASSAY_VERSION, "uptime_sec", uptime.count(), "checks",
        json::object("db", "ok", "worker",
                     json::object("status", worker_fresh ? "ok" : "down", "last_seen",
                                  heartbeat ? json::value(base::to_rfc3339(heartbeat->at))
                                            : json::value(nullptr)),
                     "queue", queue_json(context.store), "facilitator", facilitator, "anchor",
                     json::object("status", "off")),
        "alarms", std::move(alarms));
    fcgi::Response response = process.replies.json(200, json::dump(body.get()));
    response.headers[1].second = "no-store";
    return response;
}

} // namespace api
