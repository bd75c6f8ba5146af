// Transactions and statements are the same on every engine. Real SQLite files, and a real server.
#include "db/transaction.hpp"

#include "base/fault.hpp"
#include "support/postgres.hpp"
#include "support/temp_dir.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <cppunit/extensions/HelperMacros.h>

#include <atomic>
#include <iostream>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace {

using db::Database;
using db::ReadTxn;
using db::Writer;

class OnSqlite {
public:
    static bool is_installed() { return true; }
    [[nodiscard]] db::Options options() const { return {.path = directory.file("jobs.db")}; }

private:
    support::TempDir directory;
};

class OnPostgres {
public:
    static bool is_installed() { return support::Postgres::is_installed(); }
    [[nodiscard]] db::Options options() const { return {.path = {}, .url = url}; }

private:
    const std::string url = support::Postgres::here().fresh_url();
};

template <typename Engine> class Transactions : public CppUnit::TestFixture {
public:
    template <typename TestFixtureType>
    static void add_all(CppUnit::TestSuiteBuilderContext<TestFixtureType>& context)
    {
        if (!Engine::is_installed()) {
            std::cout << "skipped: transactions on PostgreSQL, which is not installed\n";
            return;
        }
        CPPUNIT_TEST(a_read_beside_a_write_is_a_fault);
        CPPUNIT_TEST(a_read_on_the_writer_of_others_is_a_fault);
        CPPUNIT_TEST(a_part_is_undone_alone);
        CPPUNIT_TEST(transactions_do_not_nest);
        CPPUNIT_TEST(a_statement_in_use_cannot_be_used_again);
        CPPUNIT_TEST(a_connection_does_not_cross_a_fork);
        CPPUNIT_TEST(bad_sql_is_a_fault_that_shows_it);
        CPPUNIT_TEST(what_was_not_committed_is_gone);
        CPPUNIT_TEST(an_error_inside_a_transaction_leaves_the_connection_usable);
        CPPUNIT_TEST(a_reader_sees_one_state);
        CPPUNIT_TEST(an_open_statement_is_named_and_reset_at_scope_end);
        CPPUNIT_TEST(a_body_that_throws_is_rolled_back);
        CPPUNIT_TEST(a_statement_still_in_use_is_no_commit);
        CPPUNIT_TEST(what_is_kept_is_told_once);
        CPPUNIT_TEST(many_threads_lose_nothing);
    }

private:
    Engine engine;

    struct Counter final : db::CommitNotice {
        void notify() noexcept override { ++count; }
        std::atomic<int> count = 0;
    };

    static void make_table(Database& database)
    {
        db::write(database, "test",
                  [](Writer& writer) { writer.run("CREATE TABLE t (a BIGINT)"); });
    }

    static void insert(Database& database, std::int64_t value)
    {
        db::write(database, "test",
                  [&](Writer& writer) { writer.run("INSERT INTO t VALUES (?1)", value); });
    }

    static std::int64_t count(db::Reader reader)
    {
        auto row = reader.query("SELECT count(*) FROM t");
        row.step();
        return row.integer(0);
    }

public:
    void a_read_beside_a_write_is_a_fault()
    {
        Database database{engine.options()};
        make_table(database);
        db::write(database, "test", [&](Writer& writer) {
            writer.run("INSERT INTO t VALUES (1)");
            CPPUNIT_ASSERT_EQUAL(std::int64_t{1}, count(writer));
            CPPUNIT_ASSERT_THROW(count(database), base::Fault);
        });
        CPPUNIT_ASSERT_EQUAL(std::int64_t{1}, count(database));
    }

    // Their threads write on it at any time.
    void a_read_on_the_writer_of_others_is_a_fault()
    {
        Database writer{engine.options()};
        make_table(writer);
        CPPUNIT_ASSERT_EQUAL(std::int64_t{0}, count(writer));
        auto options = engine.options();
        options.writer = &writer;
        Database mine{options};
        CPPUNIT_ASSERT_THROW(count(writer), base::Fault);
        db::write(mine, "test", [&](Writer& writes) {
            writes.run("INSERT INTO t VALUES (1)");
            CPPUNIT_ASSERT_EQUAL(std::int64_t{1}, count(writes));
        });
        CPPUNIT_ASSERT_EQUAL(std::int64_t{1}, count(mine));
    }

    void a_part_is_undone_alone()
    {
        Database database{engine.options()};
        make_table(database);
        const auto kept = db::write(database, "test", [](Writer& writer) {
            const auto part = [&](int value, bool is_kept) {
                return db::part(writer, [&] {
                    writer.run("INSERT INTO t VALUES (?1)", value);
                    return db::Outcome<int>{value, is_kept};
                });
            };
            writer.run("INSERT INTO t VALUES (1)");
            return db::keep(part(2, true) + part(4, false) + part(8, true));
        });
        CPPUNIT_ASSERT_EQUAL(14, kept);
        auto row = database.query("SELECT sum(a) FROM t");
        CPPUNIT_ASSERT(row.step());
        CPPUNIT_ASSERT_EQUAL(std::int64_t{11}, row.integer(0));
    }

    void transactions_do_not_nest()
    {
        Database database{engine.options()};
        {
            const ReadTxn outer{database};
            CPPUNIT_ASSERT_THROW(ReadTxn{database}, base::Fault);
            CPPUNIT_ASSERT_THROW(make_table(database), base::Fault);
        }
        make_table(database);
        db::write(database, "test", [&](Writer& writer) {
            CPPUNIT_ASSERT_THROW(insert(database, 1), base::Fault);
            CPPUNIT_ASSERT_THROW(ReadTxn{database}, base::Fault);
            writer.run("INSERT INTO t VALUES (2)");
        });
        CPPUNIT_ASSERT_EQUAL(std::int64_t{1}, count(database));
    }

    void a_statement_in_use_cannot_be_used_again()
    {
        Database database{engine.options()};
        make_table(database);
        insert(database, 1);
        static constexpr db::Select k_select = "SELECT a FROM t";
        auto first = database.query(k_select);
        CPPUNIT_ASSERT(first.step());
        CPPUNIT_ASSERT_THROW(static_cast<void>(database.query(k_select)), base::Fault);
        CPPUNIT_ASSERT_EQUAL(std::int64_t{1}, first.integer(0));
    }

    void a_connection_does_not_cross_a_fork()
    {
        Database database{engine.options()};
        const pid_t child = ::fork();
        if (child == 0) {
            try {
                make_table(database);
                ::_exit(1);
            } catch (const base::Fault&) {
                ::_exit(0);
            }
        }
        int status = -1;
        CPPUNIT_ASSERT_EQUAL(child, ::waitpid(child, &status, 0));
        CPPUNIT_ASSERT_EQUAL(0, status);
    }

    void bad_sql_is_a_fault_that_shows_it()
    {
        Database database{engine.options()};
        try {
            static_cast<void>(database.query("SELECT nonsense"));
            CPPUNIT_FAIL("nonsense ran");
        } catch (const base::Fault& fault) {
            CPPUNIT_ASSERT(std::string{fault.what()}.find("SELECT nonsense") != std::string::npos);
        }
    }

    void what_was_not_committed_is_gone()
    {
        Database database{engine.options()};
        make_table(database);
        const bool is_kept = db::write(database, "test", [](Writer& writer) {
            writer.run("INSERT INTO t VALUES (1)");
            CPPUNIT_ASSERT_EQUAL(std::int64_t{1}, count(writer));
            return false;
        });
        CPPUNIT_ASSERT(!is_kept);
        CPPUNIT_ASSERT_EQUAL(std::int64_t{0}, count(database));
    }

    void an_error_inside_a_transaction_leaves_the_connection_usable()
    {
        Database database{engine.options()};
        make_table(database);
        const auto broken = [](Writer& writer) {
            writer.run("INSERT INTO t VALUES (1)");
            writer.run("INSERT INTO absent VALUES (1)");
        };
        CPPUNIT_ASSERT_THROW(db::write(database, "test", broken), base::Fault);
        CPPUNIT_ASSERT_EQUAL(std::int64_t{0}, count(database));
        insert(database, 2);
        CPPUNIT_ASSERT_EQUAL(std::int64_t{1}, count(database));
    }

    void a_reader_sees_one_state()
    {
        Database writer{engine.options()};
        Database reader{engine.options()};
        make_table(writer);
        {
            const ReadTxn snapshot{reader};
            CPPUNIT_ASSERT_EQUAL(std::int64_t{0}, count(reader));
            insert(writer, 1);
            CPPUNIT_ASSERT_EQUAL(std::int64_t{0}, count(reader));
        }
        CPPUNIT_ASSERT_EQUAL(std::int64_t{1}, count(reader));
    }

    void an_open_statement_is_named_and_reset_at_scope_end()
    {
        Database database{engine.options()};
        make_table(database);
        insert(database, 1);
        {
            auto row = database.query("SELECT a FROM t");
            CPPUNIT_ASSERT(row.step());
            CPPUNIT_ASSERT(database.busy_statement() ==
                           std::optional<std::string>{"SELECT a FROM t"});
        }
        CPPUNIT_ASSERT(!database.busy_statement());
    }

    void a_body_that_throws_is_rolled_back()
    {
        Database database{engine.options()};
        make_table(database);
        const auto broken = [](Writer& writer) {
            writer.run("INSERT INTO t VALUES (1)");
            throw std::runtime_error{"broken"};
        };
        CPPUNIT_ASSERT_THROW(db::write(database, "test", broken), std::runtime_error);
        CPPUNIT_ASSERT_EQUAL(std::int64_t{0}, count(database));
        insert(database, 2);
        CPPUNIT_ASSERT_EQUAL(std::int64_t{1}, count(database));
    }

    void a_statement_still_in_use_is_no_commit()
    {
        Database database{engine.options()};
        make_table(database);
        std::unique_ptr<db::Statement> row;
        const auto leave_open = [&](Writer& writer) {
            writer.run("INSERT INTO t VALUES (1)");
            row.reset(new db::Statement(writer.query("SELECT a FROM t")));
            row->step();
        };
        CPPUNIT_ASSERT_THROW(db::write(database, "test", leave_open), base::Fault);
        row.reset();
        insert(database, 2);
        CPPUNIT_ASSERT_EQUAL(std::int64_t{1}, count(database));
    }

    void what_is_kept_is_told_once()
    {
        Database database{engine.options()};
        make_table(database);
        Counter told;
        const auto add = [&](bool is_kept) {
            return db::write(database, "test", told, [&](Writer& writer) {
                return writer.run("INSERT INTO t VALUES (1)") == 1 && is_kept;
            });
        };
        CPPUNIT_ASSERT(!add(false));
        CPPUNIT_ASSERT_EQUAL(0, told.count.load());
        CPPUNIT_ASSERT(add(true));
        CPPUNIT_ASSERT_EQUAL(1, told.count.load());
    }

    void many_threads_lose_nothing()
    {
        constexpr int k_threads = 6;
        constexpr int k_each = 20;
        auto options = engine.options();
        options.patience = std::chrono::seconds{30};
        Database all{options};
        make_table(all);
        std::vector<std::thread> threads;
        for (int thread = 0; thread < k_threads; ++thread)
            threads.emplace_back([&, thread] {
                auto own = options;
                own.writer = &all;
                Database mine{own};
                for (int i = 0; i < k_each; ++i)
                    db::write(mine, "test", [&](Writer& writer) {
                        writer.run("INSERT INTO t VALUES (?1)", thread * k_each + i);
                        return i % 5 != 0;
                    });
            });
        for (std::thread& thread : threads) thread.join();
        Database reader{options};
        auto row = reader.query("SELECT count(*), count(DISTINCT a), sum(a % 5) FROM t");
        row.step();
        CPPUNIT_ASSERT_EQUAL(std::int64_t{k_threads * k_each * 4 / 5}, row.integer(0));
        CPPUNIT_ASSERT_EQUAL(row.integer(0), row.integer(1));
        CPPUNIT_ASSERT_EQUAL(std::int64_t{k_threads * k_each / 5 * 10}, row.integer(2));
    }
};

class SqliteTransactionsTest : public Transactions<OnSqlite> {
    CPPUNIT_TEST_SUITE(SqliteTransactionsTest);
    add_all(context);
    CPPUNIT_TEST_SUITE_END();
};

class PostgresTransactionsTest : public Transactions<OnPostgres> {
    CPPUNIT_TEST_SUITE(PostgresTransactionsTest);
    add_all(context);
    CPPUNIT_TEST_SUITE_END();
};

CPPUNIT_TEST_SUITE_REGISTRATION(SqliteTransactionsTest);
CPPUNIT_TEST_SUITE_REGISTRATION(PostgresTransactionsTest);

} // namespace
