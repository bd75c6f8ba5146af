// Which v1 orders a transaction names, and which of its transfers pays for which: the bindings M1,
// M2, M3 and M5 (DESIGN.md, 6). Never by amount and time alone. Pure: who
// is known to be an order comes from the two look-ups.
#pragma once

#include "chain/transaction_reader.hpp"
#include "store/order_names.hpp"

#include <chrono>
#include <functional>
#include <vector>

namespace pay {

struct OrderNames {
    std::function<std::optional<store::NamedOrder>(const value::JobId&)> by_id;
    std::function<std::optional<store::NamedOrder>(const value::Digest&)> by_commitment;
};

// The payer of one of the transfers has signed that it pays for this order (M5).
struct PayerProof {
    store::NamedOrder order;
    value::EvmAddress payer;
};

struct Binding {
    std::size_t transfer = 0; // index in IncludedTransaction::incoming
    store::NamedOrder order;
};

struct Bindings {
    std::vector<Binding> exact;               // pays the order's price
    std::vector<Binding> inexact;             // meant for the order, of another value
    std::vector<Binding> elsewhere;           // and sent to another of our addresses than it names
    std::vector<store::NamedOrder> ambiguous; // named, and more orders are than transfers pay
    // Named in calldata that another account than the payer has sent, and not for long enough yet.
    std::vector<store::NamedOrder> held;
    bool names_order = false; // its calldata does, whether or not it pays one
};

// What the ledger knows of a transfer.
struct TransferStanding {
    // On record for something else: it is bound to nothing.
    bool is_taken = false;
    // It has been seen for so long (k_relayed_patience) that its payer would have said what it is
    // for, had its name in the calldata been another's.
    bool is_ripe = false;
};

// How long a payer's signature for another order wins over a name in calldata that another account
// has sent (DESIGN.md, 6).
inline constexpr std::chrono::seconds k_relayed_patience{30};

// An order that another transaction has paid is bound too: its money is owed back.
//
// The submitter of a public authorization chooses the calldata around it, so that a transfer with
// an authorization is bound by its nonce or its payer's signature alone. Who sends their own
// transfer has signed all of the calldata. What another account sent without an authorization (a
// relayer of a Safe, an ERC-4337 bundler, Permit2) is bound by one name in it, once it is ripe.
Bindings bind_transfers(
    const chain::IncludedTransaction& transaction, const value::EvmAddress& token,
    const OrderNames& names, const std::vector<PayerProof>& proofs,
    const std::function<TransferStanding(const chain::IncomingTransfer&)>& standing);

// What a payer signs (EIP-191 personal message): "<job_id>:<tx_hash>:<chain id>".
std::string payer_message(const value::JobId& id, const value::TxHash& tx_hash,
                          std::uint64_t chain_id);

} // namespace pay
