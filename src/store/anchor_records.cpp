#include "store/anchor_records.hpp"

#include "db/transaction.hpp"
#include "store/rows.hpp"

namespace store {

namespace {

constexpr db::Columns k_tx{
    "seq, network, sender, nonce, method, callee, gas_limit, state, tx_hash, "
    "block_number"};
constexpr auto k_open_txs = "SELECT " + k_tx +
                            " FROM anchor_tx WHERE state <> 'final' AND network = ?1 "
                            "ORDER BY nonce";
constexpr auto k_last_tx = "SELECT " + k_tx + " FROM anchor_tx ORDER BY seq DESC LIMIT 1";

job::AnchorTx read_tx(const db::Statement& row)
{
    const std::string_view tx_hash = row.text(k_tx.at("tx_hash"));
    return {
        .seq = row.integer(k_tx.at("seq")),
        .network = rows::sound(value::EvmNetwork::parse(row.text(k_tx.at("network"))), "network"),
        .sender = rows::address(row.blob(k_tx.at("sender"))),
        .nonce = static_cast<std::uint64_t>(row.integer(k_tx.at("nonce"))),
        .method = job::anchor_method_from(row.text(k_tx.at("method"))),
        .callee = rows::address(row.blob(k_tx.at("callee"))),
        .gas_limit = static_cast<std::uint64_t>(row.integer(k_tx.at("gas_limit"))),
        .state = job::anchor_tx_state_from(row.text(k_tx.at("state"))),
        .tx_hash = tx_hash.empty()
                       ? std::nullopt
                       : std::optional{rows::sound(value::TxHash::parse(tx_hash), "tx_hash")},
        .block_number =
            row.is_null(k_tx.at("block_number"))
                ? std::nullopt
                : std::optional{static_cast<std::uint64_t>(row.integer(k_tx.at("block_number")))},
    };
}

} // namespace

std::vector<job::PendingAnchor> AnchorRecords::pending(int limit)
{
    std::vector<job::PendingAnchor> out;
    auto row =
        m_at.database.query("SELECT job_seq, hash, created_ms, batch_limit, aside FROM "
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

std::vector<job::AnchorTx> AnchorRecords::open(const value::EvmNetwork& network)
{
    std::vector<job::AnchorTx> out;
    auto row = m_at.database.query(k_open_txs, network.text());
    while (row.step()) out.push_back(read_tx(row));
    return out;
}

std::vector<job::AnchorAttempt> AnchorRecords::attempts(const job::AnchorTx& tx)
{
    std::vector<job::AnchorAttempt> out;
    auto row = m_at.database.query("SELECT raw, tx_hash, max_fee_wei, tip_wei, signed_ms FROM "
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

std::vector<value::Digest> AnchorRecords::hashes(const job::AnchorTx& tx)
{
    std::vector<value::Digest> out;
    auto row = m_at.database.query(
        "SELECT hash FROM anchor_outbox WHERE tx_seq = ?1 ORDER BY job_seq", tx.seq);
    while (row.step()) out.push_back(rows::sound(value::Digest::from_bytes(row.blob(0)), "hash"));
    return out;
}

std::optional<std::uint64_t> AnchorRecords::next_nonce(const value::EvmNetwork& network,
                                                       const value::EvmAddress& sender)
{
    auto row = m_at.database.query("SELECT nonce + 1 FROM anchor_tx WHERE network = ?1 "
                                   "AND sender = ?2 ORDER BY nonce DESC LIMIT 1",
                                   network.text(), sender.bytes());
    if (!row.step()) return std::nullopt;
    return static_cast<std::uint64_t>(row.integer(0));
}

job::AnchorQueue AnchorRecords::queue()
{
    auto row = m_at.database.query("SELECT count(*), min(created_ms) FROM anchor_outbox "
                                   "WHERE status IN ('pending', 'broadcast')");
    if (!row.step()) return {};
    job::AnchorQueue out{.waiting = static_cast<int>(row.integer(0)), .oldest = std::nullopt};
    if (!row.is_null(1)) out.oldest = base::instant_from_ms(row.integer(1));
    return out;
}

std::vector<job::WrittenAnchor> AnchorRecords::written(int limit)
{
    std::vector<job::WrittenAnchor> out;
    auto row = m_at.database.query(
        "SELECT tx_hash, block_number, block_time_s, (SELECT count(*) FROM anchor_outbox "
        "WHERE tx_seq = newest.seq) FROM (SELECT seq, tx_hash, block_number, block_time_s, "
        "succeeded, method FROM anchor_tx ORDER BY seq DESC LIMIT ?1) AS newest "
        "WHERE succeeded = 1 AND method <> 'foreign'",
        limit);
    while (row.step())
        out.push_back({.tx_hash = rows::sound(value::TxHash::parse(row.text(0)), "tx_hash"),
                       .block_number = static_cast<std::uint64_t>(row.integer(1)),
                       .block_time = base::instant_from_ms(row.integer(2) * 1000),
                       .hashes = static_cast<int>(row.integer(3))});
    return out;
}

std::optional<job::AnchorTx> AnchorRecords::last()
{
    auto row = m_at.database.query(k_last_tx);
    if (!row.step()) return std::nullopt;
    return read_tx(row);
}

} // namespace store
