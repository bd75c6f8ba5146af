#include "catalog/transfer_refusals.hpp"

namespace catalog {

namespace {

constexpr TransferRefusal k_transfer_refusals[] = {
    {"no_transfer", "The transaction moves no USDC to payTo",
     "Check tx_hash, the chain, asset and payTo."},
    {"wrong_recipient", "The transfer goes to another payTo than that of this job",
     "What came in is recorded as a credit, which the operator pays back. Before expires_at a "
     "transfer to payTo still buys."},
    {"reverted", "The transaction failed on the chain",
     "Nothing moved: send the transfer again before expires_at."},
    {"amount_mismatch", "The transfer is not of the exact amount",
     "What came in is recorded as a credit, which the operator pays back. Before expires_at a "
     "transfer of the exact amount still buys."},
    {"memo_missing", "The transfer does not name this job by what its payer has signed",
     "Do not pay again: report the same tx_hash with payer_signature, made by the wallet that "
     "paid."},
    {"ambiguous_binding", "The transaction names more jobs than it pays for",
     "Do not pay again: report the same tx_hash with payer_signature, made by the wallet that "
     "paid."},
    {"unreadable", "The transaction is too large to be read",
     "Before expires_at a transfer in a transaction of its own still buys. Ask the operator for "
     "what came in."},
    {"late", "The transfer came after expires_at",
     "It is recorded as a credit, which the operator pays back. Order again."},
};

} // namespace

std::span<const TransferRefusal> transfer_refusals()
{
    return k_transfer_refusals;
}

} // namespace catalog
