// assay-worker: claims paid jobs and runs them. One per node. No options.
#include "base/concat.hpp"
#include "base/log.hpp"
#include "base/process.hpp"
#include "config/config_fault.hpp"
#include "config/places.hpp"
#include "documents/documents.hpp"
#include "startup/certificates.hpp"
#include "startup/exit.hpp"
#include "startup/installation.hpp"
#include "startup/journal.hpp"
#include "startup/load_config.hpp"
#include "startup/open_store.hpp"
#include "startup/shop.hpp"
#include "work/worker.hpp"

#include <signal.h>
#include <time.h>

namespace {

sigset_t stop_signals()
{
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGTERM);
    sigaddset(&signals, SIGINT);
    return signals;
}

int run()
{
    base::keep_memory_private(); // it holds credentials (DESIGN.md, 9)
    ::signal(SIGPIPE, SIG_IGN);
    startup::log_to_journal("assay-worker");
    const sigset_t signals = stop_signals();
    ::pthread_sigmask(SIG_BLOCK, &signals, nullptr);

    const auto loaded = startup::load_config({});
    if (!loaded) return static_cast<int>(startup::Exit::usage);
    const config::Config& config = loaded->config;
    base::log::set_level(config.log.level);
    const auto catalog = startup::catalog_of(config);
    const base::SystemClock clock;
    const auto places = config::places();
    work::run_worker(catalog, clock,
                     {.store = startup::store_options(config),
                      .programs = {.texts = startup::program_directory() / "assay-run",
                                   .scans = startup::program_directory() / "assay-scan"},
                      .llm_program = startup::program_directory() / "assay-llm",
                      .wake_file = places.wake_file(),
                      .lock_file = places.worker_lock(),
                      .documents_digest = documents::digest(catalog).text(),
                      .certificate_end = startup::first_certificate_end},
                     [&](std::chrono::milliseconds wait) {
                         const timespec limit{wait.count() / 1000, wait.count() % 1000 * 1'000'000};
                         return ::sigtimedwait(&signals, nullptr, &limit) > 0;
                     });
    return 0;
}

} // namespace

int main()
{
    try {
        return run();
    } catch (const config::ConfigFault& fault) {
        base::log::error("worker_stopped", {{"detail", fault.what()}});
        return static_cast<int>(startup::Exit::usage);
    } catch (const std::exception& fault) {
        base::log::error("worker_stopped", {{"detail", fault.what()}});
        return static_cast<int>(startup::Exit::error);
    }
}
