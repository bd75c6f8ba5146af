// How fast the database's gate alone is on a file system: `gate-bench DIRECTORY WRITERS SECONDS
// [order]`. Prints commits per second.
//
// Each writer is a thread with a connection of its own, as in a pool, and each commit changes one
// row under the flock, durably (synchronous=FULL); beside them the log is checkpointed every
// second, as the worker does it. With `order` each commit is the least that an order needs: a count
// of what awaits payment of its client, and a row of 300 bytes with the two indexes that the count
// and the look-up by name want. The database is made in DIRECTORY.
#include "base/concat.hpp"
#include "base/fault.hpp"
#include "db/transaction.hpp"

#include <charconv>
#include <chrono>
#include <iostream>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace {

using std::chrono::steady_clock;

constexpr std::chrono::seconds k_checkpoint_period{1};
constexpr int k_most = 1000;

struct Plan {
    std::string database;
    int writers = 0;
    std::chrono::seconds duration{0};
    bool orders = false;
};

void make_table(const Plan& plan)
{
    db::Database database{{.path = plan.database}};
    db::write(database, "bench", [&](db::Writer& writer) {
        writer.run("CREATE TABLE tally (writer INTEGER PRIMARY KEY, count INTEGER NOT NULL)");
        for (int i = 0; i < plan.writers; ++i)
            writer.run("INSERT INTO tally (writer, count) VALUES (?1, 0)", std::int64_t{i});
        writer.run("CREATE TABLE bare (seq INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, "
                   "client TEXT NOT NULL, created_ms INTEGER NOT NULL, request TEXT NOT NULL, "
                   "state INTEGER NOT NULL) STRICT");
        writer.run("CREATE INDEX bare_awaiting ON bare (client, created_ms) WHERE state = 0");
    });
}

void change_a_row(db::Database& database, int id)
{
    db::write(database, "bench", [&](db::Writer& writer) {
        writer.run("UPDATE tally SET count = count + 1 WHERE writer = ?1", std::int64_t{id});
    });
}

void add_a_row(db::Database& database, int id, std::int64_t number)
{
    static const std::string s_request(300, 'x');
    const std::string client = base::concat("10.", id, ".", number / 5);
    const std::string name = base::concat("job_", 1'000'000 + number, "_", id);
    db::write(database, "bench", [&](db::Writer& writer) {
        {
            auto row =
                writer.query("SELECT count(*) FROM bare WHERE client = ?1 AND state = 0", client);
            row.step();
        }
        writer.run("INSERT INTO bare (name, client, created_ms, request, state) "
                   "VALUES (?1, ?2, ?3, ?4, 0)",
                   name, client, number, s_request);
    });
}

void write_until(const Plan& plan, int writer, steady_clock::time_point end)
{
    db::Database database{{.path = plan.database}};
    for (std::int64_t number = 0; steady_clock::now() < end; ++number) {
        if (plan.orders)
            add_a_row(database, writer, number);
        else
            change_a_row(database, writer);
    }
}

void checkpoint_until(const Plan& plan, steady_clock::time_point end)
{
    db::Database database{{.path = plan.database}};
    for (auto next = steady_clock::now() + k_checkpoint_period; next < end;
         next += k_checkpoint_period) {
        std::this_thread::sleep_until(next);
        database.checkpoint(db::CheckpointMode::passive);
    }
}

std::int64_t commits(const Plan& plan)
{
    db::Database database{{.path = plan.database}};
    auto row =
        database.query("SELECT (SELECT sum(count) FROM tally) + (SELECT count(*) FROM bare)");
    row.step();
    return row.integer(0);
}

double measure(const Plan& plan)
{
    make_table(plan);
    const auto began = steady_clock::now();
    const auto end = began + plan.duration;
    std::vector<std::thread> threads;
    threads.emplace_back(checkpoint_until, std::cref(plan), end);
    for (int i = 0; i < plan.writers; ++i)
        threads.emplace_back(write_until, std::cref(plan), i, end);
    for (std::thread& thread : threads) thread.join();
    const std::chrono::duration<double> took = steady_clock::now() - began;
    return static_cast<double>(commits(plan)) / took.count();
}

int number_in(std::string_view text)
{
    int number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc{} || end != text.data() + text.size() || number < 1 || number > k_most)
        throw base::Fault{base::concat("not a number from 1 to ", k_most, ": ", text)};
    return number;
}

} // namespace

int main(int argc, char** argv)
{
    try {
        const bool orders = argc == 5 && argv[4] == std::string_view{"order"};
        if (argc != 4 && !orders) throw base::Fault{"gate-bench DIRECTORY WRITERS SECONDS [order]"};
        std::cout << measure({.database = base::concat(argv[1], "/gate.db"),
                              .writers = number_in(argv[2]),
                              .duration = std::chrono::seconds{number_in(argv[3])},
                              .orders = orders})
                  << '\n';
        return 0;
    } catch (const std::exception& fault) {
        std::cerr << "gate-bench: " << fault.what() << '\n';
        return 1;
    }
}
