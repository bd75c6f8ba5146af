// A connection is set up by the house rules, and mistakes with it are loud. Real SQLite files.
#include "db/connection.hpp"

#include "base/fault.hpp"
#include "base/fd.hpp"
#include "db/transaction.hpp"
#include "support/temp_dir.hpp"

#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cppunit/extensions/HelperMacros.h>

#include <filesystem>
#include <optional>
#include <string>

namespace {

using db::CheckpointMode;
using db::Connection;
using db::ReadTxn;
using db::WriteTxn;
using namespace std::chrono_literals;

class ConnectionTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(ConnectionTest);
    CPPUNIT_TEST(a_missing_directory_is_a_fault);
    CPPUNIT_TEST(a_garbage_file_is_a_clear_fault);
    CPPUNIT_TEST(a_write_outside_a_transaction_is_a_fault);
    CPPUNIT_TEST(transactions_do_not_nest);
    CPPUNIT_TEST(a_statement_in_use_cannot_be_used_again);
    CPPUNIT_TEST(a_connection_does_not_cross_a_fork);
    CPPUNIT_TEST(bad_sql_is_a_fault_that_shows_it);
    CPPUNIT_TEST(what_was_not_committed_is_gone);
    CPPUNIT_TEST(an_error_inside_a_transaction_leaves_the_connection_usable);
    CPPUNIT_TEST(the_settings_are_those_of_the_rules);
    CPPUNIT_TEST(files_have_their_modes_whatever_the_umask);
    CPPUNIT_TEST(a_reader_sees_one_state);
    CPPUNIT_TEST(values_come_back_as_they_went_in);
    CPPUNIT_TEST(an_open_statement_is_named_and_reset_at_scope_end);
    CPPUNIT_TEST(closing_leaves_the_wal_alone);
    CPPUNIT_TEST(a_checkpoint_empties_the_wal);
    CPPUNIT_TEST(a_checkpoint_does_not_wait_long_for_a_reader);
    CPPUNIT_TEST_SUITE_END();

    support::TempDir directory;
    std::string path = directory.file("jobs.db");

    // A table to write to; made under the gate like everything else.
    static void make_table(Connection& connection)
    {
        WriteTxn transaction{connection, "test"};
        connection.run("CREATE TABLE t (a)");
        transaction.commit();
    }

    static void insert(Connection& connection, std::int64_t value)
    {
        WriteTxn transaction{connection, "test"};
        connection.run("INSERT INTO t VALUES (?1)", value);
        transaction.commit();
    }

    static std::int64_t count(Connection& connection)
    {
        auto row = connection.query("SELECT count(*) FROM t");
        row.step();
        return row.integer(0);
    }

    static std::string setting(Connection& connection, db::Sql pragma)
    {
        auto row = connection.query(pragma);
        return row.step() ? std::string{row.text(0)} : std::string{};
    }

    static unsigned mode_of(const std::string& file)
    {
        struct stat status {};
        return ::stat(file.c_str(), &status) == 0 ? status.st_mode & 07777U : 0;
    }

public:
    void a_missing_directory_is_a_fault()
    {
        CPPUNIT_ASSERT_THROW(Connection{{.path = directory.file("absent/jobs.db")}}, base::Fault);
    }

    void a_garbage_file_is_a_clear_fault()
    {
        base::replace_file(path, std::string(5000, 'x'), 0640);
        try {
            const Connection connection{{.path = path}};
            CPPUNIT_FAIL("a garbage file was opened");
        } catch (const base::Fault& fault) {
            const std::string text = fault.what();
            CPPUNIT_ASSERT_MESSAGE(text, text.find("not a database") != std::string::npos);
            CPPUNIT_ASSERT_MESSAGE(text, text.find(path) != std::string::npos);
        }
    }

    void a_write_outside_a_transaction_is_a_fault()
    {
        Connection connection{{.path = path}};
        CPPUNIT_ASSERT_THROW(connection.run("CREATE TABLE t (a)"), base::Fault);
        make_table(connection);
        CPPUNIT_ASSERT_THROW(connection.run("INSERT INTO t VALUES (1)"), base::Fault);
        {
            const ReadTxn snapshot{connection};
            CPPUNIT_ASSERT_THROW(connection.run("DELETE FROM t"), base::Fault);
        }
        CPPUNIT_ASSERT_EQUAL(std::int64_t{0}, count(connection));
    }

    void transactions_do_not_nest()
    {
        Connection connection{{.path = path}};
        {
            const ReadTxn outer{connection};
            CPPUNIT_ASSERT_THROW(ReadTxn{connection}, base::Fault);
            CPPUNIT_ASSERT_THROW((WriteTxn{connection, "test"}), base::Fault);
        }
        make_table(connection);
    }

    void a_statement_in_use_cannot_be_used_again()
    {
        Connection connection{{.path = path}};
        make_table(connection);
        insert(connection, 1);
        static constexpr db::Sql k_select = "SELECT a FROM t";
        auto first = connection.query(k_select);
        CPPUNIT_ASSERT(first.step());
        CPPUNIT_ASSERT_THROW(static_cast<void>(connection.query(k_select)), base::Fault);
        CPPUNIT_ASSERT_EQUAL(std::int64_t{1}, first.integer(0));
    }

    void a_connection_does_not_cross_a_fork()
    {
        Connection connection{{.path = path}};
        const pid_t child = ::fork();
        if (child == 0) {
            try {
                const WriteTxn transaction{connection, "test"};
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
        Connection connection{{.path = path}};
        try {
            connection.run("SELECT nonsense");
            CPPUNIT_FAIL("nonsense ran");
        } catch (const base::Fault& fault) {
            CPPUNIT_ASSERT(std::string{fault.what()}.find("SELECT nonsense") != std::string::npos);
        }
    }

    void what_was_not_committed_is_gone()
    {
        Connection connection{{.path = path}};
        make_table(connection);
        {
            const WriteTxn transaction{connection, "test"};
            connection.run("INSERT INTO t VALUES (1)");
            CPPUNIT_ASSERT_EQUAL(std::int64_t{1}, count(connection));
        }
        CPPUNIT_ASSERT_EQUAL(std::int64_t{0}, count(connection));
    }

    void an_error_inside_a_transaction_leaves_the_connection_usable()
    {
        Connection connection{{.path = path}};
        make_table(connection);
        try {
            const WriteTxn transaction{connection, "test"};
            connection.run("INSERT INTO t VALUES (1)");
            connection.run("INSERT INTO absent VALUES (1)");
        } catch (const base::Fault&) {
            CPPUNIT_ASSERT_EQUAL(std::int64_t{0}, count(connection));
        }
        insert(connection, 2);
        CPPUNIT_ASSERT_EQUAL(std::int64_t{1}, count(connection));
    }

    void the_settings_are_those_of_the_rules()
    {
        for (int round = 0; round < 2; ++round) { // a new file, then one that is there
            Connection connection{{.path = path, .cache_kib = 16000}};
            {
                // SQLite counts this question as a write.
                const WriteTxn transaction{connection, "test"};
                CPPUNIT_ASSERT_EQUAL(std::string{"wal"},
                                     setting(connection, "PRAGMA journal_mode"));
            }
            CPPUNIT_ASSERT_EQUAL(std::string{"2"}, setting(connection, "PRAGMA synchronous"));
            CPPUNIT_ASSERT_EQUAL(std::string{"0"},
                                 setting(connection, "PRAGMA wal_autocheckpoint"));
            CPPUNIT_ASSERT_EQUAL(std::string{"67108864"},
                                 setting(connection, "PRAGMA journal_size_limit"));
            CPPUNIT_ASSERT_EQUAL(std::string{"1"}, setting(connection, "PRAGMA foreign_keys"));
            CPPUNIT_ASSERT_EQUAL(std::string{"0"}, setting(connection, "PRAGMA trusted_schema"));
            CPPUNIT_ASSERT_EQUAL(std::string{"0"}, setting(connection, "PRAGMA mmap_size"));
            CPPUNIT_ASSERT_EQUAL(std::string{"-16000"}, setting(connection, "PRAGMA cache_size"));
        }
    }

    void files_have_their_modes_whatever_the_umask()
    {
        for (const mode_t mask : {0077U, 0000U}) {
            const mode_t before = ::umask(mask);
            std::filesystem::remove(path);
            std::filesystem::remove(path + ".lock");
            Connection connection{{.path = path}};
            make_table(connection);
            ::umask(before);
            CPPUNIT_ASSERT_EQUAL(0640U, mode_of(path));
            CPPUNIT_ASSERT_EQUAL(0640U, mode_of(path + "-wal"));
            CPPUNIT_ASSERT_EQUAL(0660U, mode_of(path + ".lock"));
            std::filesystem::remove(path + "-wal");
        }
    }

    void a_reader_sees_one_state()
    {
        Connection writer{{.path = path}};
        Connection reader{{.path = path}};
        make_table(writer);
        {
            const ReadTxn snapshot{reader};
            CPPUNIT_ASSERT_EQUAL(std::int64_t{0}, count(reader));
            insert(writer, 1);
            CPPUNIT_ASSERT_EQUAL(std::int64_t{0}, count(reader));
        }
        CPPUNIT_ASSERT_EQUAL(std::int64_t{1}, count(reader));
    }

    void values_come_back_as_they_went_in()
    {
        Connection connection{{.path = path}};
        const std::string text = "na\xc3\xafve 'quoted'; DROP TABLE t; --";
        const base::Bytes bytes{0, 1, 255, 0};
        auto row = connection.query("SELECT ?1, ?2, ?3, ?4, ?5, ?6, NULL", text, bytes,
                                    std::string_view{}, base::Bytes{}, INT64_MIN, 7U);
        CPPUNIT_ASSERT(row.step());
        CPPUNIT_ASSERT(row.text(0) == text);
        CPPUNIT_ASSERT(base::Bytes(row.blob(1).begin(), row.blob(1).end()) == bytes);
        CPPUNIT_ASSERT(!row.is_null(2) && row.text(2).empty());
        CPPUNIT_ASSERT(!row.is_null(3) && row.blob(3).empty());
        CPPUNIT_ASSERT_EQUAL(INT64_MIN, row.integer(4));
        CPPUNIT_ASSERT_EQUAL(std::int64_t{7}, row.integer(5));
        CPPUNIT_ASSERT(row.is_null(6));
        CPPUNIT_ASSERT(row.text(6).empty());
        CPPUNIT_ASSERT(!row.step());
    }

    void an_open_statement_is_named_and_reset_at_scope_end()
    {
        Connection connection{{.path = path}};
        make_table(connection);
        insert(connection, 1);
        {
            auto row = connection.query("SELECT a FROM t");
            CPPUNIT_ASSERT(row.step());
            CPPUNIT_ASSERT(connection.busy_statement() ==
                           std::optional<std::string>{"SELECT a FROM t"});
        }
        CPPUNIT_ASSERT(!connection.busy_statement());
    }

    void closing_leaves_the_wal_alone()
    {
        {
            Connection connection{{.path = path}};
            make_table(connection);
            insert(connection, 1);
        }
        CPPUNIT_ASSERT(std::filesystem::file_size(path + "-wal") > 0);
        Connection connection{{.path = path}};
        CPPUNIT_ASSERT_EQUAL(std::int64_t{1}, count(connection));
    }

    void a_checkpoint_empties_the_wal()
    {
        Connection connection{{.path = path}};
        make_table(connection);
        insert(connection, 1);
        CPPUNIT_ASSERT(connection.wal_bytes() > 0);
        const auto passive = connection.checkpoint(CheckpointMode::passive);
        CPPUNIT_ASSERT(passive.complete);
        CPPUNIT_ASSERT(passive.wal_bytes > 0);
        const auto truncated = connection.checkpoint(CheckpointMode::truncate);
        CPPUNIT_ASSERT(truncated.complete);
        CPPUNIT_ASSERT_EQUAL(std::int64_t{0}, truncated.wal_bytes);
        CPPUNIT_ASSERT_EQUAL(std::int64_t{1}, count(connection));
    }

    void a_checkpoint_does_not_wait_long_for_a_reader()
    {
        Connection writer{{.path = path}};
        Connection reader{{.path = path}};
        make_table(writer);
        const ReadTxn snapshot{reader};
        CPPUNIT_ASSERT_EQUAL(std::int64_t{0}, count(reader));
        insert(writer, 1);
        const auto began = std::chrono::steady_clock::now();
        CPPUNIT_ASSERT(!writer.checkpoint(CheckpointMode::truncate).complete);
        // The gate is closed meanwhile: far below the 5 s that others wait for it.
        CPPUNIT_ASSERT(std::chrono::steady_clock::now() - began < 2s);
        CPPUNIT_ASSERT(!writer.checkpoint(CheckpointMode::passive).complete);
        insert(writer, 2);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(ConnectionTest);

} // namespace
