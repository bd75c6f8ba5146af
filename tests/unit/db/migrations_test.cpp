// The schema only moves forward, one whole step at a time, with a copy of what was there.
#include "db/migrations.hpp"

#include "base/fault.hpp"
#include "base/fd.hpp"
#include "db/transaction.hpp"
#include "support/temp_dir.hpp"

#include <sys/stat.h>

#include <cppunit/extensions/HelperMacros.h>

#include <filesystem>
#include <thread>
#include <vector>

namespace {

using db::Connection;
using db::Migration;

constexpr Migration k_first[] = {
    {1, "001_a", "CREATE TABLE a (x ANY) STRICT; INSERT INTO a VALUES (1);"}};
constexpr Migration k_both[] = {
    {1, "001_a", "CREATE TABLE a (x ANY) STRICT; INSERT INTO a VALUES (1);"},
    {2, "002_b", "CREATE TABLE b (x ANY) STRICT; INSERT INTO a VALUES (2);"},
};
constexpr Migration k_broken[] = {
    {1, "001_a", "CREATE TABLE a (x ANY) STRICT; INSERT INTO a VALUES (1);"},
    {2, "002_b", "INSERT INTO a VALUES (2); INSERT INTO nowhere VALUES (1);"},
};

class MigrationsTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(MigrationsTest);
    CPPUNIT_TEST(a_newer_schema_is_refused);
    CPPUNIT_TEST(a_database_of_another_program_is_refused);
    CPPUNIT_TEST(a_broken_step_leaves_everything_as_it_was);
    CPPUNIT_TEST(a_broken_step_leaves_the_schema_protected);
    CPPUNIT_TEST(an_old_schema_is_refused_where_nobody_migrates);
    CPPUNIT_TEST(the_embedded_steps_are_numbered_without_gaps);
    CPPUNIT_TEST(a_new_database_gets_all_steps_and_no_copy);
    CPPUNIT_TEST(a_database_with_data_is_copied_first);
    CPPUNIT_TEST(a_copy_left_half_done_is_made_again);
    CPPUNIT_TEST(many_at_once_make_each_step_once);
    CPPUNIT_TEST(the_schema_keeps_foreign_keys_and_checks);
    CPPUNIT_TEST(words_are_checked_without_their_lists);
    CPPUNIT_TEST_SUITE_END();

    support::TempDir directory;
    std::string path = directory.file("it's jobs.db");

    static std::int64_t rows(Connection& connection)
    {
        auto row = connection.query("SELECT count(*) FROM a");
        row.step();
        return row.integer(0);
    }

    static std::string fault_of(Connection& connection, std::span<const Migration> steps)
    {
        try {
            db::migrate(connection, steps);
        } catch (const base::Fault& fault) {
            return fault.what();
        }
        return {};
    }

public:
    void a_newer_schema_is_refused()
    {
        Connection connection{{.path = path}};
        db::migrate(connection, k_both);
        const std::string text = fault_of(connection, k_first);
        CPPUNIT_ASSERT_MESSAGE(text, text.find("newer version") != std::string::npos);
        CPPUNIT_ASSERT_THROW(db::require_current_schema(connection, k_first), base::Fault);
        CPPUNIT_ASSERT_EQUAL(std::int64_t{2}, rows(connection));
    }

    void a_database_of_another_program_is_refused()
    {
        Connection connection{{.path = path}};
        {
            db::WriteTxn transaction{connection, "test"};
            connection.run("CREATE TABLE a (x)");
            transaction.commit();
        }
        const std::string text = fault_of(connection, k_first);
        CPPUNIT_ASSERT_MESSAGE(text,
                               text.find("not a database of this service") != std::string::npos);
        {
            db::WriteTxn transaction{connection, "test"};
            connection.run("PRAGMA user_version=1");
            transaction.commit();
        }
        CPPUNIT_ASSERT(!fault_of(connection, k_both).empty());
        CPPUNIT_ASSERT_EQUAL(std::int64_t{0}, rows(connection));
    }

    void a_broken_step_leaves_everything_as_it_was()
    {
        Connection connection{{.path = path}};
        db::migrate(connection, k_first);
        CPPUNIT_ASSERT(!fault_of(connection, k_broken).empty());
        CPPUNIT_ASSERT_EQUAL(std::int64_t{1}, rows(connection));
        db::require_current_schema(connection, k_first);
        CPPUNIT_ASSERT_EQUAL(1, db::migrate(connection, k_both));
        CPPUNIT_ASSERT_EQUAL(std::int64_t{2}, rows(connection));
    }

    void a_broken_step_leaves_the_schema_protected()
    {
        constexpr Migration k_opening[] = {
            k_first[0],
            {2, "002_b", "PRAGMA writable_schema = ON; INSERT INTO nowhere VALUES (1);"},
        };
        Connection connection{{.path = path}};
        const std::string text = fault_of(connection, k_opening);
        CPPUNIT_ASSERT_MESSAGE(text, text.find("nowhere") != std::string::npos);
        const db::WriteTxn transaction{connection, "test"};
        CPPUNIT_ASSERT_THROW(connection.run("UPDATE sqlite_schema SET sql = sql"), base::Fault);
    }

    void an_old_schema_is_refused_where_nobody_migrates()
    {
        Connection connection{{.path = path}};
        CPPUNIT_ASSERT_THROW(db::require_current_schema(connection, k_first), base::Fault);
        db::migrate(connection, k_first);
        db::require_current_schema(connection, k_first);
        CPPUNIT_ASSERT_THROW(db::require_current_schema(connection, k_both), base::Fault);
    }

    void the_embedded_steps_are_numbered_without_gaps()
    {
        int expected = 0;
        for (const Migration& step : db::migrations())
            CPPUNIT_ASSERT_EQUAL(++expected, step.number);
        CPPUNIT_ASSERT(expected > 0);
    }

    void a_new_database_gets_all_steps_and_no_copy()
    {
        Connection connection{{.path = path}};
        CPPUNIT_ASSERT_EQUAL(2, db::migrate(connection, k_both));
        CPPUNIT_ASSERT_EQUAL(0, db::migrate(connection, k_both));
        CPPUNIT_ASSERT_EQUAL(std::int64_t{2}, rows(connection));
        CPPUNIT_ASSERT(!std::filesystem::exists(path + ".before-001"));
        CPPUNIT_ASSERT(!std::filesystem::exists(path + ".before-002"));
    }

    void a_database_with_data_is_copied_first()
    {
        Connection connection{{.path = path}};
        db::migrate(connection, k_first);
        CPPUNIT_ASSERT_EQUAL(1, db::migrate(connection, k_both));
        struct stat status {};
        CPPUNIT_ASSERT_EQUAL(0, ::stat((path + ".before-002").c_str(), &status));
        CPPUNIT_ASSERT_EQUAL(0640U, status.st_mode & 07777U);
        CPPUNIT_ASSERT(!std::filesystem::exists(path + ".before-002.part"));

        Connection copy{{.path = path + ".before-002"}};
        db::require_current_schema(copy, k_first);
        CPPUNIT_ASSERT_EQUAL(std::int64_t{1}, rows(copy));
    }

    void a_copy_left_half_done_is_made_again()
    {
        Connection connection{{.path = path}};
        db::migrate(connection, k_first);
        base::replace_file(path + ".before-002.part", "garbage", 0600);
        base::replace_file(path + ".before-002", "older", 0600);
        CPPUNIT_ASSERT_EQUAL(1, db::migrate(connection, k_both));
        Connection copy{{.path = path + ".before-002"}};
        CPPUNIT_ASSERT_EQUAL(std::int64_t{1}, rows(copy));
    }

    void many_at_once_make_each_step_once()
    {
        std::vector<int> made(4);
        std::vector<std::thread> threads;
        for (int& count : made)
            threads.emplace_back([&count, this] {
                Connection connection{{.path = path}};
                count = db::migrate(connection, k_both);
            });
        for (std::thread& thread : threads) thread.join();
        CPPUNIT_ASSERT_EQUAL(2, made[0] + made[1] + made[2] + made[3]);
        Connection connection{{.path = path}};
        CPPUNIT_ASSERT_EQUAL(std::int64_t{2}, rows(connection));
    }

    void the_schema_keeps_foreign_keys_and_checks()
    {
        Connection connection{{.path = path}};
        db::migrate(connection);
        const db::WriteTxn transaction{connection, "test"};
        CPPUNIT_ASSERT_THROW(
            connection.run("INSERT INTO job_body (job_seq, request) VALUES (1, '')"), base::Fault);
        CPPUNIT_ASSERT_THROW(
            connection.run(
                "INSERT INTO jobs (job_id, rail, product, state, lane, client, price_atoms, "
                "sla_sec, created_ms, updated_ms) "
                "VALUES ('a', 'v2', 'p', 'running', 'l', 'c', 1, 1, 1, 1)"),
            base::Fault);
    }

    // Migration 013 writes the text of two tables anew, also for who has the file open.
    void words_are_checked_without_their_lists()
    {
        Connection connection{{.path = path}};
        db::migrate(connection, db::migrations().first(12));
        Connection other{{.path = path}};
        db::WriteTxn before{other, "test"};
        other.run("INSERT INTO jobs (seq, job_id, rail, product, state, lane, client, price_atoms, "
                  "sla_sec, created_ms, updated_ms, queue_rank) "
                  "VALUES (7, 'a', 'v2', 'p', 'queued', 'l', 'c', 1, 1, 1, 1, 1)");
        before.commit();
        db::migrate(connection);
        for (Connection* each : {&connection, &other}) {
            auto lists = each->query("SELECT count(*) FROM sqlite_schema WHERE type <> 'index' "
                                     "AND tbl_name IN ('jobs', 'payment') "
                                     "AND (sql LIKE '%state IN (%,%,%' OR sql LIKE '%kept IN (%' "
                                     "OR sql LIKE '%phase IN (%')");
            lists.step();
            CPPUNIT_ASSERT_EQUAL(std::int64_t{0}, lists.integer(0));
        }
        const db::WriteTxn transaction{other, "test"};
        CPPUNIT_ASSERT_THROW(other.run("UPDATE jobs SET state = 'x', queue_rank = NULL"),
                             base::Fault);
        CPPUNIT_ASSERT_THROW(other.run("UPDATE jobs SET kept = 'x'"), base::Fault);
        CPPUNIT_ASSERT_THROW(pay_as(other, "x"), base::Fault);
        CPPUNIT_ASSERT_EQUAL(1, pay_as(other, "settled"));
        CPPUNIT_ASSERT_EQUAL(1, other.run("UPDATE jobs SET state = 'running', queue_rank = NULL, "
                                          "worker = 'w', lease_until_ms = 1, kept = 'result'"));
        auto load = other.query("SELECT group_concat(state || ' ' || jobs, ', ') FROM lane_load");
        load.step();
        CPPUNIT_ASSERT_EQUAL(std::string{"queued 0, running 1"}, std::string{load.text(0)});
    }

private:
    static int pay_as(Connection& connection, std::string_view phase)
    {
        return connection.run("INSERT INTO payment (job_seq, network, asset, payer, nonce, phase, "
                              "value_atoms, valid_before_s, owner, lease_until_ms, request_digest, "
                              "created_ms, updated_ms, signature, payload) VALUES (7, 'n', "
                              "zeroblob(20), zeroblob(20), zeroblob(32), ?1, 1, 1, '', 1, "
                              "zeroblob(32), 1, 1, x'', '')",
                              phase);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(MigrationsTest);

} // namespace
