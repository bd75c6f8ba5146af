#include "support/filled_database.hpp"

#include "base/concat.hpp"
#include "base/fault.hpp"
#include "db/migrations.hpp"
#include "db/sqlite/schema.hpp"
#include "db/sqlite/session.hpp"

#include <sqlite3.h>

#include <algorithm>

namespace support {

namespace {

constexpr const char* k_rows = R"(
INSERT INTO jobs (seq, job_id, rail, product, state, lane, client, price_atoms, sla_sec, created_ms,
    updated_ms, completed_ms, attempt, queue_rank, worker, lease_until_ms, progress_stage,
    result_hash, verdict, error, kept, has_left_lane, site, prefix, places, request_id) VALUES
  (1, 'job_a', 'v2', 'verify_basic', 'complete', 'analysis', '192.0.2.1', 500000, 300, 1, 2, 3, 1,
    NULL, NULL, NULL, 'skeptic', randomblob(32), 'PASS', '', 'result', 0, '', '', 1, 'r'),
  (7, 'job_b', 'v1', 'brief', 'awaiting_payment', 'pages', '2001:db8::1', 0, 1,
    -9223372036854775808, 9223372036854775807, NULL, 0, NULL, NULL, NULL, NULL, NULL, NULL, '',
    'all', 0, '2001:db8::/48', '2001:db8::/64', 3, ''),
  (8, 'job_c', 'v2', 'synthesis', 'running', 'pages', '', 1, 1, 0, 0, NULL, 2, NULL, 'worker-1', 5,
    '', NULL, NULL, 'crashed', 'all', 0, '', '', 2, ''),
  (9, 'job_d', 'v2', 'synthesis', 'queued', 'pages', '', 1, 1, 0, 0, NULL, 0, 4, NULL, NULL,
    NULL, NULL, NULL, '', 'all', 0, '', '', 2, ''),
  (2000000, 'job_e', 'v2', 'synthesis', 'settling', 'pages', '', 1, 1, 0, 0, NULL, 0, NULL, NULL,
    NULL, NULL, NULL, NULL, '', 'all', 1, '', '', 1, '');
INSERT INTO job_body VALUES
  (1, '', NULL, ''),
  (7, 'tab' || char(9) || 'line' || char(10) || 'back\slash \N "quote" ''', '{}',
    'ä€😀' || char(127)),
  (8, printf('%.*c', 3000000, 'x'), printf('%.*c', 70000, 'y'), char(13));
INSERT INTO payment (job_seq, network, asset, payer, nonce, phase, value_atoms, valid_before_s,
    owner, lease_until_ms, request_digest, created_ms, updated_ms, signature, payload, pay_to,
    block_number, log_index, identifier) VALUES
  (1, 'eip155:8453', zeroblob(20), randomblob(20), zeroblob(32), 'settled', 5, 6, 'o', 7,
    randomblob(32), 8, 9, x'', '', x'', NULL, NULL, NULL),
  (8, 'eip155:8453', randomblob(20), randomblob(20), NULL, 'reserved', 5, 6, '', 7, randomblob(32),
    8, 9, x'00ff5c0a', '{"a":"\u0000"}', randomblob(20), 12, 0, 'order-0123456789');
INSERT INTO credit (seq, rail, payer, value_atoms, tx_hash, log_index, job_seq, reason, created_ms,
    updated_ms, network, asset) VALUES
  (3, 'v1', '0xaa', 1, '0xbb', 0, NULL, 'orphan', 1, 2, 'eip155:8453', randomblob(20)),
  (4, 'v2', '0xaa', 1, '', NULL, 8, 'job_failed', 1, 2, NULL, NULL);
INSERT INTO anchor_tx VALUES (5, 'eip155:8453', randomblob(20), 0, 'eas', randomblob(20), 1,
    'sent', '',
    NULL, NULL, NULL, 1);
INSERT INTO anchor_outbox VALUES (1, randomblob(32), 'broadcast', 1, 5, 0, ''),
  (7, randomblob(32), 'pending', 1, NULL, 2, 'reverted');
INSERT INTO anchor_attempt VALUES (5, 1, x'', '0x1', 2, 1, 3), (5, 2, randomblob(9000), '', 2, 1,
    3);
INSERT INTO anchor_wish VALUES ('flush', 1);
INSERT INTO heartbeat VALUES (1, 2, 3, '0.1.0', 'worker-1');
INSERT INTO alarm VALUES ('wal_large', 1, ''), ('Wal', 2, 'x'), ('ärger', 3, 'y');
INSERT INTO observation VALUES ('facilitator', 'ok', '', 1);
INSERT INTO v1_order VALUES (7, randomblob(32), randomblob(32), 'eip155:8453', randomblob(20),
    randomblob(20), randomblob(32));
INSERT INTO client_order VALUES ('b', 1, 7), ('a', 2, 7), ('a', 1, 8);
INSERT INTO claim VALUES (7, '0x2', 'pending', '', '', randomblob(65), 1, 2, 0, 0, 0, NULL),
  (7, '0x1', 'refused', 'amount', '{}', NULL, 1, NULL, 0, 1, 3, 4);
INSERT INTO transfer VALUES ('eip155:8453', '0x1', 10, randomblob(20), randomblob(20), 1, NULL,
    1, 2,
    'waiting', NULL, 3, 1), ('eip155:8453', '0x1', 9, randomblob(20), randomblob(20), 1,
    randomblob(32), 1, 2, 'paid', 1, 3, 0);
INSERT INTO scan VALUES ('eip155:8453', 100, 200, 300, 400);
INSERT INTO undecided_transfer VALUES ('eip155:8453', '0x3', 1, 2);
INSERT INTO refusal VALUES ('192.0.2.1', 'refused', randomblob(32), 1, 2);
INSERT INTO v1_recipient VALUES ('eip155:8453', randomblob(20), randomblob(20), 1);
INSERT INTO unread_credit VALUES ('0xaa', 1, 8);
INSERT INTO history_hour VALUES (1, 2, 1, 3, 4, 5, 6, 7);
INSERT INTO restoration VALUES (6, 'eip155:8453', 1, 2, 3, NULL, NULL);
UPDATE stamp SET count = 17;
)";

// Of a job `i` that was paid for and delivered.
constexpr const char* k_sold[] = {
    "INSERT INTO jobs (seq, job_id, rail, product, state, lane, client, price_atoms, sla_sec, "
    "created_ms, updated_ms, completed_ms, attempt, result_hash, verdict) SELECT i, "
    "'job_' || hex(randomblob(16)), 'v2', 'verify_basic', 'complete', 'analysis', '192.0.2.1', "
    "500000, 300, i, i, i, 1, randomblob(32), 'PASS' FROM n",
    "INSERT INTO job_body SELECT i, hex(randomblob(450)), hex(randomblob(1000)), '' FROM n",
    "INSERT INTO payment (job_seq, network, asset, payer, nonce, phase, value_atoms, "
    "valid_before_s, owner, lease_until_ms, request_digest, created_ms, updated_ms, signature, "
    "payload, pay_to) SELECT i, 'eip155:8453', zeroblob(20), randomblob(20), randomblob(32), "
    "'settled', 500000, i, '', i, randomblob(32), i, i, randomblob(65), hex(randomblob(350)), "
    "zeroblob(20) FROM n"};

int take_row(void* out, int, char** values, char**)
{
    static_cast<std::string*>(out)->append(values[0]).push_back('\n');
    return 0;
}

} // namespace

void make_filled_database(const std::string& path)
{
    db::Database database{{.path = path}};
    db::migrate(database);
    db::sqlite::Session& session = db::sqlite::session_of(database);
    const db::sqlite::Gate::Hold hold{session.own_gate()};
    session.execute(k_rows);
    for (const db::Table& table : db::sqlite::tables_after(db::migrations()))
        if (session.execute("SELECT count(*) FROM " + table.name) == "0")
            throw base::Fault{table.name + " has no row: give it one here"};
}

void add_jobs(const std::string& path, std::int64_t first, std::int64_t count)
{
    constexpr std::int64_t k_at_once = 50'000; // so that the -wal stays small
    db::Database database{{.path = path, .cache_kib = 64 * 1024}};
    db::migrate(database);
    db::sqlite::Session& session = db::sqlite::session_of(database);
    const db::sqlite::Gate::Hold hold{session.own_gate()};
    for (std::int64_t begin = first; begin < first + count; begin += k_at_once) {
        const std::int64_t end = std::min(begin + k_at_once, first + count);
        session.execute("BEGIN IMMEDIATE");
        for (const char* rows : k_sold)
            session.execute(base::concat("WITH RECURSIVE n (i) AS (SELECT ", begin,
                                         " UNION ALL SELECT i + 1 FROM n WHERE i + 1 < ", end, ") ",
                                         rows));
        session.execute("COMMIT");
        session.checkpoint(/*truncate=*/true);
    }
}

std::string dump_of(const std::string& path)
{
    std::string out;
    sqlite3* opened = nullptr;
    const int code = sqlite3_open_v2(path.c_str(), &opened, SQLITE_OPEN_READONLY, nullptr);
    const db::sqlite::Handle handle{opened};
    if (code != SQLITE_OK) throw base::Fault{"cannot open " + path};
    for (const db::Table& table : db::sqlite::tables_after(db::migrations())) {
        std::string values;
        for (const db::Column& each : table.columns)
            values +=
                base::concat(values.empty() ? "" : " || ', ' || ", "quote(\"", each.name, "\")");
        const std::string sql = base::concat("SELECT ", values, " FROM ", table.name, " ORDER BY ",
                                             db::quoted(table.key));
        out += table.name + '\n';
        if (sqlite3_exec(opened, sql.c_str(), take_row, &out, nullptr) != SQLITE_OK)
            throw base::Fault{"cannot read " + table.name};
    }
    return out;
}

} // namespace support
