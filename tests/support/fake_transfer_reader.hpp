// A chain that says what the test wants, and remembers what it was asked.
#pragma once

#include "chain/transfer_reader.hpp"

#include <map>
#include <utility>
#include <vector>

namespace support {

// The account that the scripted facilitator sends settlements from.
inline const value::EvmAddress k_facilitator_signer =
    value::EvmAddress::parse("0x00000000000000000000000000000000000fac11").value();

class FakeTransferReader final : public chain::TransferReader {
public:
    struct Use {
        chain::AuthorizationUse use = chain::AuthorizationUse::unused;
        std::optional<chain::TransferProof> proof;
    };
    struct Question {
        chain::ExpectedTransfer expected;
        std::int64_t not_before_s = 0;        // of authorization()
        std::optional<value::TxHash> tx_hash; // of transfer_in()
    };

    chain::ChainHead now{.number = 1000, .timestamp_s = 1'790'000'000, .is_fresh = true};
    std::map<value::Digest, Use> uses; // by nonce; absent: unused
    std::map<value::TxHash, chain::TransferProof> transfers;
    std::optional<chain::ReadRefusal> refusal; // of every question while it is set
    std::vector<chain::EndpointTrouble> wrongs;
    std::size_t witnesses = 2; // with a fresh head
    std::vector<Question> questions;
    // Of the transactions that pays() makes: a facilitator's, if the test says nothing else.
    std::optional<value::EvmAddress> sender = k_facilitator_signer;

    // In a block of now.
    [[nodiscard]] chain::TransferProof sample_proof(const value::TxHash& tx_hash) const
    {
        return {.tx_hash = tx_hash,
                .block_number = 998,
                .block_hash = value::Digest{base::Sha256{0xb1}},
                .log_index = 1,
                .block_time_s = now.timestamp_s,
                .sender = sender};
    }
    void pays(const value::Digest& nonce, const value::TxHash& tx_hash)
    {
        uses[nonce] = {chain::AuthorizationUse::paid, sample_proof(tx_hash)};
        transfers.insert_or_assign(tx_hash, sample_proof(tx_hash));
    }

    base::Result<chain::ChainHead, chain::ReadRefusal> head() override
    {
        if (refusal) return base::refuse(*refusal);
        return now;
    }
    base::Result<chain::AuthorizationState, chain::ReadRefusal> authorization(
        const chain::ExpectedTransfer& expected, std::int64_t not_before_s) override
    {
        questions.push_back({expected, not_before_s, std::nullopt});
        if (refusal) return base::refuse(*refusal);
        const auto found = uses.find(expected.nonce);
        if (found == uses.end())
            return chain::AuthorizationState{now, chain::AuthorizationUse::unused, std::nullopt};
        return chain::AuthorizationState{now, found->second.use, found->second.proof};
    }
    base::Result<std::optional<chain::TransferProof>, chain::ReadRefusal> transfer_in(
        const value::TxHash& tx_hash, const chain::ExpectedTransfer& expected) override
    {
        questions.push_back({expected, 0, tx_hash});
        if (refusal) return base::refuse(*refusal);
        const auto found = transfers.find(tx_hash);
        if (found == transfers.end()) return std::optional<chain::TransferProof>{};
        return std::optional{found->second};
    }
    std::size_t fresh_witnesses() override { return witnesses; }
    [[nodiscard]] std::vector<chain::EndpointTrouble> troubles() const override { return wrongs; }
};

} // namespace support
