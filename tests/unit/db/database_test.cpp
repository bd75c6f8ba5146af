// A database is set up by the house rules, and mistakes with it are loud. Real SQLite files.
#include "db/database.hpp"

#include "base/fault.hpp"
#include "base/fd.hpp"
#include "db/transaction.hpp"
#include "support/temp_dir.hpp"

#include <sys/stat.h>

#include <cppunit/extensions/HelperMacros.h>

#include <filesystem>
#include <string>
#include <type_traits>

namespace {

using db::CheckpointMode;
using db::Database;
using db::ReadTxn;
using db::Writer;
using namespace std::chrono_literals;

template <typename T>
concept can_write = requires(T at)
{
    at.run("DELETE FROM t");
};

class DatabaseTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(DatabaseTest);
    CPPUNIT_TEST(a_missing_directory_is_a_fault);
    CPPUNIT_TEST(a_garbage_file_is_a_clear_fault);
    CPPUNIT_TEST(a_write_outside_a_transaction_is_a_fault);
    CPPUNIT_TEST(a_full_disk_alone_is_an_answer);
    CPPUNIT_TEST(the_settings_are_those_of_the_rules);
    CPPUNIT_TEST(files_have_their_modes_whatever_the_umask);
    CPPUNIT_TEST(values_come_back_as_they_went_in);
    CPPUNIT_TEST(closing_leaves_the_wal_alone);
    CPPUNIT_TEST(a_checkpoint_empties_the_wal);
    CPPUNIT_TEST(a_checkpoint_does_not_wait_long_for_a_reader);
    CPPUNIT_TEST_SUITE_END();

    support::TempDir directory;
    std::string path = directory.file("jobs.db");

    // A table to write to; made under the gate like everything else.
    static void make_table(Database& database)
    {
        db::write(database, "test", [](Writer& writer) { writer.run("CREATE TABLE t (a)"); });
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

    static std::string setting(db::Reader reader, db::Select pragma)
    {
        auto row = reader.query(pragma);
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
        CPPUNIT_ASSERT_THROW(Database{{.path = directory.file("absent/jobs.db")}}, base::Fault);
    }

    void a_garbage_file_is_a_clear_fault()
    {
        base::replace_file(path, std::string(5000, 'x'), 0640);
        try {
            const Database database{{.path = path}};
            CPPUNIT_FAIL("a garbage file was opened");
        } catch (const base::Fault& fault) {
            const std::string text = fault.what();
            CPPUNIT_ASSERT_MESSAGE(text, text.find("not a database") != std::string::npos);
            CPPUNIT_ASSERT_MESSAGE(text, text.find(path) != std::string::npos);
        }
    }

    // That it does not compile; and what hides as a question is a fault.
    void a_write_outside_a_transaction_is_a_fault()
    {
        static_assert(!can_write<Database> && !can_write<db::Reader> && can_write<Writer>);
        static_assert(!std::is_constructible_v<Writer, Database&>);
        static_assert(!std::is_constructible_v<Writer, db::Reader>);
        static_assert(!std::is_copy_constructible_v<Writer>);
        Database database{{.path = path}};
        CPPUNIT_ASSERT_THROW(static_cast<void>(database.query("PRAGMA user_version = 7")),
                             base::Fault);
    }

    void a_full_disk_alone_is_an_answer()
    {
        const auto full = db::if_room([]() -> int { throw db::FullFault{"no room"}; });
        CPPUNIT_ASSERT(!full && full.error().detail.starts_with("no room"));
        CPPUNIT_ASSERT_EQUAL(7, *db::if_room([] { return 7; }));
        const auto broken = []() -> int { throw base::Fault{"broken"}; };
        CPPUNIT_ASSERT_THROW(static_cast<void>(db::if_room(broken)), base::Fault);
    }

    void the_settings_are_those_of_the_rules()
    {
        for (int round = 0; round < 2; ++round) { // a new file, then one that is there
            Database database{{.path = path, .cache_kib = 16000}};
            // SQLite counts this question as a write.
            db::write(database, "test", [](Writer& writer) {
                CPPUNIT_ASSERT_EQUAL(std::string{"wal"}, setting(writer, "PRAGMA journal_mode"));
            });
            CPPUNIT_ASSERT_EQUAL(std::string{"2"}, setting(database, "PRAGMA synchronous"));
            CPPUNIT_ASSERT_EQUAL(std::string{"0"}, setting(database, "PRAGMA wal_autocheckpoint"));
            CPPUNIT_ASSERT_EQUAL(std::string{"67108864"},
                                 setting(database, "PRAGMA journal_size_limit"));
            CPPUNIT_ASSERT_EQUAL(std::string{"1"}, setting(database, "PRAGMA foreign_keys"));
            CPPUNIT_ASSERT_EQUAL(std::string{"0"}, setting(database, "PRAGMA trusted_schema"));
            CPPUNIT_ASSERT_EQUAL(std::string{"0"}, setting(database, "PRAGMA mmap_size"));
            CPPUNIT_ASSERT_EQUAL(std::string{"-16000"}, setting(database, "PRAGMA cache_size"));
        }
    }

    void files_have_their_modes_whatever_the_umask()
    {
        for (const mode_t mask : {0077U, 0000U}) {
            const mode_t before = ::umask(mask);
            std::filesystem::remove(path);
            std::filesystem::remove(path + ".lock");
            Database database{{.path = path}};
            make_table(database);
            ::umask(before);
            CPPUNIT_ASSERT_EQUAL(0640U, mode_of(path));
            CPPUNIT_ASSERT_EQUAL(0640U, mode_of(path + "-wal"));
            CPPUNIT_ASSERT_EQUAL(0660U, mode_of(path + ".lock"));
            std::filesystem::remove(path + "-wal");
        }
    }

    void values_come_back_as_they_went_in()
    {
        Database database{{.path = path}};
        const std::string text = "na\xc3\xafve 'quoted'; DROP TABLE t; --";
        const base::Bytes bytes{0, 1, 255, 0};
        auto row = database.query("SELECT ?1, ?2, ?3, ?4, ?5, ?6, NULL", text, bytes,
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

    void closing_leaves_the_wal_alone()
    {
        {
            Database database{{.path = path}};
            make_table(database);
            insert(database, 1);
        }
        CPPUNIT_ASSERT(std::filesystem::file_size(path + "-wal") > 0);
        Database database{{.path = path}};
        CPPUNIT_ASSERT_EQUAL(std::int64_t{1}, count(database));
    }

    void a_checkpoint_empties_the_wal()
    {
        Database database{{.path = path}};
        make_table(database);
        insert(database, 1);
        CPPUNIT_ASSERT(database.wal_bytes() > 0);
        const auto passive = database.checkpoint(CheckpointMode::passive);
        CPPUNIT_ASSERT(passive.complete);
        CPPUNIT_ASSERT(passive.wal_bytes > 0);
        const auto truncated = database.checkpoint(CheckpointMode::truncate);
        CPPUNIT_ASSERT(truncated.complete);
        CPPUNIT_ASSERT_EQUAL(std::int64_t{0}, truncated.wal_bytes);
        CPPUNIT_ASSERT_EQUAL(std::int64_t{1}, count(database));
    }

    void a_checkpoint_does_not_wait_long_for_a_reader()
    {
        Database writer{{.path = path}};
        Database reader{{.path = path}};
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

CPPUNIT_TEST_SUITE_REGISTRATION(DatabaseTest);

} // namespace
