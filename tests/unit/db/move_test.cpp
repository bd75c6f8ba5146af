// A database moves to another engine and back, whole, or not at all. Real files, and a real server.
#include "db/move.hpp"

#include "base/concat.hpp"
#include "base/fault.hpp"
#include "db/fault.hpp"
#include "db/migrations.hpp"
#include "db/row_bytes.hpp"
#include "db/sqlite/schema.hpp"
#include "db/transaction.hpp"
#include "support/filled_database.hpp"
#include "support/postgres.hpp"
#include "support/temp_dir.hpp"

#include <sqlite3.h>

#include <cppunit/extensions/HelperMacros.h>

#include <algorithm>
#include <iostream>
#include <limits>
#include <random>
#include <vector>

namespace {

using db::Database;
using db::MovedTable;
using namespace std::chrono_literals;

class MoveTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(MoveTest);
    CPPUNIT_TEST(another_schema_is_not_moved);
    CPPUNIT_TEST(a_target_that_is_not_empty_is_refused);
    CPPUNIT_TEST(a_server_that_is_away_is_told);
    CPPUNIT_TEST(a_source_in_use_is_refused);
    CPPUNIT_TEST(other_writers_are_held_off_the_source);
    CPPUNIT_TEST(a_row_that_the_server_refuses_leaves_it_empty);
    CPPUNIT_TEST(a_move_that_did_not_end_leaves_a_closed_database);
    CPPUNIT_TEST(all_rows_go_there_and_back);
    CPPUNIT_TEST(a_source_that_was_moved_is_closed);
    CPPUNIT_TEST(new_rows_come_behind_those_that_were_moved);
    CPPUNIT_TEST_SUITE_END();

    support::TempDir folder;
    const std::string m_file = folder.file("first.db");
    const std::string m_back = folder.file("second.db");

    static bool is_skipped()
    {
        if (support::Postgres::is_installed()) return false;
        std::cerr << "skipped: postgresql-15 is not installed\n";
        return true;
    }
    static db::Options at(const std::string& place)
    {
        const bool is_url = place.starts_with("postgresql:");
        return {.path = is_url ? "" : place, .url = is_url ? place : "", .patience = 500ms};
    }

    static std::vector<MovedTable> move(const std::string& from, const std::string& to)
    {
        Database source{at(from)};
        Database target{at(to)};
        db::Move move{source, target};
        std::vector<MovedTable> moved;
        move.run([&](const MovedTable& table) { moved.push_back(table); });
        move.open_target();
        move.close_source();
        return moved;
    }

    static std::string refusal(const std::string& from, const std::string& to)
    {
        try {
            move(from, to);
        } catch (const base::Fault& fault) {
            return std::string{fault.said()};
        }
        return "moved";
    }
    static void assert_refused(const std::string& from, const std::string& to, const char* why)
    {
        const std::string said = refusal(from, to);
        CPPUNIT_ASSERT_MESSAGE(said, said.find(why) != std::string::npos);
    }
    static void assert_works(const std::string& place)
    {
        Database database{at(place)};
        db::require_current_schema(database);
        db::write(database, "test",
                  [](db::Writer& writer) { writer.run("UPDATE stamp SET count = count"); });
    }
    static void assert_closed(const std::string& place)
    {
        Database database{at(place)};
        try {
            db::require_current_schema(database);
            CPPUNIT_FAIL("it is open");
        } catch (const base::Fault& fault) {
            const std::string said{fault.said()};
            CPPUNIT_ASSERT_MESSAGE(said, said.find("is closed: it was moved") != said.npos);
        }
        CPPUNIT_ASSERT_THROW(db::migrate(database), base::Fault);
    }
    static void execute(const std::string& file, const char* sql)
    {
        sqlite3* opened = nullptr;
        CPPUNIT_ASSERT_EQUAL(SQLITE_OK, sqlite3_open(file.c_str(), &opened));
        CPPUNIT_ASSERT_EQUAL_MESSAGE(sql, SQLITE_OK,
                                     sqlite3_exec(opened, sql, nullptr, nullptr, nullptr));
        sqlite3_close(opened);
    }

public:
    void another_schema_is_not_moved()
    {
        if (is_skipped()) return;
        const auto server = support::Postgres::here().fresh_database();
        {
            Database older{at(m_file)};
            db::migrate(older, db::migrations().first(db::migrations().size() - 1));
        }
        assert_refused(m_file, server, "migrate it first");
        execute(m_file, "PRAGMA user_version = 999");
        assert_refused(m_file, server, "newer version");
        support::make_filled_database(m_back);
        const auto empty = support::Postgres::here().fresh_database();
        assert_refused(empty, folder.file("third.db"), "has schema 0");
        // Nothing has come of it.
        move(m_back, server);
    }

    void a_target_that_is_not_empty_is_refused()
    {
        if (is_skipped()) return;
        support::make_filled_database(m_file);
        const auto server = support::Postgres::here().fresh_database();
        {
            Database target{at(server)};
            db::migrate_server(target);
        }
        assert_refused(m_file, server, "not empty");
        assert_works(server);
        support::make_filled_database(m_back);
        assert_refused(server, m_back, "not empty");
        assert_works(m_back);
        assert_works(m_file);
    }

    void a_server_that_is_away_is_told()
    {
        if (is_skipped()) return;
        support::make_filled_database(m_file);
        const std::string away = "postgresql:///none?host=" + folder.path();
        CPPUNIT_ASSERT_THROW(move(m_file, away), db::AwayFault);
        CPPUNIT_ASSERT_THROW(move(away, m_back), db::AwayFault);
        assert_works(m_file);
    }

    void a_source_in_use_is_refused()
    {
        if (is_skipped()) return;
        support::make_filled_database(m_file);
        const auto server = support::Postgres::here().fresh_database();
        move(m_file, server);
        {
            Database pool{at(server)};
            CPPUNIT_ASSERT(pool.query("SELECT 1").step());
            assert_refused(server, m_back, "stop it first");
        }
        assert_works(server);
    }

    void other_writers_are_held_off_the_source()
    {
        if (is_skipped()) return;
        support::make_filled_database(m_file);
        const auto server = support::Postgres::here().fresh_database();
        {
            Database source{at(m_file)};
            Database target{at(server)};
            const db::Move begun{source, target};
            CPPUNIT_ASSERT_THROW(assert_works(m_file), db::HeldFault);
        }
        move(m_file, server);
        {
            Database source{at(server)};
            Database target{at(m_back)};
            const db::Move begun{source, target};
            CPPUNIT_ASSERT_THROW(assert_works(server), db::HeldFault);
        }
        assert_works(server);
    }

    // A text with a zero byte, which SQLite keeps, in the last but one of the tables.
    void a_row_that_the_server_refuses_leaves_it_empty()
    {
        if (is_skipped()) return;
        support::make_filled_database(m_file);
        execute(m_file, "UPDATE anchor_attempt SET tx_hash = CAST(x'6100' AS TEXT)");
        const auto server = support::Postgres::here().fresh_database();
        assert_refused(m_file, server, "invalid byte sequence");
        Database left{at(server)};
        CPPUNIT_ASSERT_EQUAL(0, db::schema_version(left));
        assert_works(m_file);
        execute(m_file, "UPDATE anchor_attempt SET tx_hash = 'a'");
        move(m_file, server);
        assert_works(server);
    }

    void a_move_that_did_not_end_leaves_a_closed_database()
    {
        if (is_skipped()) return;
        support::make_filled_database(m_file);
        const auto server = support::Postgres::here().fresh_database();
        {
            Database source{at(m_file)};
            Database target{at(server)};
            db::Move{source, target}.run([](const MovedTable&) {});
        }
        assert_closed(server);
        assert_refused(m_file, server, "not empty");
        assert_works(m_file);
        const auto other = support::Postgres::here().fresh_database();
        move(m_file, other);
        {
            Database source{at(other)};
            Database target{at(m_back)};
            db::Move{source, target}.run([](const MovedTable&) {});
        }
        assert_closed(m_back);
        assert_works(other);
    }

    void all_rows_go_there_and_back()
    {
        if (is_skipped()) return;
        support::make_filled_database(m_file);
        const std::string before = support::dump_of(m_file);
        const auto server = support::Postgres::here().fresh_database();
        const auto there = move(m_file, server);
        const auto back = move(server, m_back);
        CPPUNIT_ASSERT(there == back);
        // All tables but the two that are counted.
        CPPUNIT_ASSERT_EQUAL(db::sqlite::tables_after(db::migrations()).size() - 2, there.size());
        CPPUNIT_ASSERT(std::ranges::all_of(there, [](const auto& each) { return each.rows > 0; }));
        CPPUNIT_ASSERT_EQUAL(before, support::dump_of(m_back));
        const auto again = move(m_back, support::Postgres::here().fresh_database());
        CPPUNIT_ASSERT(there == again);
    }

    void a_source_that_was_moved_is_closed()
    {
        if (is_skipped()) return;
        support::make_filled_database(m_file);
        const auto server = support::Postgres::here().fresh_database();
        move(m_file, server);
        assert_closed(m_file);
        assert_works(server);
        assert_refused(m_file, support::Postgres::here().fresh_database(), "is closed");
        move(server, m_back);
        assert_closed(server);
        Database database{at(server)};
        CPPUNIT_ASSERT_THROW(db::migrate_server(database), base::Fault);
        assert_works(m_back);
    }

    void new_rows_come_behind_those_that_were_moved()
    {
        if (is_skipped()) return;
        support::make_filled_database(m_file);
        const auto server = support::Postgres::here().fresh_database();
        move(m_file, server);
        Database database{at(server)};
        const auto seq = db::write(database, "test", [](db::Writer& writer) {
            auto row = writer.returning(
                "INSERT INTO jobs (job_id, rail, product, state, lane, client, price_atoms, "
                "sla_sec, created_ms, updated_ms, queue_rank) VALUES ('job_new', 'v2', 'brief', "
                "'queued', 'pages', '', 1, 1, 1, 1, 1) RETURNING seq");
            row.step();
            return db::keep(row.integer(0));
        });
        CPPUNIT_ASSERT_EQUAL(std::int64_t{2'000'001}, seq);
        auto row = database.query("SELECT jobs, places FROM lane_load WHERE lane = 'pages' AND "
                                  "state = 'queued'");
        CPPUNIT_ASSERT(row.step());
        CPPUNIT_ASSERT_EQUAL(std::int64_t{2}, row.integer(0));
        CPPUNIT_ASSERT_EQUAL(std::int64_t{3}, row.integer(1));
    }
};

// A server may send anything.
class RowBytesTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(RowBytesTest);
    CPPUNIT_TEST(garbage_is_no_row);
    CPPUNIT_TEST(half_a_row_is_waited_for);
    CPPUNIT_TEST(what_was_written_is_read);
    CPPUNIT_TEST_SUITE_END();

    static std::string row()
    {
        std::string out;
        db::append_number(out, 3, 2);
        db::append_column(out, std::numeric_limits<std::int64_t>::min());
        db::append_null(out);
        db::append_column(out, "a");
        return out;
    }

public:
    void garbage_is_no_row()
    {
        using namespace std::string_view_literals;
        CPPUNIT_ASSERT_THROW(db::row_size("\377\376"sv), base::Fault);
        CPPUNIT_ASSERT_THROW(db::row_size("\0\1\377\377\377\376"sv), base::Fault);
        CPPUNIT_ASSERT_THROW(db::RowColumns{""}, base::Fault);
        CPPUNIT_ASSERT_THROW(db::RowColumns{row() + "b"}, base::Fault);
        std::minstd_rand random{7};
        for (int i = 0; i < 20'000; ++i) {
            std::string bytes = row();
            for (int change = 0; change < 3; ++change)
                bytes[random() % bytes.size()] = static_cast<char>(random());
            try {
                CPPUNIT_ASSERT(db::row_size(bytes) <= bytes.size());
                db::RowColumns columns{bytes};
                for (int column = 0; column < 4; ++column) columns.next();
            } catch (const base::Fault&) {
                continue;
            }
        }
    }

    void half_a_row_is_waited_for()
    {
        const std::string whole = row();
        for (std::size_t size = 0; size < whole.size(); ++size)
            CPPUNIT_ASSERT_EQUAL(std::size_t{0}, db::row_size(whole.substr(0, size)));
        CPPUNIT_ASSERT_EQUAL(whole.size(), db::row_size(whole + whole));
    }

    void what_was_written_is_read()
    {
        const std::string bytes = row();
        db::RowColumns columns{bytes};
        CPPUNIT_ASSERT_EQUAL(std::numeric_limits<std::int64_t>::min(),
                             db::number_of(columns.next().value()));
        CPPUNIT_ASSERT(!columns.next());
        CPPUNIT_ASSERT_EQUAL(std::string_view{"a"}, columns.next().value());
        CPPUNIT_ASSERT_THROW(columns.next(), base::Fault);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(MoveTest);
CPPUNIT_TEST_SUITE_REGISTRATION(RowBytesTest);

} // namespace
