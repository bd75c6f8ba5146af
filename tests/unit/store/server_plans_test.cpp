// No statement of a sale, a poll, a claim, a step of the scan or of retention walks a large table
// on PostgreSQL, which chooses plans by the statistics of what is there: the schema is filled, and
// each statement that was prepared is asked for the plan that serves any arguments.
#include "base/concat.hpp"
#include "db/pg/connection.hpp"
#include "db/pg/literal.hpp"
#include "db/transaction.hpp"
#include "store/audit.hpp"
#include "support/every_statement.hpp"
#include "support/order_world.hpp"
#include "support/postgres.hpp"

#include <cppunit/extensions/HelperMacros.h>

#include <algorithm>
#include <charconv>
#include <iostream>
#include <set>
#include <string>
#include <vector>

namespace {

using base::concat;

// Months of business: nearly all of it is over.
constexpr const char* k_fill = R"(
INSERT INTO jobs (seq, job_id, rail, product, state, lane, client, price_atoms, sla_sec, created_ms,
    updated_ms, completed_ms, result_hash, kept)
SELECT i, 'job_' || i, CASE WHEN i % 4 = 0 THEN 'v1' ELSE 'v2' END, 'verify_basic', 'complete',
    'analysis', '192.0.2.' || i % 1000, 500000, 300, i, i, i, decode(repeat('00', 32), 'hex'),
    CASE WHEN i % 5 = 0 THEN 'result' ELSE 'books' END FROM generate_series(1000000, 1040000) AS i;
INSERT INTO job_body SELECT seq, '{}', '{}', '' FROM jobs WHERE seq >= 1000000;
INSERT INTO payment (job_seq, network, asset, payer, nonce, phase, value_atoms, valid_before_s,
    owner, lease_until_ms, request_digest, created_ms, updated_ms, signature, payload, tx_hash,
    block_number, log_index, signed_by_payer)
SELECT seq, 'eip155:8453', substring(sha256('a') FOR 20),
    substring(sha256((seq % 5000)::text::bytea) FOR 20), sha256(seq::text::bytea), 'settled', 1,
    seq,
    '', seq, sha256(seq::text::bytea), seq, seq, '', '', '0x' || seq, seq, 0, 1
FROM jobs WHERE seq >= 1000000;
INSERT INTO credit (seq, rail, payer, value_atoms, tx_hash, job_seq, reason, state, created_ms,
    updated_ms)
SELECT seq, 'v2', '0x' || seq % 5000, 1, '0x' || seq, seq, 'job_failed', 'refunded', seq, seq
FROM jobs WHERE seq >= 1000000 AND seq % 4 = 1;
INSERT INTO anchor_tx (seq, network, sender, nonce, method, callee, gas_limit, state, tx_hash,
    succeeded, block_number, block_time_s, created_ms)
SELECT i, 'eip155:8453', substring(sha256('b') FOR 20), i, 'eas', substring(sha256('c') FOR 20), 1,
    'final', '0x' || i, 1, i, i, i FROM generate_series(1000000, 1010000) AS i;
INSERT INTO anchor_attempt SELECT seq, 1, '', tx_hash, 1, 1, 1 FROM anchor_tx WHERE seq >= 1000000;
INSERT INTO anchor_outbox
SELECT seq, sha256(seq::text::bytea), 'final', seq, 1000000 + seq % 10000, 0, '' FROM jobs
WHERE seq >= 1000000;
INSERT INTO v1_order
SELECT seq, sha256(seq::text::bytea), sha256('a'), 'eip155:8453', substring(sha256('a') FOR 20),
    substring(sha256('b') FOR 20), NULL FROM jobs WHERE seq >= 1000000 AND rail = 'v1';
INSERT INTO claim (job_seq, tx_hash, state, created_ms)
SELECT seq, '0x' || seq, 'confirmed', seq FROM jobs WHERE seq >= 1000000 AND rail = 'v1';
INSERT INTO transfer
SELECT 'eip155:8453', '0x' || seq, 0, substring(sha256('a') FOR 20),
    substring(sha256((seq % 5000)::text::bytea) FOR 20), 1, sha256(seq::text::bytea), seq, seq,
    'paid', seq, seq, 0 FROM jobs WHERE seq >= 1000000;
INSERT INTO refusal
SELECT '192.0.2.' || i % 1000, 'refused', sha256(i::text::bytea), i, 1
FROM generate_series(1, 20000) AS i;
INSERT INTO unread_credit SELECT '0x' || i % 1000, i, i FROM generate_series(1, 20000) AS i;
ANALYZE;
)";

// But for client_order, which holds an hour.
constexpr std::string_view k_large[] = {
    "jobs",          "job_body", "payment", "credit",   "anchor_tx", "anchor_attempt",
    "anchor_outbox", "v1_order", "claim",   "transfer", "refusal",   "unread_credit"};

// Statements of metrics alone, which walk all there is.
constexpr std::string_view k_may_walk[] = {
    "SELECT product, rail, state, count(*)",
    "SELECT reason, state, count(*)",
};

class ServerPlansTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(ServerPlansTest);
    CPPUNIT_TEST(no_statement_walks_a_large_table);
    CPPUNIT_TEST(the_audit_goes_on_in_both_tables_where_it_was);
    CPPUNIT_TEST_SUITE_END();

    const support::Unchecked unchecked;
    support::OrderWorld world;

    // What buyers and the worker do on rail v1.
    void run_orders()
    {
        const auto order = world.order();
        auto repeated = world.wish("192.0.2.9");
        repeated.repeat_key = world.digest(9);
        static_cast<void>(world.orders.order(repeated));
        static_cast<void>(world.orders.find_repeat(world.digest(9)));
        world.chain.include(world.payment(1, world.price));
        world.claim(order, world.tx(1));
        world.judge_claims();
        world.scan();
        world.pass(std::chrono::hours{2});
        world.judge_claims();
        world.scan();
        world.clocks.expire(world.chain_time());
        world.clocks.credit_never_resubmitted();
        world.clocks.forget_old_counts();
        world.pass(std::chrono::hours{48});
        world.clocks.forget_unpaid(world.chain_time());
    }

    static int arguments_of(const std::string& sql)
    {
        int most = 0;
        for (std::size_t at = sql.find('$'); at != sql.npos; at = sql.find('$', at + 1)) {
            int number = 0;
            std::from_chars(sql.data() + at + 1, sql.data() + sql.size(), number);
            most = std::max(most, number);
        }
        return most;
    }

    // As the server tells it, line by line.
    static std::string plan_of(db::pg::Connection& server, const std::string& literal)
    {
        const std::string sql = db::pg::with_dollars(literal);
        server.run("PREPARE asked AS " + sql);
        std::string arguments;
        for (int i = 0; i < arguments_of(sql); ++i) arguments += i == 0 ? "(NULL" : ", NULL";
        const auto rows = server.run(
            concat("EXPLAIN (COSTS OFF) EXECUTE asked", arguments, arguments.empty() ? "" : ")"));
        server.run("DEALLOCATE asked");
        std::string plan;
        for (int row = 0; row < PQntuples(rows.get()); ++row)
            plan += concat(PQgetvalue(rows.get(), row, 0), "\n");
        return plan;
    }

    static bool is_walk(const std::string& plan)
    {
        return std::ranges::any_of(k_large, [&](std::string_view table) {
            return plan.find(concat("Seq Scan on ", table, " ")) != plan.npos ||
                   plan.find(concat("Seq Scan on ", table, "\n")) != plan.npos;
        });
    }

    bool is_skipped() const
    {
        if (world.database.is_file()) std::cerr << "skipped on SQLite: plans are PostgreSQL's\n";
        return world.database.is_file();
    }

    static void fill(db::pg::Connection& server)
    {
        server.open();
        server.run(k_fill);
        server.run("SET plan_cache_mode = force_generic_plan");
    }

public:
    void no_statement_walks_a_large_table()
    {
        if (is_skipped()) return;
        support::EveryStatement{world}.run();
        run_orders();
        db::pg::Connection server{world.options};
        fill(server);
        const auto prepared = world.database.prepared_statements();
        const std::set<std::string> statements{prepared.begin(), prepared.end()};
        CPPUNIT_ASSERT(statements.size() > 150);
        std::string walks;
        for (const std::string& sql : statements) {
            const bool is_word = !sql.starts_with("SELECT ") && !sql.starts_with("INSERT ") &&
                                 !sql.starts_with("UPDATE ") && !sql.starts_with("DELETE ");
            const bool may_walk = std::ranges::any_of(
                k_may_walk, [&](std::string_view piece) { return sql.starts_with(piece); });
            if (is_word || may_walk) continue;
            if (const auto plan = plan_of(server, sql); is_walk(plan))
                walks += concat(sql, "\n", plan, "\n");
        }
        CPPUNIT_ASSERT_EQUAL(std::string{}, walks);
    }

    // Each step once read the bodies of all jobs before it: a million took most of an hour.
    void the_audit_goes_on_in_both_tables_where_it_was()
    {
        if (is_skipped()) return;
        static_cast<void>(store::Audit{world.database}.disagreements());
        db::pg::Connection server{world.options};
        fill(server);
        const auto prepared = world.database.prepared_statements();
        const auto step = std::ranges::find_if(prepared, [](const std::string& sql) {
            return sql.starts_with("SELECT jobs.seq, job_id, state, product, lane, result_hash");
        });
        CPPUNIT_ASSERT(step != prepared.end());
        const std::string plan = plan_of(server, *step);
        CPPUNIT_ASSERT_MESSAGE(plan, plan.find("Index Cond: (seq > $1)") != plan.npos);
        CPPUNIT_ASSERT_MESSAGE(plan, plan.find("Index Cond: (job_seq") != plan.npos);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(ServerPlansTest);

} // namespace
