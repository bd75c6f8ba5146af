// What only a database server can do to us: it is away, ends connections, lets transactions meet.
#include "db/transaction.hpp"

#include "base/fault.hpp"
#include "support/postgres.hpp"

#include <cppunit/extensions/HelperMacros.h>

#include <atomic>
#include <condition_variable>
#include <functional>
#include <iostream>
#include <limits>
#include <mutex>
#include <string>
#include <thread>

namespace {

using db::Database;
using db::Writer;
using support::Postgres;
using namespace std::chrono_literals;

class PostgresTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(PostgresTest);
    CPPUNIT_TEST(a_garbage_url_is_a_clear_fault);
    CPPUNIT_TEST(a_server_that_is_away_is_an_answer);
    if (!Postgres::is_installed()) {
        std::cout << "skipped: most tests of PostgreSQL, which is not installed\n";
        return;
    }
    CPPUNIT_TEST(a_database_that_does_not_do_is_refused);
    CPPUNIT_TEST(the_settings_are_those_of_the_rules);
    CPPUNIT_TEST(what_only_sqlite_has_is_asked_of_none);
    CPPUNIT_TEST(a_question_mark_in_quotes_is_a_question_mark);
    CPPUNIT_TEST(values_come_back_as_they_went_in);
    CPPUNIT_TEST(a_value_that_does_not_fit_is_a_fault);
    CPPUNIT_TEST(an_argument_too_few_is_a_fault);
    CPPUNIT_TEST(a_body_that_could_not_be_serialized_runs_again);
    CPPUNIT_TEST(a_deadlock_is_retried);
    CPPUNIT_TEST(conflicts_without_end_are_a_fault);
    CPPUNIT_TEST(a_row_that_others_hold_is_waited_for_so_long);
    CPPUNIT_TEST(a_pool_without_a_place_is_waited_for_so_long);
    CPPUNIT_TEST(two_write_at_once);
    CPPUNIT_TEST_SUITE_END();

    std::string url = Postgres::is_installed() ? Postgres::here().fresh_url() : "";

    [[nodiscard]] db::Options options(std::chrono::milliseconds patience = 20s) const
    {
        return {.path = {}, .url = url, .patience = patience};
    }

    static std::string fault_of(const std::function<void()>& what)
    {
        try {
            what();
        } catch (const base::Fault& fault) {
            return fault.what();
        }
        return "none";
    }
    static void require_in(const std::string& text, std::string_view part)
    {
        CPPUNIT_ASSERT_MESSAGE(text, text.find(part) != std::string::npos);
    }
    static void ask(const std::string& address)
    {
        Database database{{.path = {}, .url = address}};
        static_cast<void>(database.query("SELECT 1"));
    }
    static std::string text_of(db::Reader reader, db::Select question)
    {
        auto row = reader.query(question);
        return row.step() ? std::string{row.text(0)} : std::string{"none"};
    }
    static std::int64_t integer_of(db::Reader reader, db::Select question)
    {
        auto row = reader.query(question);
        return row.step() ? row.integer(0) : -1;
    }
    static void make_table(Database& database)
    {
        db::write(database, "test", [](Writer& writer) {
            writer.run("CREATE TABLE t (id BIGINT PRIMARY KEY, n BIGINT NOT NULL)");
        });
        db::write(database, "test",
                  [](Writer& writer) { writer.run("INSERT INTO t VALUES (1, 0), (2, 0)"); });
    }
    static std::int64_t sum(Database& database)
    {
        return integer_of(database, "SELECT sum(n) FROM t");
    }
    // Threads that wait for each other, once.
    class Meeting {
    public:
        explicit Meeting(int size) : m_missing{size} {}
        void wait()
        {
            std::unique_lock lock{m_mutex};
            if (--m_missing <= 0) m_all_there.notify_all();
            m_all_there.wait_for(lock, 20s, [&] { return m_missing <= 0; });
        }

    private:
        std::mutex m_mutex;
        std::condition_variable m_all_there;
        int m_missing;
    };

public:
    void a_garbage_url_is_a_clear_fault()
    {
        for (const char* const each : {"mysql://a/b", "postgresql://a:b:c/d", "postgresql://%zz/x",
                                       "postgresql://h/d?no_such=1", "host=localhost"})
            CPPUNIT_ASSERT_THROW_MESSAGE(each, ask(each), base::Fault);
        require_in(fault_of([] { ask("postgresql://me:secret@h/d"); }), "credential");
    }

    void a_server_that_is_away_is_an_answer()
    {
        support::TempDir empty;
        CPPUNIT_ASSERT_THROW(ask("postgresql:///postgres?host=" + empty.path()), db::AwayFault);
        CPPUNIT_ASSERT_THROW(ask("postgresql://127.0.0.1:1/postgres"), db::AwayFault);
    }

    void a_database_that_does_not_do_is_refused()
    {
        Postgres& server = Postgres::here();
        server.run("CREATE DATABASE any_bytes ENCODING 'SQL_ASCII' TEMPLATE template0");
        require_in(fault_of([&] { ask(server.url("any_bytes")); }), "needed is UTF8");
        server.run("CREATE DATABASE ordered LC_COLLATE 'C.UTF-8' TEMPLATE template0");
        require_in(fault_of([&] { ask(server.url("ordered")); }), "needed is C");
    }

    void the_settings_are_those_of_the_rules()
    {
        Database database{options(5s)};
        const auto setting = [&](db::Select name) { return text_of(database, name); };
        CPPUNIT_ASSERT_EQUAL(std::string{"5000"}, setting("SELECT setting FROM pg_settings "
                                                          "WHERE name = 'statement_timeout'"));
        CPPUNIT_ASSERT_EQUAL(std::string{"5000"}, setting("SELECT setting FROM pg_settings "
                                                          "WHERE name = 'lock_timeout'"));
        CPPUNIT_ASSERT_EQUAL(std::string{"2000"},
                             setting("SELECT setting FROM pg_settings "
                                     "WHERE name = 'idle_in_transaction_session_timeout'"));
        CPPUNIT_ASSERT_EQUAL(std::string{"assay"},
                             setting("SELECT current_setting('application_name')"));
        db::write(database, "test", [&](Writer& writer) {
            CPPUNIT_ASSERT_EQUAL(
                std::string{"read committed"},
                text_of(writer, "SELECT current_setting('transaction_isolation')"));
        });
        const db::ReadTxn snapshot{database};
        CPPUNIT_ASSERT_EQUAL(std::string{"repeatable read"},
                             setting("SELECT current_setting('transaction_isolation')"));
    }

    void what_only_sqlite_has_is_asked_of_none()
    {
        Database database{options()};
        CPPUNIT_ASSERT(database.checkpoint(db::CheckpointMode::truncate).complete);
        CPPUNIT_ASSERT_EQUAL(std::int64_t{0}, database.wal_bytes());
        CPPUNIT_ASSERT_EQUAL(std::numeric_limits<std::int64_t>::max(), database.free_bytes());
    }

    void a_question_mark_in_quotes_is_a_question_mark()
    {
        Database database{options()};
        auto row = database.query("SELECT '?1 it''s ?2', CAST(?2 AS TEXT) AS \"why?1\", "
                                  "CAST(?1 AS TEXT), CAST(?2 AS TEXT)",
                                  "one", "two");
        CPPUNIT_ASSERT(row.step());
        CPPUNIT_ASSERT_EQUAL(std::string{"?1 it's ?2"}, std::string{row.text(0)});
        CPPUNIT_ASSERT_EQUAL(std::string{"two"}, std::string{row.text(1)});
        CPPUNIT_ASSERT_EQUAL(std::string{"one"}, std::string{row.text(2)});
        CPPUNIT_ASSERT_EQUAL(std::string{"two"}, std::string{row.text(3)});
    }

    void values_come_back_as_they_went_in()
    {
        Database database{options()};
        db::write(database, "test", [](Writer& writer) {
            writer.run("CREATE TABLE v (id BIGINT PRIMARY KEY, text TEXT, bytes BYTEA, n BIGINT)");
        });
        const std::string text = "na\xc3\xafve 'quoted'; DROP TABLE v; -- \\x00";
        const base::Bytes bytes{0, 1, 255, 0};
        constexpr db::Sql k_insert = "INSERT INTO v VALUES (?1, ?2, ?3, ?4)";
        db::write(database, "test", [&](Writer& writer) {
            writer.run(k_insert, 1, text, bytes, INT64_MIN);
            writer.run(k_insert, 2, std::string_view{}, base::Bytes{}, INT64_MAX);
            writer.run(k_insert, 3, std::optional<std::string>{}, std::optional<base::Bytes>{},
                       std::optional<std::int64_t>{});
        });
        auto row = database.query("SELECT text, bytes, n, n IS NULL, id > 1, sum(id) OVER () "
                                  "FROM v ORDER BY id");
        CPPUNIT_ASSERT(row.step());
        CPPUNIT_ASSERT(row.text(0) == text);
        CPPUNIT_ASSERT(base::Bytes(row.blob(1).begin(), row.blob(1).end()) == bytes);
        CPPUNIT_ASSERT_EQUAL(INT64_MIN, row.integer(2));
        CPPUNIT_ASSERT(row.integer(3) == 0 && row.integer(4) == 0 && row.integer(5) == 6);
        CPPUNIT_ASSERT(row.step());
        CPPUNIT_ASSERT(!row.is_null(0) && row.text(0).empty());
        CPPUNIT_ASSERT(!row.is_null(1) && row.blob(1).empty());
        CPPUNIT_ASSERT_EQUAL(INT64_MAX, row.integer(2));
        CPPUNIT_ASSERT(row.integer(4) == 1);
        CPPUNIT_ASSERT(row.step());
        CPPUNIT_ASSERT(row.is_null(0) && row.is_null(1) && row.is_null(2));
        CPPUNIT_ASSERT(row.text(0).empty() && row.blob(1).empty() && row.integer(2) == 0);
        CPPUNIT_ASSERT(row.integer(3) == 1);
        CPPUNIT_ASSERT(!row.step() && !row.step());
    }

    void a_value_that_does_not_fit_is_a_fault()
    {
        Database database{options()};
        auto row = database.query("SELECT 'words', 1e30, CAST(9223372036854775808 AS NUMERIC)");
        CPPUNIT_ASSERT(row.step());
        for (int column = 0; column < 3; ++column)
            CPPUNIT_ASSERT_THROW(static_cast<void>(row.integer(column)), base::Fault);
        const std::string zero{"a\0b", 3};
        require_in(
            fault_of([&] { static_cast<void>(database.query("SELECT CAST(?1 AS TEXT)", zero)); }),
            "zero byte");
    }

    void an_argument_too_few_is_a_fault()
    {
        Database database{options()};
        const std::string told = fault_of([&] {
            auto row = database.query("SELECT CAST(?1 AS TEXT), CAST(?2 AS TEXT)", 1);
            row.step();
        });
        require_in(told, "CAST(?2 AS TEXT)");
        CPPUNIT_ASSERT_MESSAGE(told, told.find("does not answer") == std::string::npos);
        require_in(fault_of([&] { static_cast<void>(database.query("SELECT ?1 IS NULL", 1)); }),
                   "42P18");
    }

    void a_body_that_could_not_be_serialized_runs_again()
    {
        Database mine{options()};
        Database other{options()};
        make_table(mine);
        int runs = 0;
        db::write(mine, "test", [&](Writer& writer) {
            writer.run("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ");
            CPPUNIT_ASSERT_EQUAL(std::int64_t{runs}, integer_of(writer, "SELECT sum(n) FROM t"));
            if (++runs == 1) add(other, 1);
            writer.run("UPDATE t SET n = n + 1 WHERE id = 1");
        });
        CPPUNIT_ASSERT_EQUAL(2, runs);
        CPPUNIT_ASSERT_EQUAL(std::int64_t{2}, sum(mine));
    }

    void a_deadlock_is_retried()
    {
        Database database{options()};
        make_table(database);
        Meeting meeting{2};
        std::atomic<int> runs = 0;
        const auto cross = [&](int first, int second) {
            Database mine{options()};
            db::write(mine, "test", [&](Writer& writer) {
                ++runs;
                writer.run("UPDATE t SET n = n + 1 WHERE id = ?1", first);
                meeting.wait();
                writer.run("UPDATE t SET n = n + 1 WHERE id = ?1", second);
            });
        };
        std::thread other{[&] { cross(2, 1); }};
        cross(1, 2);
        other.join();
        CPPUNIT_ASSERT_EQUAL(3, runs.load());
        CPPUNIT_ASSERT_EQUAL(std::int64_t{4}, sum(database));
    }

    void conflicts_without_end_are_a_fault()
    {
        Database mine{options()};
        Database other{options()};
        make_table(mine);
        int runs = 0;
        CPPUNIT_ASSERT_THROW(db::write(mine, "test",
                                       [&](Writer& writer) {
                                           writer.run("SET TRANSACTION ISOLATION LEVEL "
                                                      "REPEATABLE READ");
                                           integer_of(writer, "SELECT sum(n) FROM t");
                                           add(other, 1);
                                           ++runs;
                                           writer.run("UPDATE t SET n = 100 WHERE id = 1");
                                       }),
                             base::Fault);
        CPPUNIT_ASSERT_EQUAL(3, runs);
        CPPUNIT_ASSERT_EQUAL(std::int64_t{3}, sum(mine));
    }

    void a_row_that_others_hold_is_waited_for_so_long()
    {
        Database mine{options()};
        Database impatient{options(300ms)};
        make_table(mine);
        db::write(mine, "test", [&](Writer& writer) {
            writer.run("UPDATE t SET n = 1 WHERE id = 1");
            CPPUNIT_ASSERT_THROW(add(impatient, 1), db::HeldFault);
        });
        add(impatient, 1);
        CPPUNIT_ASSERT_EQUAL(std::int64_t{2}, sum(mine));
    }

    void a_pool_without_a_place_is_waited_for_so_long()
    {
        auto few = options(300ms);
        few.writers = 1;
        Database pool{few};
        make_table(pool);
        few.writer = &pool;
        Database mine{few};
        Database other{few};
        db::write(mine, "test", [&](Writer& writer) {
            CPPUNIT_ASSERT_EQUAL(std::size_t{1}, pool.writers());
            CPPUNIT_ASSERT_THROW(add(other, 2), db::HeldFault);
            writer.run("UPDATE t SET n = 1 WHERE id = 1");
        });
        CPPUNIT_ASSERT_EQUAL(std::size_t{0}, pool.writers());
        add(other, 1);
        CPPUNIT_ASSERT_EQUAL(std::int64_t{2}, sum(mine));
    }

    void two_write_at_once()
    {
        Database pool{options()};
        make_table(pool);
        auto shared = options();
        shared.writer = &pool;
        Database mine{shared};
        Database other{shared};
        db::write(mine, "test", [&](Writer& writer) {
            writer.run("UPDATE t SET n = 1 WHERE id = 1");
            add(other, 2);
        });
        CPPUNIT_ASSERT_EQUAL(std::int64_t{2}, sum(mine));
    }


private:
    static void add(Database& database, int id)
    {
        db::write(database, "test",
                  [&](Writer& writer) { writer.run("UPDATE t SET n = n + 1 WHERE id = ?1", id); });
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(PostgresTest);

} // namespace
