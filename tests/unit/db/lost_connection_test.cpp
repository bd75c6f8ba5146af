// Connections to the server that are lost, between transactions, in one, and while it is committed.
#include "db/transaction.hpp"

#include "base/concat.hpp"
#include "support/cut_proxy.hpp"
#include "support/postgres.hpp"

#include <cppunit/extensions/HelperMacros.h>

#include <atomic>
#include <iostream>
#include <string>
#include <thread>

namespace {

using db::Database;
using db::Writer;
using support::CutProxy;
using support::Postgres;
using namespace std::chrono_literals;

class LostConnectionTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(LostConnectionTest);
    if (!Postgres::is_installed()) {
        std::cout << "skipped: lost connections to PostgreSQL, which is not installed\n";
        return;
    }
    CPPUNIT_TEST(a_connection_ended_while_idle_is_opened_anew);
    CPPUNIT_TEST(a_connection_ended_in_a_body_keeps_nothing);
    CPPUNIT_TEST(a_connection_ended_in_a_snapshot_is_not_replaced);
    CPPUNIT_TEST(a_connection_ended_before_its_commit_keeps_nothing);
    CPPUNIT_TEST(a_commit_that_did_not_arrive_is_told_so);
    CPPUNIT_TEST(a_commit_that_arrives_late_is_not_made);
    CPPUNIT_TEST(a_commit_whose_answer_was_lost_is_kept);
    CPPUNIT_TEST(a_commit_without_an_answer_in_time_is_kept);
    CPPUNIT_TEST(a_commit_of_which_nothing_is_heard_is_unknown);
    CPPUNIT_TEST(a_commit_that_no_standby_has_is_unknown);
    CPPUNIT_TEST_SUITE_END();

    const std::string url = Postgres::here().fresh_url();
    CutProxy proxy{Postgres::here().socket()};
    Database direct{{.path = {}, .url = url, .patience = 20s}};

    static std::int64_t integer_of(db::Reader reader, db::Select question)
    {
        auto row = reader.query(question);
        return row.step() ? row.integer(0) : -1;
    }
    static std::int64_t sum(Database& database)
    {
        return integer_of(database, "SELECT sum(n) FROM t");
    }
    static void end_backend(std::int64_t backend)
    {
        Postgres::here().run(base::concat("SELECT pg_terminate_backend(", backend, ", 5000)"));
    }
    static std::int64_t backend_of(db::Reader reader)
    {
        return integer_of(reader, "SELECT pg_backend_pid()");
    }
    static void add(Database& database, int id)
    {
        db::write(database, "test",
                  [&](Writer& writer) { writer.run("UPDATE t SET n = n + 1 WHERE id = ?1", id); });
    }
    // By way of the proxy.
    [[nodiscard]] db::Options led(std::chrono::milliseconds patience) const
    {
        std::string address = url;
        const std::string& own = Postgres::here().folder();
        address.replace(address.find(own), own.size(), proxy.folder());
        return {.path = {}, .url = address, .patience = patience};
    }

public:
    void setUp() override
    {
        db::write(direct, "test", [](Writer& writer) {
            writer.run("CREATE TABLE t (id BIGINT PRIMARY KEY, n BIGINT NOT NULL)");
        });
        db::write(direct, "test",
                  [](Writer& writer) { writer.run("INSERT INTO t VALUES (1, 0), (2, 0)"); });
    }

    void a_connection_ended_while_idle_is_opened_anew()
    {
        const auto reads = backend_of(direct);
        std::int64_t writes = 0;
        db::write(direct, "test", [&](Writer& writer) { writes = backend_of(writer); });
        end_backend(reads);
        end_backend(writes);
        add(direct, 1);
        CPPUNIT_ASSERT_EQUAL(std::int64_t{1}, sum(direct));
        CPPUNIT_ASSERT(backend_of(direct) != reads);
    }

    void a_connection_ended_in_a_body_keeps_nothing()
    {
        const auto cut = [&](Writer& writer) {
            writer.run("UPDATE t SET n = 1 WHERE id = 1");
            end_backend(backend_of(writer));
            writer.run("UPDATE t SET n = 1 WHERE id = 2");
        };
        CPPUNIT_ASSERT_THROW(db::write(direct, "test", cut), db::AwayFault);
        CPPUNIT_ASSERT_EQUAL(std::int64_t{0}, sum(direct));
        add(direct, 1);
        CPPUNIT_ASSERT_EQUAL(std::int64_t{1}, sum(direct));
    }

    void a_connection_ended_in_a_snapshot_is_not_replaced()
    {
        {
            const db::ReadTxn snapshot{direct};
            end_backend(backend_of(direct));
            for (int i = 0; i < 2; ++i) CPPUNIT_ASSERT_THROW(sum(direct), db::AwayFault);
        }
        CPPUNIT_ASSERT_EQUAL(std::int64_t{0}, sum(direct));
    }

    void a_connection_ended_before_its_commit_keeps_nothing()
    {
        lose([&] {
            db::write(direct, "test", [&](Writer& writer) {
                writer.run("UPDATE t SET n = 1 WHERE id = 1");
                end_backend(backend_of(writer));
            });
        });
        CPPUNIT_ASSERT_EQUAL(std::int64_t{0}, sum(direct));
        add(direct, 1);
        CPPUNIT_ASSERT_EQUAL(std::int64_t{1}, sum(direct));
    }

    void a_commit_that_did_not_arrive_is_told_so()
    {
        Database database{led(20s)};
        add(database, 1);
        proxy.at_commit(CutProxy::Cut::before);
        lose([&] { add(database, 1); });
        CPPUNIT_ASSERT_EQUAL(std::int64_t{1}, sum(direct));
        add(database, 2);
        CPPUNIT_ASSERT_EQUAL(std::int64_t{2}, sum(direct));
    }

    // Else what was told to be lost would be kept after all.
    void a_commit_that_arrives_late_is_not_made()
    {
        Database database{led(20s)};
        add(database, 1);
        proxy.at_commit(CutProxy::Cut::late);
        lose([&] { add(database, 1); });
        CPPUNIT_ASSERT_EQUAL(std::int64_t{1}, open_transactions());
        proxy.deliver();
        while (open_transactions() != 0) std::this_thread::sleep_for(5ms);
        CPPUNIT_ASSERT_EQUAL(std::int64_t{1}, sum(direct));
    }

    void a_commit_whose_answer_was_lost_is_kept()
    {
        Database database{led(20s)};
        for (int i = 0; i < 3; ++i) {
            proxy.at_commit(CutProxy::Cut::after);
            add(database, 1);
        }
        CPPUNIT_ASSERT_EQUAL(3, proxy.cuts());
        CPPUNIT_ASSERT_EQUAL(std::int64_t{3}, sum(direct));
    }

    void a_commit_without_an_answer_in_time_is_kept()
    {
        Database database{led(300ms)};
        add(database, 1);
        proxy.at_commit(CutProxy::Cut::silent);
        add(database, 1);
        CPPUNIT_ASSERT_EQUAL(1, proxy.cuts());
        CPPUNIT_ASSERT_EQUAL(std::int64_t{2}, sum(direct));
    }

    void a_commit_of_which_nothing_is_heard_is_unknown()
    {
        Database database{led(300ms)};
        add(database, 1);
        proxy.at_commit(CutProxy::Cut::for_good);
        CPPUNIT_ASSERT_THROW(add(database, 1), db::UnknownCommit);
    }

    // It waits for one that never comes, until an administrator ends its wait: then it is kept on
    // that server, which says so in a warning alone.
    void a_commit_that_no_standby_has_is_unknown()
    {
        Database database{{.path = {}, .url = url, .patience = 500ms}};
        add(database, 1);
        const WaitingForStandbys waiting;
        const auto add_often = [&] {
            // The server comes to its new settings in its own time.
            for (int i = 0; i < 500; ++i, std::this_thread::sleep_for(20ms)) add(database, 1);
        };
        CPPUNIT_ASSERT_THROW(add_often(), db::UnknownCommit);
    }

private:
    // While it lives each COMMIT waits for a standby that is not there, and its wait is ended soon.
    class WaitingForStandbys {
    public:
        WaitingForStandbys()
        {
            set("'absent'");
            m_ender = std::thread{[this] {
                for (; !m_is_over; std::this_thread::sleep_for(50ms))
                    Postgres::here().run("SELECT pg_cancel_backend(pid) FROM pg_stat_activity "
                                         "WHERE wait_event = 'SyncRep'");
            }};
        }
        ~WaitingForStandbys()
        {
            m_is_over = true;
            m_ender.join();
            set("DEFAULT");
        }
        WaitingForStandbys(const WaitingForStandbys&) = delete;
        WaitingForStandbys& operator=(const WaitingForStandbys&) = delete;

    private:
        static void set(const std::string& value)
        {
            Postgres::here().run("ALTER SYSTEM SET synchronous_standby_names = " + value);
            Postgres::here().run("SELECT pg_reload_conf()");
        }

        std::atomic<bool> m_is_over = false;
        std::thread m_ender;
    };

    // Those that wait for their next statement.
    std::int64_t open_transactions()
    {
        return integer_of(direct, "SELECT count(*) FROM pg_stat_activity "
                                  "WHERE state = 'idle in transaction'");
    }
    // Lost, and it is known that nothing was kept.
    template <typename Change> static void lose(const Change& change)
    {
        try {
            change();
            CPPUNIT_FAIL("kept, says what was lost");
        } catch (const db::UnknownCommit& fault) {
            CPPUNIT_FAIL(fault.what());
        } catch (const db::AwayFault& fault) {
            const std::string text = fault.what();
            CPPUNIT_ASSERT_MESSAGE(text, text.find("nothing of the transaction was kept") !=
                                             std::string::npos);
        }
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(LostConnectionTest);

} // namespace
