#include "cli/status.hpp"

#include "base/concat.hpp"
#include "base/json.hpp"
#include "base/process.hpp"
#include "base/revision.hpp"
#include "cli/child.hpp"
#include "cli/listing.hpp"
#include "cli/terminal_text.hpp"
#include "cli/verbs.hpp"
#include "config/places.hpp"
#include "db/transaction.hpp"
#include "startup/certificates.hpp"
#include "startup/load_config.hpp"
#include "startup/open_store.hpp"
#include "store/anchor_records.hpp"
#include "store/bulletin.hpp"
#include "store/measures.hpp"
#include "store/reading.hpp"

#include <unistd.h>

#include <filesystem>
#include <iostream>
#include <sstream>

namespace cli {

namespace json = base::json;

using base::concat;

namespace {

value::AtomicUsd usd_of(std::int64_t atoms)
{
    return value::AtomicUsd::checked(atoms).value_or(value::AtomicUsd{});
}

json::Ref worker_json(store::Bulletin& bulletin, base::Instant now)
{
    const auto beat = bulletin.heartbeat();
    std::optional<std::string> seen;
    if (beat) seen = base::to_rfc3339(beat->at);
    return json::object("is_alive", beat && store::is_fresh_beat(beat->at, now), //
                        "last_seen", seen,                                       //
                        "version", beat ? beat->version : std::string{});
}

json::Ref today_json(store::Measures& measures, base::Instant now)
{
    const base::Instant midnight = std::chrono::floor<std::chrono::days>(now);
    const auto sums = measures.sold_since(midnight);
    return json::object("since", base::to_rfc3339(midnight),                  //
                        "sold", sums.sold,                                    //
                        "sold_usdc", usd_of(sums.price_atoms).decimal_text(), //
                        "complete", sums.complete,                            //
                        "failed", sums.failed);
}

json::Ref owed_json(store::Measures& measures)
{
    std::int64_t credits = 0;
    std::int64_t atoms = 0;
    for (const auto& each : measures.credits()) {
        if (each.state != "open") continue;
        credits += each.credits;
        atoms += each.value_atoms;
    }
    return json::object("credits", credits, "usdc", usd_of(atoms).decimal_text(), "undecided",
                        measures.undecided());
}

json::Ref lanes_json(store::Reading& reading)
{
    json::Ref out = json::array();
    for (const auto& load : reading.lane_loads())
        json::append(out.get(), json::object("lane", load.lane, "waiting", load.waiting, "running",
                                             load.running));
    return out;
}

json::Ref outside_json(store::Bulletin& bulletin)
{
    json::Ref out = json::object();
    for (const std::string_view subject : {std::string_view{"facilitator"}, std::string_view{"rpc"},
                                           store::k_model, store::k_vantage, store::k_engine})
        if (const auto seen = bulletin.observation(subject))
            json::set(out.get(), subject, json::value(seen->status));
    return out;
}

json::Ref anchors_json(const store::Access& at)
{
    const auto queue = store::AnchorRecords{at}.queue();
    std::optional<std::string> oldest;
    if (queue.oldest) oldest = base::to_rfc3339(*queue.oldest);
    return json::object("waiting", queue.waiting, "oldest", oldest);
}

json::Ref standing_json(store::Bulletin& bulletin)
{
    json::Ref out = json::array();
    for (const auto& each : bulletin.alarms())
        json::append(out.get(), json::object("code", each.code, "since",
                                             base::to_rfc3339(each.since), "detail", each.detail));
    return out;
}

// "UNIT LOAD ACTIVE SUB ..." for each of the service's; empty where systemd does not run.
json::Ref units_json()
{
    json::Ref out = json::array();
    if (!std::filesystem::exists("/run/systemd/system")) return out;
    auto [reader, writer] = open_pipe();
    const pid_t child =
        base::spawn({.command = {"sh", "-c",
                                 "systemctl list-units --all --plain --no-legend --no-pager "
                                 "'assay-*.service' 'assay-*.socket' nginx.service"},
                     .environment = {},
                     .descriptors = {-1, writer.get(), -1}});
    writer.close();
    std::istringstream lines{outcome_of_child(reader, child).text.value_or("")};
    for (std::string line; std::getline(lines, line);) {
        std::istringstream words{line};
        std::string unit;
        std::string load;
        std::string active;
        if (words >> unit >> load >> active)
            json::append(out.get(), json::object("unit", unit, "active", active));
    }
    return out;
}

std::string_view word_of(const json_t* view)
{
    if (json::boolean_member(json::member(view, "worker"), "is_alive") != true) return "down";
    return json_array_size(json::array_member(view, "alarms")) == 0 ? "ok" : "degraded";
}

// "name value, name value" of an object's members; `none` where it has none.
std::string pairs_text(const json_t* object_view, std::string_view none)
{
    std::string out;
    json::for_each_member(object_view, [&](std::string_view key, const json_t* value) {
        const auto text =
            json_is_string(value) ? safe_on_terminal(json::text_of(value)) : json::dump(value);
        out += concat(out.empty() ? "" : ", ", key, " ", text);
    });
    return out.empty() ? std::string{none} : out;
}

// A line for each element of a list; `none` where it has none.
std::string list_text(const json_t* array_view, std::string_view none)
{
    std::string out;
    for (std::size_t i = 0; i < json_array_size(array_view); ++i)
        out +=
            concat(i == 0 ? "" : "\n            ", pairs_text(json_array_get(array_view, i), none));
    return out.empty() ? std::string{none} : out;
}

} // namespace

json::Ref status_of(const store::Access& at)
{
    const auto now = at.clock.now();
    store::Bulletin bulletin{at};
    store::Measures measures{at.database};
    store::Reading reading{at};
    json::Ref out = json::object("status", "", "version", ASSAY_VERSION, "commit", base::revision(),
                                 "worker", worker_json(bulletin, now), "today",
                                 today_json(measures, now), "owed", owed_json(measures), "lanes",
                                 lanes_json(reading), "outside", outside_json(bulletin), "anchors",
                                 anchors_json(at), "alarms", standing_json(bulletin));
    std::optional<std::string> certificate;
    if (const auto ends = startup::first_certificate_end()) certificate = base::to_rfc3339(*ends);
    // A server's disk is its own business.
    std::optional<std::int64_t> room;
    std::optional<std::int64_t> log;
    if (at.database.is_file()) {
        room = at.database.free_bytes();
        log = at.database.wal_bytes();
    }
    json::set_all(out.get(), "disk_free_bytes", room, "wal_bytes", log, "certificate_ends",
                  certificate);
    json::set(out.get(), "status", json::value(word_of(out.get())));
    return out;
}

std::string status_text(const json_t* view)
{
    const auto pairs = [&](const char* key, std::string_view none) {
        return pairs_text(json::member(view, key), none);
    };
    const auto list = [&](const char* key, std::string_view none) {
        return list_text(json::member(view, key), none);
    };
    constexpr std::int64_t k_megabyte = 1'000'000;
    const auto megabytes = [&](const char* key) -> std::string {
        const auto bytes = json::integer_member(view, key);
        return bytes ? concat(*bytes / k_megabyte) : "-";
    };
    return concat(
        "status      ", text_in(view, "status"), ", version ", text_in(view, "version"), "\n", //
        "worker      ", pairs("worker", "-"), "\n",                                            //
        "today       ", pairs("today", "-"), "\n",                                             //
        "owed        ", pairs("owed", "-"), "\n",                                              //
        "lanes       ", list("lanes", "nothing waits"), "\n",                                  //
        "outside     ", pairs("outside", "nothing was spoken to yet"), "\n",                   //
        "anchors     ", pairs("anchors", "-"), "\n",                                           //
        "disk        ", megabytes("disk_free_bytes"), " MB free, ", megabytes("wal_bytes"),
        " MB of log\n",                                                   //
        "certificate ", text_in(view, "certificate_ends"), "\n",          //
        "units       ", list("units", "systemd does not run here"), "\n", //
        "alarms      ", list("alarms", "none"), "\n");
}

Exit run_status(Words words)
{
    constexpr AcceptedOption k_options[] = {k_config_option, k_json_option};
    const auto arguments = Arguments::parse(words, k_options, 0);
    if (!arguments) return complain_usage(verb_named("status"), arguments.error());
    const auto loaded = startup::load_config(arguments->value(k_config_option.name));
    if (!loaded) return Exit::usage;
    const auto database = startup::open_store(loaded->config);
    const base::SystemClock clock;
    job::Waker waker{config::places().wake_file()};
    const db::ReadTxn snapshot{*database};
    json::Ref status = status_of({*database, clock, waker});
    json::set(status.get(), "units", units_json());
    if (is_for_people(*arguments))
        std::cout << status_text(status.get());
    else
        std::cout << json::dump(status.get()) << '\n';
    const auto word = word_of(status.get());
    if (word == "ok") return Exit::ok;
    return word == "down" ? Exit::error : Exit::doubtful;
}

} // namespace cli
