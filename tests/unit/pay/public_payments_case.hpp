// What the tests of payments that a stranger has copied share: a victim who pays on rail v1, and
// both rails over one real SQLite; scripted chains.
#pragma once

#include "reconciler_case.hpp"

#include "base/concat.hpp"
#include "base/sha256.hpp"
#include "chain/recover.hpp"
#include "pay/payment_options.hpp"
#include "pay/transfer_scanner.hpp"
#include "store/audit.hpp"
#include "store/ledger.hpp"
#include "store/orders.hpp"
#include "support/fake_transaction_reader.hpp"

namespace pay_test {

class PublicPaymentsCase : public ReconcilerCase {
protected:
    const pay::JudgeSettings m_settings{.network = world.terms.token.network,
                                        .token = world.terms.token.contract,
                                        .pay_to = world.terms.pay_to,
                                        .single_source_max =
                                            value::AtomicUsd::from_atoms(5'000'000),
                                        .confirmations = 2};
    store::Orders m_orders{world.at};
    support::FakeTransactionReader m_chain;
    pay::TransferJudge m_judge{world.at, m_chain, m_settings};
    pay::TransferScanner m_scanner{world.at, m_chain, m_judge, m_settings};
    const support::Wallet m_victim{9};

    // A client's; the victim's, where no other is named.
    job::OrderView order(const std::string& client = "192.0.2.7")
    {
        const auto id = value::JobId::make(world.clock.now());
        return m_orders
            .order({.id = id,
                    .order = {.commitment = pay::commitment_of(id),
                              .request_digest = value::Digest{base::Sha256{1}},
                              .network = m_settings.network,
                              .asset = m_settings.token,
                              .pay_to = m_settings.pay_to},
                    .goods = {.product = "verify_basic",
                              .lane = std::string{support::k_lane},
                              .price = world.terms.price,
                              .sla = seconds{300},
                              .lane_capacity = 100},
                    .buyer = {.client = client},
                    .max_awaiting = 10,
                    .max_per_hour = 15,
                    .repeat_key = std::nullopt})
            .value();
    }
    // The victim's authorization is used in a block of now: by a relayer, or the facilitator.
    void use(const value::Digest& nonce, const value::EvmAddress& sender = k_relayer)
    {
        chain.sender = sender;
        m_chain.now.timestamp_s = chain.now.timestamp_s;
        m_chain.include({.tx_hash = k_real_tx,
                         .block_number = m_chain.now.number - 5,
                         .block_hash = value::Digest{base::Sha256{0xb1}},
                         .block_time_s = chain.now.timestamp_s,
                         .succeeded = true,
                         .incoming = {{.log_index = 1,
                                       .payer = m_victim.address(),
                                       .recipient = world.terms.pay_to,
                                       .value = world.terms.price,
                                       .nonce = nonce}},
                         .sender = sender,
                         .to = value::EvmAddress{value::EvmAddress::Raw{0x99}},
                         .input = {}});
        chain.pays(nonce, k_real_tx);
    }
    // A transfer of the victim's without an authorization, named by its calldata.
    void send(const job::OrderView& order)
    {
        use(m_nonce);
        auto& paid = m_chain.transactions[k_real_tx].transaction.value();
        paid.incoming[0].nonce.reset();
        paid.sender = m_victim.address();
        const auto bytes = order.order.commitment.bytes();
        paid.input.assign(bytes.begin(), bytes.end());
    }
    std::string judged(const job::OrderView& order, const std::optional<base::Bytes>& signature)
    {
        static_cast<void>(m_orders.claim(order.view.job.id, k_real_tx, signature));
        m_judge.judge_claims([] { return true; });
        const auto claim = m_orders.find(order.view.job.id)->claims.at(0);
        return std::string{job::to_text(claim.state)} + " " + claim.reason;
    }
    std::string claimed(const job::OrderView& order) { return judged(order, std::nullopt); }
    // The victim says that it pays for their order.
    std::string claimed_signed(const job::OrderView& order)
    {
        const auto message = pay::payer_message(order.view.job.id, k_real_tx, 8453);
        return judged(order, m_victim.sign(chain::personal_digest(message)));
    }
    // The worker has read the chain to its head of now.
    void see_chain()
    {
        m_chain.now.timestamp_s = chain.now.timestamp_s;
        m_scanner.scan([] { return true; });
    }
    // A stranger shows the victim's authorization on rail v2 and the facilitator does not know what
    // became of it; their job.
    value::JobId sell_copy()
    {
        world.facilitator.settle_outcome = pay::SettleUnknown{"scripted"};
        CPPUNIT_ASSERT_EQUAL(std::string{"Pending"}, sell(header(m_nonce)));
        return last_job();
    }
    // A header with the victim's authorization, signed by them, or not at all.
    support::PaymentText header(const value::Digest& nonce, bool is_signed = true)
    {
        auto out = support::good_payment(m_victim, world.terms, world.clock.now());
        out.nonce = nonce.text();
        out.sign(m_victim, world.terms);
        if (!is_signed) out.signature = "0x" + std::string(132, '7');
        return out;
    }
    std::string sell(const support::PaymentText& header)
    {
        world.client_gone = [] { return true; };
        return support::name_of(world.sell(header));
    }
    void scan_for_hours()
    {
        m_scanner.scan([] { return true; });
        pass(minutes{120});
        m_chain.now.timestamp_s += 7200;
        m_chain.now.number += 3600;
        m_scanner.scan([] { return true; });
        m_judge.run_clocks();
    }
    int credits()
    {
        auto row = world.database.query("SELECT count(*) FROM credit");
        row.step();
        return static_cast<int>(row.integer(0));
    }
    std::int64_t rows(db::Select sql)
    {
        auto row = world.database.query(sql);
        row.step();
        return row.integer(0);
    }
    void books_agree() { CPPUNIT_ASSERT(store::Audit{world.database}.violations(10).empty()); }

    const value::Digest m_nonce{base::Sha256{0x5a}};
    static inline const auto k_relayer =
        value::EvmAddress::parse("0x00000000000000000000000000000000005e1a4e").value();

public:
    void setUp() override
    {
        world.clock.set(base::instant_from_ms(chain.now.timestamp_s * 1000));
        world.beat();
    }
};

} // namespace pay_test
