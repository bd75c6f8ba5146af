// Only chain and facilitators can tell that a configuration is wrong; a liar among them is not
// believed, a silent one is not called wrong.
#include "cli/online_check.hpp"

#include "base/concat.hpp"
#include "chain/eip712.hpp"
#include "support/quiet_output.hpp"
#include "support/sample_config.hpp"
#include "support/scripted_http.hpp"

#include <cppunit/extensions/HelperMacros.h>

namespace {

using base::concat;
using cli::Exit;

std::string word(std::string_view digits)
{
    return std::string(64 - digits.size(), '0') + std::string{digits};
}

std::string abi_text(std::string_view text)
{
    auto hex = base::to_hex(base::bytes_of(text));
    const char length[] = {static_cast<char>(text.size()), '\0'};
    hex.resize(64, '0');
    return concat("0x", word("20"), word(base::to_hex(base::bytes_of({length, 1}))), hex);
}

class OnlineCheckTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(OnlineCheckTest);
    CPPUNIT_TEST(silence_is_unreachable);
    CPPUNIT_TEST(garbage_is_unreachable);
    CPPUNIT_TEST(a_chain_id_may_be_written_in_any_way);
    CPPUNIT_TEST(another_chain_is_wrong);
    CPPUNIT_TEST(another_token_name_is_wrong);
    CPPUNIT_TEST(another_domain_separator_is_wrong);
    CPPUNIT_TEST(a_facilitator_for_other_networks_is_wrong);
    CPPUNIT_TEST(a_facilitator_that_answers_with_an_error_is_unreachable);
    CPPUNIT_TEST(all_in_order_is_good_and_sends_the_bearer);
    CPPUNIT_TEST(strange_abi_texts_are_none);
    CPPUNIT_TEST_SUITE_END();

    config::Config m_config = support::sample_config();
    support::ScriptedHttp m_http;
    std::string m_told;

    Exit check(const pay::FacilitatorAuth& auth = {})
    {
        const support::QuietOutput quiet;
        cli::OnlineReport report;
        cli::check_online(m_config, auth, m_http, report);
        m_told = quiet.out() + quiet.err();
        return report.exit();
    }

public:
    void setUp() override
    {
        const auto& payment = m_config.payment;
        m_http.result("eth_chainId", "0x2105");
        m_http.result("0x06fdde03", abi_text("USD Coin"));
        m_http.result("0x54fd4d50", abi_text("2"));
        m_http.result("0x3644e515",
                      chain::domain_separator({payment.asset_name, payment.asset_version,
                                               payment.network, payment.asset})
                          .text());
        m_http.answers["/supported"] = {
            200, R"({"kinds":[{"x402Version":2,"scheme":"exact","network":"eip155:8453"}]})"};
    }

    void silence_is_unreachable()
    {
        m_http.answers.erase("/supported");
        CPPUNIT_ASSERT(check() == Exit::unreachable);
        m_http.answers.clear();
        CPPUNIT_ASSERT(check() == Exit::unreachable);
    }

    void garbage_is_unreachable()
    {
        for (const char* body :
             {"", "[", "{}", "[]", R"({"id":ID,"result":7})", R"({"id":ID,"result":{}})",
              R"({"id":ID,"result":"0x"})", R"({"id":7,"result":"0x2105"})",
              R"({"id":ID,"error":{"code":-32601,"message":"no"}})"}) {
            m_http.answers["eth_chainId"] = {200, body};
            CPPUNIT_ASSERT_MESSAGE(body, check() == Exit::unreachable);
        }
        m_http.answers["eth_chainId"] = {401, R"({"result":"0x2105"})"};
        CPPUNIT_ASSERT(check() == Exit::unreachable);
    }

    void a_chain_id_may_be_written_in_any_way()
    {
        for (const char* text : {"0x002105", "0X2105"}) {
            m_http.result("eth_chainId", text);
            CPPUNIT_ASSERT_MESSAGE(text, check() == Exit::ok);
        }
    }

    void another_chain_is_wrong()
    {
        m_http.result("eth_chainId", "0x14a34");
        CPPUNIT_ASSERT(check() == Exit::usage);
    }

    void another_token_name_is_wrong()
    {
        m_http.result("0x06fdde03", abi_text("USDC"));
        CPPUNIT_ASSERT(check() == Exit::usage);
    }

    void another_domain_separator_is_wrong()
    {
        for (const auto& text : {concat("0x", word("1")), std::string{"0x"}, std::string{"zz"}}) {
            m_http.result("0x3644e515", text);
            CPPUNIT_ASSERT(check() == Exit::usage);
        }
    }

    void a_facilitator_for_other_networks_is_wrong()
    {
        for (const char* body :
             {R"({"kinds":[]})", R"({})", "[]",
              R"({"kinds":[{"x402Version":2,"scheme":"exact","network":"eip155:84532"}]})",
              R"({"kinds":[{"x402Version":1,"scheme":"exact","network":"eip155:8453"}]})",
              R"({"kinds":[{"x402Version":"2","scheme":"exact","network":"eip155:8453"}]})"}) {
            m_http.answers["/supported"] = {200, body};
            CPPUNIT_ASSERT_MESSAGE(body, check() == Exit::usage);
        }
    }

    void a_facilitator_that_answers_with_an_error_is_unreachable()
    {
        m_config.facilitator.urls = {"https://f.example/pathsecret"};
        for (const int status : {301, 401, 403, 404, 429, 500, 503}) {
            m_http.answers["/supported"] = {status, R"({"kinds":[]})"};
            CPPUNIT_ASSERT(check() == Exit::unreachable);
            CPPUNIT_ASSERT(m_told.find("pathsecret") == std::string::npos);
        }
    }

    void all_in_order_is_good_and_sends_the_bearer()
    {
        CPPUNIT_ASSERT(check() == Exit::ok);
        CPPUNIT_ASSERT_EQUAL(std::string{}, m_http.last_authorization);
        CPPUNIT_ASSERT(check(pay::FacilitatorAuth::bearer("token").value()) == Exit::ok);
        CPPUNIT_ASSERT_EQUAL(std::string{"Bearer token"}, m_http.last_authorization);
    }

    void strange_abi_texts_are_none()
    {
        for (const auto& hex :
             {std::string{}, std::string{"0x"}, std::string{"USD"}, concat("0x", word("20")),
              concat("0x", word("20"), word("ff")), concat("0x", word("40"), word("0")),
              concat("0x", word("20"), std::string(64, 'f')),
              concat("0x", word("20"), word("100"))})
            CPPUNIT_ASSERT_MESSAGE(hex, !cli::decode_abi_text(hex));
        CPPUNIT_ASSERT_EQUAL(std::string{},
                             *cli::decode_abi_text(concat("0x", word("20"), word("0"))));
        CPPUNIT_ASSERT_EQUAL(std::string{"USD Coin"}, *cli::decode_abi_text(abi_text("USD Coin")));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(OnlineCheckTest);

} // namespace
