// Money that was sent back after the copy that the books are: found on the chain, or not known.
#include "cli/paid_back.hpp"

#include "base/concat.hpp"
#include "chain/token_logs.hpp"
#include "support/sample_config.hpp"
#include "support/scripted_http.hpp"

#include <cppunit/extensions/HelperMacros.h>

namespace {

using base::concat;

class PaidBackTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(PaidBackTest);
    CPPUNIT_TEST(silence_is_no_answer);
    CPPUNIT_TEST(garbage_is_no_answer);
    CPPUNIT_TEST(too_many_blocks_are_not_read);
    CPPUNIT_TEST(a_transfer_to_a_payer_is_found);
    CPPUNIT_TEST(logs_of_others_do_not_count);
    CPPUNIT_TEST_SUITE_END();

    config::Config m_config = support::sample_config();
    support::ScriptedHttp m_http;
    const value::EvmAddress m_payer =
        *value::EvmAddress::parse("0x00000000000000000000000000000000000000aa");

    auto ask(cli::Blocks span = {.first = 10, .last = std::nullopt})
    {
        return cli::paid_back(m_config.payment, std::span{&m_payer, 1}, std::span{&span, 1},
                              m_http);
    }

    [[nodiscard]] std::string log(const value::EvmAddress& from, const value::EvmAddress& to,
                                  const value::EvmAddress& token) const
    {
        return concat(R"({"address":")", token.text(), R"(","topics":[")",
                      chain::transfer_topic().text(), R"(",")", chain::word_of(from).text(),
                      R"(",")", chain::word_of(to).text(), R"("],"data":"0x)", std::string(59, '0'),
                      "7a120", R"(","logIndex":"0x1","blockNumber":"0x10",)",
                      R"("transactionHash":"0x)", std::string(64, 'c'), R"("})");
    }

public:
    void setUp() override
    {
        m_config.payment.rpc_urls = {"https://rpc.example.org/"};
        m_http.result("eth_chainId", "0x2105");
        m_http.result_json("eth_getBlockByNumber",
                           concat(R"({"number":"0x20","timestamp":"0x60","hash":"0x)",
                                  std::string(64, 'b'), R"("})"));
        m_http.result_json("eth_getLogs", "[]");
    }

    void silence_is_no_answer()
    {
        m_http.answers.erase("eth_getLogs");
        CPPUNIT_ASSERT(!ask());
        m_http.answers.clear();
        CPPUNIT_ASSERT(!ask());
        m_config.payment.rpc_urls.clear();
        CPPUNIT_ASSERT_EQUAL(std::string{"payment.rpc_urls is empty"}, ask().error());
    }

    void garbage_is_no_answer()
    {
        for (const char* body : {"7", "{}", "\"x\"", "null"}) {
            m_http.result_json("eth_getLogs", body);
            CPPUNIT_ASSERT_MESSAGE(body, !ask());
        }
        m_http.result_json("eth_getLogs", R"([7,{},{"topics":"x"},null])");
        CPPUNIT_ASSERT(ask() && ask()->empty());
    }

    void too_many_blocks_are_not_read()
    {
        m_http.result_json("eth_getBlockByNumber",
                           concat(R"({"number":"0xfffffff","timestamp":"0x60","hash":"0x)",
                                  std::string(64, 'b'), R"("})"));
        CPPUNIT_ASSERT(!ask());
        CPPUNIT_ASSERT(m_http.requests.size() < 5);
        // A copy that was put back long ago has an end.
        CPPUNIT_ASSERT(ask({.first = 10, .last = 2'009}));
        CPPUNIT_ASSERT(ask({.first = 0xfffffff + 1, .last = std::nullopt}));
    }

    void a_transfer_to_a_payer_is_found()
    {
        const auto& payment = m_config.payment;
        m_http.result_json("eth_getLogs",
                           concat("[", log(payment.pay_to, m_payer, payment.asset), "]"));
        const auto found = ask();
        CPPUNIT_ASSERT(found && found->size() == 1);
        CPPUNIT_ASSERT_EQUAL(m_payer.text(), found->front().to);
        CPPUNIT_ASSERT_EQUAL(std::string{"0.50"}, found->front().value.decimal_text());
        CPPUNIT_ASSERT_EQUAL("0x" + std::string(64, 'c'), found->front().tx_hash);
    }

    void logs_of_others_do_not_count()
    {
        const auto& payment = m_config.payment;
        m_http.result_json("eth_getLogs", concat("[", log(m_payer, payment.pay_to, payment.asset),
                                                 ",", log(payment.pay_to, m_payer, m_payer), "]"));
        CPPUNIT_ASSERT(ask() && ask()->empty());
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(PaidBackTest);

} // namespace
