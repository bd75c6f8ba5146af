#include "chain/fee_transaction.hpp"

#include "chain/keccak.hpp"
#include "chain/rlp.hpp"

#include <algorithm>

namespace chain {

namespace {

constexpr std::uint8_t k_type = 2;

base::Bytes typed(const base::Bytes& payload)
{
    base::Bytes out(1 + payload.size(), k_type);
    std::copy(payload.begin(), payload.end(), out.begin() + 1);
    return out;
}

} // namespace

SignedTransaction sign(const FeeTransaction& transaction, const SigningKey& key)
{
    const auto chain_id = rlp::number(transaction.chain_id);
    const auto nonce = rlp::number(transaction.nonce);
    const auto tip = rlp::number(transaction.tip_wei);
    const auto max_fee = rlp::number(transaction.max_fee_wei);
    const auto gas_limit = rlp::number(transaction.gas_limit);
    const auto to = rlp::text(transaction.to.bytes());
    const auto money = rlp::number(std::uint64_t{0});
    const auto data = rlp::text(transaction.data);
    const auto accesses = rlp::list({});
    const Signature signature = key.sign(keccak256(
        typed(rlp::list({chain_id, nonce, tip, max_fee, gas_limit, to, money, data, accesses}))));
    base::Bytes raw = typed(rlp::list({chain_id, nonce, tip, max_fee, gas_limit, to, money, data,
                                       accesses, rlp::number(std::uint64_t{signature.y_parity}),
                                       rlp::number(signature.r), rlp::number(signature.s)}));
    const value::TxHash hash{keccak256(raw)};
    return {.raw = std::move(raw), .hash = hash};
}

} // namespace chain
