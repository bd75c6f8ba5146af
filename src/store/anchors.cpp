#include "store/anchors.hpp"

#include "db/transaction.hpp"
#include "store/changes.hpp"
#include "store/rows.hpp"

namespace store {

namespace {

using base::to_ms;

void insert_attempt(db::Writer& writer, std::int64_t tx_seq, const job::AnchorAttempt& attempt)
{
    writer.run("INSERT INTO anchor_attempt (tx_seq, attempt, raw, tx_hash, max_fee_wei, "
               "tip_wei, signed_ms) SELECT ?1, coalesce(max(attempt), 0) + 1, ?2, ?3, ?4, ?5, "
               "?6 FROM anchor_attempt WHERE tx_seq = ?1",
               tx_seq, base::ByteView{attempt.raw}, attempt.tx_hash.text(), attempt.max_fee_wei,
               attempt.tip_wei, to_ms(attempt.at));
}

void move_hashes(db::Writer& writer, const job::AnchorTx& tx, std::string_view status)
{
    writer.run("UPDATE anchor_outbox SET status = ?2 WHERE tx_seq = ?1", tx.seq, status);
}

// Throws Fault when the transaction was not in a state that it is followed in.
void put_in_block(db::Writer& writer, const job::AnchorTx& tx, const job::AnchorBlock& block,
                  bool has_succeeded)
{
    rows::require_one(
        writer.run("UPDATE anchor_tx SET state = 'mined', tx_hash = ?2, succeeded = ?3, "
                   "block_number = ?4, block_time_s = ?5 WHERE seq = ?1 AND state <> 'final'",
                   tx.seq, block.tx_hash.text(), has_succeeded ? 1 : 0, block.number, block.time_s),
        "anchor_tx");
}

} // namespace

job::AnchorTx Anchors::begin(job::AnchorTx tx, const job::AnchorAttempt& first,
                             std::span<const job::PendingAnchor> batch)
{
    db::write(m_at.database, "begin_anchor", [&](db::Writer& writer) {
        {
            auto row = writer.returning(
                "INSERT INTO anchor_tx (network, sender, nonce, method, callee, gas_limit, state, "
                "tx_hash, created_ms) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9) RETURNING seq",
                tx.network.text(), tx.sender.bytes(), tx.nonce, to_text(tx.method),
                tx.callee.bytes(), tx.gas_limit, to_text(job::AnchorTxState::sent),
                first.tx_hash.text(), to_ms(m_at.clock.now()));
            if (!row.step()) throw base::Fault{"a transaction was not recorded"};
            tx.seq = row.integer(0);
        }
        tx.state = job::AnchorTxState::sent;
        tx.tx_hash = first.tx_hash;
        tx.block_number = std::nullopt;
        insert_attempt(writer, tx.seq, first);
        for (const job::PendingAnchor& each : batch)
            rows::require_one(
                writer.run("UPDATE anchor_outbox SET status = 'broadcast', tx_seq = ?2 "
                           "WHERE job_seq = ?1 AND status = 'pending'",
                           each.job_seq, tx.seq),
                "anchor_outbox");
        return true;
    });
    return tx;
}

void Anchors::attempt_again(const job::AnchorTx& tx, const job::AnchorAttempt& attempt)
{
    db::write(m_at.database, "attempt_anchor_again", [&](db::Writer& writer) {
        insert_attempt(writer, tx.seq, attempt);
        rows::require_one(writer.run("UPDATE anchor_tx SET tx_hash = ?2 WHERE seq = ?1 "
                                     "AND state = 'sent'",
                                     tx.seq, attempt.tx_hash.text()),
                          "anchor_tx");
        return true;
    });
}

void Anchors::set_aside(const job::PendingAnchor& anchor, std::string_view why)
{
    db::write(m_at.database, "set_anchor_aside", [&](db::Writer& writer) {
        rows::require_one(writer.run("UPDATE anchor_outbox SET aside = ?2, batch_limit = 0 "
                                     "WHERE job_seq = ?1 AND status = 'pending'",
                                     anchor.job_seq, why),
                          "anchor_outbox");
        return true;
    });
}

void Anchors::mark_mined(const job::AnchorTx& tx, const job::AnchorBlock& block)
{
    db::write(m_at.database, "anchor_mined", [&](db::Writer& writer) {
        put_in_block(writer, tx, block, /*has_succeeded=*/true);
        move_hashes(writer, tx, "mined");
        return true;
    });
}

void Anchors::mark_failed(const job::AnchorTx& tx, const job::AnchorBlock& block, int batch_limit,
                          std::string_view why)
{
    db::write(m_at.database, "anchor_failed", [&](db::Writer& writer) {
        put_in_block(writer, tx, block, /*has_succeeded=*/false);
        writer.run("UPDATE anchor_outbox SET status = 'pending', tx_seq = NULL, "
                   "batch_limit = ?2, aside = ?3 WHERE tx_seq = ?1",
                   tx.seq, batch_limit, why);
        return true;
    });
}

void Anchors::mark_lost(const job::AnchorTx& tx)
{
    db::write(m_at.database, "anchor_lost", [&](db::Writer& writer) {
        rows::require_one(writer.run("UPDATE anchor_tx SET state = 'sent', succeeded = NULL, "
                                     "block_number = NULL, block_time_s = NULL "
                                     "WHERE seq = ?1 AND state = 'mined'",
                                     tx.seq),
                          "anchor_tx");
        move_hashes(writer, tx, "broadcast");
        return true;
    });
}

void Anchors::mark_final(const job::AnchorTx& tx)
{
    db::write(m_at.database, "anchor_final", [&](db::Writer& writer) {
        rows::require_one(writer.run("UPDATE anchor_tx SET state = 'final' WHERE seq = ?1 "
                                     "AND state = 'mined'",
                                     tx.seq),
                          "anchor_tx");
        move_hashes(writer, tx, "final");
        writer.run("DELETE FROM anchor_attempt WHERE tx_seq = ?1", tx.seq);
        return true;
    });
}

void Anchors::accept_foreign(const value::EvmNetwork& network, const value::EvmAddress& sender,
                             std::uint64_t next)
{
    db::write(m_at.database, "accept_foreign", [&](db::Writer& writer) {
        writer.run("UPDATE anchor_outbox SET status = 'pending', tx_seq = NULL WHERE tx_seq IN "
                   "(SELECT seq FROM anchor_tx WHERE state <> 'final' AND state = 'sent' "
                   "AND network = ?1 AND sender = ?2 AND nonce < ?3)",
                   network.text(), sender.bytes(), next);
        writer.run("UPDATE anchor_tx SET method = 'foreign', state = 'final', tx_hash = '', "
                   "succeeded = 0, block_number = 0, block_time_s = 0 WHERE state <> 'final' "
                   "AND state = 'sent' AND network = ?1 AND sender = ?2 AND nonce < ?3",
                   network.text(), sender.bytes(), next);
        if (next > 0)
            writer.run("INSERT INTO anchor_tx (network, sender, nonce, method, callee, "
                       "gas_limit, state, tx_hash, succeeded, block_number, block_time_s, "
                       "created_ms) VALUES (?1, ?2, ?3 - 1, 'foreign', ?2, 0, 'final', '', 0, 0, "
                       "0, ?4) ON CONFLICT DO NOTHING",
                       network.text(), sender.bytes(), next, to_ms(m_at.clock.now()));
        return true;
    });
}

} // namespace store
