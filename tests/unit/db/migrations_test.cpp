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

using db::Database;
using db::Migration;
using db::Writer;

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

    static std::int64_t rows(Database& database)
    {
        auto row = database.query("SELECT count(*) FROM a");
        row.step();
        return row.integer(0);
    }

    static std::string fault_of(Database& database, std::span<const Migration> steps)
    {
        try {
            db::migrate(database, steps);
        } catch (const base::Fault& fault) {
            return fault.what();
        }
        return {};
    }

public:
    void a_newer_schema_is_refused()
    {
        Database database{{.path = path}};
        db::migrate(database, k_both);
        const std::string text = fault_of(database, k_first);
        CPPUNIT_ASSERT_MESSAGE(text, text.find("newer version") != std::string::npos);
        CPPUNIT_ASSERT_THROW(db::require_current_schema(database, k_first), base::Fault);
        CPPUNIT_ASSERT_EQUAL(std::int64_t{2}, rows(database));
    }

    void a_database_of_another_program_is_refused()
    {
        Database database{{.path = path}};
        db::write(database, "test", [](Writer& writer) { writer.run("CREATE TABLE a (x)"); });
        const std::string text = fault_of(database, k_first);
        CPPUNIT_ASSERT_MESSAGE(text,
                               text.find("not a database of this service") != std::string::npos);
        db::write(database, "test", [](Writer& writer) { writer.run("PRAGMA user_version=1"); });
        CPPUNIT_ASSERT(!fault_of(database, k_both).empty());
        CPPUNIT_ASSERT_EQUAL(std::int64_t{0}, rows(database));
    }

    void a_broken_step_leaves_everything_as_it_was()
    {
        Database database{{.path = path}};
        db::migrate(database, k_first);
        CPPUNIT_ASSERT(!fault_of(database, k_broken).empty());
        CPPUNIT_ASSERT_EQUAL(std::int64_t{1}, rows(database));
        db::require_current_schema(database, k_first);
        CPPUNIT_ASSERT_EQUAL(1, db::migrate(database, k_both));
        CPPUNIT_ASSERT_EQUAL(std::int64_t{2}, rows(database));
    }

    void a_broken_step_leaves_the_schema_protected()
    {
        constexpr Migration k_opening[] = {
            k_first[0],
            {2, "002_b", "PRAGMA writable_schema = ON; INSERT INTO nowhere VALUES (1);"},
        };
        Database database{{.path = path}};
        const std::string text = fault_of(database, k_opening);
        CPPUNIT_ASSERT_MESSAGE(text, text.find("nowhere") != std::string::npos);
        db::write(database, "test", [](Writer& writer) {
            CPPUNIT_ASSERT_THROW(writer.run("UPDATE sqlite_schema SET sql = sql"), base::Fault);
        });
    }

    void an_old_schema_is_refused_where_nobody_migrates()
    {
        Database database{{.path = path}};
        CPPUNIT_ASSERT_THROW(db::require_current_schema(database, k_first), base::Fault);
        db::migrate(database, k_first);
        db::require_current_schema(database, k_first);
        CPPUNIT_ASSERT_THROW(db::require_current_schema(database, k_both), base::Fault);
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
        Database database{{.path = path}};
        CPPUNIT_ASSERT_EQUAL(2, db::migrate(database, k_both));
        CPPUNIT_ASSERT_EQUAL(0, db::migrate(database, k_both));
        CPPUNIT_ASSERT_EQUAL(std::int64_t{2}, rows(database));
        CPPUNIT_ASSERT(!std::filesystem::exists(path + ".before-001"));
        CPPUNIT_ASSERT(!std::filesystem::exists(path + ".before-002"));
    }

    void a_database_with_data_is_copied_first()
    {
        Database database{{.path = path}};
        db::migrate(database, k_first);
        CPPUNIT_ASSERT_EQUAL(1, db::migrate(database, k_both));
        struct stat status {};
        CPPUNIT_ASSERT_EQUAL(0, ::stat((path + ".before-002").c_str(), &status));
        CPPUNIT_ASSERT_EQUAL(0640U, status.st_mode & 07777U);
        CPPUNIT_ASSERT(!std::filesystem::exists(path + ".before-002.part"));

        Database copy{{.path = path + ".before-002"}};
        db::require_current_schema(copy, k_first);
        CPPUNIT_ASSERT_EQUAL(std::int64_t{1}, rows(copy));
    }

    void a_copy_left_half_done_is_made_again()
    {
        Database database{{.path = path}};
        db::migrate(database, k_first);
        base::replace_file(path + ".before-002.part", "garbage", 0600);
        base::replace_file(path + ".before-002", "older", 0600);
        CPPUNIT_ASSERT_EQUAL(1, db::migrate(database, k_both));
        Database copy{{.path = path + ".before-002"}};
        CPPUNIT_ASSERT_EQUAL(std::int64_t{1}, rows(copy));
    }

    void many_at_once_make_each_step_once()
    {
        std::vector<int> made(4);
        std::vector<std::thread> threads;
        for (int& count : made)
            threads.emplace_back([&count, this] {
                Database database{{.path = path}};
                count = db::migrate(database, k_both);
            });
        for (std::thread& thread : threads) thread.join();
        CPPUNIT_ASSERT_EQUAL(2, made[0] + made[1] + made[2] + made[3]);
        Database database{{.path = path}};
        CPPUNIT_ASSERT_EQUAL(std::int64_t{2}, rows(database));
    }

    void the_schema_keeps_foreign_keys_and_checks()
    {
        Database database{{.path = path}};
        db::migrate(database);
        db::write(database, "test", [](Writer& writer) {
            CPPUNIT_ASSERT_THROW(
                writer.run("INSERT INTO job_body (job_seq, request) VALUES (1, '')"), base::Fault);
            CPPUNIT_ASSERT_THROW(
                writer.run(
                    "INSERT INTO jobs (job_id, rail, product, state, lane, client, price_atoms, "
                    "sla_sec, created_ms, updated_ms) "
                    "VALUES ('a', 'v2', 'p', 'running', 'l', 'c', 1, 1, 1, 1)"),
                base::Fault);
        });
    }

    // Migration 013 writes the text of two tables anew, also for who has the file open.
    void words_are_checked_without_their_lists()
    {
        Database database{{.path = path}};
        db::migrate(database, db::migrations().first(12));
        Database other{{.path = path}};
        db::write(other, "test", [](Writer& writer) {
            writer.run(
                "INSERT INTO jobs (seq, job_id, rail, product, state, lane, client, price_atoms, "
                "sla_sec, created_ms, updated_ms, queue_rank) "
                "VALUES (7, 'a', 'v2', 'p', 'queued', 'l', 'c', 1, 1, 1, 1, 1)");
        });
        db::migrate(database);
        for (Database* each : {&database, &other}) {
            auto lists = each->query("SELECT count(*) FROM sqlite_schema WHERE type <> 'index' "
                                     "AND tbl_name IN ('jobs', 'payment') "
                                     "AND (sql LIKE '%state IN (%,%,%' OR sql LIKE '%kept IN (%' "
                                     "OR sql LIKE '%phase IN (%')");
            lists.step();
            CPPUNIT_ASSERT_EQUAL(std::int64_t{0}, lists.integer(0));
        }
        db::write(other, "test", [](Writer& writer) {
            CPPUNIT_ASSERT_THROW(writer.run("UPDATE jobs SET state = 'x', queue_rank = NULL"),
                                 base::Fault);
            CPPUNIT_ASSERT_THROW(writer.run("UPDATE jobs SET kept = 'x'"), base::Fault);
            CPPUNIT_ASSERT_THROW(pay_as(writer, "x"), base::Fault);
            CPPUNIT_ASSERT_EQUAL(1, pay_as(writer, "settled"));
            CPPUNIT_ASSERT_EQUAL(1,
                                 writer.run("UPDATE jobs SET state = 'running', queue_rank = NULL, "
                                            "worker = 'w', lease_until_ms = 1, kept = 'result'"));
            auto load =
                writer.query("SELECT group_concat(state || ' ' || jobs, ', ') FROM lane_load");
            load.step();
            CPPUNIT_ASSERT_EQUAL(std::string{"queued 0, running 1"}, std::string{load.text(0)});
        });
    }

private:
    static int pay_as(Writer& writer, std::string_view phase)
    {
        return writer.run("INSERT INTO payment (job_seq, network, asset, payer, nonce, phase, "
                          "value_atoms, valid_before_s, owner, lease_until_ms, request_digest, "
                          "created_ms, updated_ms, signature, payload) VALUES (7, 'n', "
                          "zeroblob(20), zeroblob(20), zeroblob(32), ?1, 1, 1, '', 1, "
                          "zeroblob(32), 1, 1, x'', '')",
                          phase);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(MigrationsTest);

} // namespace
