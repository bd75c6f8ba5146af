// What must hold of the rows that a transaction has changed, asked at the end of every write of the
// tests and of the programs that the end-to-end tests start (the idea of rippled's InvariantCheck).
// Each rule visits the rows of one table and yields a row for what breaks it. They are said apart
// from those of store/audit on purpose: an error in one would have to be made in both.
#include "db/write_check.hpp"

#include "base/concat.hpp"
#include "base/fault.hpp"

#include <set>

namespace {

struct Invariant {
    std::string_view name;
    std::string_view table; // whose changed rows it visits; ?1 is the row
    db::Select broken;      // yields a row: the rule is broken
};

// SQLite tells of no change in a table without row numbers: its few rows are all visited.
constexpr std::string_view k_transfers = "transfer";

constexpr Invariant k_invariants[] = {
    {"no_job_without_money", "jobs",
     "SELECT 1 FROM jobs WHERE seq = ?1 AND state IN ('payment_confirmed', 'queued', 'running', "
     "'complete', 'failed') AND NOT EXISTS (SELECT 1 FROM payment WHERE job_seq = ?1 "
     "AND phase = 'settled')"},
    {"no_money_without_job", "payment",
     "SELECT 1 FROM payment JOIN jobs ON jobs.seq = job_seq WHERE job_seq = ?1 "
     "AND phase = 'settled' AND jobs.state IN ('awaiting_payment', 'expired', 'settling', "
     "'rejected')"},
    {"settling_is_undecided", "jobs",
     "SELECT 1 FROM jobs LEFT JOIN payment ON job_seq = seq WHERE seq = ?1 AND state = 'settling' "
     "AND coalesce(phase, 'none') NOT IN ('reserved', 'settle_sent', 'settled_unproven')"},
    {"rejected_is_refused", "jobs",
     "SELECT 1 FROM jobs LEFT JOIN payment ON job_seq = seq WHERE seq = ?1 AND state = 'rejected' "
     "AND coalesce(phase, 'none') <> 'refused'"},
    {"a_refused_payment_ends_its_job", "payment",
     "SELECT 1 FROM payment JOIN jobs ON jobs.seq = job_seq WHERE job_seq = ?1 "
     "AND phase = 'refused' AND jobs.state IN ('settling', 'queued', 'running')"},
    {"the_price_is_paid", "payment",
     "SELECT 1 FROM payment JOIN jobs ON jobs.seq = job_seq WHERE job_seq = ?1 "
     "AND value_atoms <> price_atoms"},
    {"an_authorization_pays_once", "payment",
     "SELECT 1 FROM payment AS mine JOIN payment AS other ON other.network = mine.network "
     "AND other.asset = mine.asset AND other.payer = mine.payer AND other.nonce = mine.nonce "
     "AND other.job_seq <> mine.job_seq WHERE mine.job_seq = ?1 "
     "AND mine.phase NOT IN ('refused', 'reserved') AND other.phase NOT IN ('refused', "
     "'reserved')"},
    {"a_transfer_pays_once", "payment",
     "SELECT 1 FROM payment AS mine JOIN payment AS other ON other.network = mine.network "
     "AND other.tx_hash = mine.tx_hash AND other.log_index = mine.log_index "
     "AND other.job_seq <> mine.job_seq WHERE mine.job_seq = ?1"},
    {"what_is_sent_has_its_request", "payment",
     "SELECT 1 FROM payment JOIN jobs ON jobs.seq = payment.job_seq LEFT JOIN job_body "
     "ON job_body.job_seq = payment.job_seq WHERE payment.job_seq = ?1 AND rail = 'v2' "
     "AND phase IN ('settle_sent', 'settled_unproven') AND coalesce(request, '') = ''"},
    {"what_is_queued_has_its_request", "jobs",
     "SELECT 1 FROM jobs LEFT JOIN job_body ON job_seq = seq WHERE seq = ?1 "
     "AND state IN ('queued', 'running') AND coalesce(request, '') = ''"},
    {"what_is_complete_has_its_artifact", "jobs",
     "SELECT 1 FROM jobs LEFT JOIN job_body ON job_seq = seq WHERE seq = ?1 "
     "AND state = 'complete' AND kept <> 'books' AND artifact IS NULL"},
    {"what_failed_is_owed", "jobs",
     "SELECT 1 FROM jobs WHERE seq = ?1 AND state = 'failed' AND NOT EXISTS (SELECT 1 FROM credit "
     "WHERE job_seq = ?1 AND reason = 'job_failed')"},
    {"nothing_is_paid_back_twice", "credit",
     "SELECT 1 FROM credit AS mine JOIN credit AS other ON other.job_seq = mine.job_seq "
     "AND other.seq <> mine.seq WHERE mine.seq = ?1 AND mine.state <> 'waived' "
     "AND other.state <> 'waived' "
     "AND mine.reason IN ('job_failed', 'vantage_offline', 'sources_unread', 'model_away') "
     "AND other.reason IN ('job_failed', 'vantage_offline', 'sources_unread', 'model_away')"},
    {"a_refund_has_its_transaction", "credit",
     "SELECT 1 FROM credit WHERE seq = ?1 AND (state = 'refunded') <> (refund_tx <> '')"},
    {"a_paid_transfer_has_its_payment", k_transfers,
     "SELECT 1 FROM transfer WHERE ?1 = 0 AND fate = 'paid' AND NOT EXISTS (SELECT 1 "
     "FROM payment WHERE payment.job_seq = transfer.job_seq "
     "AND payment.tx_hash = transfer.tx_hash AND payment.log_index = transfer.log_index)"},
    {"a_credited_transfer_is_owed", k_transfers,
     "SELECT 1 FROM transfer WHERE ?1 = 0 AND fate = 'credited' AND is_dust = 0 AND NOT EXISTS "
     "(SELECT 1 FROM credit WHERE credit.tx_hash = transfer.tx_hash "
     "AND credit.log_index = transfer.log_index)"},
    {"an_anchor_is_the_results", "anchor_outbox",
     "SELECT 1 FROM anchor_outbox JOIN jobs ON jobs.seq = job_seq WHERE job_seq = ?1 "
     "AND hash IS DISTINCT FROM result_hash"},
};

// Tests that plant what cannot be call their step so.
constexpr std::string_view k_planted = "test";

void check(std::string_view step, db::Reader after, const std::vector<db::ChangedRow>& changed)
{
    if (step == k_planted) return;
    std::set<db::ChangedRow> rows{changed.begin(), changed.end()};
    rows.insert({std::string{k_transfers}, 0});
    for (const db::ChangedRow& each : rows)
        for (const Invariant& rule : k_invariants) {
            if (rule.table != each.table) continue;
            auto row = after.query(rule.broken, each.row);
            if (row.step())
                throw base::Fault{base::concat("invariant ", rule.name, " is broken by ", step,
                                               " in row ", each.row)};
        }
}

const bool s_is_set = [] {
    db::check_writes_with(&check);
    return true;
}();

} // namespace
