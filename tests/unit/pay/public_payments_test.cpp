// What a settlement makes public (payer, nonce, signature) buys nothing for a stranger, and money
// that is a credit buys nothing for anybody. Both rails over one real SQLite; scripted chains.
#include "reconciler_case.hpp"

#include "job/store_audit.hpp"
#include "job/store_orders.hpp"
#include "job/store_transfers.hpp"
#include "pay/payment_options.hpp"
#include "pay/transfer_scanner.hpp"
#include "support/fake_transaction_reader.hpp"

namespace {

using namespace pay_test;

class PublicPaymentsTest : public ReconcilerCase {
    CPPUNIT_TEST_SUITE(PublicPaymentsTest);
    CPPUNIT_TEST(what_is_bound_to_an_order_is_not_taken_on_rail_v2);
    CPPUNIT_TEST(a_signature_that_nobody_has_proven_claims_no_transfer);
    CPPUNIT_TEST(a_refused_payment_claims_no_transfer_from_before);
    CPPUNIT_TEST(a_refused_payment_is_looked_at_when_its_transfer_comes_in);
    CPPUNIT_TEST(a_credit_buys_nothing);
    CPPUNIT_TEST(what_pays_on_rail_v2_is_no_orphan);
    CPPUNIT_TEST_SUITE_END();

    const pay::JudgeSettings m_settings{.network = world.terms.token.network,
                                        .token = world.terms.token.contract,
                                        .pay_to = world.terms.pay_to,
                                        .single_source_max =
                                            value::AtomicUsd::from_atoms(5'000'000),
                                        .confirmations = 2};
    job::OrderStore m_orders{world.connection, world.clock, world.waker};
    job::TransferStore m_transfers{world.connection, world.clock, world.waker};
    support::FakeTransactionReader m_chain;
    pay::TransferJudge m_judge{m_transfers, m_chain, world.clock, m_settings};
    pay::TransferScanner m_scanner{m_transfers, m_chain, m_judge, world.clock, m_settings};
    const support::Wallet m_victim{9};

    job::OrderView order()
    {
        const auto id = value::JobId::make(world.clock.now());
        return m_orders
            .order({.id = id,
                    .order = {.commitment = pay::commitment_of(id),
                              .request_digest = value::Digest{base::Sha256{1}},
                              .network = m_settings.network,
                              .asset = m_settings.token,
                              .pay_to = m_settings.pay_to},
                    .product = "verify_basic",
                    .lane = std::string{support::k_lane},
                    .price = world.terms.price,
                    .sla = seconds{300},
                    .client = "192.0.2.7",
                    .lane_capacity = 100,
                    .max_awaiting = 5,
                    .max_per_hour = 15,
                    .repeat_key = std::nullopt})
            .value();
    }
    // The victim's authorization is used in a block of now; with `memo`, the call names that order.
    void use(const value::Digest& nonce, const job::OrderView* memo = nullptr)
    {
        base::Bytes input;
        if (memo != nullptr) {
            const auto bytes = memo->order.commitment.bytes();
            input.assign(bytes.begin(), bytes.end());
        }
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
                         .to = value::EvmAddress{value::EvmAddress::Raw{0x99}},
                         .input = input});
        chain.pays(nonce, k_real_tx);
    }
    std::string claimed(const job::OrderView& order)
    {
        static_cast<void>(m_orders.claim(order.view.job.id, k_real_tx, std::nullopt));
        m_judge.judge_claims([] { return true; });
        const auto claim = m_orders.find(order.view.job.id)->claims.at(0);
        return std::string{job::to_text(claim.state)} + " " + claim.reason;
    }
    // A header with the victim's authorization, signed by him, or by nobody.
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
        auto row = world.connection.query("SELECT count(*) FROM credit");
        row.step();
        return static_cast<int>(row.integer(0));
    }
    void books_agree() { CPPUNIT_ASSERT(job::Audit{world.connection}.violations(10).empty()); }

    const value::Digest m_nonce{base::Sha256{0x5a}};

public:
    void setUp() override
    {
        world.clock.set(base::instant_from_ms(chain.now.timestamp_s * 1000));
        world.beat();
    }

    void what_is_bound_to_an_order_is_not_taken_on_rail_v2()
    {
        const auto mine = order();
        const auto& nonce = mine.order.commitment;
        CPPUNIT_ASSERT_EQUAL(std::string{"Reused"}, sell(header(nonce)));
        use(nonce);
        CPPUNIT_ASSERT_EQUAL(std::string{"Reused"}, sell(header(nonce)));
        CPPUNIT_ASSERT_EQUAL(std::string{"Reused"}, sell(header(nonce, false)));
        CPPUNIT_ASSERT_EQUAL(0, world.facilitator.verifies.load());
        CPPUNIT_ASSERT_EQUAL(std::string{"confirmed "}, claimed(mine));
        books_agree();
    }

    void a_signature_that_nobody_has_proven_claims_no_transfer()
    {
        const auto mine = order();
        for (const char* word :
             {"invalid_exact_evm_signature", "invalid_exact_evm_nonce_already_used"}) {
            world.facilitator.verify_outcome = pay::VerifyInvalid{word};
            CPPUNIT_ASSERT_EQUAL(std::string{"PaymentRequiredAgain"}, sell(header(m_nonce, false)));
        }
        use(m_nonce, &mine);
        CPPUNIT_ASSERT_EQUAL(std::string{"confirmed "}, claimed(mine));
        CPPUNIT_ASSERT_EQUAL(0, look_after(minutes{2}));
        CPPUNIT_ASSERT(m_orders.find(mine.view.job.id)->view.job.state == State::payment_confirmed);
        CPPUNIT_ASSERT_EQUAL(0, credits());
        books_agree();
    }

    void a_refused_payment_claims_no_transfer_from_before()
    {
        const auto mine = order();
        use(m_nonce, &mine);
        pass(seconds{6});
        const auto copied = header(m_nonce);
        world.facilitator.verify_outcome = pay::VerifyInvalid{"insufficient_funds"};
        CPPUNIT_ASSERT_EQUAL(std::string{"PaymentRequiredAgain"}, sell(copied));
        const auto first = last_job();
        world.facilitator.verify_outcome =
            pay::VerifyInvalid{"invalid_exact_evm_nonce_already_used"};
        CPPUNIT_ASSERT_EQUAL(std::string{"Pending"}, sell(copied));
        const auto second = last_job();
        look_after(minutes{1});
        CPPUNIT_ASSERT(state(first) == State::rejected && state(second) == State::rejected);
        CPPUNIT_ASSERT_EQUAL(0, look_after(minutes{60}));
        CPPUNIT_ASSERT_EQUAL(std::string{"confirmed "}, claimed(mine));
        CPPUNIT_ASSERT_EQUAL(0, credits());
        books_agree();
    }

    // However long after it was refused: the scanner sees every transfer.
    void a_refused_payment_is_looked_at_when_its_transfer_comes_in()
    {
        world.facilitator.verify_outcome = pay::VerifyInvalid{"insufficient_funds"};
        m_scanner.scan([] { return true; });
        sell(header(m_nonce));
        const auto refused = last_job();
        for (int i = 0; i < 8; ++i) look_after(minutes{1});
        CPPUNIT_ASSERT_EQUAL(0, look_after(seconds{1})); // not due for minutes
        use(m_nonce);
        m_scanner.scan([] { return true; });
        CPPUNIT_ASSERT_EQUAL(1, look());
        CPPUNIT_ASSERT(state(refused) == State::queued);
        scan_for_hours();
        CPPUNIT_ASSERT_EQUAL(0, credits());
        books_agree();
    }

    void a_credit_buys_nothing()
    {
        const auto mine = order();
        pass(minutes{10});
        use(m_nonce, &mine);
        CPPUNIT_ASSERT_EQUAL(std::string{"refused late"}, claimed(mine));
        CPPUNIT_ASSERT_EQUAL(1, credits());
        world.beat();
        // A facilitator that finds it valid, and then does not know.
        world.facilitator.settle_outcome = pay::SettleUnknown{"scripted"};
        CPPUNIT_ASSERT_EQUAL(std::string{"Pending"}, sell(header(m_nonce)));
        look_after(seconds{2});
        CPPUNIT_ASSERT(state(last_job()) == State::rejected);
        CPPUNIT_ASSERT_EQUAL(std::string{job::k_spent_already}, view(last_job()).payment->reason);
        CPPUNIT_ASSERT_EQUAL(1, credits());
        books_agree();
    }

    void what_pays_on_rail_v2_is_no_orphan()
    {
        m_scanner.scan([] { return true; });
        use(m_nonce);
        m_scanner.scan([] { return true; }); // it waits for somebody to claim it
        world.facilitator.settle_outcome = pay::SettleUnknown{"scripted"};
        CPPUNIT_ASSERT_EQUAL(std::string{"Pending"}, sell(header(m_nonce)));
        look_after(seconds{2});
        CPPUNIT_ASSERT(state(last_job()) == State::queued);
        scan_for_hours();
        CPPUNIT_ASSERT_EQUAL(0, credits());
        books_agree();
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(PublicPaymentsTest);

} // namespace
