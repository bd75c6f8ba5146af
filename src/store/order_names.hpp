// Orders of rail v1 by what may name them, and whom they pay. The rules of every store hold
// (store/access.hpp).
#pragma once

#include "store/access.hpp"

#include "job/order.hpp"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace store {

// A v1 order that a memo, a nonce or a claim names.
struct NamedOrder {
    std::int64_t job_seq = 0;
    value::JobId id;
    value::AtomicUsd price;
    base::Instant created;
    job::State state = job::State::awaiting_payment;
    // The network, the token and the recipient of the payment, as its buyer was told.
    value::EvmNetwork network;
    value::EvmAddress asset;
    value::EvmAddress pay_to;
    // The transfer that pays for it: its place in the ledger.
    std::optional<std::pair<std::string, std::uint64_t>> paid_by;
};

class OrderNames {
public:
    explicit OrderNames(const Access& at) : m_at{at} {}

    std::optional<NamedOrder> named(const value::JobId& id);
    std::optional<NamedOrder> named(std::int64_t job_seq);
    // By its commitment.
    std::optional<NamedOrder> named(const value::Digest& commitment);
    // Whom the orders of a token pay, and when the newest of each came; the newest first.
    struct Recipient {
        value::EvmAddress pay_to;
        base::Instant newest;
    };
    std::vector<Recipient> recipients(const value::EvmNetwork& network,
                                      const value::EvmAddress& asset);
    // Whom the orders of a token pay that a transaction is claimed for and that wait for its
    // judgement; at most a few.
    std::vector<value::EvmAddress> claimed_recipients(const value::EvmNetwork& network,
                                                      const value::EvmAddress& asset,
                                                      const value::TxHash& tx_hash);

private:
    Access m_at;
};

} // namespace store
