// The newest orders on the configured network and token, in memory: whom a memo may name, and which
// addresses are ours. An order keeps the payTo that its buyer was told, so that a transfer to it is
// looked for although the operator has configured another one since.
#pragma once

#include "chain/transaction_reader.hpp"
#include "job/store_transfers.hpp"
#include "pay/judge_settings.hpp"

#include <map>
#include <unordered_map>

namespace pay {

// Earlier addresses that are looked for at once.
inline constexpr std::size_t k_most_earlier_recipients = 8;

// Not thread-safe: one per thread, as its store.
class KnownOrders {
public:
    // All arguments must outlive the object.
    KnownOrders(job::TransferStore& store, const base::Clock& clock, const JudgeSettings& settings);

    // The configured address, and each that an order names which was made less than a day before
    // the scanner's place in the chain; every one while a transfer is undecided, since nobody knows
    // whom it is for. Of the earlier ones the newest 8.
    chain::Recipients recipients();
    // Whether there were more of them when recipients() was last asked.
    [[nodiscard]] bool has_left_out() const { return m_has_left_out; }

    // The row of the job with this commitment, of those that recipients() has seen; nullopt: none.
    [[nodiscard]] std::optional<std::int64_t> named_by(const value::Digest& commitment) const;

private:
    void read_newer();
    base::Instant oldest_that_counts();

    job::TransferStore& m_store;
    const base::Clock& m_clock;
    const JudgeSettings& m_settings;
    struct FirstBytes {
        std::size_t operator()(const value::Digest& digest) const;
    };
    std::unordered_map<value::Digest, std::int64_t, FirstBytes> m_commitments;
    std::map<value::EvmAddress, base::Instant> m_earlier; // by the newest order that names it
    std::int64_t m_newest_order = 0;
    bool m_has_left_out = false;
};

} // namespace pay
