#include "job/store_anchors.hpp"

#include "db/transaction.hpp"
#include "job/spelling.hpp"
#include "job/store_rows.hpp"

namespace job {

namespace {

using base::to_ms;

constexpr Spelling<AnchorMethod> k_methods[] = {
    {AnchorMethod::eas, "eas"},
    {AnchorMethod::selfsend, "selfsend"},
    {AnchorMethod::foreign, "foreign"},
};
constexpr Spelling<AnchorTxState> k_states[] = {
    {AnchorTxState::sent, "sent"},
    {AnchorTxState::mined, "mined"},
    {AnchorTxState::final, "final"},
};
constexpr Spelling<AnchorStore::Wish> k_wishes[] = {
    {AnchorStore::Wish::retry, "retry"},
    {AnchorStore::Wish::flush, "flush"},
};

std::string_view to_text(AnchorTxState state)
{
    return spell(k_states, state);
}

// The columns of every statement that reads one, in this order.
AnchorTx read_tx(const db::Statement& row)
{
    const std::string_view tx_hash = row.text(8);
    return {
        .seq = row.integer(0),
        .network = rows::sound(value::EvmNetwork::parse(row.text(1)), "network"),
        .sender = rows::address(row.blob(2)),
        .nonce = static_cast<std::uint64_t>(row.integer(3)),
        .method = read_spelling(k_methods, row.text(4)),
        .callee = rows::address(row.blob(5)),
        .gas_limit = static_cast<std::uint64_t>(row.integer(6)),
        .state = read_spelling(k_states, row.text(7)),
        .tx_hash = tx_hash.empty()
                       ? std::nullopt
                       : std::optional{rows::sound(value::TxHash::parse(tx_hash), "tx_hash")},
        .block_number = row.is_null(9) ? std::nullopt
                                       : std::optional{static_cast<std::uint64_t>(row.integer(9))},
    };
}

void insert_attempt(db::Writer& writer, std::int64_t tx_seq, const AnchorAttempt& attempt)
{
    writer.run("INSERT INTO anchor_attempt (tx_seq, attempt, raw, tx_hash, max_fee_wei, "
               "tip_wei, signed_ms) SELECT ?1, coalesce(max(attempt), 0) + 1, ?2, ?3, ?4, ?5, "
               "?6 FROM anchor_attempt WHERE tx_seq = ?1",
               tx_seq, base::ByteView{attempt.raw}, attempt.tx_hash.text(), attempt.max_fee_wei,
               attempt.tip_wei, to_ms(attempt.at));
}

void move_hashes(db::Writer& writer, const AnchorTx& tx, std::string_view status)
{
    writer.run("UPDATE anchor_outbox SET status = ?2 WHERE tx_seq = ?1", tx.seq, status);
}

// Throws Fault when the transaction was not in a state that it is followed in.
void put_in_block(db::Writer& writer, const AnchorTx& tx, const AnchorBlock& block,
                  bool has_succeeded)
{
    rows::require_one(
        writer.run("UPDATE anchor_tx SET state = 'mined', tx_hash = ?2, succeeded = ?3, "
                   "block_number = ?4, block_time_s = ?5 WHERE seq = ?1 AND state <> 'final'",
                   tx.seq, block.tx_hash.text(), has_succeeded ? 1 : 0, block.number, block.time_s),
        "anchor_tx");
}

} // namespace

AnchorStore::AnchorStore(db::Database& database, const base::Clock& clock)
    : m_database{database}, m_clock{clock}
{
}

std::vector<PendingAnchor> AnchorStore::pending(int limit)
{
    std::vector<PendingAnchor> out;
    auto row = m_database.query("SELECT job_seq, hash, created_ms, batch_limit, aside FROM "
                                "anchor_outbox WHERE status = 'pending' ORDER BY job_seq LIMIT ?1",
                                limit);
    while (row.step())
        out.push_back({
            .job_seq = row.integer(0),
            .hash = rows::sound(value::Digest::from_bytes(row.blob(1)), "hash"),
            .created = base::instant_from_ms(row.integer(2)),
            .batch_limit = static_cast<int>(row.integer(3)),
            .aside = std::string{row.text(4)},
        });
    return out;
}

std::vector<AnchorTx> AnchorStore::open(const value::EvmNetwork& network)
{
    std::vector<AnchorTx> out;
    auto row = m_database.query("SELECT seq, network, sender, nonce, method, callee, gas_limit, "
                                "state, tx_hash, block_number FROM anchor_tx "
                                "WHERE state <> 'final' AND network = ?1 ORDER BY nonce",
                                network.text());
    while (row.step()) out.push_back(read_tx(row));
    return out;
}

std::vector<AnchorAttempt> AnchorStore::attempts(const AnchorTx& tx)
{
    std::vector<AnchorAttempt> out;
    auto row = m_database.query("SELECT raw, tx_hash, max_fee_wei, tip_wei, signed_ms FROM "
                                "anchor_attempt WHERE tx_seq = ?1 ORDER BY attempt",
                                tx.seq);
    while (row.step()) {
        const base::ByteView raw = row.blob(0);
        out.push_back({
            .raw = {raw.begin(), raw.end()},
            .tx_hash = rows::sound(value::TxHash::parse(row.text(1)), "tx_hash"),
            .max_fee_wei = static_cast<std::uint64_t>(row.integer(2)),
            .tip_wei = static_cast<std::uint64_t>(row.integer(3)),
            .at = base::instant_from_ms(row.integer(4)),
        });
    }
    return out;
}

std::vector<value::Digest> AnchorStore::hashes(const AnchorTx& tx)
{
    std::vector<value::Digest> out;
    auto row = m_database.query("SELECT hash FROM anchor_outbox WHERE tx_seq = ?1 ORDER BY job_seq",
                                tx.seq);
    while (row.step()) out.push_back(rows::sound(value::Digest::from_bytes(row.blob(0)), "hash"));
    return out;
}

std::optional<std::uint64_t> AnchorStore::next_nonce(const value::EvmNetwork& network,
                                                     const value::EvmAddress& sender)
{
    auto row = m_database.query("SELECT nonce + 1 FROM anchor_tx WHERE network = ?1 "
                                "AND sender = ?2 ORDER BY nonce DESC LIMIT 1",
                                network.text(), sender.bytes());
    if (!row.step()) return std::nullopt;
    return static_cast<std::uint64_t>(row.integer(0));
}

AnchorQueue AnchorStore::queue()
{
    auto row = m_database.query("SELECT count(*), min(created_ms) FROM anchor_outbox "
                                "WHERE status IN ('pending', 'broadcast')");
    if (!row.step()) return {};
    AnchorQueue out{.waiting = static_cast<int>(row.integer(0)), .oldest = std::nullopt};
    if (!row.is_null(1)) out.oldest = base::instant_from_ms(row.integer(1));
    return out;
}

std::optional<AnchorTx> AnchorStore::last()
{
    auto row = m_database.query("SELECT seq, network, sender, nonce, method, callee, gas_limit, "
                                "state, tx_hash, block_number FROM anchor_tx "
                                "ORDER BY seq DESC LIMIT 1");
    if (!row.step()) return std::nullopt;
    return read_tx(row);
}

AnchorTx AnchorStore::begin(AnchorTx tx, const AnchorAttempt& first,
                            std::span<const PendingAnchor> batch)
{
    db::write(m_database, "begin_anchor", [&](db::Writer& writer) {
        {
            auto row = writer.returning(
                "INSERT INTO anchor_tx (network, sender, nonce, method, callee, gas_limit, state, "
                "tx_hash, created_ms) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9) RETURNING seq",
                tx.network.text(), tx.sender.bytes(), tx.nonce, spell(k_methods, tx.method),
                tx.callee.bytes(), tx.gas_limit, to_text(AnchorTxState::sent), first.tx_hash.text(),
                to_ms(m_clock.now()));
            if (!row.step()) throw base::Fault{"a transaction was not recorded"};
            tx.seq = row.integer(0);
        }
        tx.state = AnchorTxState::sent;
        tx.tx_hash = first.tx_hash;
        tx.block_number = std::nullopt;
        insert_attempt(writer, tx.seq, first);
        for (const PendingAnchor& each : batch)
            rows::require_one(
                writer.run("UPDATE anchor_outbox SET status = 'broadcast', tx_seq = ?2 "
                           "WHERE job_seq = ?1 AND status = 'pending'",
                           each.job_seq, tx.seq),
                "anchor_outbox");
        return true;
    });
    return tx;
}

void AnchorStore::attempt_again(const AnchorTx& tx, const AnchorAttempt& attempt)
{
    db::write(m_database, "attempt_anchor_again", [&](db::Writer& writer) {
        insert_attempt(writer, tx.seq, attempt);
        rows::require_one(writer.run("UPDATE anchor_tx SET tx_hash = ?2 WHERE seq = ?1 "
                                     "AND state = 'sent'",
                                     tx.seq, attempt.tx_hash.text()),
                          "anchor_tx");
        return true;
    });
}

void AnchorStore::set_aside(const PendingAnchor& anchor, std::string_view why)
{
    db::write(m_database, "set_anchor_aside", [&](db::Writer& writer) {
        rows::require_one(writer.run("UPDATE anchor_outbox SET aside = ?2, batch_limit = 0 "
                                     "WHERE job_seq = ?1 AND status = 'pending'",
                                     anchor.job_seq, why),
                          "anchor_outbox");
        return true;
    });
}

void AnchorStore::mark_mined(const AnchorTx& tx, const AnchorBlock& block)
{
    db::write(m_database, "anchor_mined", [&](db::Writer& writer) {
        put_in_block(writer, tx, block, /*has_succeeded=*/true);
        move_hashes(writer, tx, "mined");
        return true;
    });
}

void AnchorStore::mark_failed(const AnchorTx& tx, const AnchorBlock& block, int batch_limit,
                              std::string_view why)
{
    db::write(m_database, "anchor_failed", [&](db::Writer& writer) {
        put_in_block(writer, tx, block, /*has_succeeded=*/false);
        writer.run("UPDATE anchor_outbox SET status = 'pending', tx_seq = NULL, "
                   "batch_limit = ?2, aside = ?3 WHERE tx_seq = ?1",
                   tx.seq, batch_limit, why);
        return true;
    });
}

void AnchorStore::mark_lost(const AnchorTx& tx)
{
    db::write(m_database, "anchor_lost", [&](db::Writer& writer) {
        rows::require_one(writer.run("UPDATE anchor_tx SET state = 'sent', succeeded = NULL, "
                                     "block_number = NULL, block_time_s = NULL "
                                     "WHERE seq = ?1 AND state = 'mined'",
                                     tx.seq),
                          "anchor_tx");
        move_hashes(writer, tx, "broadcast");
        return true;
    });
}

void AnchorStore::mark_final(const AnchorTx& tx)
{
    db::write(m_database, "anchor_final", [&](db::Writer& writer) {
        rows::require_one(writer.run("UPDATE anchor_tx SET state = 'final' WHERE seq = ?1 "
                                     "AND state = 'mined'",
                                     tx.seq),
                          "anchor_tx");
        move_hashes(writer, tx, "final");
        writer.run("DELETE FROM anchor_attempt WHERE tx_seq = ?1", tx.seq);
        return true;
    });
}

void AnchorStore::accept_foreign(const value::EvmNetwork& network, const value::EvmAddress& sender,
                                 std::uint64_t next)
{
    db::write(m_database, "accept_foreign", [&](db::Writer& writer) {
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
                       network.text(), sender.bytes(), next, to_ms(m_clock.now()));
        return true;
    });
}

void AnchorStore::wish(Wish wish)
{
    db::write(m_database, "wish_anchor", [&](db::Writer& writer) {
        writer.run("INSERT INTO anchor_wish (wish, at_ms) VALUES (?1, ?2) "
                   "ON CONFLICT DO NOTHING",
                   spell(k_wishes, wish), to_ms(m_clock.now()));
        return true;
    });
}

bool AnchorStore::is_wished(Wish wish)
{
    return rows::first_integer(
               m_database.query("SELECT 1 FROM anchor_wish WHERE wish = ?1", spell(k_wishes, wish)))
        .has_value();
}

bool AnchorStore::take(Wish wish)
{
    if (!is_wished(wish)) return false;
    db::write(m_database, "take_wish", [&](db::Writer& writer) {
        writer.run("DELETE FROM anchor_wish WHERE wish = ?1", spell(k_wishes, wish));
        return true;
    });
    return true;
}

} // namespace job
