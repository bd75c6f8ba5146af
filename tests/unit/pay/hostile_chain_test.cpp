// Strangers put into the chain what they like: it holds up no other payment. The real ledger
// and the real readers, over a node in memory.
#include "judge_case.hpp"

#include "chain/rpc_transaction_reader.hpp"
#include "store/settlements.hpp"
#include "unit/chain/chain_node.hpp"

namespace {

using namespace pay_test;
using namespace std::chrono_literals;
using chain_test::Transaction;
using chain_test::transfer_log;

const std::string k_url = "https://one.example/s3cret";

class HostileChainTest : public JudgeCase {
    CPPUNIT_TEST_SUITE(HostileChainTest);
    CPPUNIT_TEST(dust_in_one_block_hides_nothing_after_it);
    CPPUNIT_TEST(a_block_that_no_answer_holds_is_passed_over);
    CPPUNIT_TEST(a_huge_receipt_holds_up_no_scan);
    CPPUNIT_TEST(a_claim_of_a_huge_receipt_ends);
    CPPUNIT_TEST(what_is_unreadable_for_long_is_refused);
    CPPUNIT_TEST(what_cannot_be_read_comes_after_what_can);
    CPPUNIT_TEST(a_head_that_is_still_to_come_turns_no_buyer_away);
    CPPUNIT_TEST_SUITE_END();

    chain_test::ChainNode m_node;
    chain_test::NodesHttp m_http;
    chain::Deadline m_steady{1h};
    const chain::ReaderSettings m_settings{.urls = {k_url},
                                           .chain_id = 8453,
                                           .single_source_max = world.settings.single_source_max,
                                           .token = world.token};
    chain::RpcEndpoints m_endpoints{m_http, world.clock, m_settings, [this] { return m_steady; }};
    chain::RpcTransactionReader m_reader{m_endpoints, m_settings};
    pay::TransferJudge m_judge{world.at, m_reader, world.settings};
    pay::TransferScanner m_scanner{world.at, m_reader, m_judge, world.settings};

    void pass(std::chrono::seconds time)
    {
        world.clock.advance(time);
        m_steady += time;
        m_node.head += static_cast<std::uint64_t>(time.count() / 2);
    }
    // As often as the worker does.
    int scan_for(std::chrono::seconds time)
    {
        int whole = 0;
        for (std::chrono::seconds passed{0}; passed < time; passed += 4s) {
            pass(4s);
            if (m_scanner.scan([] { return true; }) == pay::TransferScanner::Scanned::to_the_head)
                ++whole;
        }
        return whole;
    }
    int judge_claims()
    {
        return m_judge.judge_claims([] { return true; });
    }
    // Transfers to us in the head block, in one transaction.
    value::TxHash send(unsigned number, AtomicUsd value, std::uint64_t times = 1,
                       const base::Bytes& input = {})
    {
        const chain::ExpectedTransfer transfer{.token = world.token,
                                               .payer = OrderWorld::address(0x11),
                                               .pay_to = world.pay_to,
                                               .nonce = OrderWorld::digest(0),
                                               .value = value};
        Transaction sent{.block = m_node.head, .logs = {}};
        for (std::uint64_t i = 0; i < times; ++i)
            sent.logs.push_back(transfer_log(transfer, 100'000 * number + i));
        sent.call = base::concat(R"("from":")", transfer.payer.text(), R"(","to":")",
                                 world.token.text(), R"(","input":")", base::to_hex_0x(input), '"');
        m_node.transactions.insert_or_assign(OrderWorld::tx(number), sent);
        return OrderWorld::tx(number);
    }
    value::TxHash pay(unsigned number, const job::OrderView& order)
    {
        return send(number, world.price, 1, OrderWorld::calldata(order.order.commitment.bytes()));
    }
    // In a block of their own; with receipts that are not read: the ledger would take its time.
    void flood(unsigned number, std::uint64_t times)
    {
        pass(4s);
        for (unsigned i = 0; i < 10; ++i)
            m_node.huge.insert(send(number + i, AtomicUsd::from_atoms(1), times / 10));
        m_node.huge.insert(send(number + 10, AtomicUsd::from_atoms(1), 1));
    }
    std::uint64_t next_block() { return world.scans.cursor(world.network)->next_block; }
    void confirmed(const job::OrderView& order)
    {
        CPPUNIT_ASSERT(world.state_of(order) == State::payment_confirmed);
        books_agree();
    }

public:
    void setUp() override
    {
        m_node.timestamp = [begun = world.chain_time()](std::uint64_t number) {
            return begun + 2 * (static_cast<std::int64_t>(number) - 1000);
        };
        m_http.nodes = {{k_url, &m_node}};
        scan_for(4s);
    }

    void dust_in_one_block_hides_nothing_after_it()
    {
        const auto order = world.order();
        flood(1, 10'000);
        const auto flooded = m_node.head;
        scan_for(4s);
        pass(56s);
        pay(20, order);
        CPPUNIT_ASSERT(m_node.head >= flooded + 30);
        CPPUNIT_ASSERT(scan_for(20s) > 0);
        confirmed(order);
        CPPUNIT_ASSERT(next_block() > flooded + 30);
    }

    void a_block_that_no_answer_holds_is_passed_over()
    {
        const auto order = world.order();
        const auto late = world.order();
        flood(1, 30);
        m_node.most_logs = 20;
        const auto flooded = m_node.head;
        pass(4s);
        pay(20, order);
        scan_for(200s);
        pay(21, late);
        CPPUNIT_ASSERT_EQUAL(flooded, next_block()); // the endpoint may be what is wrong
        scan_for(300s);
        confirmed(order);
        confirmed(late);
        CPPUNIT_ASSERT(next_block() + 10 > m_node.head);
        CPPUNIT_ASSERT(scan_for(100s) > 20);
    }

    void a_huge_receipt_holds_up_no_scan()
    {
        const auto order = world.order();
        const auto huge = send(1, world.price);
        m_node.huge.insert(huge);
        CPPUNIT_ASSERT_EQUAL(1, scan_for(4s));
        const auto looks = m_node.times_asked("eth_getTransactionReceipt");
        CPPUNIT_ASSERT_EQUAL(std::size_t{1}, looks);
        pay(2, order);
        CPPUNIT_ASSERT_EQUAL(5, scan_for(20s));
        confirmed(order);
        CPPUNIT_ASSERT(next_block() + 10 > m_node.head);
        // It is looked at once, and holds no clock.
        CPPUNIT_ASSERT_EQUAL(looks + 1, m_node.times_asked("eth_getTransactionReceipt"));
        CPPUNIT_ASSERT(world.scans.cursor(world.network)->read_to_s + 10 > world.chain_time());
        CPPUNIT_ASSERT_EQUAL(0, world.scans.count_undecided(world.clock.now() + 1s));
    }

    void a_claim_of_a_huge_receipt_ends()
    {
        const auto order = world.order();
        const auto honest = world.order();
        const auto huge = send(1, world.price);
        m_node.huge.insert(huge);
        const auto paid = pay(2, honest);
        pass(4s);
        world.claim(order, huge);
        world.claim(honest, paid);
        CPPUNIT_ASSERT_EQUAL(2, judge_claims());
        expect("refused unreadable", world.claim_of(order, huge));
        expect("confirmed ", world.claim_of(honest, paid));
        books_agree();
    }

    void what_is_unreadable_for_long_is_refused()
    {
        const auto order = world.order();
        const auto claimed = OrderWorld::tx(1);
        world.chain.refusals[claimed] = chain::ReadRefusal::unreachable;
        world.claim(order, claimed);
        const auto judged_after = [&](std::chrono::seconds time) {
            world.pass(time);
            world.judge_claims();
            return world.claim_of(order, claimed);
        };
        expect("pending chain_unreachable", judged_after(20s));
        expect("pending chain_unreachable", judged_after(1'480s));
        // While the chain is not seen, it is no fault of the transaction's.
        world.chain.refusal = chain::ReadRefusal::unreachable;
        expect("pending chain_unreachable", judged_after(20s));
        world.chain.refusal.reset();
        world.chain.now.is_fresh = false;
        expect("pending chain_unreachable", judged_after(20s));
        world.chain.now.is_fresh = true;
        world.chain.refusals[claimed] = chain::ReadRefusal::disagreement;
        expect("pending endpoints_disagree", judged_after(20s));
        world.chain.refusals[claimed] = chain::ReadRefusal::unreachable;
        expect("refused unreadable", judged_after(20s));
        // The scan finds it all the same.
        world.chain.refusals.clear();
        CPPUNIT_ASSERT(world.scan());
        auto paid = world.suffixed(1, order);
        paid.block_time_s -= 1'500;
        world.chain.include(paid);
        CPPUNIT_ASSERT(world.scan());
        confirmed(order);
    }

    void a_head_that_is_still_to_come_turns_no_buyer_away()
    {
        const auto honest = m_node.timestamp;
        pass(4s);
        m_node.timestamp = [&](std::uint64_t number) { return honest(number) + 3'600; };
        m_scanner.scan([] { return true; });
        m_node.timestamp = honest;
        auto sale = support::reservation_order(1);
        sale.key.network = world.network;
        sale.is_signer_known = true;
        const auto payment = world.reservations.reserve(sale);
        CPPUNIT_ASSERT(payment && world.reservations.mark_settle_sent(*payment, sale));
        // Blocks are stamped before they come.
        const auto block_time_s = world.chain_time() - 2;
        world.reservations.hand_over(*payment, sale.owner);
        store::Settlements settlements{world.at};
        const auto due = settlements.due(1);
        CPPUNIT_ASSERT_EQUAL(std::size_t{1}, due.size());
        CPPUNIT_ASSERT(settlements.prove(due[0],
                                         {.tx_hash = OrderWorld::tx(1).text(),
                                          .block_number = m_node.head,
                                          .log_index = 1,
                                          .block_time_s = block_time_s,
                                          .is_settlement = true},
                                         "{}") == store::Proven::queued);
    }

    // What puts an endpoint to rest takes no other's turn.
    void what_cannot_be_read_comes_after_what_can()
    {
        const auto order = world.order();
        for (unsigned number = 1; number <= 3; ++number)
            m_node.receipts[send(number, world.price)] = "[]";
        const auto begun = next_block();
        pay(4, order);
        scan_for(40s);
        CPPUNIT_ASSERT(next_block() > begun + 15);
        confirmed(order);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(HostileChainTest);

} // namespace
