// Processes die at any moment: what was acknowledged is there, what was not is not half there, and
// the others go on.
#include "store/reservations.hpp"

#include "db/migrations.hpp"
#include "db/transaction.hpp"
#include "job/transitions.hpp"
#include "support/processes.hpp"
#include "support/temp_database.hpp"

#include <unistd.h>

#include <cppunit/extensions/HelperMacros.h>

#include <string>
#include <vector>

namespace {

using job::State;
using std::chrono::minutes;
using support::Child;
using support::Ledger;
using support::reservation_order;
using support::StoreSession;

constexpr int k_writers = 4;
constexpr int k_rounds = 8;
constexpr int k_acknowledged_per_round = 40;

// A server's own tools look at its files.
std::string quick_check(db::Database& database)
{
    if (!database.is_file()) return "ok";
    auto row = database.query("PRAGMA quick_check");
    return row.step() ? std::string{row.text(0)} : std::string{};
}

// Sells and runs one job after the other and says each step once it is on disk.
int sell_for_ever(const std::string& directory, const Ledger& ledger, unsigned first)
{
    StoreSession session{directory};
    store::Reservations& reservations = session.reservations;
    store::Queue& lanes = session.lanes;
    const std::string worker = "worker-" + std::to_string(first);
    for (unsigned number = first;; ++number) {
        auto order = reservation_order(number);
        order.goods.lane = worker;
        const auto payment = reservations.reserve(order);
        if (!payment) return 1;
        const std::string& id = payment->job_id.text();
        ledger.write(id + " settling");
        if (!reservations.mark_settle_sent(*payment, order)) return 3;
        if (!reservations.mark_settled(*payment, "{}", "0xabc")) return 4;
        ledger.write(id + " queued");
        const auto claimed =
            lanes.claim_next({.lane = std::string{order.goods.lane}}, worker, minutes{1});
        if (!claimed) return 5;
        ledger.write(id + " running");
        const auto result = support::result_of("{\"number\":" + std::to_string(number) + "}");
        if (!lanes.complete(claimed->job, worker, result, session.clock.now())) return 6;
        ledger.write(id + " complete");
    }
}

class StoreCrashTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(StoreCrashTest);
    CPPUNIT_TEST(a_holder_killed_inside_a_transaction_leaves_no_trace);
    CPPUNIT_TEST(nothing_acknowledged_is_lost_when_writers_are_killed);
    CPPUNIT_TEST(a_migration_killed_halfway_is_made_by_the_next);
    CPPUNIT_TEST(a_claim_of_a_killed_worker_is_finished_by_the_next_once);
    CPPUNIT_TEST_SUITE_END();

    support::TempDir directory;

    // Nothing of SQLite may be open when a process is forked; so sessions are short.
    void beat() const
    {
        StoreSession session{directory.path()};
        session.beat();
    }

public:
    void a_holder_killed_inside_a_transaction_leaves_no_trace()
    {
        beat();
        Ledger ledger;
        Child holder{[&] {
            StoreSession session{directory.path()};
            db::write(session.database, "test", [&](db::Writer& writer) {
                writer.run("UPDATE heartbeat SET at_ms = 0");
                ledger.write("inside");
                for (;;) ::pause();
            });
            return 0;
        }};
        CPPUNIT_ASSERT_EQUAL(std::string{"inside"}, ledger.read());
        holder.kill();
        StoreSession session{directory.path()};
        CPPUNIT_ASSERT(session.bulletin.heartbeat()->at == session.clock.now());
        CPPUNIT_ASSERT(session.reservations.reserve(reservation_order(1)));
        CPPUNIT_ASSERT_EQUAL(std::string{"ok"}, quick_check(session.database));
    }

    void nothing_acknowledged_is_lost_when_writers_are_killed()
    {
        beat();
        unsigned next = 0;
        for (int round = 0; round < k_rounds; ++round) {
            Ledger ledger;
            std::vector<Child> writers;
            for (int i = 0; i < k_writers; ++i) {
                writers.emplace_back(
                    [&, next] { return sell_for_ever(directory.path(), ledger, next); });
                next += 100'000;
            }
            Child checkpointer{[&] {
                StoreSession session{directory.path()};
                for (int i = 0;; ++i)
                    session.database.checkpoint(i % 2 == 0 ? db::CheckpointMode::passive
                                                           : db::CheckpointMode::truncate);
                return 0;
            }};
            std::vector<std::string> lines;
            for (int i = 0; i < k_acknowledged_per_round * (round + 1); ++i)
                lines.push_back(ledger.read());
            // In the middle of whatever each of them does.
            for (Child& writer : writers) writer.kill();
            checkpointer.kill();
            ledger.only_read();
            for (std::string& line : ledger.read_all()) lines.push_back(std::move(line));
            StoreSession session{directory.path()};
            expect_all(session.reading, lines);
            CPPUNIT_ASSERT_EQUAL(std::string{"ok"}, quick_check(session.database));
        }
    }

    void a_migration_killed_halfway_is_made_by_the_next()
    {
        static constexpr db::Migration k_steps[] = {
            {1, "001_a", "CREATE TABLE a (x ANY) STRICT; INSERT INTO a VALUES (1);"},
            // Takes long enough to be killed in the middle of it, wherever that is.
            {2, "002_b",
             "CREATE TABLE b (x ANY) STRICT; WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL "
             "SELECT i + 1 FROM n WHERE i < 3000000) INSERT INTO b SELECT i FROM n;"},
        };
        const std::span<const db::Migration> steps{k_steps};
        const db::Options options{.path = directory.file("other.db"),
                                  .patience = std::chrono::minutes{2}};
        Ledger ledger;
        Child migrating{[&] {
            db::Database database{options};
            db::migrate(database, steps.first(1));
            ledger.write("half");
            db::migrate(database, steps);
            return 0;
        }};
        CPPUNIT_ASSERT_EQUAL(std::string{"half"}, ledger.read());
        migrating.kill();
        db::Database database{options};
        db::migrate(database, steps);
        CPPUNIT_ASSERT_EQUAL(0, db::migrate(database, steps));
        auto row = database.query("SELECT (SELECT count(*) FROM a), (SELECT count(*) FROM b)");
        CPPUNIT_ASSERT(row.step());
        CPPUNIT_ASSERT_EQUAL(std::int64_t{1}, row.integer(0));
        CPPUNIT_ASSERT_EQUAL(std::int64_t{3'000'000}, row.integer(1));
    }

    void a_claim_of_a_killed_worker_is_finished_by_the_next_once()
    {
        beat();
        Ledger ledger;
        Child worker{[&] {
            StoreSession session{directory.path()};
            const auto claimed = session.start(reservation_order(1), "worker-a");
            ledger.write(claimed.job.id.text());
            for (;;) ::pause();
            return 0;
        }};
        const auto id = value::JobId::parse(ledger.read());
        worker.kill();
        StoreSession session{directory.path()};
        store::Queue& lanes = session.lanes;
        const auto lost = lanes.lost_claims("worker-b", minutes{1});
        CPPUNIT_ASSERT_EQUAL(std::size_t{1}, lost.size());
        CPPUNIT_ASSERT(lanes.attempt_failed(lost[0].job, lost[0].worker, "worker_lost", 3));
        const auto again =
            lanes.claim_next({.lane = std::string{support::k_lane}}, "worker-b", minutes{1});
        CPPUNIT_ASSERT(again && again->job.id == id);
        CPPUNIT_ASSERT(
            lanes.complete(again->job, "worker-b", support::result_of("{}"), session.clock.now()));
        CPPUNIT_ASSERT(session.state(*id) == State::complete);
        CPPUNIT_ASSERT(
            !lanes.claim_next({.lane = std::string{support::k_lane}}, "worker-b", minutes{1}));
    }

private:
    // Each line is "<job id> <state>"; a job may have moved on before the kill, never back.
    static void expect_all(store::Reading& reading, const std::vector<std::string>& lines)
    {
        CPPUNIT_ASSERT(!lines.empty());
        for (const std::string& line : lines) {
            const std::size_t space = line.find(' ');
            CPPUNIT_ASSERT(space != std::string::npos);
            const auto id = value::JobId::parse(line.substr(0, space));
            CPPUNIT_ASSERT(id);
            const auto view = reading.find(*id, store::Reading::Artifact::fetch);
            CPPUNIT_ASSERT_MESSAGE(line, view.has_value());
            CPPUNIT_ASSERT_MESSAGE(line, view->payment.has_value());
            CPPUNIT_ASSERT_MESSAGE(line, step_of(job::to_text(view->job.state)) >=
                                             step_of(line.substr(space + 1)));
            if (view->job.state == State::complete)
                CPPUNIT_ASSERT(support::result_of(view->result->artifact).hash ==
                               view->result->hash);
        }
    }

    static int step_of(std::string_view state)
    {
        constexpr std::string_view k_way[] = {"settling", "queued", "running", "complete"};
        for (int i = 0; i < 4; ++i)
            if (k_way[i] == state) return i;
        CPPUNIT_FAIL("a state off the way: " + std::string{state});
        return -1;
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(StoreCrashTest);

} // namespace
