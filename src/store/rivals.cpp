#include "store/rivals.hpp"

#include "job/order.hpp"
#include "store/rows.hpp"

namespace store::rows {

namespace {

using base::to_ms;
using std::chrono::milliseconds;
using std::chrono::seconds;

// So long after the time for signatures a claim counts that is judged and stays open: its signature
// may be a contract's, which no endpoint can ask just now, or will ever.
constexpr seconds k_open_patience{600};
constexpr std::chrono::hours k_unsigned_patience{24};

// The newest order whose transfer this may be, by when it was made: the chain's clock and ours
// differ by no more than the margin that a signature is taken with.
std::optional<std::int64_t> newest_order_ms(db::Reader reader, value::AtomicUsd price,
                                            std::int64_t block_time_s)
{
    const auto oldest = seconds{block_time_s} - job::k_transfer_window - job::k_transfer_grace;
    const auto newest = seconds{block_time_s} + job::k_signature_margin;
    return first_integer(
        reader.query("SELECT created_ms FROM jobs WHERE rail = 'v1' AND price_atoms = ?1 "
                     "AND created_ms BETWEEN ?2 AND ?3 ORDER BY created_ms DESC LIMIT 1",
                     price.atoms(), milliseconds{oldest}.count(), milliseconds{newest}.count()));
}

} // namespace

bool has_rival(db::Reader reader, const DuePayment& due, const SeenTransfer& seen,
               base::Instant now)
{
    const auto ordered_ms = newest_order_ms(reader, due.payment.value, seen.block_time_s);
    if (!ordered_ms) return false;
    const auto until_ms =
        *ordered_ms + milliseconds{job::k_awaiting_ttl + job::k_transfer_grace}.count();
    if (to_ms(now) < until_ms || milliseconds{seconds{seen.head_s}}.count() < until_ms) return true;
    // No claimant holds a purchase up for longer with claims and signatures that come later, nor
    // with one that stays open however often it is judged. Without a signature none has this
    // transfer: it is heard, and not for ever.
    return first_integer(
               reader.query("SELECT 1 FROM claim WHERE tx_hash = ?1 AND state = 'pending' "
                            "AND (signed_ms <= ?2 AND judged_ms < ?3 OR signed_ms IS NULL "
                            "AND created_ms <= ?2 AND judged_ms < ?2 AND ?4 < ?5) LIMIT 1",
                            seen.tx_hash, until_ms,
                            until_ms + milliseconds{k_open_patience}.count(), to_ms(now),
                            until_ms + milliseconds{k_unsigned_patience}.count()))
        .has_value();
}

} // namespace store::rows
