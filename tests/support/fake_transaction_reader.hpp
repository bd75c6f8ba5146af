// A chain of transactions that are what the test says.
#pragma once

#include "chain/transaction_reader.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <vector>

namespace support {

class FakeTransactionReader final : public chain::TransactionReader {
public:
    std::size_t endpoints = 2;
    chain::ChainHead now{.number = 1000, .timestamp_s = 1'790'000'000, .is_fresh = true};
    std::map<value::TxHash, chain::TransactionSighting> transactions; // absent: unseen
    std::map<value::TxHash, chain::ReadRefusal> refusals;             // of one transaction
    std::optional<chain::ReadRefusal> refusal;                        // of everything
    std::optional<chain::ReadRefusal> signature_refusal;              // of is_contract_signature
    std::optional<chain::ReadRefusal> scan_refusal;                   // of transfers
    std::size_t scan_sources = 2;                                     // that answer transfers
    std::optional<std::uint64_t> scan_end; // so much stands before it that nothing is told after it
    std::uint64_t scan_lag = 0;            // so many blocks is the second of them behind
    std::vector<chain::TransferHint> forged; // told of beside what there is, by one endpoint
    std::uint64_t safe = 0;
    std::uint64_t finalized = 0;
    std::vector<value::EvmAddress> signing_contracts; // take every signature
    std::vector<std::pair<std::uint64_t, std::uint64_t>> scans;
    chain::Recipients recipients; // last asked for
    int reads = 0;                // of transactions
    int signature_questions = 0;

    // In a block whose number the transaction says, seen by two endpoints.
    void include(const chain::IncludedTransaction& transaction)
    {
        transactions[transaction.tx_hash] = {.state = chain::TransactionSighting::State::included,
                                             .head = now,
                                             .depth = now.number - transaction.block_number + 1,
                                             .sources = 2,
                                             .transaction = transaction};
    }

    [[nodiscard]] std::size_t endpoint_count() const override { return endpoints; }

    base::Result<chain::ChainHead, chain::ReadRefusal> head() override
    {
        if (refusal) return base::refuse(*refusal);
        return now;
    }

    base::Result<chain::TransactionSighting, chain::ReadRefusal> transaction(
        const value::TxHash& tx_hash, const chain::Recipients& asked) override
    {
        ++reads;
        recipients = asked;
        if (refusal) return base::refuse(*refusal);
        if (const auto own = refusals.find(tx_hash); own != refusals.end())
            return base::refuse(own->second);
        const auto found = transactions.find(tx_hash);
        if (found != transactions.end()) {
            auto told = found->second;
            if (told.transaction)
                std::erase_if(told.transaction->incoming,
                              [&](const auto& each) { return !asked.contains(each.recipient); });
            return told;
        }
        return chain::TransactionSighting{.state = chain::TransactionSighting::State::unseen,
                                          .head = now,
                                          .depth = 0,
                                          .sources = 2,
                                          .transaction = std::nullopt};
    }

    base::Result<chain::TransferSearch, chain::ReadRefusal> transfers(
        std::uint64_t first, std::uint64_t last, const chain::Recipients& asked) override
    {
        scans.emplace_back(first, last);
        recipients = asked;
        if (scan_refusal) return base::refuse(*scan_refusal);
        last = std::min(last, scan_end.value_or(last));
        chain::TransferSearch out{
            .hints = {}, .agreed = {}, .told_to = last, .agreed_to = std::nullopt};
        if (endpoints > 1 && scan_sources > 1) out.agreed_to = last - std::min(last, scan_lag);
        for (const auto& [tx_hash, sighting] : transactions) {
            if (!sighting.transaction) continue;
            const std::uint64_t block = sighting.transaction->block_number;
            if (block < first || block > last) continue;
            const bool is_agreed = sighting.sources > 1 && out.agreed_to >= block;
            for (const auto& each : sighting.transaction->incoming) {
                if (!asked.contains(each.recipient)) continue;
                out.hints.push_back({tx_hash, block, each.log_index, each.payer, each.value});
                if (is_agreed) out.agreed.insert(out.hints.back());
            }
        }
        out.hints.insert(out.hints.begin(), forged.begin(), forged.end());
        return out;
    }

    base::Result<std::uint64_t, chain::ReadRefusal> newest(Level level) override
    {
        if (refusal) return base::refuse(*refusal);
        return level == Level::safe ? safe : finalized;
    }

    // Two seconds a block, as on Base.
    base::Result<std::uint64_t, chain::ReadRefusal> block_at(std::int64_t time_s) override
    {
        if (refusal) return base::refuse(*refusal);
        if (time_s > now.timestamp_s) return now.number + 1;
        const auto back = static_cast<std::uint64_t>((now.timestamp_s - time_s) / 2);
        return now.number - std::min(now.number, back);
    }

    base::Result<bool, chain::ReadRefusal> is_contract_signature(const value::EvmAddress& account,
                                                                 const value::Digest&,
                                                                 const base::Bytes&) override
    {
        ++signature_questions;
        if (signature_refusal) return base::refuse(*signature_refusal);
        return std::find(signing_contracts.begin(), signing_contracts.end(), account) !=
               signing_contracts.end();
    }
};

} // namespace support
