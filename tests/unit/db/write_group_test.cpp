// Threads that share a connection for their write transactions: each is kept or not as if it were
// alone, and none is told before it is on disk.
#include "db/sqlite/write_group.hpp"

#include "db/sqlite/session.hpp"
#include "db/transaction.hpp"

#include "base/fault.hpp"
#include "support/temp_dir.hpp"

#include <cppunit/extensions/HelperMacros.h>

#include <algorithm>
#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace {

using db::Database;
using db::Writer;
using namespace std::chrono_literals;

class WriteGroupTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(WriteGroupTest);
    CPPUNIT_TEST(a_turn_that_does_not_come_is_a_fault);
    CPPUNIT_TEST(a_transaction_inside_another_is_a_fault);
    CPPUNIT_TEST(a_statement_still_in_use_is_no_commit);
    CPPUNIT_TEST(a_connection_that_cannot_begin_is_opened_anew);
    CPPUNIT_TEST(a_commit_that_fails_fails_for_all_in_it);
    CPPUNIT_TEST(what_sqlite_rolls_back_fails_for_all_before_it);
    CPPUNIT_TEST(one_that_gives_up_takes_nothing_from_the_others);
    CPPUNIT_TEST(one_that_gives_up_can_read_what_made_it_so);
    CPPUNIT_TEST(those_that_wait_share_a_commit);
    CPPUNIT_TEST(a_crowd_that_gives_up_keeps_nobody_for_ever);
    CPPUNIT_TEST(nobody_is_told_of_what_is_given_up);
    CPPUNIT_TEST(what_a_body_makes_comes_back);
    CPPUNIT_TEST(many_threads_lose_nothing);
    CPPUNIT_TEST_SUITE_END();

    support::TempDir directory;
    const std::string path = directory.file("jobs.db");
    Database writer{{.path = path, .patience = 20s}};
    Database reader{{.path = path}};

    struct Counter final : db::CommitNotice {
        void notify() noexcept override { ++count; }
        std::atomic<int> count = 0;
    };
    Counter told; // of every transaction of together()

    // What a thread makes of its transaction: "kept", "given up", or a fault.
    using Body = std::function<bool(Writer&)>;

public:
    void setUp() override
    {
        db::write(reader, "test", [](Writer& mine) {
            mine.run("CREATE TABLE parent (id INTEGER PRIMARY KEY)");
            mine.run("CREATE TABLE tally (id INTEGER PRIMARY KEY, parent INTEGER "
                     "REFERENCES parent (id) DEFERRABLE INITIALLY DEFERRED)");
        });
    }

    void a_turn_that_does_not_come_is_a_fault()
    {
        Database impatient{{.path = path, .patience = 20ms}};
        Database mine{{.path = path, .writer = &impatient}};
        Database other{{.path = path, .writer = &impatient}};
        db::write(mine, "test", [&](Writer& writing) {
            std::thread{[&] { CPPUNIT_ASSERT_THROW(add_alone(other, 2), base::Fault); }}.join();
            add(writing, 1);
        });
        CPPUNIT_ASSERT_EQUAL(std::string{"1"}, kept()); // it was not run after all
        add_alone(other, 4);
        CPPUNIT_ASSERT_EQUAL(std::string{"1 4"}, kept());
    }

    void a_transaction_inside_another_is_a_fault()
    {
        Database mine{{.path = path, .writer = &writer}};
        db::write(mine, "test", [&](Writer& writing) {
            CPPUNIT_ASSERT_THROW(add_alone(mine, 2), base::Fault);
            CPPUNIT_ASSERT_THROW((db::ReadTxn{mine}), base::Fault);
            CPPUNIT_ASSERT_THROW(ids(mine), base::Fault);
            add(writing, 1);
        });
        CPPUNIT_ASSERT_EQUAL(std::string{"1"}, kept());
    }

    void a_statement_still_in_use_is_no_commit()
    {
        Database mine{{.path = path, .writer = &writer}};
        std::unique_ptr<db::Statement> row;
        const auto leave_open = [&](Writer& writing) {
            add(writing, 1);
            row.reset(new db::Statement(writing.query("SELECT id FROM tally")));
            row->step();
        };
        CPPUNIT_ASSERT_THROW(db::write(mine, "test", leave_open), base::Fault);
        row.reset();
        CPPUNIT_ASSERT_EQUAL(std::string{}, kept());
        one_alone_is_kept();
    }

    void a_connection_that_cannot_begin_is_opened_anew()
    {
        Database mine{{.path = path, .writer = &writer}};
        db::sqlite::session_of(writer).run("BEGIN"); // as after a rollback that failed
        CPPUNIT_ASSERT_THROW(add_alone(mine, 1), base::Fault);
        one_alone_is_kept();
        add_alone(mine, 100);
        CPPUNIT_ASSERT_EQUAL(std::string{"99 100"}, kept());
    }

    void a_commit_that_fails_fails_for_all_in_it()
    {
        const auto ends = together({
            [](Writer& mine) { return add(mine, 1); },
            [](Writer& mine) {
                return mine.run("INSERT INTO tally (id, parent) VALUES (2, 77)") == 1;
            },
            [](Writer& mine) { return add(mine, 3); },
        });
        for (const std::string& end : ends)
            CPPUNIT_ASSERT_MESSAGE(end, end.find("FOREIGN KEY") != std::string::npos);
        CPPUNIT_ASSERT_EQUAL(std::string{}, kept());
        CPPUNIT_ASSERT_EQUAL(0, told.count.load());
        one_alone_is_kept();
    }

    void what_sqlite_rolls_back_fails_for_all_before_it()
    {
        add_parent();
        const auto ends = together({
            [](Writer& mine) { return add(mine, 1); },
            [](Writer& mine) {
                return mine.run("INSERT OR ROLLBACK INTO parent (id) VALUES (1)") == 1;
            },
            [](Writer& mine) { return add(mine, 3); },
        });
        CPPUNIT_ASSERT(ends[0].find("rolled back with others") != std::string::npos);
        CPPUNIT_ASSERT(ends[1].find("UNIQUE") != std::string::npos);
        CPPUNIT_ASSERT_EQUAL(std::string{"kept"}, ends[2]);
        CPPUNIT_ASSERT_EQUAL(std::string{"3"}, kept());
        one_alone_is_kept();
    }

    void one_that_gives_up_takes_nothing_from_the_others()
    {
        const auto ends = together({
            [](Writer& mine) { return !add(mine, 1); },
            [](Writer& mine) { return add(mine, 2); },
            [](Writer& mine) -> bool {
                add(mine, 3);
                throw std::runtime_error{"broken"};
            },
            [](Writer& mine) { return !add(mine, 4); },
            [](Writer& mine) { return add(mine, 5); },
            [](Writer& mine) { return !add(mine, 6); },
        });
        std::string all;
        for (const std::string& end : ends) all += end + ", ";
        CPPUNIT_ASSERT_EQUAL(std::string{"given up, kept, broken, given up, kept, given up, "},
                             all);
        CPPUNIT_ASSERT_EQUAL(std::string{"2 5"}, kept());
        one_alone_is_kept();
    }

    void one_that_gives_up_can_read_what_made_it_so()
    {
        std::string seen;
        const auto ends = together(
            {
                [](Writer& mine) { return add(mine, 1); },
                [](Writer& mine) {
                    return mine.run("INSERT INTO tally (id) VALUES (1) ON CONFLICT DO NOTHING") ==
                           1;
                },
            },
            [&](std::size_t number, Database& mine) {
                if (number == 1) seen = ids(mine);
            });
        CPPUNIT_ASSERT_EQUAL(std::string{"given up"}, ends[1]);
        CPPUNIT_ASSERT_EQUAL(std::string{"1"}, seen);
    }

    void those_that_wait_share_a_commit()
    {
        std::vector<Body> bodies;
        for (int i = 1; i <= 8; ++i)
            bodies.emplace_back([i](Writer& mine) { return add(mine, i); });
        const auto before = reader.wal_bytes();
        std::atomic<int> early = 0; // went on before anybody was told
        for (const std::string& end :
             together(bodies, [&](std::size_t, Database&) { early += told.count == 0; }))
            CPPUNIT_ASSERT_EQUAL(std::string{"kept"}, end);
        CPPUNIT_ASSERT_EQUAL(std::string{"1 2 3 4 5 6 7 8"}, kept());
        CPPUNIT_ASSERT_EQUAL(0, early.load());
        CPPUNIT_ASSERT_EQUAL(1, told.count.load());
        // One page of the table, once, and its frame's header.
        CPPUNIT_ASSERT_EQUAL(before + 4096 + 24, reader.wal_bytes());
    }

    // However many there are, the thread that has the turn gets its answer.
    void a_crowd_that_gives_up_keeps_nobody_for_ever()
    {
        std::vector<Body> bodies{[](Writer& mine) { return add(mine, 1); }};
        for (int i = 0; i < 80; ++i)
            bodies.emplace_back([](Writer& mine) { return !add(mine, 2); });
        bodies.emplace_back([](Writer& mine) { return add(mine, 3); });
        const auto ends = together(bodies);
        CPPUNIT_ASSERT_EQUAL(std::string{"kept"}, ends.front());
        CPPUNIT_ASSERT_EQUAL(std::string{"kept"}, ends.back());
        CPPUNIT_ASSERT_EQUAL(std::ptrdiff_t{80}, std::ranges::count(ends, "given up"));
        CPPUNIT_ASSERT_EQUAL(std::string{"1 3"}, kept());
    }

    void nobody_is_told_of_what_is_given_up()
    {
        together({[](Writer& mine) { return !add(mine, 1); }});
        CPPUNIT_ASSERT_EQUAL(0, told.count.load());
        one_alone_is_kept();
        CPPUNIT_ASSERT_EQUAL(1, told.count.load());
        Counter other;
        Database mine{{.path = path, .writer = &writer}};
        db::write(mine, "test", other, [](Writer& writing) { add(writing, 2); });
        add_alone(mine, 3);
        CPPUNIT_ASSERT_EQUAL(1, other.count.load());
        CPPUNIT_ASSERT_EQUAL(1, told.count.load());
    }

    void what_a_body_makes_comes_back()
    {
        Database mine{{.path = path, .writer = &writer}};
        const auto made = [&](int id) {
            return db::write(mine, "test", [&](Writer& writing) -> std::optional<std::string> {
                if (add(writing, id); id == 2) return std::nullopt;
                return "made";
            });
        };
        CPPUNIT_ASSERT_EQUAL(std::string{"made"}, made(1).value());
        CPPUNIT_ASSERT(!made(2));
        CPPUNIT_ASSERT_EQUAL(std::string{"1"}, kept());
    }

    void many_threads_lose_nothing()
    {
        constexpr int k_threads = 8;
        constexpr int k_each = 50;
        std::vector<std::thread> threads;
        for (int thread = 0; thread < k_threads; ++thread)
            threads.emplace_back([&, thread] {
                Database mine{{.path = path, .writer = &writer}};
                for (int i = 0; i < k_each; ++i)
                    db::write(mine, "test", [&](Writer& writing) {
                        return add(writing, thread * k_each + i) && i % 5 != 0;
                    });
            });
        for (std::thread& thread : threads) thread.join();
        auto row = reader.query("SELECT count(*), sum(id % 5 = 0) FROM tally");
        row.step();
        CPPUNIT_ASSERT_EQUAL(std::int64_t{k_threads * k_each * 4 / 5}, row.integer(0));
        CPPUNIT_ASSERT_EQUAL(std::int64_t{0}, row.integer(1));
    }

private:
    static bool add(Writer& writing, int id)
    {
        return writing.run("INSERT INTO tally (id) VALUES (?1)", id) == 1;
    }
    static void add_alone(Database& database, int id)
    {
        db::write(database, "test", [&](Writer& writing) { add(writing, id); });
    }
    void add_parent()
    {
        db::write(reader, "test",
                  [](Writer& writing) { writing.run("INSERT INTO parent (id) VALUES (1)"); });
    }
    static std::string ids(db::Reader from)
    {
        std::string out;
        auto row = from.query("SELECT id FROM tally ORDER BY id");
        while (row.step()) out += (out.empty() ? "" : " ") + std::to_string(row.integer(0));
        return out;
    }
    std::string kept() { return ids(reader); }

    void one_alone_is_kept()
    {
        const auto ends = together({[](Writer& mine) { return add(mine, 99); }});
        CPPUNIT_ASSERT_EQUAL(std::string{"kept"}, ends[0]);
        CPPUNIT_ASSERT(kept().ends_with("99"));
    }

    // One thread for each body, in this order, all waiting before the first one may begin: the gate
    // is held against it. `after` is called in the thread whose transaction is over.
    std::vector<std::string> together(
        const std::vector<Body>& bodies,
        const std::function<void(std::size_t, Database&)>& after = [](std::size_t, Database&) {})
    {
        std::vector<std::string> ends(bodies.size());
        std::vector<std::thread> threads;
        std::optional<db::sqlite::Gate> gate{std::in_place, path + ".lock", 5s};
        std::optional<db::sqlite::Gate::Hold> hold{std::in_place, *gate};
        for (std::size_t i = 0; i < bodies.size(); ++i) {
            threads.emplace_back([&, i] {
                Database mine{{.path = path, .writer = &writer}};
                ends[i] = end_of(bodies[i], mine);
                after(i, mine);
            });
            while (writer.writers() < i + 1) std::this_thread::yield();
        }
        hold.reset();
        for (std::thread& thread : threads) thread.join();
        return ends;
    }
    std::string end_of(const Body& body, Database& mine)
    {
        try {
            return db::write(mine, "test", told, body) ? "kept" : "given up";
        } catch (const std::exception& fault) {
            return fault.what();
        }
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(WriteGroupTest);

} // namespace
