// Rail v2 with everything real but the facilitator, who says what the test wants.
#pragma once

#include "support/fake_transfer_reader.hpp"
#include "support/payment.hpp"
#include "support/temp_database.hpp"

#include "job/waiting_places.hpp"
#include "job/wake.hpp"
#include "pay/facilitator_rail.hpp"

#include <atomic>
#include <functional>
#include <memory>
#include <string>

namespace support {

inline const std::string k_tx_hash = "0x" + std::string(64, 'd');

// Thread-safe while its answers stay as they are.
class FakeFacilitator final : public pay::Facilitator {
public:
    pay::VerifyOutcome verify_outcome = pay::VerifyValid{};
    pay::SettleOutcome settle_outcome = pay::SettleDone{*value::TxHash::parse(k_tx_hash)};
    // Run while the call is under way.
    std::function<void()> during_verify = [] {};
    std::function<void()> during_settle = [] {};
    std::atomic<int> verifies{0};
    std::atomic<int> settles{0};
    // Of the last call.
    std::atomic<pay::Deadline> verify_deadline{};
    std::atomic<pay::Deadline> settle_deadline{};
    std::atomic<std::size_t> settled_at{0};

    pay::VerifyOutcome verify(const pay::PaymentPayload& payload, const pay::Terms& terms,
                              pay::Deadline deadline) override;
    pay::SettleOutcome settle(const pay::PaymentPayload& payload, const pay::Terms& terms,
                              std::size_t endpoint, pay::Deadline deadline) override;
    pay::SettleOutcome settle_again(const pay::PaymentPayload& payload, const pay::Terms& terms,
                                    std::size_t endpoint, pay::Deadline deadline) override
    {
        return settle(payload, terms, endpoint, deadline);
    }
    bool is_signer(const value::EvmAddress& account) override
    {
        return account == k_facilitator_signer;
    }
};

// What another thread or process has of its own.
struct OtherProcess {
    OtherProcess(const db::Options& options, const base::Clock& clock, job::Waker& waker)
        : database{options}, at{database, clock, waker}
    {
    }

    db::Database database;
    store::Access at;
    store::Reservations reservations{at};
    store::Queue lanes{at};
    store::Reading reading{at};
    store::Sweeper sweeper{at};
};

struct RailWorld : StoreWorld {
    pay::Terms terms = sample_terms();
    Wallet wallet{3};
    PaymentText payment = good_payment(wallet, terms, clock.now());
    FakeFacilitator facilitator;
    job::WakeWatcher watcher{file("wake")};
    job::WaitingPlaces places{32};
    pay::RailSettings settings{.receipt_check_from = value::AtomicUsd::from_atoms(1'000'000'000)};
    pay::FacilitatorRail rail{at, facilitator, watcher, places, settings};
    OtherProcess other{options, clock, waker};

    // Of every sale; the seams of time and patience.
    std::chrono::milliseconds budget{55'000};
    std::function<bool()> client_gone = [] { return false; }; // asked only while waiting
    int lane_capacity = 100;
    job::StandsIn stands_in{};
    std::string client = "192.0.2.1";

    // Sells `text` for the request `body` through `by`.
    pay::SaleOutcome sell(const PaymentText& text, const std::string& body,
                          pay::FacilitatorRail& by);
    // For a request of its own: of the first authorization it is k_body.
    pay::SaleOutcome sell(const PaymentText& text) { return sell(text, body_of(text), rail); }
    [[nodiscard]] std::string body_of(const PaymentText& text) const;
    pay::SaleOutcome sell() { return sell(payment); }

    // The reservation that holds `text`.
    std::optional<job::Payment> reservation(const PaymentText& text);

    static constexpr const char* k_body = R"({"payload":"two plus two is four"})";
};

// Which alternative an outcome is, for messages.
std::string name_of(const pay::SaleOutcome& outcome);

} // namespace support
