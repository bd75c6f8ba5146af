#include "cli/doctor.hpp"

#include "base/concat.hpp"
#include "base/fault.hpp"
#include "catalog/alarms.hpp"
#include "catalog/rails.hpp"
#include "chain/rpc_reading.hpp"
#include "cli/arguments.hpp"
#include "cli/config_check.hpp"
#include "cli/online_check.hpp"
#include "cli/verbs.hpp"
#include "config/places.hpp"
#include "documents/documents.hpp"
#include "net/curl_http_client.hpp"
#include "startup/open_store.hpp"
#include "startup/shop.hpp"

#include <sys/timex.h>

#include <algorithm>
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
    const auto answer = ask_site(http, concat(base_url, path), net::HttpMethod::post);
    if (!answer) return report.silent(concat("POST ", path, ": ", answer.error().detail));
    if (is_of_a_pool(answer->status))
        report.good(concat("POST ", path, ": ", answer->status));
    else if (answer->status >= 500)
        report.wrong(concat("POST ", path, ": ", answer->status,
                            ": nginx reaches no pool; systemctl status 'assay-*'"));
    else
        report.wrong(concat("POST ", path, ": ", answer->status,
                            ": nginx does not hand it to a pool; compare its site with "
                            "/etc/assay/nginx, and systemctl restart assay-render"));
}

void examine_document(const std::string& base_url, const std::string& content,
                      net::HttpClient& http, OnlineReport& report)
{
    const auto answer = ask_site(http, concat(base_url, "/llms.txt"), net::HttpMethod::get);
    if (!answer) return report.silent(concat("GET /llms.txt: ", answer.error().detail));
    if (answer->status == 200 && answer->body == content)
        report.good("GET /llms.txt: as this configuration says");
    else
        report.wrong(concat("GET /llms.txt: ", answer->status,
                            ", and not what this configuration says: systemctl restart "
                            "assay-render, or another program answers at service.base_url"));
}

} // namespace

void examine_site(const catalog::Catalog& catalog, net::HttpClient& http, OnlineReport& report)
{
    const auto& base_url = catalog.config().service.base_url;
    const auto answer = ask_site(http, concat(base_url, "/health"), net::HttpMethod::get);
    if (!answer)
        return report.silent(
            concat(base_url, ": ", answer.error().detail,
                   ": look at the name's address (dig), the certificate, the firewall and nginx "
                   "(nginx -t; systemctl status nginx)"));
    if (answer->status != 200)
        report.wrong(concat("GET /health: ", answer->status,
                            ": nginx does not reach the pool"
                            " (systemctl status assay-fast.socket 'assay-fast@*')"));
    else
        report.good("GET /health: 200");
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
        report.note("nothing keeps this host's clock: systemctl enable --now systemd-timesyncd");
    for (const auto& url : payment.rpc_urls) {
        chain::RpcEndpoint endpoint{
            http,
            {.url = url, .chain_id = payment.network.chain_id(), .timeout = k_answer_time},
            std::chrono::steady_clock::now};
        chain::RpcReading reading{endpoint, std::chrono::steady_clock::now() + k_answer_time};
        const auto head = reading.head();
        const auto who = origin_for_people(url);
        if (!head) {
            report.silent(concat(who, ": ", head.error().detail));
            continue;
        }
        const std::chrono::seconds age{base::to_ms(now) / 1000 - head->timestamp_s};
        if (std::chrono::abs(age) <= k_clock_may_differ)
            report.good(concat(who, ": its newest block is of this minute by our clock"));
        else
            report.wrong(concat(who, ": its newest block is ", std::chrono::abs(age).count(),
                                age.count() > 0 ? " s old" : " s ahead of our clock",
                                ": this clock is wrong (timedatectl), or the endpoint hangs"));
    }
}

void examine_worker(store::Bulletin& bulletin, base::Instant now, OnlineReport& report)
{
    const auto beat = bulletin.heartbeat();
    if (!beat || !store::is_fresh_beat(beat->at, now)) {
        report.wrong("no worker lives, so that nothing is sold: systemctl status assay-worker; "
                     "journalctl -u assay-worker");
        return;
    }
    report.good(concat("the worker lives, version ", beat->version));
    const auto vantage = bulletin.observation(store::k_vantage);
    if (!vantage)
        report.note("the worker has not looked at the network yet");
    else if (vantage->status == store::k_need_met)
        report.good("the vantage sees the network, and the basket can be scanned");
    for (const store::Alarm& alarm : bulletin.alarms()) {
        const auto* const known = catalog::find_alarm(alarm.code);
        report.wrong(concat("alarm ", alarm.code, " since ", base::to_rfc3339(alarm.since), ": ",
                            alarm.detail,
                            known != nullptr ? concat(": ", known->remedy) : std::string{}));
    }
}

Exit run_doctor(Words words)
{
    constexpr AcceptedOption k_options[] = {k_config_option};
    const auto arguments = Arguments::parse(words, k_options, 0);
    if (!arguments) return complain_usage(verb_named("doctor"), arguments.error());
    const auto checked =
        check_config_file(config::config_file(arguments->value(k_config_option.name)));
    print(checked);
    if (!checked.problems.empty()) return Exit::usage;
    const config::Config& config = checked.loaded.config;
    OnlineReport report;
    report.good(concat(checked.loaded.file, ": files, folders, keys and rights"));

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
        report.wrong(concat(fault.said(), ": the worker makes the database at its first start"));
    }
    check_online(config, report);
    return report.exit();
}

} // namespace cli
