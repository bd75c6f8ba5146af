// A chain in memory that takes signed transactions, mines them when it is told to, and keeps
// timestamps as the attestation service does.
#pragma once

#include "chain/anchor_chain.hpp"

#include <map>
#include <set>

namespace support {

class FakeAnchorChain final : public chain::AnchorChain {
public:
    // Of a transaction of type 2, as its bytes say.
    struct Transaction {
        value::TxHash hash;
        std::uint64_t nonce = 0;
        std::uint64_t tip_wei = 0;
        std::uint64_t max_fee_wei = 0;
        std::uint64_t gas_limit = 0;
        value::EvmAddress to;
        base::Bytes data;
        base::Bytes raw;

        // The hashes that it carries.
        [[nodiscard]] std::vector<value::Digest> hashes() const;
        [[nodiscard]] bool is_call() const; // of multiTimestamp
    };
    struct Mined {
        Transaction transaction;
        std::uint64_t block = 0;
        bool has_succeeded = false;
    };

    chain::ChainHead now{.number = 1000, .timestamp_s = 1'790'000'000, .is_fresh = true};
    std::uint64_t final_block = 0;
    chain::GasPrice price{.base_fee_wei = 1'000'000, .tip_wei = 500'000};
    chain::Uint256 wealth{1'000'000'000'000'000'000};
    std::uint64_t fee_for_data = 0;
    std::uint64_t gas_per_hash = 25'000;
    bool has_service = true;                   // code at the address of the attestation service
    bool swallows = false;                     // takes what is sent and does not say so
    bool takes_nothing = false;                // neither
    bool hides_receipts = false;               // as an endpoint that lags
    std::uint64_t foreign_nonces = 0;          // used by another program, in blocks
    std::optional<chain::ReadRefusal> refusal; // of everything
    std::set<value::Digest> stamped;           // by whomever
    std::map<std::uint64_t, Transaction> pool; // by nonce
    std::vector<Mined> mined;
    std::vector<Transaction> sent; // each time
    std::size_t questions = 0;

    // All that can be: by nonce, and paying the base fee. A block, and two seconds.
    void mine();
    // The last `blocks` never were; what they held is not in the pool again.
    void take_back(std::uint64_t blocks);
    // How often the chain holds a hash in transactions that succeeded.
    [[nodiscard]] std::size_t times_held(const value::Digest& hash) const;

    base::Result<chain::ChainHead, chain::ReadRefusal> head() override;
    base::Result<std::uint64_t, chain::ReadRefusal> finalized() override;
    base::Result<chain::GasPrice, chain::ReadRefusal> gas_price() override;
    base::Result<std::uint64_t, chain::ReadRefusal> nonce(const value::EvmAddress&) override;
    base::Result<chain::Uint256, chain::ReadRefusal> balance(const value::EvmAddress&) override;
    base::Result<bool, chain::ReadRefusal> has_code(const value::EvmAddress&) override;
    base::Result<std::optional<std::uint64_t>, chain::ReadRefusal> estimate(
        const chain::AnchorCall& call) override;
    base::Result<std::uint64_t, chain::ReadRefusal> data_fee(std::size_t) override;
    base::Result<std::vector<bool>, chain::ReadRefusal> are_stamped(
        const value::EvmAddress&, std::span<const value::Digest> hashes) override;
    chain::Sending send(const base::Bytes& raw) override;
    base::Result<std::optional<chain::AnchorReceipt>, chain::ReadRefusal> receipt(
        const value::TxHash& tx_hash) override;

private:
    template <typename T> base::Result<T, chain::ReadRefusal> told(T answer)
    {
        ++questions;
        if (refusal) return base::refuse(*refusal);
        return answer;
    }
    [[nodiscard]] std::uint64_t next_nonce() const;
    [[nodiscard]] bool would_fail(const Transaction& transaction) const;
};

} // namespace support
