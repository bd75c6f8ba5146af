// What anchoring hears of the chain: lies and garbage are no answer, the word of an endpoint that
// refuses is ours and holds nothing of its own, and a receipt counts in its block only.
#include "chain/rpc_anchor_chain.hpp"

#include "chain/eas.hpp"
#include "reader_world.hpp"

#include "base/concat.hpp"

#include <cppunit/extensions/HelperMacros.h>

namespace {

using base::concat;
using chain::ReadRefusal;
using chain_test::address;
using chain_test::digest;

std::string word(unsigned number)
{
    return base::to_hex(chain::Uint256{number}.bytes());
}

class AnchorChainTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(AnchorChainTest);
    CPPUNIT_TEST(garbage_is_no_answer);
    CPPUNIT_TEST(the_highest_nonce_counts);
    CPPUNIT_TEST(a_price_needs_a_base_fee_and_no_tip);
    CPPUNIT_TEST(a_call_that_would_fail_has_no_estimate);
    CPPUNIT_TEST(a_chain_without_an_oracle_charges_nothing_for_data);
    CPPUNIT_TEST(stamped_is_what_has_a_time);
    CPPUNIT_TEST(bytes_are_handed_to_every_endpoint);
    CPPUNIT_TEST(refusals_to_send_are_told_in_our_words);
    CPPUNIT_TEST(a_receipt_counts_in_a_block_of_the_chain);
    CPPUNIT_TEST(a_receipt_tells_its_timestamps);
    CPPUNIT_TEST_SUITE_END();

    chain_test::ReaderWorld world;
    std::optional<chain::RpcAnchorChain> anchors;
    const value::EvmAddress m_account = address(0xac);
    const value::EvmAddress m_eas = address(0xea);

    void give(const std::string& method, const std::string& result)
    {
        world.first.results[method] = result;
        world.second.results[method] = result;
    }
    void fail(const std::string& method, const std::string& error)
    {
        world.first.errors[method] = error;
        world.second.errors[method] = error;
    }
    void call_gives(const std::string& data, const std::string& returned)
    {
        world.first.contract[data] = returned;
        world.second.contract[data] = returned;
    }
    chain::AnchorCall call() const { return {m_account, m_eas, {0xe7}}; }
    template <typename T> static bool is_unreachable(const base::Result<T, ReadRefusal>& result)
    {
        return !result && result.error() == ReadRefusal::unreachable;
    }

public:
    void setUp() override { anchors.emplace(*world.endpoints, *world.transactions); }

    void garbage_is_no_answer()
    {
        const std::vector<value::Digest> hashes{digest(1)};
        for (const char* garbage : {"7", "[]", "{}", R"("")", R"("0x")", R"("0xzz")", "true"}) {
            for (const char* method : {"eth_getTransactionCount", "eth_getBalance", "eth_getCode",
                                       "eth_estimateGas", "eth_call"})
                give(method, garbage);
            const bool is_empty_hex = garbage == std::string{R"("0x")"};
            world.rest();
            CPPUNIT_ASSERT(is_unreachable(anchors->nonce(m_account)));
            world.rest();
            CPPUNIT_ASSERT(is_unreachable(anchors->balance(m_account)));
            world.rest();
            CPPUNIT_ASSERT(is_unreachable(anchors->has_code(m_account)) != is_empty_hex);
            world.rest();
            CPPUNIT_ASSERT(is_unreachable(anchors->estimate(call())));
            world.rest();
            CPPUNIT_ASSERT(is_unreachable(anchors->data_fee(100)) != is_empty_hex);
            world.rest();
            CPPUNIT_ASSERT(is_unreachable(anchors->are_stamped(m_eas, hashes)));
        }
    }

    void the_highest_nonce_counts()
    {
        world.first.results["eth_getTransactionCount"] = R"("0x7")";
        world.second.results["eth_getTransactionCount"] = R"("0x9")";
        CPPUNIT_ASSERT_EQUAL(std::uint64_t{9}, anchors->nonce(m_account).value());
    }

    void a_price_needs_a_base_fee_and_no_tip()
    {
        fail("eth_maxPriorityFeePerGas", R"("code":-32601,"message":"no such method")");
        CPPUNIT_ASSERT_EQUAL(std::uint64_t{1'000'000}, anchors->gas_price()->base_fee_wei);
        CPPUNIT_ASSERT_EQUAL(std::uint64_t{0}, anchors->gas_price()->tip_wei);
        world.first.errors.clear();
        give("eth_maxPriorityFeePerGas", R"("0x1e8480")");
        CPPUNIT_ASSERT_EQUAL(std::uint64_t{2'000'000}, anchors->gas_price()->tip_wei);
    }

    void a_call_that_would_fail_has_no_estimate()
    {
        give("eth_estimateGas", R"("0xc5e2")");
        CPPUNIT_ASSERT(anchors->estimate(call()).value() == std::uint64_t{50'658});
        world.first.results.clear();
        world.second.results.clear();
        fail("eth_estimateGas", R"("code":3,"message":"execution reverted","data":"0x2e267946")");
        CPPUNIT_ASSERT(anchors->estimate(call()).value() == std::nullopt);
        fail("eth_estimateGas", R"("code":-32000,"message":"too busy")");
        CPPUNIT_ASSERT(is_unreachable(anchors->estimate(call())));
    }

    void a_chain_without_an_oracle_charges_nothing_for_data()
    {
        const auto question = concat("0xf1c7a58b", word(300));
        call_gives(question, "0x");
        CPPUNIT_ASSERT_EQUAL(std::uint64_t{0}, anchors->data_fee(300).value());
        call_gives(question, "0x" + word(12'345));
        CPPUNIT_ASSERT_EQUAL(std::uint64_t{12'345}, anchors->data_fee(300).value());
    }

    void stamped_is_what_has_a_time()
    {
        const std::vector<value::Digest> hashes{digest(1), digest(2)};
        call_gives(chain::eas::get_timestamp(hashes[0]), "0x" + word(0));
        call_gives(chain::eas::get_timestamp(hashes[1]), "0x" + word(1'790'000'000));
        CPPUNIT_ASSERT(anchors->are_stamped(m_eas, hashes).value() ==
                       (std::vector<bool>{false, true}));
    }

    void bytes_are_handed_to_every_endpoint()
    {
        world.first.head = 3; // lags, and may relay it for all that
        give("eth_sendRawTransaction", concat('"', digest(5).text(), '"'));
        const auto sending = anchors->send({0x02, 0xf8});
        CPPUNIT_ASSERT(sending.is_taken);
        CPPUNIT_ASSERT_EQUAL(std::string{"taken, taken"}, sending.detail);
        CPPUNIT_ASSERT_EQUAL(std::size_t{1}, world.first.times_asked("eth_sendRawTransaction"));
    }

    void refusals_to_send_are_told_in_our_words()
    {
        struct Case {
            const char* message;
            const char* word;
            bool is_taken;
        };
        for (const Case& each :
             {Case{"already known", "known", true},
              Case{"transaction already imported", "known", true},
              Case{"Nonce too low: next 7, tx 6", "nonce_used", false},
              Case{"replacement transaction underpriced", "underpriced", false},
              Case{"max fee per gas less than block base fee", "base_fee", false},
              Case{"Insufficient funds for gas * price + value", "insufficient_funds", false},
              Case{"invalid chain id for signer", "wrong_chain", false},
              Case{"s3cret key is over its quota", "error -32000", false}}) {
            fail("eth_sendRawTransaction",
                 concat(R"("code":-32000,"message":")", each.message, '"'));
            const auto sending = anchors->send({0x02});
            CPPUNIT_ASSERT_EQUAL(concat(each.word, ", ", each.word), sending.detail);
            CPPUNIT_ASSERT_EQUAL(each.is_taken, sending.is_taken);
        }
        world.http.nodes.clear();
        CPPUNIT_ASSERT(!anchors->send({0x02}).is_taken);
    }

    void a_receipt_counts_in_a_block_of_the_chain()
    {
        const value::TxHash tx_hash{digest(0xf2)};
        CPPUNIT_ASSERT(!anchors->receipt(tx_hash).value());
        // One of two is enough: the other has not heard of it.
        world.second.transactions[tx_hash] = {.block = 990, .logs = {}, .has_succeeded = false};
        const auto receipt = anchors->receipt(tx_hash).value();
        CPPUNIT_ASSERT(receipt && !receipt->has_succeeded);
        CPPUNIT_ASSERT_EQUAL(std::uint64_t{990}, receipt->block_number);
        CPPUNIT_ASSERT_EQUAL(world.second.timestamp(990), receipt->block_time_s);
        world.second.forked = {990};
        CPPUNIT_ASSERT(!anchors->receipt(tx_hash).value());
        give("eth_getTransactionReceipt", "7");
        CPPUNIT_ASSERT(is_unreachable(anchors->receipt(tx_hash)));
    }

    void a_receipt_tells_its_timestamps()
    {
        const value::TxHash tx_hash{digest(0xf2)};
        const auto event = chain::eas::timestamped_topic().text();
        CPPUNIT_ASSERT_EQUAL(
            std::string{"0x5aafceeb1c7ad58e4a84898bdee37c02c0fc46e7d24e6b60e8209449f183459f"},
            event);
        const auto log = [&](const std::string& topic, std::uint8_t hash) {
            return chain_test::Log{.address = m_eas,
                                   .topics = {topic, digest(hash).text(), "0x" + word(7)},
                                   .data = "0x"};
        };
        world.first.transactions[tx_hash] = {
            .block = 990, .logs = {log(event, 1), log(digest(9).text(), 2), log(event, 3)}};
        const auto receipt = anchors->receipt(tx_hash).value();
        CPPUNIT_ASSERT(receipt && receipt->stamps == (std::vector{std::pair{m_eas, digest(1)},
                                                                  std::pair{m_eas, digest(3)}}));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(AnchorChainTest);

} // namespace
