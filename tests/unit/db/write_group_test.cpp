// Threads that share a connection for their write transactions: each is kept or not as if it were
// alone, and none is told before it is on disk.
#include "db/transaction.hpp"

#include "base/fault.hpp"
#include "support/temp_dir.hpp"

#include <cppunit/extensions/HelperMacros.h>

#include <algorithm>
#include <atomic>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace {

using db::Connection;
using db::WriteTxn;
using namespace std::chrono_literals;

class WriteGroupTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(WriteGroupTest);
    CPPUNIT_TEST(a_turn_that_does_not_come_is_a_fault);
    CPPUNIT_TEST(a_transaction_inside_another_is_a_fault);
    CPPUNIT_TEST(a_statement_still_in_use_is_no_commit);
    CPPUNIT_TEST(a_body_whose_turn_does_not_come_is_never_run);
    CPPUNIT_TEST(a_connection_that_cannot_begin_is_opened_anew);
    CPPUNIT_TEST(a_commit_that_fails_fails_for_all_in_it);
    CPPUNIT_TEST(what_sqlite_rolls_back_fails_for_all_before_it);
    CPPUNIT_TEST(one_that_gives_up_takes_nothing_from_the_others);
    CPPUNIT_TEST(one_that_gives_up_can_read_what_made_him);
    CPPUNIT_TEST(those_that_wait_share_a_commit);
    CPPUNIT_TEST(a_scope_waits_for_its_turn_among_them);
    CPPUNIT_TEST(a_crowd_that_gives_up_keeps_nobody_for_ever);
    CPPUNIT_TEST(nobody_is_told_of_what_is_given_up);
    CPPUNIT_TEST(what_a_body_makes_comes_back);
    CPPUNIT_TEST(many_threads_lose_nothing);
    CPPUNIT_TEST_SUITE_END();

    support::TempDir directory;
    const std::string path = directory.file("jobs.db");
    Connection writer{{.path = path, .patience = 20s}};
    Connection reader{{.path = path}};

    struct Counter final : db::CommitNotice {
        void notify() noexcept override { ++count; }
        std::atomic<int> count = 0;
    };
    Counter told; // of every transaction of together()

    // What a thread makes of its transaction: "kept", "given up", or a fault.
    using Body = std::function<bool(Connection&)>;

public:
    void setUp() override
    {
        WriteTxn transaction{reader, "test"};
        reader.run("CREATE TABLE parent (id INTEGER PRIMARY KEY)");
        reader.run("CREATE TABLE tally (id INTEGER PRIMARY KEY, parent INTEGER "
                   "REFERENCES parent (id) DEFERRABLE INITIALLY DEFERRED)");
        transaction.commit();
    }

    void a_turn_that_does_not_come_is_a_fault()
    {
        Connection impatient{{.path = path, .patience = 20ms}};
        Connection mine{{.path = path, .writer = &impatient}};
        Connection other{{.path = path, .writer = &impatient}};
        {
            WriteTxn first{mine, "test"};
            std::thread{[&] {
                CPPUNIT_ASSERT_THROW((WriteTxn{other, "test"}), base::Fault);
            }}.join();
            add(mine, 1);
            first.commit();
        }
        WriteTxn later{other, "test"};
        add(other, 2);
        later.commit();
        CPPUNIT_ASSERT_EQUAL(std::string{"1 2"}, kept());
    }

    void a_transaction_inside_another_is_a_fault()
    {
        Connection mine{{.path = path, .writer = &writer}};
        WriteTxn outer{mine, "test"};
        CPPUNIT_ASSERT_THROW((WriteTxn{mine, "test"}), base::Fault);
        CPPUNIT_ASSERT_THROW((db::ReadTxn{mine}), base::Fault);
        add(mine, 1);
        outer.commit();
        CPPUNIT_ASSERT_THROW(add(mine, 2), base::Fault);
        CPPUNIT_ASSERT_EQUAL(std::string{"1"}, kept());
    }

    void a_statement_still_in_use_is_no_commit()
    {
        Connection mine{{.path = path, .writer = &writer}};
        {
            WriteTxn transaction{mine, "test"};
            add(mine, 1);
            auto row = mine.query("SELECT id FROM tally");
            row.step();
            CPPUNIT_ASSERT_THROW(transaction.commit(), base::Fault);
        }
        CPPUNIT_ASSERT_EQUAL(std::string{}, kept());
        one_alone_is_kept();
    }

    void a_body_whose_turn_does_not_come_is_never_run()
    {
        Connection impatient{{.path = path, .patience = 20ms}};
        Connection mine{{.path = path, .writer = &impatient}};
        Connection other{{.path = path, .writer = &impatient}};
        WriteTxn first{mine, "test"};
        std::thread{[&] {
            CPPUNIT_ASSERT_THROW(db::write(other, "test", [&] { return add(other, 2); }),
                                 base::Fault);
            CPPUNIT_ASSERT_THROW(add(other, 3), base::Fault); // it is in no transaction
        }}.join();
        add(mine, 1);
        first.commit();
        CPPUNIT_ASSERT_EQUAL(std::string{"1"}, kept());
        CPPUNIT_ASSERT(db::write(other, "test", [&] { return add(other, 4); }));
        CPPUNIT_ASSERT_EQUAL(std::string{"1 4"}, kept());
    }

    void a_connection_that_cannot_begin_is_opened_anew()
    {
        Connection mine{{.path = path, .writer = &writer}};
        writer.run("BEGIN"); // as after a rollback that failed
        CPPUNIT_ASSERT_THROW((WriteTxn{mine, "test"}), base::Fault);
        one_alone_is_kept();
        WriteTxn again{mine, "test"};
        add(mine, 100);
        again.commit();
        CPPUNIT_ASSERT_EQUAL(std::string{"99 100"}, kept());
    }

    void a_commit_that_fails_fails_for_all_in_it()
    {
        const auto ends = together({
            [](Connection& mine) { return add(mine, 1); },
            [](Connection& mine) {
                return mine.run("INSERT INTO tally (id, parent) VALUES (2, 77)") == 1;
            },
            [](Connection& mine) { return add(mine, 3); },
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
            [](Connection& mine) { return add(mine, 1); },
            [](Connection& mine) {
                return mine.run("INSERT OR ROLLBACK INTO parent (id) VALUES (1)") == 1;
            },
            [](Connection& mine) { return add(mine, 3); },
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
            [](Connection& mine) { return !add(mine, 1); },
            [](Connection& mine) { return add(mine, 2); },
            [](Connection& mine) -> bool {
                add(mine, 3);
                throw std::runtime_error{"broken"};
            },
            [](Connection& mine) { return !add(mine, 4); },
            [](Connection& mine) { return add(mine, 5); },
            [](Connection& mine) { return !add(mine, 6); },
        });
        std::string all;
        for (const std::string& end : ends) all += end + ", ";
        CPPUNIT_ASSERT_EQUAL(std::string{"given up, kept, broken, given up, kept, given up, "},
                             all);
        CPPUNIT_ASSERT_EQUAL(std::string{"2 5"}, kept());
        one_alone_is_kept();
    }

    void one_that_gives_up_can_read_what_made_him()
    {
        std::string seen;
        const auto ends = together(
            {
                [](Connection& mine) { return add(mine, 1); },
                [](Connection& mine) {
                    return mine.run("INSERT INTO tally (id) VALUES (1) ON CONFLICT DO NOTHING") ==
                           1;
                },
            },
            [&](std::size_t number, Connection& mine) {
                if (number == 1) seen = ids(mine);
            });
        CPPUNIT_ASSERT_EQUAL(std::string{"given up"}, ends[1]);
        CPPUNIT_ASSERT_EQUAL(std::string{"1"}, seen);
    }

    void those_that_wait_share_a_commit()
    {
        std::vector<Body> bodies;
        for (int i = 1; i <= 8; ++i)
            bodies.emplace_back([i](Connection& mine) { return add(mine, i); });
        const auto before = reader.wal_bytes();
        std::atomic<int> early = 0; // went on before anybody was told
        for (const std::string& end :
             together(bodies, [&](std::size_t, Connection&) { early += told.count == 0; }))
            CPPUNIT_ASSERT_EQUAL(std::string{"kept"}, end);
        CPPUNIT_ASSERT_EQUAL(std::string{"1 2 3 4 5 6 7 8"}, kept());
        CPPUNIT_ASSERT_EQUAL(0, early.load());
        CPPUNIT_ASSERT_EQUAL(1, told.count.load());
        // One page of the table, once, and its frame's header.
        CPPUNIT_ASSERT_EQUAL(before + 4096 + 24, reader.wal_bytes());
    }

    void a_scope_waits_for_its_turn_among_them()
    {
        // The gate is held against the first; what comes after the scope joins it.
        std::vector<std::thread> threads;
        std::optional<db::Gate> gate{std::in_place, path + ".lock", 5s};
        std::optional<db::Gate::Hold> hold{std::in_place, *gate};
        for (int i = 1; i <= 6; ++i) {
            threads.emplace_back([&, i] {
                Connection mine{{.path = path, .writer = &writer}};
                if (i != 3) {
                    CPPUNIT_ASSERT(db::write(mine, "test", [&] { return add(mine, i); }));
                    return;
                }
                WriteTxn transaction{mine, "test"};
                CPPUNIT_ASSERT_EQUAL(std::string{"1 2"}, ids(mine));
                add(mine, i);
                transaction.commit();
            });
            while (writer.writers() < static_cast<std::size_t>(i)) std::this_thread::yield();
        }
        const auto before = reader.wal_bytes();
        hold.reset();
        for (std::thread& thread : threads) thread.join();
        CPPUNIT_ASSERT_EQUAL(std::string{"1 2 3 4 5 6"}, kept());
        CPPUNIT_ASSERT_EQUAL(before + 2 * (4096 + 24), reader.wal_bytes());
    }

    // However many there are, whoever has the turn gets his answer.
    void a_crowd_that_gives_up_keeps_nobody_for_ever()
    {
        std::vector<Body> bodies{[](Connection& mine) { return add(mine, 1); }};
        for (int i = 0; i < 80; ++i)
            bodies.emplace_back([](Connection& mine) { return !add(mine, 2); });
        bodies.emplace_back([](Connection& mine) { return add(mine, 3); });
        const auto ends = together(bodies);
        CPPUNIT_ASSERT_EQUAL(std::string{"kept"}, ends.front());
        CPPUNIT_ASSERT_EQUAL(std::string{"kept"}, ends.back());
        CPPUNIT_ASSERT_EQUAL(std::ptrdiff_t{80}, std::ranges::count(ends, "given up"));
        CPPUNIT_ASSERT_EQUAL(std::string{"1 3"}, kept());
    }

    void nobody_is_told_of_what_is_given_up()
    {
        together({[](Connection& mine) { return !add(mine, 1); }});
        CPPUNIT_ASSERT_EQUAL(0, told.count.load());
        one_alone_is_kept();
        CPPUNIT_ASSERT_EQUAL(1, told.count.load());
        Counter other;
        Connection mine{{.path = path, .writer = &writer}};
        CPPUNIT_ASSERT(db::write(mine, "test", other, [&] { return add(mine, 2); }));
        CPPUNIT_ASSERT(db::write(mine, "test", [&] { return add(mine, 3); }));
        CPPUNIT_ASSERT_EQUAL(1, other.count.load());
        CPPUNIT_ASSERT_EQUAL(1, told.count.load());
    }

    void what_a_body_makes_comes_back()
    {
        Connection mine{{.path = path, .writer = &writer}};
        const auto made = [&](int id) {
            return db::write(mine, "test", [&]() -> std::optional<std::string> {
                if (add(mine, id); id == 2) return std::nullopt;
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
                Connection mine{{.path = path, .writer = &writer}};
                for (int i = 0; i < k_each; ++i) {
                    const auto add_one = [&] { return add(mine, thread * k_each + i); };
                    if (i % 3 == 0) {
                        WriteTxn transaction{mine, "test"};
                        add_one();
                        if (i % 5 != 0) transaction.commit();
                    } else {
                        db::write(mine, "test", [&] { return add_one() && i % 5 != 0; });
                    }
                }
            });
        for (std::thread& thread : threads) thread.join();
        auto row = reader.query("SELECT count(*), sum(id % 5 = 0) FROM tally");
        row.step();
        CPPUNIT_ASSERT_EQUAL(std::int64_t{k_threads * k_each * 4 / 5}, row.integer(0));
        CPPUNIT_ASSERT_EQUAL(std::int64_t{0}, row.integer(1));
    }

private:
    static bool add(Connection& connection, int id)
    {
        return connection.run("INSERT INTO tally (id) VALUES (?1)", id) == 1;
    }
    void add_parent()
    {
        WriteTxn transaction{reader, "test"};
        reader.run("INSERT INTO parent (id) VALUES (1)");
        transaction.commit();
    }
    static std::string ids(Connection& connection)
    {
        std::string out;
        auto row = connection.query("SELECT id FROM tally ORDER BY id");
        while (row.step()) out += (out.empty() ? "" : " ") + std::to_string(row.integer(0));
        return out;
    }
    std::string kept() { return ids(reader); }

    void one_alone_is_kept()
    {
        const auto ends = together({[](Connection& mine) { return add(mine, 99); }});
        CPPUNIT_ASSERT_EQUAL(std::string{"kept"}, ends[0]);
        CPPUNIT_ASSERT(kept().ends_with("99"));
    }

    // One thread for each body, in this order, all waiting before the first one may begin: the gate
    // is held against it. `after` is called in the thread whose transaction is over.
    std::vector<std::string> together(
        const std::vector<Body>& bodies,
        const std::function<void(std::size_t, Connection&)>& after = [](std::size_t, Connection&) {
        })
    {
        std::vector<std::string> ends(bodies.size());
        std::vector<std::thread> threads;
        std::optional<db::Gate> gate{std::in_place, path + ".lock", 5s};
        std::optional<db::Gate::Hold> hold{std::in_place, *gate};
        for (std::size_t i = 0; i < bodies.size(); ++i) {
            threads.emplace_back([&, i] {
                Connection mine{{.path = path, .writer = &writer}};
                ends[i] = end_of(bodies[i], mine);
                after(i, mine);
            });
            while (writer.writers() < i + 1) std::this_thread::yield();
        }
        hold.reset();
        for (std::thread& thread : threads) thread.join();
        return ends;
    }
    std::string end_of(const Body& body, Connection& mine)
    {
        try {
            return db::write(mine, "test", told, [&] { return body(mine); }) ? "kept" : "given up";
        } catch (const std::exception& fault) {
            return fault.what();
        }
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(WriteGroupTest);

} // namespace
