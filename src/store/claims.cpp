// The claims that the worker judges, and in which order.
#include "store/claims.hpp"

#include "base/concat.hpp"
#include "base/fault.hpp"
#include "db/transaction.hpp"
#include "store/order_rows.hpp"

#include <algorithm>

namespace store {

namespace {

using base::to_ms;

// The most waiting claims of which a turn is looked for: the oldest due.
constexpr int k_taking_turns = 2'000;

std::vector<DueClaim> with_orders(db::Reader reader,
                                  const std::vector<std::pair<std::int64_t, std::string>>& keys)
{
    std::vector<DueClaim> out;
    out.reserve(keys.size());
    for (const auto& [seq, tx_hash] : keys) {
        auto order = rows::order_view(reader, seq);
        if (!order) throw base::Fault{base::concat("a claim of no order: row ", seq)};
        const auto claim = std::ranges::find(order->claims, tx_hash, &job::Claim::tx_hash);
        if (claim == order->claims.end()) throw base::Fault{"a claim went astray"};
        job::Claim mine = *claim;
        out.push_back({.order = *std::move(order), .claim = std::move(mine)});
    }
    return out;
}

} // namespace

std::vector<DueClaim> Claims::due(const ClaimShares& shares)
{
    const db::ReadTxn snapshot{m_at.database};
    std::vector<std::pair<std::int64_t, std::string>> keys;
    const std::int64_t now_ms = to_ms(m_at.clock.now());
    const auto take = [&](db::Statement row) {
        while (row.step()) keys.emplace_back(row.integer(0), row.text(1));
    };
    // A client is served when a claim of theirs is judged, of any order of the last hour.
    const auto take_in_turns = [&](bool is_seen, int limit) {
        take(m_at.database.query(
            "SELECT job_seq, tx_hash FROM (SELECT job_seq, tx_hash, due_ms, row_number() OVER "
            "(PARTITION BY CASE WHEN site <> '' THEN site ELSE client END "
            "ORDER BY judged_ms, looks, due_ms) AS turn, "
            "(SELECT max(served.judged_ms) FROM client_order JOIN claim AS served "
            "ON served.job_seq = client_order.job_seq WHERE client_order.client = jobs.client) "
            "AS served_ms FROM (SELECT job_seq, tx_hash, due_ms, looks, judged_ms FROM claim "
            "WHERE state = 'pending' AND is_seen = ?4 "
            "AND due_ms IS NOT NULL AND due_ms <= ?1 ORDER BY due_ms LIMIT ?3) AS oldest "
            "JOIN jobs ON seq = job_seq) AS in_turn ORDER BY turn, served_ms, due_ms LIMIT ?2",
            now_ms, limit, k_taking_turns, std::int64_t{is_seen}));
    };
    take_in_turns(true, shares.seen);
    take_in_turns(false, shares.unseen);
    take(m_at.database.query("SELECT job_seq, tx_hash FROM claim WHERE state = 'confirmed' "
                             "AND is_seen = 1 AND due_ms IS NOT NULL AND due_ms <= ?1 "
                             "ORDER BY due_ms LIMIT ?2",
                             now_ms, shares.confirmed));
    return with_orders(m_at.database, keys);
}

std::vector<DueClaim> Claims::pending_claims_of(std::string_view tx_hash)
{
    const db::ReadTxn snapshot{m_at.database};
    std::vector<std::pair<std::int64_t, std::string>> keys;
    std::vector<bool> waits;
    {
        auto row = m_at.database.query("SELECT job_seq, tx_hash, judged_ms > 0 AND due_ms > ?2 "
                                       "FROM claim WHERE tx_hash = ?1 AND state = 'pending' "
                                       "ORDER BY coalesce(signed_ms, created_ms)",
                                       tx_hash, to_ms(m_at.clock.now()));
        while (row.step()) {
            keys.emplace_back(row.integer(0), row.text(1));
            waits.push_back(row.integer(2) != 0);
        }
    }
    auto out = with_orders(m_at.database, keys);
    for (std::size_t i = 0; i < out.size(); ++i) out[i].waits = waits[i];
    return out;
}

void Claims::look_again(const DueClaim& due, std::optional<base::Instant> next,
                        std::string_view reason, Look look)
{
    db::write(m_at.database, "claim_look_again", [&](db::Writer& writer) {
        rows::look_again(writer, due, {next, reason, look}, m_at.clock.now());
    });
}

bool Claims::refuse(const DueClaim& due, std::string_view reason, std::string_view found)
{
    return db::write(m_at.database, "claim_refuse", m_at.waker, [&](db::Writer& writer) {
        return rows::refuse(writer, due, {reason, found}, m_at.clock.now());
    });
}

bool Claims::look_now(const value::JobId& id)
{
    return db::write(m_at.database, "claim_look_now", m_at.waker, [&](db::Writer& writer) {
        return writer.run("UPDATE claim SET due_ms = ?2, looks = 0, state = CASE state "
                          "WHEN 'refused' THEN 'pending' ELSE state END WHERE job_seq = "
                          "(SELECT seq FROM jobs WHERE job_id = ?1 AND kept <> 'books')",
                          id.text(), to_ms(m_at.clock.now())) != 0;
    });
}

int Claims::count_elsewhere()
{
    auto row = m_at.database.query("SELECT count(*) FROM claim WHERE due_ms IS NOT NULL "
                                   "AND state = 'pending' AND reason = ?1",
                                   job::k_network_changed);
    row.step();
    return static_cast<int>(row.integer(0));
}

} // namespace store
