#include "store/audit.hpp"

#include "base/fault.hpp"
#include "db/transaction.hpp"
#include "job/order.hpp"
#include "store/artifact_audit.hpp"
#include "store/rows.hpp"

namespace store {

namespace {

// Each statement yields the rows that break the rule: job_id and what is wrong.
struct Rule {
    std::string_view word;
    db::Select sql;
};

constexpr Rule k_rules[] = {
    // No money without a job.
    {"settled_payment_without_job",
     "SELECT jobs.job_id, 'payment settled, job ' || jobs.state FROM payment "
     "JOIN jobs ON jobs.seq = payment.job_seq WHERE payment.phase = 'settled' "
     "AND jobs.state NOT IN ('payment_confirmed', 'queued', 'running', 'complete', 'failed') "
     "LIMIT ?1"},
    // No job without money.
    {"job_without_payment",
     "SELECT jobs.job_id, 'job ' || jobs.state || ', payment ' || coalesce(payment.phase, 'none') "
     "FROM jobs LEFT JOIN payment ON payment.job_seq = jobs.seq "
     "WHERE jobs.state IN ('payment_confirmed', 'queued', 'running', 'complete', 'failed') "
     "AND payment.phase IS DISTINCT FROM 'settled' LIMIT ?1"},
    {"settling_job_decided",
     "SELECT jobs.job_id, 'job settling, payment ' || coalesce(payment.phase, 'none') FROM jobs "
     "LEFT JOIN payment ON payment.job_seq = jobs.seq WHERE jobs.state = 'settling' AND "
     "coalesce(payment.phase, 'refused') IN ('settled', 'refused') LIMIT ?1"},
    {"rejected_job_not_refused",
     "SELECT jobs.job_id, 'job rejected, payment ' || coalesce(payment.phase, 'none') FROM jobs "
     "LEFT JOIN payment ON payment.job_seq = jobs.seq WHERE jobs.state = 'rejected' "
     "AND payment.phase IS DISTINCT FROM 'refused' LIMIT ?1"},
    // No buyer pays twice, and no payment pays twice.
    {"authorization_pays_twice",
     "SELECT min(jobs.job_id), 'authorization of ' || count(*) || ' jobs' FROM payment "
     "JOIN jobs ON jobs.seq = payment.job_seq WHERE payment.phase <> 'refused' "
     "AND payment.phase <> 'reserved' AND nonce IS NOT NULL "
     "GROUP BY network, asset, payer, nonce HAVING count(*) > 1 LIMIT ?1"},
    {"transfer_pays_twice",
     "SELECT min(jobs.job_id), 'transfer of ' || count(*) || ' payments' FROM payment "
     "JOIN jobs ON jobs.seq = payment.job_seq WHERE payment.log_index IS NOT NULL "
     "GROUP BY network, tx_hash, log_index HAVING count(*) > 1 LIMIT ?1"},
    {"price_differs",
     "SELECT jobs.job_id, 'job costs ' || price_atoms || ', payment of ' || value_atoms "
     "FROM payment JOIN jobs ON jobs.seq = payment.job_seq WHERE price_atoms <> value_atoms "
     "LIMIT ?1"},
    // Money that bought nothing is owed.
    {"failed_job_without_credit",
     "SELECT job_id, 'failed: ' || error FROM jobs WHERE state = 'failed' AND NOT EXISTS "
     "(SELECT 1 FROM credit WHERE credit.job_seq = jobs.seq AND reason = 'job_failed') LIMIT ?1"},
    {"credit_of_a_job_that_did_not_fail",
     "SELECT jobs.job_id, 'job ' || jobs.state FROM credit JOIN jobs ON jobs.seq = credit.job_seq "
     "WHERE credit.reason = 'job_failed' AND jobs.state <> 'failed' LIMIT ?1"},
    // And no sale is paid back twice.
    {"job_paid_back_twice",
     "SELECT min(jobs.job_id), count(*) || ' credits' FROM credit JOIN jobs ON jobs.seq = job_seq "
     "WHERE reason IN ('job_failed', 'vantage_offline', 'sources_unread', 'model_away') "
     "AND credit.state <> 'waived' GROUP BY job_seq HAVING count(*) > 1 LIMIT ?1"},
    {"refused_payment_received_without_credit",
     "SELECT jobs.job_id, 'received in ' || payment.tx_hash FROM payment "
     "JOIN jobs ON jobs.seq = payment.job_seq WHERE payment.phase = 'refused' "
     "AND payment.log_index IS NOT NULL AND NOT EXISTS (SELECT 1 FROM credit "
     "WHERE credit.job_seq = jobs.seq AND reason = 'paid_after_refusal') LIMIT ?1"},
    // What was paid back has a transaction, and buys nothing any more.
    {"refund_without_transaction",
     "SELECT coalesce(jobs.job_id, ''), 'credit ' || credit.seq || ' is ' || credit.state "
     "FROM credit LEFT JOIN jobs ON jobs.seq = credit.job_seq "
     "WHERE (credit.state = 'refunded') <> (refund_tx <> '') LIMIT ?1"},
    {"job_paid_back_and_done",
     "SELECT jobs.job_id, 'job ' || jobs.state FROM credit JOIN jobs ON jobs.seq = credit.job_seq "
     "WHERE credit.reason = 'never_resubmitted' AND credit.state = 'refunded' "
     "AND jobs.state IN ('queued', 'running', 'complete', 'failed') LIMIT ?1"},
    // Every transfer that came in has one fate, and what that fate says is on record.
    {"paid_transfer_without_payment",
     "SELECT coalesce(jobs.job_id, ''), 'transfer ' || transfer.tx_hash FROM transfer "
     "LEFT JOIN jobs ON jobs.seq = transfer.job_seq LEFT JOIN payment ON payment.job_seq = "
     "transfer.job_seq AND payment.tx_hash = transfer.tx_hash AND payment.log_index = "
     "transfer.log_index AND payment.phase = 'settled' WHERE fate = 'paid' "
     "AND payment.job_seq IS NULL LIMIT ?1"},
    {"v1_payment_without_transfer",
     "SELECT jobs.job_id, 'payment in ' || payment.tx_hash FROM payment JOIN jobs ON jobs.seq = "
     "payment.job_seq WHERE rail = 'v1' AND phase = 'settled' AND NOT EXISTS (SELECT 1 FROM "
     "transfer WHERE transfer.job_seq = jobs.seq AND transfer.tx_hash = payment.tx_hash "
     "AND transfer.log_index = payment.log_index AND fate = 'paid') LIMIT ?1"},
    {"credited_transfer_without_credit",
     "SELECT coalesce(jobs.job_id, ''), 'transfer ' || transfer.tx_hash FROM transfer LEFT JOIN "
     "jobs ON jobs.seq = transfer.job_seq WHERE fate = 'credited' AND is_dust = 0 AND NOT EXISTS "
     "(SELECT 1 FROM "
     "credit WHERE credit.tx_hash = transfer.tx_hash AND credit.log_index = transfer.log_index) "
     "LIMIT ?1"},
    // A payer's sums are their dust, each transfer once, whatever of it was sent back.
    {"dust_differs_from_its_sums",
     "SELECT '', 'of ' || payer || ': ' || sum(came) || ' came, ' || sum(owed) || ' credited' FROM "
     "(SELECT network, asset, '0x' || lower(hex(payer)) AS payer, value_atoms AS came, 0 AS owed "
     "FROM transfer WHERE fate = 'credited' AND is_dust = 1 UNION ALL "
     "SELECT network, asset, payer, 0, value_atoms FROM credit WHERE reason = 'dust') AS sums "
     "GROUP BY network, asset, payer HAVING sum(came) <> sum(owed) LIMIT ?1"},
    {"dust_has_a_credit_of_its_own",
     "SELECT '', 'transfer ' || transfer.tx_hash FROM transfer WHERE fate = 'credited' "
     "AND is_dust = 1 AND EXISTS (SELECT 1 FROM credit WHERE credit.tx_hash = transfer.tx_hash "
     "AND credit.log_index = transfer.log_index) LIMIT ?1"},
    {"v1_job_without_order",
     "SELECT job_id, 'job ' || state FROM jobs WHERE rail = 'v1' AND NOT EXISTS "
     "(SELECT 1 FROM v1_order WHERE v1_order.job_seq = jobs.seq) LIMIT ?1"},
    // Nothing is lost.
    {"complete_job_without_artifact",
     "SELECT jobs.job_id, 'no artifact' FROM jobs LEFT JOIN job_body ON job_body.job_seq = "
     "jobs.seq "
     "WHERE jobs.state = 'complete' AND jobs.kept <> 'books' AND job_body.artifact IS NULL "
     "LIMIT ?1"},
    // An anchor is of the result, and where its transaction is.
    {"anchor_of_another_hash",
     "SELECT jobs.job_id, 'anchor ' || anchor_outbox.status FROM anchor_outbox JOIN jobs "
     "ON jobs.seq = anchor_outbox.job_seq WHERE anchor_outbox.hash IS DISTINCT FROM "
     "jobs.result_hash "
     "LIMIT ?1"},
    {"anchor_out_of_step",
     "SELECT jobs.job_id, 'anchor ' || anchor_outbox.status || ', transaction ' || "
     "coalesce(anchor_tx.state, 'none') FROM anchor_outbox JOIN jobs ON jobs.seq = "
     "anchor_outbox.job_seq LEFT JOIN anchor_tx ON anchor_tx.seq = anchor_outbox.tx_seq "
     "WHERE anchor_outbox.status <> CASE anchor_tx.state WHEN 'sent' THEN 'broadcast' "
     "WHEN 'mined' THEN 'mined' WHEN 'final' THEN 'final' ELSE 'pending' END "
     "OR anchor_tx.succeeded = 0 LIMIT ?1"},
    // Stored when its payment is sent, and not before.
    {"open_job_without_request",
     "SELECT jobs.job_id, 'no request' FROM jobs LEFT JOIN job_body ON job_body.job_seq = jobs.seq "
     "LEFT JOIN payment ON payment.job_seq = jobs.seq "
     "WHERE jobs.state IN ('settling', 'queued', 'running') "
     "AND payment.phase IS DISTINCT FROM 'reserved' AND coalesce(job_body.request, '') = '' LIMIT "
     "?1"},
    {"request_of_nothing_sent",
     "SELECT jobs.job_id, 'payment ' || phase FROM payment JOIN jobs ON seq = payment.job_seq "
     "LEFT JOIN job_body ON job_body.job_seq = seq WHERE is_sent = 0 AND "
     "(payload <> '' OR job_body.job_seq IS NOT NULL) LIMIT ?1"},
    // Only of what is over, and then all of it.
    {"open_job_given_up",
     "SELECT job_id, 'job ' || state || ', kept ' || kept FROM jobs WHERE kept <> 'all' "
     "AND state NOT IN ('complete', 'failed', 'expired', 'rejected') LIMIT ?1"},
    {"purged_job_with_remains",
     "SELECT job_id, 'job ' || state FROM jobs LEFT JOIN job_body ON job_body.job_seq = seq "
     "LEFT JOIN payment ON payment.job_seq = seq WHERE kept = 'books' "
     "AND (job_body.job_seq IS NOT NULL OR client || request_id <> '' "
     "OR phase = 'settled' AND payload <> '') LIMIT ?1"},
    // A lane that is counted too long sells nothing, one too short sells what comes late.
    {"lane_load_is_wrong",
     "SELECT lane, state || ': ' || sum(told) || ' told, ' || sum(counted) || ' counted' FROM "
     "(SELECT lane, state, jobs + places AS told, 0 AS counted FROM lane_load UNION ALL "
     "SELECT lane, state, 0, count(*) + sum(places) FROM jobs "
     "WHERE state IN ('settling', 'queued', 'running') "
     "AND (state <> 'settling' OR has_left_lane = 0) GROUP BY lane, state) AS loads GROUP BY lane, "
     "state "
     "HAVING sum(told) <> sum(counted) LIMIT ?1"},
    // Orders are refused by it. Of networks, those of before it was counted are not told.
    {"awaiting_load_is_wrong",
     "SELECT '-', 'network ' || network || ': ' || sum(told) || ' told, ' || sum(counted) || "
     "' counted' FROM (SELECT network, jobs AS told, 0 AS counted FROM awaiting_load UNION ALL "
     "SELECT '', 0, count(*) FROM jobs WHERE state = 'awaiting_payment' UNION ALL "
     "SELECT site, 0, count(*) FROM jobs WHERE state = 'awaiting_payment' AND site <> '' "
     "GROUP BY site UNION ALL SELECT prefix, 0, count(*) FROM jobs "
     "WHERE state = 'awaiting_payment' AND prefix <> '' GROUP BY prefix) AS loads GROUP BY network "
     "HAVING sum(told) <> sum(counted) LIMIT ?1"},
};

// A credit with where its money is, and whether the chain shows it.
constexpr auto k_list_credits =
    "SELECT " + rows::k_credit +
    ", coalesce(jobs.job_id, ''), coalesce(credit.asset, payment.asset, transfer.asset), "
    "coalesce(credit.network, payment.network, transfer.network, ''), credit.created_ms, "
    "(credit.reason = ?3 OR coalesce(credit.log_index, payment.log_index) IS NOT NULL) AND NOT "
    "EXISTS (SELECT 1 FROM claim WHERE claim.job_seq = credit.job_seq "
    "AND claim.tx_hash = credit.tx_hash AND claim.reason = ?2) FROM credit "
    "LEFT JOIN jobs ON jobs.seq = credit.job_seq "
    "LEFT JOIN payment ON payment.job_seq = credit.job_seq "
    "LEFT JOIN transfer ON transfer.tx_hash = credit.tx_hash "
    "AND transfer.log_index = credit.log_index "
    "WHERE CAST(?1 AS TEXT) IS NULL OR credit.state = ?1 ORDER BY credit.seq";

} // namespace

std::vector<Violation> Audit::violations(int limit)
{
    auto out = disagreements(limit);
    for (Violation& each : damage()) out.push_back(std::move(each));
    return out;
}

std::vector<Violation> Audit::disagreements(int limit)
{
    const db::ReadTxn snapshot{m_database};
    std::vector<Violation> out;
    for (const Rule& rule : k_rules) {
        auto row = m_database.query(rule.sql, limit);
        while (row.step())
            out.push_back(
                {std::string{rule.word}, std::string{row.text(0)}, std::string{row.text(1)}});
    }
    check_artifacts(m_database, limit, out);
    return out;
}

std::vector<Violation> Audit::damage()
{
    std::vector<Violation> out;
    if (!m_database.is_file()) return out; // a server's files are looked at by its own tools
    auto state = m_database.query("PRAGMA integrity_check(20)");
    while (state.step())
        if (state.text(0) != "ok") out.push_back({"integrity", {}, std::string{state.text(0)}});
    auto orphan = m_database.query("PRAGMA foreign_key_check");
    while (orphan.step()) out.push_back({"foreign_key", {}, std::string{orphan.text(0)}});
    return out;
}

LedgerLine Audit::line(std::int64_t job_seq)
{
    const DuePayment due = rows::due_payment(m_database, job_seq);
    const job::Job job = rows::view(m_database, job_seq).job;
    return {due.payment, job.state, job.product, due.created, due.is_proven};
}

std::vector<job::Job> Audit::jobs(std::optional<job::State> state,
                                  const std::optional<std::string>& product, int limit)
{
    const db::ReadTxn snapshot{m_database};
    std::vector<std::int64_t> seqs;
    {
        auto row = m_database.query(
            "SELECT seq FROM jobs WHERE (CAST(?1 AS TEXT) IS NULL OR "
            "CASE WHEN kept = 'books' THEN 'purged' ELSE state END = ?1) "
            "AND (CAST(?2 AS TEXT) IS NULL OR product = ?2) ORDER BY seq DESC LIMIT ?3",
            state ? std::optional{to_text(*state)} : std::nullopt, product, limit);
        while (row.step()) seqs.push_back(row.integer(0));
    }
    std::vector<job::Job> out;
    out.reserve(seqs.size());
    for (const std::int64_t seq : seqs) out.push_back(rows::view(m_database, seq).job);
    return out;
}

std::optional<job::View> Audit::job(const value::JobId& id)
{
    return rows::view(m_database, id, false);
}

std::vector<LedgerLine> Audit::payments(std::optional<job::Phase> phase, int limit)
{
    const db::ReadTxn snapshot{m_database};
    std::vector<std::int64_t> seqs;
    {
        auto row = m_database.query(
            "SELECT job_seq FROM payment WHERE CAST(?1 AS TEXT) IS NULL OR phase = ?1 "
            "ORDER BY job_seq DESC LIMIT ?2",
            phase ? std::optional{to_text(*phase)} : std::nullopt, limit);
        while (row.step()) seqs.push_back(row.integer(0));
    }
    std::vector<LedgerLine> out;
    out.reserve(seqs.size());
    for (const std::int64_t seq : seqs) out.push_back(line(seq));
    return out;
}

std::optional<LedgerLine> Audit::payment_of(const value::JobId& id)
{
    const db::ReadTxn snapshot{m_database};
    const auto view = rows::view(m_database, id, false);
    if (!view || !view->payment) return std::nullopt;
    return line(view->job.seq);
}

std::vector<CreditLine> Audit::credits(std::optional<std::string_view> state)
{
    const db::ReadTxn snapshot{m_database};
    std::vector<CreditLine> out;
    auto row = m_database.query(k_list_credits, state, job::k_payment_lost, job::k_dust);
    while (row.step())
        out.push_back({.credit = rows::read_credit(row),
                       .job_id = std::string{row.text(8)},
                       .asset = row.is_null(9) ? std::string{} : base::to_hex_0x(row.blob(9)),
                       .network = std::string{row.text(10)},
                       .created = base::instant_from_ms(row.integer(11)),
                       .is_proven = row.integer(12) != 0});
    return out;
}

} // namespace store
