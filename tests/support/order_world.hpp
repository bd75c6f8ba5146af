// Rail v1 with everything real but the chain, which says what the test wants.
#pragma once

#include "support/fake_transaction_reader.hpp"
#include "support/temp_database.hpp"

#include "base/concat.hpp"
#include "pay/payment_options.hpp"
#include "pay/transfer_scanner.hpp"
#include "store/claims.hpp"
#include "store/ledger.hpp"
#include "store/order_clocks.hpp"
#include "store/order_names.hpp"
#include "store/orders.hpp"
#include "store/scans.hpp"
#include "store/waiting_transfers.hpp"

#include <string>

namespace support {

// On the database of a directory.
struct OrderSession : StoreSession {
    const value::EvmNetwork network = value::EvmNetwork::parse("eip155:8453").value();
    const value::EvmAddress token =
        value::EvmAddress::parse("0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913").value();
    const value::EvmAddress pay_to = address(0x5a);
    const value::AtomicUsd price = value::AtomicUsd::from_atoms(500'000);

    store::Orders orders{at};
    store::Claims claims{at};
    store::OrderNames names{at};
    store::Ledger ledger{at};
    store::WaitingTransfers waiting{at};
    store::OrderClocks clocks{at};
    store::Scans scans{at};
    FakeTransactionReader chain;
    const pay::JudgeSettings settings{.network = network,
                                      .token = token,
                                      .pay_to = pay_to,
                                      .single_source_max = value::AtomicUsd::from_atoms(5'000'000),
                                      .confirmations = 1};
    pay::TransferJudge judge{at, chain, settings};
    pay::TransferScanner scanner{at, chain, judge, settings};

    explicit OrderSession(const std::string& directory) : StoreSession{directory}
    {
        chain.now.timestamp_s = chain_time();
    }

    static value::EvmAddress address(std::uint8_t number)
    {
        value::EvmAddress::Raw raw{};
        raw.fill(number);
        return value::EvmAddress{raw};
    }
    static value::TxHash tx(unsigned number)
    {
        base::Sha256 raw{0x7a};
        raw[31] = static_cast<std::uint8_t>(number);
        return value::TxHash{value::Digest{raw}};
    }
    static value::Digest digest(std::uint8_t number) { return value::Digest{base::Sha256{number}}; }

    // Our clock, as the chain has it.
    [[nodiscard]] std::int64_t chain_time() const
    {
        return std::chrono::floor<std::chrono::seconds>(clock.now()).time_since_epoch().count();
    }
    // A transfer of the price that the chain has shown just now.
    [[nodiscard]] job::Transfer transfer(unsigned number) const
    {
        return {.network = network,
                .tx_hash = tx(number).text(),
                .log_index = 3,
                .asset = token,
                .payer = address(1),
                .value = price,
                .nonce = std::nullopt,
                .block_number = 900,
                .block_time_s = chain_time()};
    }
    // On our clock and on the chain.
    void pass(std::chrono::seconds time)
    {
        clock.advance(time);
        chain.now.timestamp_s += time.count();
        chain.now.number += static_cast<std::uint64_t>(time.count() / 2);
    }

    // While the worker lives.
    store::NewOrder wish(const std::string& client = "192.0.2.1", std::uint8_t request = 1)
    {
        beat();
        const auto id = value::JobId::make(clock.now());
        return {.id = id,
                .order = {.commitment = pay::commitment_of(id),
                          .request_digest = digest(request),
                          .network = network,
                          .asset = token,
                          .pay_to = pay_to},
                .goods = {.product = "verify_basic",
                          .lane = std::string{k_lane},
                          .price = price,
                          .sla = std::chrono::seconds{300},
                          .lane_capacity = 600},
                .buyer = {.client = client},
                .max_awaiting = 5,
                .max_per_hour = 15,
                .repeat_key = std::nullopt};
    }
    job::OrderView order(const std::string& client = "192.0.2.1")
    {
        return orders.order(wish(client)).value();
    }
    job::OrderView now(const job::OrderView& order)
    {
        return orders.find(order.view.job.id).value();
    }
    job::State state_of(const job::OrderView& order) { return now(order).view.job.state; }
    // The claim's state and reason: "refused late".
    std::string claim_of(const job::OrderView& order, const value::TxHash& tx_hash)
    {
        for (const job::Claim& claim : now(order).claims)
            if (claim.tx_hash == tx_hash.text())
                return base::concat(job::to_text(claim.state), " ", claim.reason);
        return "none";
    }
    void claim(const job::OrderView& order, const value::TxHash& tx_hash,
               const std::optional<base::Bytes>& signature = std::nullopt)
    {
        static_cast<void>(orders.claim(order.view.job.id, tx_hash, signature));
    }
    int judge_claims()
    {
        return judge.judge_claims([] { return true; });
    }
    bool scan()
    {
        return scanner.scan([] { return true; }) == pay::TransferScanner::Scanned::to_the_head;
    }

    // A transaction of one transfer of `value` by `payer`, in the block before the head.
    chain::IncludedTransaction payment(unsigned number, value::AtomicUsd value,
                                       std::uint8_t payer = 0x11)
    {
        return {.tx_hash = tx(number),
                .block_number = chain.now.number - 1,
                .block_hash = digest(0xb1),
                .block_time_s = chain_time(),
                .succeeded = true,
                .incoming = {{.log_index = number,
                              .payer = address(payer),
                              .recipient = pay_to,
                              .value = value,
                              .nonce = std::nullopt}},
                .sender = address(payer),
                .to = token,
                .input = {}};
    }
    // transfer(pay_to, value) with `memo` behind its arguments.
    static base::Bytes calldata(base::ByteView memo)
    {
        base::Bytes out{0xa9, 0x05, 0x9c, 0xbb};
        out.resize(4 + 64);
        out.insert(out.end(), memo.begin(), memo.end());
        return out;
    }
    chain::IncludedTransaction suffixed(unsigned number, const job::OrderView& order,
                                        value::AtomicUsd value)
    {
        auto out = payment(number, value);
        out.input = calldata(order.order.commitment.bytes());
        return out;
    }
    chain::IncludedTransaction suffixed(unsigned number, const job::OrderView& order)
    {
        return suffixed(number, order, price);
    }
    chain::IncludedTransaction authorized(unsigned number, const job::OrderView& order)
    {
        auto out = payment(number, price);
        out.to = address(0x99);
        out.incoming[0].nonce = order.order.commitment;
        return out;
    }
    // The same in calldata that another account than the payers has sent.
    chain::IncludedTransaction relayed(unsigned number, const std::vector<job::OrderView>& named,
                                       std::size_t count)
    {
        auto out = wrapped(number, named, count);
        out.sender = address(0x77);
        return out;
    }
    // Several transfers in one call of a contract by their payer, whose calldata names `named`.
    chain::IncludedTransaction wrapped(unsigned number, const std::vector<job::OrderView>& named,
                                       std::size_t count)
    {
        auto out = payment(number, price);
        out.sender = address(0x21);
        out.to = address(0x98);
        out.incoming.clear();
        for (std::size_t i = 0; i < count; ++i)
            out.incoming.push_back({.log_index = 10 * number + i,
                                    .payer = address(0x21),
                                    .recipient = pay_to,
                                    .value = price,
                                    .nonce = std::nullopt});
        out.input = {1, 2, 3};
        for (const auto& each : named) {
            const auto text = base::bytes_of(each.view.job.id.text());
            out.input.insert(out.input.end(), text.begin(), text.end());
        }
        return out;
    }
    // Every open credit, oldest first: "late 500000".
    std::vector<std::string> credits()
    {
        std::vector<std::string> out;
        auto row = database.query("SELECT reason, value_atoms FROM credit ORDER BY seq");
        while (row.step()) out.push_back(base::concat(row.text(0), " ", row.integer(1)));
        return out;
    }
};

// On a fresh one, with a worker that is alive.
struct OrderWorld : TempDir, OrderSession {
    OrderWorld() : OrderSession{TempDir::path()} { beat(); }
};

} // namespace support
