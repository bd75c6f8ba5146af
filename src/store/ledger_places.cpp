// The places where the chain has what is on record. A transfer's place is the index of its log in
// the block: when the chain drops a block and the same transaction comes in another one, it has
// another place and is the same money.
#include "store/ledger.hpp"

#include "db/transaction.hpp"
#include "store/rows.hpp"

#include <algorithm>

namespace store {

namespace {

// All of the transaction of `like`, whatever their fate, in the order of their logs.
std::vector<job::Transfer> on_record(db::Reader reader, const job::Transfer& like)
{
    std::vector<job::Transfer> out;
    auto row = reader.query(
        "SELECT log_index, asset, payer, value_atoms, nonce, block_number, block_time_s "
        "FROM transfer WHERE network = ?1 AND tx_hash = ?2 ORDER BY log_index",
        like.network.text(), like.tx_hash);
    while (row.step())
        out.push_back({.network = like.network,
                       .tx_hash = like.tx_hash,
                       .log_index = static_cast<std::uint64_t>(row.integer(0)),
                       .asset = rows::address(row.blob(1)),
                       .payer = rows::address(row.blob(2)),
                       .value = rows::amount(row.integer(3)),
                       .nonce = value::Digest::from_bytes(row.blob(4)),
                       .block_number = static_cast<std::uint64_t>(row.integer(5)),
                       .block_time_s = row.integer(6)});
    return out;
}

// What was written from its log alone has no nonce on record.
bool moves_the_same(const job::Transfer& recorded, const job::Transfer& now)
{
    return recorded.asset == now.asset && recorded.payer == now.payer &&
           recorded.value == now.value && (!recorded.nonce || recorded.nonce == now.nonce);
}

std::int64_t index_of(const job::Transfer& transfer)
{
    return static_cast<std::int64_t>(transfer.log_index);
}

// How many of those on record are there again, when all have moved by so much.
std::ptrdiff_t found_again(const std::vector<job::Transfer>& recorded,
                           const std::vector<job::Transfer>& now, std::int64_t by)
{
    return std::ranges::count_if(recorded, [&](const job::Transfer& each) {
        const auto there = std::ranges::lower_bound(now, index_of(each) + by, {}, &index_of);
        return there != now.end() && index_of(*there) == index_of(each) + by &&
               moves_the_same(each, *there);
    });
}

// By how many logs the transaction stands later in its block. Doing the same, it has the same logs
// in a row: all of its transfers move alike. nullopt: it does something else there.
std::optional<std::int64_t> shift(const std::vector<job::Transfer>& recorded,
                                  const std::vector<job::Transfer>& now)
{
    std::int64_t by = 0;
    std::ptrdiff_t most = found_again(recorded, now, by);
    for (const job::Transfer& first : recorded) {
        for (const job::Transfer& there : now) {
            const std::int64_t other = index_of(there) - index_of(first);
            if (!moves_the_same(first, there) || index_of(recorded.front()) + other < 0) continue;
            const std::ptrdiff_t found = found_again(recorded, now, other);
            if (found <= most) continue;
            most = found;
            by = other;
        }
        if (most != 0) return by;
    }
    return std::nullopt;
}

} // namespace

void Ledger::relocate(const std::vector<job::Transfer>& now)
{
    if (now.empty()) return;
    const job::Transfer& any = now.front();
    auto recorded = on_record(m_at.database, any);
    const auto by = shift(recorded, now);
    const bool is_there = std::ranges::all_of(
        recorded, [&](const job::Transfer& each) { return each.block_number == any.block_number; });
    if (!by || (*by == 0 && is_there)) return;
    // From that end on which no row comes to where another one still stands.
    if (*by > 0) std::ranges::reverse(recorded);
    db::write(m_at.database, "relocate", m_at.waker, [&](db::Writer& writer) {
        for (const job::Transfer& each : recorded) {
            job::Transfer there = each;
            there.log_index = static_cast<std::uint64_t>(index_of(each) + *by);
            writer.run("UPDATE transfer SET log_index = ?4, block_number = ?5, block_time_s = ?6 "
                       "WHERE network = ?1 AND tx_hash = ?2 AND log_index = ?3",
                       each.network.text(), each.tx_hash, each.log_index, there.log_index,
                       any.block_number, any.block_time_s);
            writer.run("UPDATE payment SET log_index = ?4, block_number = ?5 WHERE network = ?1 "
                       "AND tx_hash = ?2 AND log_index IS NOT NULL AND asset = ?6 AND payer = ?7 "
                       "AND (nonce = ?8 OR nonce IS NULL AND log_index = ?3)",
                       each.network.text(), each.tx_hash, each.log_index, there.log_index,
                       any.block_number, each.asset.bytes(), each.payer.bytes(),
                       each.nonce ? std::optional<base::ByteView>{each.nonce->bytes()}
                                  : std::nullopt);
            writer.run("UPDATE credit SET log_index = ?3 WHERE tx_hash = ?1 AND log_index = ?2",
                       each.tx_hash, each.log_index, there.log_index);
        }
        return true;
    });
}

} // namespace store
