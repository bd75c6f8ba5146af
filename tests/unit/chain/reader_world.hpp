// Readers over two nodes of one chain, and the payment they are asked about.
#pragma once

#include "chain/rpc_transaction_reader.hpp"
#include "chain/rpc_transfer_reader.hpp"
#include "chain_node.hpp"

#include "support/fake_clock.hpp"

namespace chain_test {

inline const std::string k_first_url = "https://one.example/s3cret";
inline const std::string k_second_url = "https://two.example/s3cret";

inline value::EvmAddress address(std::uint8_t name)
{
    value::EvmAddress::Raw raw{};
    raw.fill(name);
    return value::EvmAddress{raw};
}
inline value::Digest digest(std::uint8_t name)
{
    base::Sha256 raw{};
    raw.fill(name);
    return value::Digest{raw};
}

struct ReaderWorld {
    // 0.5 USDC: one endpoint is enough. `large` needs two.
    const chain::ExpectedTransfer expected{.token = address(0xdc),
                                           .payer = address(0xaa),
                                           .pay_to = address(0xbb),
                                           .nonce = digest(0x77),
                                           .value = value::AtomicUsd::from_atoms(500'000)};
    const chain::ExpectedTransfer large = [this] {
        auto copy = expected;
        copy.value = value::AtomicUsd::from_atoms(5'000'001);
        return copy;
    }();
    const value::TxHash tx_hash{digest(0xf1)};

    ChainNode first;
    ChainNode second;
    NodesHttp http;
    support::FakeClock clock;
    chain::Deadline steady{std::chrono::hours{5}};
    chain::ReaderSettings settings{.urls = {k_first_url, k_second_url},
                                   .chain_id = 8453,
                                   .timeout = std::chrono::seconds{6},
                                   .confirmations = 2,
                                   .single_source_max = value::AtomicUsd::from_atoms(5'000'000),
                                   .token = expected.token};
    chain::Recipients recipients{expected.pay_to};
    std::optional<chain::RpcEndpoints> endpoints;
    std::optional<chain::RpcTransferReader> reader;
    std::optional<chain::RpcTransactionReader> transactions;

    ReaderWorld()
    {
        http.nodes = {{k_first_url, &first}, {k_second_url, &second}};
        clock.set(base::instant_from_ms(1000 * (first.timestamp(first.head) + 1)));
        restart();
    }

    // Readers anew, as `settings` are now.
    void restart()
    {
        endpoints.emplace(http, clock, settings, [this] { return steady; });
        reader.emplace(*endpoints, settings);
        transactions.emplace(*endpoints, settings);
    }
    // On both nodes.
    void pay(const Payment& payment)
    {
        first.payments.insert_or_assign(tx_hash, payment);
        second.payments.insert_or_assign(tx_hash, payment);
    }
    void pay(const chain::ExpectedTransfer& transfer, std::uint64_t block)
    {
        pay(Payment{.transfer = transfer, .block = block});
    }
    // Both nodes and our clock.
    void mine(std::uint64_t blocks)
    {
        first.head += blocks;
        second.head += blocks;
        clock.advance(std::chrono::seconds{2 * blocks});
    }
    // A while in which resting endpoints come back.
    void rest() { steady += std::chrono::seconds{60}; }

    // The authorization was first seen about 100 blocks ago.
    base::Result<chain::AuthorizationState, chain::ReadRefusal> ask(
        const chain::ExpectedTransfer& transfer)
    {
        return reader->authorization(transfer, first.timestamp(first.head) - 200);
    }
    auto look() { return transactions->transaction(tx_hash, recipients); }
    [[nodiscard]] chain::TransferProof proof(std::uint64_t block) const
    {
        return {.tx_hash = tx_hash,
                .block_number = block,
                .block_hash = first.hash_of(block),
                .log_index = 4,
                .block_time_s = first.timestamp(block),
                .sender = k_sender};
    }
};

} // namespace chain_test
