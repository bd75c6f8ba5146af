// No statement of the store walks a table that grows: every method is run, then SQLite is asked for
// the plan of each statement that was prepared. A partial index is used only when the statement
// repeats its predicate literally, so a harmless-looking edit shows up here.
#include "db/sqlite/session.hpp"
#include "support/every_statement.hpp"

#include <sqlite3.h>

#include <cppunit/extensions/HelperMacros.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace {

// A statement, named by a piece of its text that no other has, and the whole of its plan.
struct Expected {
    std::string_view piece;
    std::string_view plan;
};

constexpr Expected k_expected[] = {
    {"SELECT jobs.job_id, rail",
     "SEARCH jobs USING INTEGER PRIMARY KEY (rowid=?)|SCALAR SUBQUERY 1|"
     "SEARCH jobs USING COVERING INDEX sqlite_autoindex_jobs_1 (job_id=?)|"
     "SEARCH payment USING INTEGER PRIMARY KEY (rowid=?) LEFT-JOIN|"
     "SEARCH anchor_outbox USING INTEGER PRIMARY KEY (rowid=?) LEFT-JOIN|"
     "SEARCH anchor_tx USING INTEGER PRIMARY KEY (rowid=?) LEFT-JOIN|"
     "SEARCH job_body USING INTEGER PRIMARY KEY (rowid=?) LEFT-JOIN"},
    {"SELECT 1 FROM v1_order",
     "SEARCH v1_order USING COVERING INDEX v1_order_commitment (commitment=?)"},
    {"SELECT job_seq FROM payment WHERE network",
     "SEARCH payment USING INDEX payment_authorization "
     "(network=? AND asset=? AND payer=? AND nonce=?)"},
    {"SELECT job_seq FROM payment WHERE payer",
     "SEARCH payment USING INDEX payment_identifier (payer=? AND identifier=?)"},
    {"SELECT job_seq FROM (SELECT job_seq FROM payment WHERE due_ms",
     "COMPOUND QUERY|LEFT-MOST SUBQUERY|CO-ROUTINE due|"
     "SEARCH payment USING COVERING INDEX payment_due (phase=? AND due_ms>? AND due_ms<?)|"
     "SCAN due|UNION ALL|CO-ROUTINE far|"
     "SEARCH payment USING COVERING INDEX payment_due (phase=? AND due_ms>?)|SCAN far"},
    {"UPDATE payment SET due_ms = ?1",
     "SEARCH payment USING INDEX payment_due (phase=? AND due_ms>?)"},
    {"FROM credit WHERE job_seq", "SEARCH credit USING INDEX credit_job (job_seq=?)"},
    {"SELECT request", "SEARCH job_body USING INTEGER PRIMARY KEY (rowid=?)"},
    {"FROM lane_load WHERE lane", "SEARCH lane_load USING PRIMARY KEY (lane=?)"},
    // A row for each lane and state.
    {"SELECT lane, state, jobs", "SCAN lane_load"},
    {"SELECT seq FROM jobs WHERE lane = ?1 AND state = 'queued' ORDER",
     "SEARCH jobs USING INDEX jobs_queue (lane=?)"},
    // Queued jobs of the lane, each beside the few that run.
    {"SELECT seq FROM jobs AS waiting",
     "SEARCH waiting USING INDEX jobs_queue (lane=?)|"
     "SEARCH paid USING INTEGER PRIMARY KEY (rowid=?) LEFT-JOIN|"
     "CORRELATED SCALAR SUBQUERY 1|SCAN other USING INDEX jobs_running|"
     "CORRELATED SCALAR SUBQUERY 3|SCAN other USING INDEX jobs_running|"
     "CORRELATED SCALAR SUBQUERY 2|SEARCH its USING INTEGER PRIMARY KEY (rowid=?)|"
     "USE TEMP B-TREE FOR ORDER BY"},
    {"SELECT count(*) FROM jobs WHERE lane",
     "SEARCH jobs USING INDEX jobs_queue (lane=? AND queue_rank<?)|SCALAR SUBQUERY 1|"
     "SEARCH jobs USING INTEGER PRIMARY KEY (rowid=?)|REUSE SUBQUERY 1"},
    // Walks the index of running jobs: as many as there are children.
    {"SELECT seq, worker FROM jobs", "SCAN jobs USING INDEX jobs_running"},
    {"sum(times), 0) FROM refusal",
     "SEARCH refusal USING COVERING INDEX refusal_recent (client=? AND kind=? AND at_ms>? "
     "AND at_ms<?)"},
    {"FROM payment WHERE payer = ?1 AND phase = 'settle_sent'",
     "SEARCH payment USING INDEX payment_undecided_payer (payer=?)"},
    {"FROM payment WHERE undecided_client",
     "SEARCH payment USING INDEX payment_undecided_client (undecided_client=?)"},
    {"SELECT job_seq FROM payment WHERE phase = 'refused' AND is_sent = 0 AND valid_before_s",
     "SEARCH payment USING INDEX payment_never_sent (valid_before_s<?)"},
    // Walks the index of what is over and still has its request: emptied as it is read.
    {"SELECT job_seq FROM payment WHERE phase = 'refused' AND due_ms IS NULL",
     "SCAN payment USING INDEX payment_over"},
    {"SELECT tx_hash, log_index, block_number FROM transfer",
     "SEARCH transfer USING INDEX transfer_waiting_since (network=? AND block_time_s<?)|"
     "CORRELATED SCALAR SUBQUERY 1|SEARCH claim USING INDEX claim_transaction (tx_hash=?)"},
    {"DELETE FROM refusal", "SEARCH refusal USING COVERING INDEX refusal_age (at_ms<?)"},
    // Walks the index of reservations not yet sent, which the capacity of the lanes bounds.
    {"reason = 'released'", "SCAN payment USING INDEX payment_unsent"},
    {"UPDATE payment SET phase = ?4, updated_ms",
     "SEARCH payment USING INTEGER PRIMARY KEY (rowid=?)|CORRELATED SCALAR SUBQUERY 1|"
     "SEARCH rival USING INDEX payment_authorization "
     "(network=? AND asset=? AND payer=? AND nonce=?)|CORRELATED SCALAR SUBQUERY 2|"
     "SEARCH rival USING INDEX payment_identifier (payer=? AND identifier=?)"},
    {"UPDATE payment SET phase = ?3", "SEARCH payment USING INTEGER PRIMARY KEY (rowid=?)"},
    {"UPDATE payment SET phase = ?2, reason", "SEARCH payment USING INTEGER PRIMARY KEY (rowid=?)"},
    // Walks the index of hashes that no transaction carries, to its limit at most.
    {"aside FROM anchor_outbox", "SCAN anchor_outbox USING INDEX anchor_pending"},
    // Walks the index of transactions that are not final.
    {"WHERE state <> 'final' AND network = ?1 ORDER",
     "SEARCH anchor_tx USING INDEX anchor_tx_open (network=?)"},
    {"min(created_ms) FROM anchor_outbox", "SCAN anchor_outbox USING INDEX anchor_unmined"},
    // The ends that are due, the oldest first.
    {"SELECT seq, updated_ms, state FROM jobs",
     "SEARCH jobs USING INDEX jobs_kept (kept=? AND updated_ms>? AND updated_ms<?)"},
    // A row for each chain that was ever configured.
    {"SELECT read_to_s FROM scan ORDER", "SCAN scan|USE TEMP B-TREE FOR ORDER BY"},
    // As many entries as jobs that ever ended, and no row: for metrics alone.
    {"SELECT product, rail, state, count(*)", "SCAN jobs USING COVERING INDEX jobs_ended"},
    {"SELECT reason, state, count(*)", "SCAN credit|USE TEMP B-TREE FOR GROUP BY"},
    {"WHERE phase = 'settle_sent' AND undecided_ms",
     "SEARCH payment USING INDEX payment_undecided_since (undecided_ms>?)"},
    // The newest row.
    {"UPDATE history_hour",
     "SEARCH history_hour USING INTEGER PRIMARY KEY (rowid=?)|SCALAR SUBQUERY 1|"
     "SEARCH jobs USING INDEX jobs_kept (kept=? AND updated_ms>? AND updated_ms<?)"},
    {"AS newest", "CO-ROUTINE newest|SCAN anchor_tx|SCAN newest|CORRELATED SCALAR SUBQUERY 1|"
                  "SEARCH anchor_outbox USING COVERING INDEX anchor_carried (tx_seq=?)"},
    {"ORDER BY seq DESC LIMIT 1", "SCAN anchor_tx"},
};

class QueryPlansTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(QueryPlansTest);
    CPPUNIT_TEST(hot_statements_use_the_intended_index);
    CPPUNIT_TEST(no_other_statement_walks_a_table);
    CPPUNIT_TEST(no_change_of_one_row_makes_a_temporary_table);
    CPPUNIT_TEST_SUITE_END();

    const support::Unchecked unchecked;
    support::StoreWorld world;
    support::EveryStatement every{world};

    // Steps of the plan, joined by '|'.
    std::string plan_of(const std::string& sql) { return rows_of("EXPLAIN QUERY PLAN " + sql, 3); }

    // One column of what SQLite answers, joined by '|'.
    std::string rows_of(const std::string& question, int column)
    {
        sqlite3* opened = nullptr;
        sqlite3_open_v2(world.database.path().c_str(), &opened, SQLITE_OPEN_READONLY, nullptr);
        const db::sqlite::Handle handle{opened};
        // As the store has it: a deletion looks for who refers to the row.
        sqlite3_exec(opened, "PRAGMA foreign_keys = ON", nullptr, nullptr, nullptr);
        sqlite3_stmt* made = nullptr;
        CPPUNIT_ASSERT_EQUAL(SQLITE_OK,
                             sqlite3_prepare_v2(opened, question.c_str(), -1, &made, nullptr));
        const db::sqlite::StatementHandle statement{made};
        std::string rows;
        while (sqlite3_step(made) == SQLITE_ROW) {
            if (!rows.empty()) rows += '|';
            rows += reinterpret_cast<const char*>(sqlite3_column_text(made, column));
        }
        return rows;
    }

public:
    void hot_statements_use_the_intended_index()
    {
        if (world.is_skipped_on_server("plans are SQLite's")) return;
        every.run();
        const std::vector<std::string> statements = world.database.prepared_statements();
        for (const Expected& expected : k_expected) {
            int found = 0;
            for (const std::string& sql : statements) {
                if (sql.find(expected.piece) == std::string::npos) continue;
                ++found;
                CPPUNIT_ASSERT_EQUAL_MESSAGE(sql, std::string{expected.plan}, plan_of(sql));
            }
            CPPUNIT_ASSERT_EQUAL_MESSAGE(std::string{expected.piece}, 1, found);
        }
    }

    void no_other_statement_walks_a_table()
    {
        if (world.is_skipped_on_server("plans are SQLite's")) return;
        every.run();
        for (const std::string& sql : world.database.prepared_statements()) {
            const std::string plan = plan_of(sql);
            // The alarms of one node, and the copies that were ever put back: a handful.
            if (plan == "SCAN alarm" || plan.starts_with("SCAN restoration")) continue;
            const bool is_named = std::ranges::any_of(k_expected, [&](const Expected& expected) {
                return sql.find(expected.piece) != std::string::npos;
            });
            CPPUNIT_ASSERT_MESSAGE(sql + " -> " + plan,
                                   is_named || plan.find("SCAN") == std::string::npos);
        }
    }

    // A list of three words in a CHECK, a trigger or the predicate of an index is one; so is what
    // RETURNING gives back, and a claim returns one row.
    void no_change_of_one_row_makes_a_temporary_table()
    {
        if (world.is_skipped_on_server("plans are SQLite's")) return;
        every.run();
        int changes = 0;
        for (const std::string& sql : world.database.prepared_statements()) {
            const bool is_insert =
                sql.starts_with("INSERT INTO jobs ") || sql.starts_with("INSERT INTO payment ");
            const bool is_update =
                sql.starts_with("UPDATE jobs ") || sql.starts_with("UPDATE payment ");
            const bool is_of_one = sql.find("seq = ?") != std::string::npos;
            if (!is_insert && (!is_update || !is_of_one)) continue;
            if (sql.find("RETURNING") != std::string::npos) continue;
            ++changes;
            const std::string steps = rows_of("EXPLAIN " + sql, 1);
            CPPUNIT_ASSERT_MESSAGE(sql, steps.find("OpenEphemeral") == std::string::npos);
        }
        CPPUNIT_ASSERT(changes >= 10);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(QueryPlansTest);

} // namespace
