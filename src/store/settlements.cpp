#include "store/settlements.hpp"

#include "base/concat.hpp"
#include "base/fault.hpp"
#include "db/transaction.hpp"
#include "store/changes.hpp"
#include "store/rivals.hpp"
#include "store/rows.hpp"

#include <array>

namespace store {

namespace {

using base::to_ms;

// What a buyer waits for first, and what is only watched last: a crowd of refused payments must not
// keep them waiting.
constexpr std::array k_by_urgency{job::Phase::settled_unproven, job::Phase::settle_sent,
                                  job::Phase::settled, job::Phase::refused};

std::optional<std::int64_t> ms_of(std::optional<base::Instant> instant)
{
    return instant ? std::optional{to_ms(*instant)} : std::nullopt;
}

// Another reservation of the same authorization: the money is its job's.
bool is_owned_by_another(db::Reader reader, const job::Payment& payment)
{
    auto row = reader.query(
        "SELECT 1 FROM payment WHERE network = ?1 AND asset = ?2 AND payer = ?3 AND nonce = ?4 "
        "AND phase <> 'refused' AND signed_by_payer = 1 AND job_seq <> ?5",
        payment.key.network.text(), payment.key.asset.bytes(), payment.key.payer.bytes(),
        payment.key.nonce->bytes(), payment.job_seq);
    return row.step();
}

// By a refused payment of the same authorization that became a credit, or as a credit of rail v1.
bool is_on_record(db::Reader reader, const DuePayment& due, const SeenTransfer& seen)
{
    auto row = reader.query(
        "SELECT 1 FROM payment WHERE network = ?1 AND tx_hash = ?2 AND log_index = ?3 "
        "AND job_seq <> ?4 UNION ALL SELECT 1 FROM transfer WHERE network = ?1 AND tx_hash = ?2 "
        "AND log_index = ?3 AND fate IN ('paid', 'credited')",
        due.payment.key.network.text(), seen.tx_hash, seen.log_index, due.payment.job_seq);
    return row.step();
}

// The transfer, before we had the authorization settled for the first time; where we never did,
// before we were shown it with this payer's signature. What is no newer than the newest block that
// the worker knew then was not made by us: another shop's sale to the same pay_to may have made it.
// All times are the chain's: no clock of ours can turn a buyer away.
bool came_before(db::Reader reader, const SeenTransfer& seen, const job::PaymentKey& key)
{
    const auto came_before_all = [&](bool are_sent) -> std::optional<bool> {
        auto row = reader.query(
            "SELECT min(is_newer) FROM (SELECT CASE WHEN (shown_s, shown_block) >= (?5, ?6) THEN 1 "
            "ELSE 0 END AS is_newer FROM payment WHERE payer = ?3 AND nonce = ?4 AND phase = "
            "'refused' AND network = ?1 "
            "AND asset = ?2 AND signed_by_payer = 1 AND is_sent >= ?7 UNION ALL "
            "SELECT CASE WHEN (shown_s, shown_block) >= (?5, ?6) THEN 1 ELSE 0 END FROM payment "
            "WHERE network = ?1 AND asset = ?2 AND payer = ?3 AND nonce = ?4 AND phase <> "
            "'refused' "
            "AND signed_by_payer = 1 AND is_sent >= ?7) AS shown",
            key.network.text(), key.asset.bytes(), key.payer.bytes(), key.nonce->bytes(),
            seen.block_time_s, seen.block_number, std::int64_t{are_sent});
        if (!row.step() || row.is_null(0)) return std::nullopt;
        return row.integer(0) != 0;
    };
    const auto sent = came_before_all(true);
    return sent ? *sent : came_before_all(false).value_or(false);
}

// Later, with another authorization, for the same request or under the same identifier, which names
// one purchase only; undecided ones count as bought.
bool has_bought_again(db::Reader reader, const job::Payment& payment)
{
    auto row = reader.query(
        "SELECT 1 FROM payment WHERE payer = ?1 AND (request_digest = ?2 OR identifier = ?4) "
        "AND job_seq > ?3 AND phase <> 'refused' LIMIT 1",
        payment.key.payer.bytes(), payment.request_digest.bytes(), payment.job_seq,
        payment.identifier);
    return row.step();
}

// Refused before it was sent, or long ago: what was asked for is not kept, and cannot be done.
bool is_request_gone(db::Reader reader, const job::Payment& payment)
{
    auto row = reader.query("SELECT 1 FROM job_body WHERE job_seq = ?1 AND request <> ''",
                            payment.job_seq);
    return !row.step();
}

// The transfer alone: the phase and what the buyer was told stay. It waits no more.
bool record_transfer(db::Writer& writer, const DuePayment& due, const SeenTransfer& seen,
                     std::optional<base::Instant> next)
{
    writer.run("UPDATE transfer SET fate = 'facilitator' WHERE network = ?1 AND tx_hash = ?2 "
               "AND log_index = ?3 AND fate = 'waiting'",
               due.payment.key.network.text(), seen.tx_hash, seen.log_index);
    return writer.run("UPDATE payment SET tx_hash = ?3, block_number = ?4, log_index = ?5, "
                      "due_ms = ?6, looks = 0 WHERE job_seq = ?1 AND phase = ?2",
                      due.payment.job_seq, to_text(due.payment.phase), seen.tx_hash,
                      seen.block_number, seen.log_index,
                      next ? std::optional{to_ms(*next)} : std::nullopt) == 1;
}

// What waits for its payer alone is not a settlement of unknown outcome: the chain has
// told it, and neither client nor payer of rail v2 can hurry it. It is counted against no client.
bool is_left_to_payer(db::Writer& writer, const DuePayment& due, const SeenTransfer& seen,
                      base::Instant now)
{
    if (seen.is_settlement || !rows::has_rival(writer, due, seen, now)) return false;
    writer.run("UPDATE payment SET awaits_payer = 1, undecided_ms = NULL WHERE job_seq = ?1 "
               "AND awaits_payer = 0",
               due.payment.job_seq);
    writer.run("UPDATE jobs SET has_left_lane = 1 WHERE seq = ?1 AND state = ?2 "
               "AND has_left_lane = 0",
               due.payment.job_seq, to_text(job::State::settling));
    return true;
}

// The transfer decides: the payment is settled with it.
bool settle(db::Writer& writer, const DuePayment& due, const SeenTransfer& seen,
            std::string_view response, base::Instant now)
{
    if (!record_transfer(writer, due, seen, now + k_final_after)) return false;
    return writer.run("UPDATE payment SET phase = ?2, response = ?3, reason = '', "
                      "updated_ms = ?4 WHERE job_seq = ?1",
                      due.payment.job_seq, to_text(job::Phase::settled), response, to_ms(now)) == 1;
}

} // namespace

std::vector<DuePayment> Settlements::due(int limit, Due which)
{
    const db::ReadTxn snapshot{m_at.database};
    const base::Instant now = m_at.clock.now();
    std::vector<std::int64_t> seqs;
    for (const job::Phase phase : k_by_urgency) {
        if (which == Due::unheard && phase != job::Phase::settle_sent) continue;
        // A time beyond any wait was set before the clock was set back.
        auto row = m_at.database.query(
            "SELECT job_seq FROM (SELECT job_seq FROM payment WHERE due_ms IS NOT NULL "
            "AND phase = ?1 AND due_ms <= ?2 ORDER BY due_ms LIMIT ?4) AS due "
            "UNION ALL SELECT job_seq FROM (SELECT job_seq FROM payment WHERE due_ms IS NOT NULL "
            "AND phase = ?1 AND due_ms > ?3 ORDER BY due_ms LIMIT ?4) AS far "
            "LIMIT ?4",
            to_text(phase), to_ms(now), to_ms(now + k_longest_look),
            limit - static_cast<int>(seqs.size()));
        while (row.step()) seqs.push_back(row.integer(0));
    }
    std::vector<DuePayment> out;
    out.reserve(seqs.size());
    for (const std::int64_t seq : seqs) out.push_back(rows::due_payment(m_at.database, seq));
    return out;
}

void Settlements::look_again(const std::vector<NextLook>& looks)
{
    if (looks.empty()) return;
    db::write(m_at.database, "look_again", [&](db::Writer& writer) {
        for (const NextLook& look : looks)
            writer.run("UPDATE payment SET due_ms = ?3, looks = looks + 1 "
                       "WHERE job_seq = ?1 AND phase = ?2 AND due_ms IS NOT DISTINCT FROM ?4",
                       look.job_seq, to_text(look.phase), ms_of(look.at), ms_of(look.was_due));
        return true;
    });
}

bool Settlements::take_over(const DuePayment& due)
{
    return db::write(m_at.database, "take_over", [&](db::Writer& writer) {
        return writer.run("UPDATE payment SET owner = ?3 WHERE job_seq = ?1 AND phase = ?2",
                          due.payment.job_seq, to_text(job::Phase::settle_sent),
                          rows::k_worker_sends) != 0;
    });
}

Proven Settlements::prove(const DuePayment& due, const SeenTransfer& seen,
                          std::string_view response)
{
    return db::write(m_at.database, "prove", m_at.waker, [&](db::Writer& writer) {
        const Proven outcome = prove_now(writer, due, seen, response);
        const bool is_kept = outcome != Proven::lost_race && outcome != Proven::spent_already;
        return db::Outcome<Proven>{outcome, is_kept};
    });
}

Proven Settlements::prove_now(db::Writer& writer, const DuePayment& due, const SeenTransfer& seen,
                              std::string_view response)
{
    const base::Instant now = m_at.clock.now();
    if (is_on_record(writer, due, seen)) return Proven::spent_already;
    Proven outcome = Proven::lost_race;
    switch (due.payment.phase) {
    case job::Phase::settled:
        if (!due.is_proven && came_before(writer, seen, due.payment.key))
            return Proven::spent_already;
        if (record_transfer(writer, due, seen,
                            due.is_proven ? std::nullopt : std::optional{now + k_final_after}))
            outcome = Proven::recorded;
        break;
    case job::Phase::settle_sent:
    case job::Phase::settled_unproven:
        if (came_before(writer, seen, due.payment.key)) return Proven::spent_already;
        if (due.payment.phase == job::Phase::settle_sent &&
            is_left_to_payer(writer, due, seen, now)) {
            outcome = Proven::left_to_payer;
            break;
        }
        if (!settle(writer, due, seen, response, now)) break;
        rows::require(rows::move_job(writer, due.payment.job_seq, job::Event::settled, now),
                      "settlement");
        outcome = Proven::queued;
        break;
    case job::Phase::refused: outcome = prove_refused(writer, due, seen, response, now); break;
    case job::Phase::reserved: throw base::Fault{"a payment that was never sent is not due"};
    }
    return outcome;
}

Proven Settlements::prove_refused(db::Writer& writer, const DuePayment& due,
                                  const SeenTransfer& seen, std::string_view response,
                                  base::Instant now)
{
    const job::Payment& payment = due.payment;
    if (came_before(writer, seen, payment.key)) return Proven::spent_already;
    if (is_owned_by_another(writer, payment)) {
        const int changed =
            writer.run("UPDATE payment SET due_ms = NULL WHERE job_seq = ?1 AND phase = ?2",
                       payment.job_seq, to_text(payment.phase));
        return changed == 1 ? Proven::owned_already : Proven::lost_race;
    }
    if (is_left_to_payer(writer, due, seen, now)) return Proven::left_to_payer;
    if (has_bought_again(writer, payment) || is_request_gone(writer, payment)) {
        if (!record_transfer(writer, due, seen, std::nullopt)) return Proven::lost_race;
        writer.run(
            "INSERT INTO credit (rail, payer, value_atoms, tx_hash, log_index, job_seq, reason, "
            "created_ms, updated_ms) "
            "VALUES ('v2', ?1, ?2, ?3, ?4, ?5, 'paid_after_refusal', ?6, ?6)",
            payment.key.payer.text(), payment.value.atoms(), seen.tx_hash, seen.log_index,
            payment.job_seq, to_ms(now));
        return Proven::credited;
    }
    if (!settle(writer, due, seen, response, now)) return Proven::lost_race;
    rows::require(rows::move_job(writer, payment.job_seq, job::Event::used_after_all, now),
                  "settlement");
    return Proven::queued;
}

bool Settlements::decide_unpaid(const DuePayment& due, std::string_view reason,
                                std::string_view response)
{
    return db::write(m_at.database, "decide_unpaid", m_at.waker, [&](db::Writer& writer) {
        const base::Instant now = m_at.clock.now();
        const int changed = writer.run(
            "UPDATE payment SET phase = 'refused', reason = ?3, response = ?4, tx_hash = '', "
            "due_ms = NULL, updated_ms = ?5 "
            "WHERE job_seq = ?1 AND phase = ?2 AND phase IN ('settle_sent', 'settled_unproven')",
            due.payment.job_seq, to_text(due.payment.phase), reason, response, to_ms(now));
        if (changed == 0) return false;
        rows::require(rows::move_job(writer, due.payment.job_seq, job::Event::not_paid, now),
                      "settlement");
        rows::count_refusal(writer, rows::Refusal::refused, due.payment, now);
        return true;
    });
}

bool Settlements::take_back(const DuePayment& due)
{
    return db::write(m_at.database, "take_back", [&](db::Writer& writer) {
        const int changed = writer.run(
            "UPDATE payment SET log_index = NULL, block_number = NULL WHERE job_seq = ?1 "
            "AND phase = ?2 AND log_index IS NOT NULL",
            due.payment.job_seq, to_text(job::Phase::settled));
        if (changed == 0) return false;
        writer.run("UPDATE transfer SET fate = 'gone' WHERE network = ?1 AND tx_hash = ?2 "
                   "AND fate = 'facilitator'",
                   due.payment.key.network.text(), due.payment.tx_hash);
        return true;
    });
}

void Settlements::left_chain(const DuePayment& due)
{
    db::write(m_at.database, "left_chain", [&](db::Writer& writer) {
        writer.run("UPDATE payment SET awaits_payer = 0 WHERE job_seq = ?1", due.payment.job_seq);
        return true;
    });
}

bool Settlements::look_now(const value::JobId& id)
{
    return db::write(m_at.database, "look_now", m_at.waker, [&](db::Writer& writer) {
        const auto view = rows::view(writer, id, false);
        if (!view) return false;
        return writer.run(
                   "UPDATE payment SET due_ms = ?2, looks = 0 WHERE job_seq = ?1 AND log_index "
                   "IS NULL AND phase <> 'reserved' AND length(pay_to) = 20 AND signed_by_payer "
                   "= 1",
                   view->job.seq, to_ms(m_at.clock.now())) != 0;
    });
}

void Settlements::look_at_all_now()
{
    db::write(m_at.database, "look_again", [&](db::Writer& writer) {
        writer.run("UPDATE payment SET due_ms = ?1 WHERE due_ms > ?1 AND phase IN "
                   "('settled_unproven', 'settle_sent', 'settled', 'refused')",
                   to_ms(m_at.clock.now()));
        return true;
    });
}

int Settlements::count_unproven(std::chrono::seconds age)
{
    auto row =
        m_at.database.query("SELECT count(*) FROM payment WHERE due_ms IS NOT NULL "
                            "AND log_index IS NULL AND phase IN ('settled_unproven', 'settled') "
                            "AND updated_ms < ?1",
                            to_ms(m_at.clock.now() - age));
    row.step();
    return static_cast<int>(row.integer(0));
}

} // namespace store
