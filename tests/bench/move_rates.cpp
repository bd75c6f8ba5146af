// How long a database takes from a file to a server and back, and how much memory that wants:
// `move-rates [jobs]`. Its last line is that of a test.
#include "base/concat.hpp"
#include "base/fault.hpp"
#include "db/move.hpp"
#include "db/sqlite/session.hpp"
#include "support/filled_database.hpp"
#include "support/postgres.hpp"

#include <sys/resource.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <vector>

namespace {

using std::chrono::steady_clock;

constexpr const char* k_jobs = "100000";
// Above what the process has before the first move: caches, and a piece of rows.
constexpr long k_most_kib = 100L * 1024;

long peak_kib()
{
    rusage usage{};
    ::getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss;
}

// Jobs that were paid and delivered, beside a row of each other table.
void fill(const std::string& file, const std::string& jobs)
{
    support::make_filled_database(file);
    db::Database database{{.path = file, .cache_kib = 64 * 1024}};
    db::sqlite::Session& session = db::sqlite::session_of(database);
    const db::sqlite::Gate::Hold hold{session.own_gate()};
    const std::string each = base::concat("WITH RECURSIVE n (i) AS (SELECT 3000001 UNION ALL "
                                          "SELECT i + 1 FROM n WHERE i < 3000000 + ",
                                          jobs, ") ");
    session.execute("BEGIN IMMEDIATE");
    session.execute(base::concat(
        each, "INSERT INTO jobs (seq, job_id, rail, product, state, lane, client, price_atoms, "
              "sla_sec, created_ms, updated_ms, completed_ms, attempt, result_hash, verdict) "
              "SELECT i, 'job_' || hex(randomblob(16)), 'v2', 'verify_basic', 'complete', "
              "'analysis', '192.0.2.1', 500000, 300, i, i, i, 1, randomblob(32), 'PASS' FROM n"));
    session.execute(base::concat(each, "INSERT INTO job_body SELECT i, hex(randomblob(450)), "
                                       "hex(randomblob(3000)), '' FROM n"));
    session.execute(base::concat(
        each, "INSERT INTO payment (job_seq, network, asset, payer, nonce, phase, value_atoms, "
              "valid_before_s, owner, lease_until_ms, request_digest, created_ms, updated_ms, "
              "signature, payload, pay_to) SELECT i, 'eip155:8453', zeroblob(20), randomblob(20), "
              "randomblob(32), 'settled', 500000, i, '', i, randomblob(32), i, i, randomblob(65), "
              "hex(randomblob(350)), zeroblob(20) FROM n"));
    session.execute(base::concat(
        each, "INSERT INTO anchor_outbox SELECT i, randomblob(32), 'final', i, 5, 0, '' FROM n"));
    session.execute("COMMIT");
    session.checkpoint(/*truncate=*/true);
}

db::Options options_of(const std::string& place)
{
    const bool is_url = place.starts_with("postgresql:");
    return {.path = is_url ? "" : place, .url = is_url ? place : "", .cache_kib = 64 * 1024};
}

std::vector<db::MovedTable> move(const char* what, const std::string& from, const std::string& to)
{
    const auto began = steady_clock::now();
    std::vector<db::MovedTable> moved;
    std::int64_t rows = 0;
    {
        db::Database source{options_of(from)};
        db::Database target{options_of(to)};
        db::Move move{source, target};
        move.run([&](const db::MovedTable& table) {
            rows += table.rows;
            moved.push_back(table);
        });
        move.open_target();
        move.close_source();
    }
    const double seconds = std::chrono::duration<double>(steady_clock::now() - began).count();
    std::printf("  %-10s %8lld rows %7.1f s %9.0f rows/s   peak %ld MiB\n", what,
                static_cast<long long>(rows), seconds, static_cast<double>(rows) / seconds,
                peak_kib() / 1024);
    std::fflush(stdout);
    return moved;
}

bool goes_there_and_back(const std::string& jobs)
{
    const support::TempDir folder;
    const std::string first = folder.file("first.db");
    const std::string second = folder.file("second.db");
    fill(first, jobs);
    const auto bytes = std::filesystem::file_size(first);
    std::printf("  %s jobs, %ju MiB\n", jobs.c_str(), bytes >> 20);
    const long before = peak_kib();
    const auto server = support::Postgres::here().fresh_database();
    const auto there = move("to server", first, server);
    const auto back = move("to file", server, second);
    const long more = peak_kib() - before;
    std::printf("  memory beyond the first: %ld MiB\n", more / 1024);
    return there == back && more <= k_most_kib;
}

} // namespace

int main(int count, char** words)
try {
    if (!support::Postgres::is_installed()) {
        std::cout << "skipped: postgresql-15 is not installed\n0 passed, 0 failed\n";
        return EXIT_SUCCESS;
    }
    const bool is_right = goes_there_and_back(count > 1 ? words[1] : k_jobs);
    std::cout << (is_right ? "1 passed, 0 failed\n" : "0 passed, 1 failed\n");
    return is_right ? EXIT_SUCCESS : EXIT_FAILURE;
} catch (const std::exception& fault) {
    std::cerr << fault.what() << '\n';
    return EXIT_FAILURE;
}
