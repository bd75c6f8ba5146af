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

constexpr std::int64_t k_jobs = 100'000;
// Above what the process has before the first move: caches, and a piece of rows.
constexpr long k_most_kib = 100L * 1024;

long peak_kib()
{
    rusage usage{};
    ::getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss;
}

// Jobs that were paid and delivered, beside a row of each other table.
void fill(const std::string& file, std::int64_t jobs)
{
    constexpr std::int64_t k_first = 3'000'001;
    support::make_filled_database(file);
    support::add_jobs(file, k_first, jobs);
    db::Database database{{.path = file, .cache_kib = 64 * 1024}};
    db::sqlite::Session& session = db::sqlite::session_of(database);
    const db::sqlite::Gate::Hold hold{session.own_gate()};
    session.execute(base::concat("INSERT INTO anchor_outbox SELECT seq, randomblob(32), 'final', "
                                 "seq, 5, 0, '' FROM jobs WHERE seq >= ",
                                 k_first));
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

bool goes_there_and_back(std::int64_t jobs)
{
    const support::TempDir folder;
    const std::string first = folder.file("first.db");
    const std::string second = folder.file("second.db");
    fill(first, jobs);
    const auto bytes = std::filesystem::file_size(first);
    std::printf("  %lld jobs, %ju MiB\n", static_cast<long long>(jobs), bytes >> 20);
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
    const bool is_right = goes_there_and_back(count > 1 ? std::stoll(words[1]) : k_jobs);
    std::cout << (is_right ? "1 passed, 0 failed\n" : "0 passed, 1 failed\n");
    return is_right ? EXIT_SUCCESS : EXIT_FAILURE;
} catch (const std::exception& fault) {
    std::cerr << fault.what() << '\n';
    return EXIT_FAILURE;
}
