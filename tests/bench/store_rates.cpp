// How fast the job table is, and whether it stays so as it grows: `store-rates [rows ...]`.
// Prints one line per measure: operations per second, and percentiles in microseconds. On a server
// with ASSAY_TEST_ENGINE=postgresql.
#include "base/hex.hpp"
#include "base/sha256.hpp"
#include "db/move.hpp"
#include "store/audit.hpp"
#include "support/filled_database.hpp"
#include "support/order_world.hpp"
#include "support/processes.hpp"
#include "support/retention.hpp"

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

namespace {

using std::chrono::steady_clock;
using support::reservation_order;
using support::StoreSession;

constexpr int k_operations = 2000;
constexpr int k_wakes = 1000;

void checkpoint(db::Database& database)
{
    if (database.is_file()) database.checkpoint(db::CheckpointMode::truncate);
}

void print(const char* what, std::vector<double>& micros, double seconds)
{
    std::ranges::sort(micros);
    const auto at = [&](double share) {
        return micros[static_cast<std::size_t>(static_cast<double>(micros.size() - 1) * share)];
    };
    std::printf("  %-28s %8.0f /s   p50 %7.1f  p99 %8.1f  max %8.1f us\n", what,
                static_cast<double>(micros.size()) / seconds, at(0.5), at(0.99), at(1.0));
    std::fflush(stdout);
}

template <typename F> void measure(const char* what, int operations, F&& operation)
{
    std::vector<double> micros;
    const auto began = steady_clock::now();
    for (int i = 0; i < operations; ++i) {
        const auto start = steady_clock::now();
        operation(i);
        micros.push_back(
            std::chrono::duration<double, std::micro>(steady_clock::now() - start).count());
    }
    print(what, micros, std::chrono::duration<double>(steady_clock::now() - began).count());
}

// `rows` jobs that were sold and delivered, in the store of a directory.
void fill(const std::string& directory, std::int64_t rows)
{
    const auto options = support::store_options(directory);
    const std::string file = options.url.empty() ? options.path : directory + "/moved.db";
    support::add_jobs(file, 1, rows);
    if (options.url.empty()) return;
    db::Database source{{.path = file}};
    db::Database target{options};
    db::Move move{source, target};
    move.run([](const db::MovedTable&) {});
    move.open_target();
}

store::ReservationOrder roomy_order(int number)
{
    auto order = reservation_order(static_cast<unsigned>(number));
    order.goods.lane_capacity = 1'000'000;
    return order;
}

void measure_one_process(const std::string& directory)
{
    support::OrderSession session{directory};
    store::Reservations& reservations = session.reservations;
    store::Queue& lanes = session.lanes;
    store::Reading& reading = session.reading;
    std::vector<job::Payment> payments;
    std::vector<job::Job> running;
    const auto each = [](int i) { return static_cast<std::size_t>(i); };
    // The lane is kept short, as the sla keeps it.
    measure("buy, run, deliver (6 commits)", k_operations, [&](int i) {
        const auto order = roomy_order(i);
        payments.push_back(*reservations.reserve(order));
        static_cast<void>(reservations.mark_settle_sent(payments.back(), order));
        reservations.mark_settled(payments.back(), "{}", "0xabc");
        const auto claimed = lanes.claim_next({.lane = std::string{order.goods.lane}},
                                              support::k_worker, std::chrono::minutes{1});
        running.push_back(claimed->job);
        lanes.complete(claimed->job, support::k_worker, support::result_of("{}"),
                       session.clock.now());
    });
    checkpoint(session.database);
    measure("reserve", 200, [&](int i) {
        payments.push_back(*reservations.reserve(roomy_order(k_operations + i)));
    });
    measure("v1 order", k_operations, [&](int i) {
        static_cast<void>(session.order("10.0.0." + std::to_string(i / 5)));
    });
    measure("known_payment", 5 * k_operations, [&](int i) {
        static_cast<void>(reservations.reserve(roomy_order(k_operations + i % 200)));
    });
    measure("heartbeat", 200, [&](int) {
        session.clock.advance(std::chrono::milliseconds{1});
        session.beat();
    });
    measure("poll: find", 20 * k_operations, [&](int i) {
        static_cast<void>(
            reading.find(running[each(i) % running.size()].id, store::Reading::Artifact::leave));
    });
    measure("repeat: find_payment", 20 * k_operations, [&](int i) {
        static_cast<void>(reservations.find_payment(payments[each(i) % payments.size()].key));
    });
    measure("idle lane: claim_next", 20 * k_operations, [&](int) {
        static_cast<void>(
            lanes.claim_next({.lane = "forensics"}, support::k_worker, std::chrono::minutes{1}));
    });
    measure("scan: a transfer, the cursor", k_operations, [&](int i) {
        auto transfer = session.transfer(0);
        transfer.tx_hash = "0x" + base::to_hex(base::sha256(base::bytes_of(std::to_string(i))));
        session.ledger.record({.came = {transfer}}, [](const store::Recorded&) {
            return std::vector<store::ClaimAnswer>{};
        });
        session.scans.move_cursor(
            session.network, {static_cast<std::uint64_t>(1000 + i), session.chain_time()});
    });
    store::Retention retention{session.at};
    store::Walk requests;
    measure("retention: a step", 40,
            [&](int) { retention.drop_requests(support::k_request_retention, requests); });
}

void measure_many_processes(const std::string& directory, int processes)
{
    support::Ledger ledger;
    const auto began = steady_clock::now();
    support::race(processes, [&](int number) {
        StoreSession session{directory};
        for (int i = 0; i < k_operations / processes; ++i) {
            auto order = roomy_order(1'000'000 * (number + 1) + i);
            order.goods.lane = "lane-" + std::to_string(number);
            const auto start = steady_clock::now();
            const auto payment = session.reservations.reserve(order);
            const std::chrono::duration<double, std::micro> took = steady_clock::now() - start;
            ledger.write(std::to_string(took.count()));
            session.reservations.refuse(*payment, "bench", "", store::Reservations::Counts::no);
        }
        return 0;
    });
    const std::chrono::duration<double> took = steady_clock::now() - began;
    ledger.only_read();
    std::vector<double> micros;
    for (const std::string& line : ledger.read_all()) micros.push_back(std::stod(line));
    print(("reserve of " + std::to_string(processes) + " processes").c_str(), micros, took.count());
}

// Of the jobs that were delivered, so that sizes compare; for each of them.
void measure_audit(const std::string& directory, std::int64_t rows)
{
    StoreSession session{directory};
    const auto began = steady_clock::now();
    static_cast<void>(store::Audit{session.database}.disagreements());
    const std::chrono::duration<double> took = steady_clock::now() - began;
    std::vector<double> micros{took.count() * 1e6 / static_cast<double>(rows)};
    print("audit: a job", micros, micros.front() / 1e6);
}

// From before COMMIT in one process to the row having been read in another.
void measure_wake(const std::string& directory)
{
    support::Ledger ready;
    support::Ledger answers;
    support::Child waiter{[&] {
        StoreSession session{directory};
        job::WakeWatcher watcher{directory + "/wake"};
        for (int i = 0; i < k_wakes; ++i) {
            const std::string wanted = std::to_string(i);
            bool is_ready = false;
            for (;;) {
                const std::uint64_t ticket = watcher.ticket();
                const auto seen = session.bulletin.observation("bench");
                if (seen && seen->status == wanted) break;
                if (!is_ready) ready.write("ready");
                is_ready = true;
                watcher.wait(ticket, std::chrono::seconds{2});
            }
            answers.write(std::to_string(steady_clock::now().time_since_epoch().count()));
        }
        return 0;
    }};
    StoreSession session{directory};
    std::vector<double> micros;
    const auto began = steady_clock::now();
    for (int i = 0; i < k_wakes; ++i) {
        ready.read();
        session.bulletin.observe({"bench", std::to_string(i), "", session.clock.now()});
        const auto committed = steady_clock::now().time_since_epoch().count();
        session.waker.notify();
        micros.push_back(static_cast<double>(std::stoll(answers.read()) - committed) / 1000.0);
    }
    print("wake: commit to read", micros,
          std::chrono::duration<double>(steady_clock::now() - began).count());
    waiter.wait();
}

} // namespace

int main(int argc, char** argv)
{
    std::vector<std::int64_t> sizes;
    for (int i = 1; i < argc; ++i) {
        std::int64_t rows = 0;
        std::from_chars(argv[i], argv[i] + std::strlen(argv[i]), rows);
        sizes.push_back(rows);
    }
    if (sizes.empty()) sizes = {1000, 1'000'000};
    for (const std::int64_t rows : sizes) {
        std::printf("%lld rows\n", static_cast<long long>(rows));
        const support::TempDir directory;
        {
            fill(directory.path(), rows);
            StoreSession session{directory.path()};
            session.beat();
        }
        // Children open SQLite after the fork, so nothing of it is open here.
        measure_audit(directory.path(), rows);
        measure_one_process(directory.path());
        for (const int processes : {2, 8}) measure_many_processes(directory.path(), processes);
        measure_wake(directory.path());
    }
    return 0;
}
