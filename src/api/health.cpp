#include "api/endpoints.hpp"

#include "base/revision.hpp"
#include "catalog/alarms.hpp"
#include "catalog/lanes.hpp"
#include "store/rows.hpp"

#include <algorithm>
#include <initializer_list>

namespace api {

namespace {

namespace json = base::json;

json::Ref alarms_json(store::Bulletin& bulletin)
{
    json::Ref out = json::array();
    for (const store::Alarm& alarm : bulletin.alarms()) {
        const catalog::Alarm* known = catalog::find_alarm(alarm.code);
        json::append(out.get(),
                     json::object("code", alarm.code, "meaning",
                                  known != nullptr ? known->meaning : "", "since",
                                  base::to_rfc3339(alarm.since), "detail", alarm.detail));
    }
    return out;
}

// Every lane that something is sold in, and what still waits in another.
json::Ref queue_json(store::Reading& reading, const catalog::Catalog& catalog)
{
    json::Ref out = json::object();
    for (const catalog::Offer& offer : catalog.offers())
        for (const catalog::Lane lane : catalog::lanes_of(offer))
            json::set(out.get(), catalog::to_text(lane), json::object("waiting", 0, "running", 0));
    for (const store::LaneLoad& load : reading.lane_loads())
        json::set(out.get(), load.lane,
                  json::object("waiting", load.waiting, "running", load.running));
    return out;
}

bool anchors(const Process& process)
{
    return process.config.anchor.mode != config::AnchorMode::off;
}

json::Ref anchor_health(Context& context)
{
    const Process& process = context.process;
    const auto queue = context.anchors.queue();
    const auto balance = context.bulletin.observation("anchor_balance");
    const auto age = queue.oldest ? process.clock.now() - *queue.oldest : base::Instant::duration{};
    return json::object(
        "status", anchors(process) ? "on" : "off", "pending", queue.waiting, "oldest_sec",
        std::max<std::int64_t>(0, std::chrono::duration_cast<std::chrono::seconds>(age).count()),
        "balance_wei", balance ? json::value(balance->detail) : json::value(nullptr));
}

constexpr std::chrono::hours k_history_shown{24};
constexpr int k_anchors_shown = 5;

// An hour that is missing is one in which no worker lived.
json::Ref history_json(store::History& history)
{
    json::Ref out = json::array();
    for (const store::Hour& hour : history.hours(k_history_shown))
        json::append(out.get(), json::object("hour", base::to_rfc3339(hour.begin), "minutes_up",
                                             hour.minutes_up, "minutes_well", hour.minutes_well,
                                             "jobs_complete", hour.jobs_complete, "jobs_failed",
                                             hour.jobs_failed, "mean_ms",
                                             hour.mean_time ? json::value(hour.mean_time->count())
                                                            : json::value(nullptr)));
    return out;
}

json::Ref written_json(store::AnchorRecords& anchors)
{
    json::Ref out = json::array();
    for (const job::WrittenAnchor& each : anchors.written(k_anchors_shown))
        json::append(out.get(),
                     json::object("tx_hash", each.tx_hash.text(), "block_number", each.block_number,
                                  "block_time", base::to_rfc3339(each.block_time), "hashes",
                                  each.hashes));
    return out;
}

// "unknown": it was not spoken to yet, as 402s never ask the facilitator.
std::string word_of(store::Bulletin& bulletin, std::string_view subject)
{
    const auto seen = bulletin.observation(subject);
    if (!seen) return "unknown";
    return seen->status;
}

// What a bench has shown of the model that is asked; null where nothing holds.
json::Ref record_json(const Process& process, store::Bulletin& bulletin, std::string_view subject)
{
    if (!process.config.llm.is_set()) return json::value(nullptr);
    const auto seen = bulletin.observation(subject);
    auto parsed = json::parse(seen ? seen->detail : "null");
    return parsed ? std::move(*parsed) : json::value(nullptr);
}

json::Ref commit_json()
{
    return base::revision().empty() ? json::value(nullptr) : json::value(base::revision());
}

// "full": every sale is refused until there is room.
std::string_view word_of_database(const db::Database& database)
{
    return store::rows::has_space(database) ? "ok" : "full";
}

// "unknown" and "off" are not complaints; any word but these and "ok" is one.
bool complains(std::string_view word)
{
    constexpr std::string_view k_quiet[] = {"ok", "off", "unknown"};
    return std::find(std::begin(k_quiet), std::end(k_quiet), word) == std::end(k_quiet);
}

bool complains(std::initializer_list<std::string_view> words)
{
    return std::any_of(words.begin(), words.end(),
                       [](std::string_view word) { return complains(word); });
}

} // namespace

fcgi::Response health(Context& context)
{
    const Process& process = context.process;
    const auto heartbeat = context.bulletin.heartbeat();
    const bool worker_fresh = heartbeat && store::is_fresh_beat(heartbeat->at, process.clock.now());
    const std::string facilitator = process.config.facilitator.urls.empty()
                                        ? std::string{"off"}
                                        : word_of(context.bulletin, "facilitator");
    const std::string rpc = word_of(context.bulletin, "rpc");
    const std::string model = process.config.llm.is_set()
                                  ? word_of(context.bulletin, store::k_model)
                                  : std::string{"off"};
    const std::string balance =
        anchors(process) ? word_of(context.bulletin, "anchor_balance") : std::string{"off"};
    const std::string_view database = word_of_database(process.writer);
    json::Ref alarms = alarms_json(context.bulletin);

    std::string_view status = "ok";
    if (json_array_size(alarms.get()) != 0 ||
        complains({facilitator, rpc, model, balance, database}))
        status = "degraded";
    if (!worker_fresh) status = "down"; // nothing is sold without a worker
    const auto uptime = std::chrono::duration_cast<std::chrono::seconds>(
        std::chrono::steady_clock::now() - process.started);
    const json::Ref body = json::object(
        "status", status, "version", ASSAY_VERSION, "commit", commit_json(), "uptime_sec",
        uptime.count(), "checks",
        json::object("db", database, "worker",
                     json::object("status", worker_fresh ? "ok" : "down", "last_seen",
                                  heartbeat ? json::value(base::to_rfc3339(heartbeat->at))
                                            : json::value(nullptr)),
                     "queue", queue_json(context.reading, process.catalog), "facilitator",
                     facilitator, "rpc", rpc, "model", model, "model_record",
                     record_json(process, context.bulletin, store::k_model_record),
                     "account_record",
                     record_json(process, context.bulletin, store::k_account_record), "anchor",
                     anchor_health(context)),
        "alarms", std::move(alarms), "history", history_json(context.history), "anchors",
        written_json(context.anchors));
    return process.replies.of_this_moment(200, body);
}

} // namespace api
