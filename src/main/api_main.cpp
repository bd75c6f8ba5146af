// assay-api: a process of a FastCGI pool, which ASSAY_POOL and ASSAY_THREADS describe (assay-*@).
#include "api/body_bounds.hpp"
#include "api/configuration.hpp"
#include "api/mcp.hpp"
#include "api/service.hpp"
#include "base/log.hpp"
#include "base/process.hpp"
#include "config/places.hpp"
#include "db/migrations.hpp"
#include "documents/documents.hpp"
#include "fcgi/server.hpp"
#include "net/curl_http_client.hpp"
#include "startup/exit.hpp"
#include "startup/journal.hpp"
#include "startup/load_config.hpp"
#include "startup/open_store.hpp"
#include "startup/shop.hpp"

namespace {
int run()
{
    base::keep_memory_private(); // it holds a facilitator's credential and what buyers send
    fcgi::prepare_process();
    const auto [pool, threads] = api::pool_from_environment();
    startup::log_to_journal("assay-" + std::string{api::word_of(pool)});
    const auto loaded = startup::load_config({});
    if (!loaded) return static_cast<int>(startup::Exit::usage);
    const config::Config& config = loaded->config;
    base::log::set_level(config.log.level);
    base::ByteBudget bodies = api::body_budget(config.http.bodies_in_work_mib, threads);
    const auto catalog = startup::catalog_of(config);
    const base::SystemClock clock;
    catalog::Tally tally{catalog::Tally::Use::count, config::places().tally_file()};
    db::Database writer{api::writer_options(startup::store_options(config), tally)};
    db::migrate(writer);
    job::Waker waker{config::places().wake_file()};
    job::WakeWatcher watcher{config::places().wake_file()};
    if (!watcher.is_watching()) base::log::warning("no_inotify_instance_left");
    api::find_restoration(config, {writer, clock, waker});
    const api::Replies replies{config.service.base_url, &tally};
    const api::TermsReplies terms{catalog, replies};
    api::Shares shares = api::shares_of(threads);
    const api::OrderReplies order_replies{catalog, replies};
    const bool pays = api::may_wait(pool) && catalog.sells_on_v2();
    const auto lists =
        api::lists_of(pool, catalog, base::json::dump(documents::catalog_document(catalog).get()));
    const api::Process process{
        config,     catalog,       replies,
        terms,      order_replies, clock,
        watcher,    writer,        waker,
        shares,     pool,          pays ? api::vet_by_resolvers(config.service.base_url) : nullptr,
        lists.get()};
    const auto settings = pays ? pay::facilitator_settings(config) : pay::FacilitatorSettings{};
    pay::FacilitatorHealth health{settings.urls.size()};
    const net::OperatorEgress egress{settings.urls};
    fcgi::Server server{
        fcgi::inherited_listener(), threads,
        [&] {
            auto http = pays ? std::make_unique<net::CurlHttpClient>(egress) : nullptr;
            return std::make_unique<api::Service>(process, std::move(http), settings, health);
        },
        [&](std::string_view, std::string_view path) { return api::body_limit(catalog, path); },
        std::bind_front(api::body_room, std::cref(catalog), std::ref(bodies))};
    base::log::info("api_ready", {{"threads", threads}});
    db::Database connection{{.path = {}, .writer = &writer}}; // of this thread
    api::Configuration own{{connection, clock, waker}, documents::digest(catalog).text(), pool};
    fcgi::wait_for_stop_signal(api::Configuration::k_period, [&] { own.compare(); });
    watcher.stop(); // waiters answer at once with the present state; then the server ends
    return 0;
}

} // namespace

int main()
try {
    return run();
} catch (const std::exception& fault) {
    base::log::error("api_stopped", {{"detail", fault.what()}});
    return 1;
}
