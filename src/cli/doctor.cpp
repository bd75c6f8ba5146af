#include "cli/doctor.hpp"

#include "base/concat.hpp"
#include "base/fault.hpp"
#include "catalog/alarms.hpp"
#include "catalog/rails.hpp"
#include "chain/rpc_reading.hpp"
#include "cli/arguments.hpp"
#include "cli/config_check.hpp"
#include "cli/deeds.hpp"
#include "cli/keeping.hpp"
#include "cli/listing.hpp"
#include "cli/online_check.hpp"
#include "cli/verbs.hpp"
#include "config/places.hpp"
#include "documents/documents.hpp"
#include "net/curl_http_client.hpp"
#include "startup/open_store.hpp"
#include "startup/shop.hpp"

#include <sys/timex.h>
#include <unistd.h>

#include <algorithm>
#include <iostream>
#include <iterator>

namespace cli {

using base::concat;

namespace {

constexpr std::chrono::seconds k_answer_time{10};
constexpr std::size_t k_longest_answer = std::size_t{2} << 20U;
// Blocks of Base are two seconds apart; what is valid for minutes is signed by this clock.
constexpr std::chrono::seconds k_clock_may_differ{30};

base::Result<net::HttpResponse, net::HttpFailure> ask_site(net::HttpClient& http, std::string url,
                                                           net::HttpMethod method)
{
    net::HttpRequest request;
    request.method = method;
    request.url = std::move(url);
    if (method == net::HttpMethod::post) {
        request.body = "[]"; // no order of rail v1 can come of it
        request.headers.push_back({"Content-Type", "application/json"});
    }
    request.connect_timeout = k_answer_time / 2;
    request.total_timeout = k_answer_time;
    request.response_limit = k_longest_answer;
    return http.send(request);
}

// What a product's route says to those who have not paid, and send no object.
bool is_of_a_pool(int status)
{
    constexpr int k_statuses[] = {402, 422, 429, 503};
    return std::ranges::find(k_statuses, status) != std::end(k_statuses);
}

void examine_route(const std::string& base_url, std::string_view path, net::HttpClient& http,
                   OnlineReport& report)
{
    const auto name = concat("POST ", path);
    const auto answer = ask_site(http, concat(base_url, path), net::HttpMethod::post);
    if (!answer) return report.silent({name, answer.error().detail});
    if (is_of_a_pool(answer->status))
        report.good({name, concat(answer->status)});
    else if (answer->status >= 500)
        report.wrong(
            {name, concat(answer->status), "nginx reaches no pool; systemctl status 'assay-*'"});
    else
        report.wrong({name, concat(answer->status),
                      "nginx does not hand it to a pool; compare its site with "
                      "/etc/assay/nginx, and systemctl restart assay-render"});
}

void examine_document(const std::string& base_url, const std::string& content,
                      net::HttpClient& http, OnlineReport& report)
{
    const std::string name = "GET /llms.txt";
    const auto answer = ask_site(http, concat(base_url, "/llms.txt"), net::HttpMethod::get);
    if (!answer) return report.silent({name, answer.error().detail});
    if (answer->status == 200 && answer->body == content)
        report.good({name, "as this configuration says"});
    else
        report.wrong({name, concat(answer->status, ", and not what this configuration says"),
                      "systemctl restart assay-render, or another program answers at "
                      "service.base_url"});
}

} // namespace

void examine_site(const catalog::Catalog& catalog, net::HttpClient& http, OnlineReport& report)
{
    const auto& base_url = catalog.config().service.base_url;
    const auto answer = ask_site(http, concat(base_url, "/health"), net::HttpMethod::get);
    if (!answer)
        return report.silent(
            {base_url, answer.error().detail,
             "look at the name's address (dig), the certificate, the firewall and nginx "
             "(nginx -t; systemctl status nginx)"});
    if (answer->status != 200)
        report.wrong({"GET /health", concat(answer->status),
                      "nginx does not reach the pool"
                      " (systemctl status assay-fast.socket 'assay-fast@*')"});
    else
        report.good({"GET /health", "200"});
    examine_document(base_url, documents::llms_text(catalog), http, report);
    for (const catalog::Offer& offer : catalog.offers())
        if (catalog.sells_on_v2()) examine_route(base_url, offer.product->v2_path, http, report);
    if (!catalog.sells_on_v1()) return;
    for (const catalog::Family& family : catalog::families())
        examine_route(base_url, family.v1_path, http, report);
}

void examine_clock(const config::Payment& payment, net::HttpClient& http, base::Instant now,
                   OnlineReport& report)
{
    timex state{};
    if (::adjtimex(&state) == TIME_ERROR || (state.status & STA_UNSYNC) != 0)
        report.note({"clock", "nothing keeps this host's clock",
                     "systemctl enable --now systemd-timesyncd"});
    for (const auto& url : payment.rpc_urls) {
        chain::RpcEndpoint endpoint{
            http,
            {.url = url, .chain_id = payment.network.chain_id(), .timeout = k_answer_time},
            std::chrono::steady_clock::now};
        chain::RpcReading reading{endpoint, std::chrono::steady_clock::now() + k_answer_time};
        const auto head = reading.head();
        const auto who = origin_for_people(url);
        if (!head) {
            report.silent({who, head.error().detail});
            continue;
        }
        const std::chrono::seconds age{base::to_ms(now) / 1000 - head->timestamp_s};
        if (std::chrono::abs(age) <= k_clock_may_differ)
            report.good({who, "its newest block is of this minute by our clock"});
        else
            report.wrong({who,
                          concat("its newest block is ", std::chrono::abs(age).count(),
                                 age.count() > 0 ? " s old" : " s ahead of our clock"),
                          "this clock is wrong (timedatectl), or the endpoint hangs"});
    }
}

void examine_worker(store::Bulletin& bulletin, base::Instant now, OnlineReport& report)
{
    const auto beat = bulletin.heartbeat();
    if (!beat || !store::is_fresh_beat(beat->at, now)) {
        report.wrong({"worker", "no worker lives, so that nothing is sold",
                      "systemctl status assay-worker; journalctl -u assay-worker"});
        return;
    }
    report.good({"worker", concat("it lives, version ", beat->version)});
    const auto vantage = bulletin.observation(store::k_vantage);
    if (!vantage)
        report.note({"vantage", "the worker has not looked at the network yet"});
    else if (vantage->status == store::k_need_met)
        report.good({"vantage", "it sees the network, and the basket can be scanned"});
    for (const store::Alarm& alarm : bulletin.alarms()) {
        const auto* const known = catalog::find_alarm(alarm.code);
        report.wrong({concat("alarm ", alarm.code),
                      concat("since ", base::to_rfc3339(alarm.since), ": ", alarm.detail),
                      known != nullptr ? std::string{known->remedy} : std::string{}});
    }
}

namespace {

constexpr AcceptedOption k_fix_option{"--fix"};

// Whether the rest can be looked at.
bool examine_files(const ConfigReport& checked, OnlineReport& report)
{
    const auto& file = checked.loaded.file;
    for (const auto& problem : checked.problems)
        report.wrong({problem.place_text(), problem.message});
    for (const auto& note : checked.notes) report.note({file, note});
    if (!checked.problems.empty()) return false;
    report.good({file, "files, folders, keys and rights"});
    return true;
}

Exit examine(const std::string& file, OnlineReport& report)
{
    const auto checked = check_config_file(file);
    if (!examine_files(checked, report)) return report.exit();
    const config::Config& config = checked.loaded.config;
    auto urls = config.payment.rpc_urls;
    urls.push_back(config.service.base_url);
    const net::OperatorEgress egress{urls};
    net::CurlHttpClient http{egress};
    const base::SystemClock clock;
    examine_site(startup::catalog_of(config), http, report);
    examine_clock(config.payment, http, clock.now(), report);
    try {
        const auto database = startup::open_store(config);
        job::Waker waker{config::places().wake_file()};
        store::Bulletin bulletin{{*database, clock, waker}};
        examine_worker(bulletin, clock.now(), report);
    } catch (const base::Fault& fault) {
        report.wrong({"database", std::string{fault.said()},
                      "the worker makes the database at its first start"});
    }
    check_online(config, report);
    return report.exit();
}

} // namespace

Exit run_doctor(Words words)
{
    constexpr AcceptedOption k_options[] = {k_config_option, k_json_option, k_fix_option,
                                            k_dry_run_option};
    const Verb& verb = verb_named("doctor");
    const auto arguments = Arguments::parse(words, k_options, 0);
    if (!arguments) return complain_usage(verb, arguments.error());
    const bool is_mended = arguments->has(k_fix_option.name);
    const Deeds deeds{*arguments};
    if (deeds.are_only_told() && !is_mended)
        return complain_usage(verb, "--dry-run is for --fix: all else changes nothing");
    if (is_mended && ::geteuid() != 0) {
        std::cerr << "assay doctor: only root can give files to their owners: sudo assay doctor "
                     "--fix\n";
        return Exit::error;
    }
    OnlineReport report{is_for_people(*arguments) ? OnlineReport::Form::sentences
                                                  : OnlineReport::Form::json};
    const auto file = config::config_file(arguments->value(k_config_option.name));
    if (is_mended) mend_installation(file, deeds, report);
    if (deeds.are_only_told()) return deeds.exit(report.exit());
    return examine(file, report);
}

} // namespace cli
