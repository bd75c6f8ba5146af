// The PAYMENT-SIGNATURE header: everything malformed is refused with its own word, in order; what
// real clients send is taken.
#include "pay/payment_payload.hpp"

#include "support/payment.hpp"

#include "base/base64.hpp"
#include "base/json.hpp"

#include <cppunit/extensions/HelperMacros.h>

#include <set>

namespace {

using pay::PayloadRefusal;
using namespace std::string_literals;
namespace json = base::json;

std::string encoded(std::string_view text)
{
    return base::to_base64(base::bytes_of(text));
}

class PaymentPayloadTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(PaymentPayloadTest);
    CPPUNIT_TEST(refuses_headers_over_32_kib);
    CPPUNIT_TEST(refuses_what_is_not_base64);
    CPPUNIT_TEST(refuses_what_is_not_one_json_object);
    CPPUNIT_TEST(refuses_other_versions);
    CPPUNIT_TEST(refuses_each_malformed_member_with_its_word);
    CPPUNIT_TEST(refuses_other_ways_to_pay);
    CPPUNIT_TEST(reports_the_first_of_many_errors);
    CPPUNIT_TEST(never_faults_on_truncated_payloads);
    CPPUNIT_TEST(has_one_word_and_one_sentence_for_each_refusal);
    CPPUNIT_TEST(reads_a_captured_payment);
    CPPUNIT_TEST(takes_what_real_clients_vary);
    CPPUNIT_TEST_SUITE_END();

    const pay::Terms m_terms = support::sample_terms();
    const support::Wallet m_wallet{3};
    const support::PaymentText m_good =
        support::good_payment(m_wallet, m_terms, base::instant_from_ms(1'790'000'000'000));

    void assert_refused(PayloadRefusal refusal, const std::string& header)
    {
        const auto payload = pay::parse_payment_payload(header);
        CPPUNIT_ASSERT_MESSAGE(header.substr(0, 100), !payload);
        CPPUNIT_ASSERT_EQUAL(std::string{pay::word(refusal)},
                             std::string{pay::word(payload.error())});
    }
    // The good payment with one member replaced; `path` is "payload.authorization.nonce". An empty
    // `text` removes the member.
    std::string bent(std::string_view path, std::string_view text) const
    {
        const auto document = json::parse(m_good.json()).value().release();
        const json::Ref owner{document};
        json_t* object = document;
        for (auto dot = path.find('.'); dot != path.npos; dot = path.find('.')) {
            object = json_object_get(object, std::string{path.substr(0, dot)}.c_str());
            path.remove_prefix(dot + 1);
        }
        if (text.empty())
            json_object_del(object, std::string{path}.c_str());
        else
            json::set(object, path, json::parse(text).value());
        return encoded(json::dump(document));
    }

public:
    void refuses_headers_over_32_kib()
    {
        assert_refused(PayloadRefusal::header_too_large, std::string(32 * 1024 + 1, 'A'));
        assert_refused(PayloadRefusal::header_too_large, std::string(100'000, '!'));
        assert_refused(PayloadRefusal::not_json, std::string(32 * 1024, 'A'));
    }

    void refuses_what_is_not_base64()
    {
        std::string url_alphabet = encoded("{\"a\":\"\xc3\xbf\xc3\xbf\xc3\xbe?>\"}");
        url_alphabet[url_alphabet.find_first_of("+/")] = '_';
        for (const std::string& text :
             {url_alphabet, "!"s, m_good.json(), m_good.header() + "====", "e30 e30"s,
              m_good.header() + "\n" + m_good.header(), "e30=\0"s})
            assert_refused(PayloadRefusal::not_base64, text);
    }

    void refuses_what_is_not_one_json_object()
    {
        std::string deep;
        for (int i = 0; i < 40; ++i) deep += "{\"a\":";
        for (const std::string& text :
             {""s, "null"s, "[]"s, "2"s, "\"x\""s, "{"s, m_good.json() + "{}", "{\"a\":1,\"a\":2}"s,
              "{\"a\":\"\xff\"}"s, "{\"a\":\"\\ud800\"}"s, deep + "1" + std::string(40, '}'),
              m_good.json().substr(0, 300), "\xef\xbb\xbf{}"s})
            assert_refused(PayloadRefusal::not_json, encoded(text));
        assert_refused(PayloadRefusal::not_json, "");
        assert_refused(PayloadRefusal::not_json, "   ");
    }

    void refuses_other_versions()
    {
        for (const char* version : {"", "1", "3", "\"2\"", "2.0", "null", "true", "[2]"})
            assert_refused(PayloadRefusal::unsupported_version, bent("x402Version", version));
        assert_refused(PayloadRefusal::unsupported_version, encoded("{}"));
    }

    void refuses_each_malformed_member_with_its_word()
    {
        using enum PayloadRefusal;
        const std::string long_number(79, '1');
        const struct {
            std::string path;
            std::string text;
            PayloadRefusal refusal;
        } cases[] = {
            {"accepted", "", malformed_accepted},
            {"accepted", "[]", malformed_accepted},
            {"accepted", "null", malformed_accepted},
            {"accepted.scheme", "", malformed_accepted},
            {"accepted.network", "8453", malformed_accepted},
            {"accepted.amount", "500000", malformed_accepted},
            {"accepted.asset", "null", malformed_accepted},
            {"accepted.payTo", "{}", malformed_accepted},
            {"payload", "", unsupported_method},
            {"payload", "\"0x\"", unsupported_method},
            {"payload.authorization", "", unsupported_method},
            {"payload.authorization", "null", malformed_authorization},
            {"payload.authorization", "{}", malformed_authorization},
            {"payload.authorization.from", "\"0x12\"", malformed_authorization},
            {"payload.authorization.from", "", malformed_authorization},
            {"payload.authorization.to", "\"vitalik.eth\"", malformed_authorization},
            {"payload.authorization.to", "1", malformed_authorization},
            {"payload.authorization.value", "500000", malformed_authorization},
            {"payload.authorization.value", "\"-1\"", malformed_authorization},
            {"payload.authorization.value", "\"0x7a120\"", malformed_authorization},
            {"payload.authorization.value", "\"" + long_number + "\"", malformed_authorization},
            {"payload.authorization.validAfter", "0", malformed_authorization},
            {"payload.authorization.validAfter", "\"\"", malformed_authorization},
            {"payload.authorization.validBefore", "\"1e9\"", malformed_authorization},
            {"payload.authorization.validBefore", "null", malformed_authorization},
            {"payload.authorization.nonce", "\"0x00\"", malformed_authorization},
            {"payload.authorization.nonce", "\"1\"", malformed_authorization},
            {"payload.signature", "", malformed_signature},
            {"payload.signature", "\"\"", malformed_signature},
            {"payload.signature", "\"0x\"", malformed_signature},
            {"payload.signature", "\"0x123\"", malformed_signature},
            {"payload.signature", "\"0xzz\"", malformed_signature},
            {"payload.signature", "[1,2]", malformed_signature},
            {"resource", "\"https://assay.example/\"", malformed_resource},
            {"resource", "[]", malformed_resource},
            {"resource.url", "7", malformed_resource},
            {"resource.url", "null", malformed_resource},
        };
        for (const auto& [path, text, refusal] : cases) assert_refused(refusal, bent(path, text));
    }

    void refuses_other_ways_to_pay()
    {
        assert_refused(PayloadRefusal::unsupported_method,
                       bent("payload", R"({"permit2Authorization":{},"signature":"0x01"})"));
        assert_refused(PayloadRefusal::unsupported_method,
                       bent("payload", R"({"delegationManager":"0x01"})"));
    }

    void reports_the_first_of_many_errors()
    {
        assert_refused(PayloadRefusal::unsupported_version,
                       encoded(R"({"x402Version":1,"accepted":7,"payload":7,"resource":7})"));
        assert_refused(PayloadRefusal::malformed_accepted,
                       encoded(R"({"x402Version":2,"accepted":7,"payload":7,"resource":7})"));
    }

    void never_faults_on_truncated_payloads()
    {
        const std::string whole = m_good.header();
        for (std::size_t length = 0; length < whole.size() - 2; ++length)
            CPPUNIT_ASSERT(!pay::parse_payment_payload(whole.substr(0, length)));
    }

    void has_one_word_and_one_sentence_for_each_refusal()
    {
        std::set<std::string_view> words;
        for (auto i = 0; i <= static_cast<int>(PayloadRefusal::malformed_resource); ++i) {
            const auto refusal = static_cast<PayloadRefusal>(i);
            words.insert(pay::word(refusal));
            CPPUNIT_ASSERT(pay::explain(refusal).ends_with('.'));
        }
        CPPUNIT_ASSERT_EQUAL(std::size_t{9}, words.size());
    }

    void reads_a_captured_payment()
    {
        const std::string captured =
            R"({"x402Version":2,"payload":{"authorization":{)"
            R"("from":"0x90F79bf6EB2c4f870365E785982E1f101E93b906",)"
            R"("to":"0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC","value":"250000",)"
            R"("validAfter":"0","validBefore":"1795220696",)"
            R"("nonce":"0x79170d91679c970fdc5aeb2d9c8f58a6eead088bbdeff086cef3d4485c1ffc20"},)"
            R"("signature":"0xa35091716679d61ad6247079598ba9b10350314c5a47fb0ef3feef57b289174b)"
            R"(472b7127e483fab5e04243d00d262527c5d682b5e3847709274949fbcad26bfd1c"},)"
            R"("resource":{"url":"http://127.0.0.1:14099/x","description":"d"},)"
            R"("accepted":{"scheme":"exact","network":"eip155:8453","amount":"250000",)"
            R"("asset":"0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913",)"
            R"("payTo":"0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC","maxTimeoutSeconds":300,)"
            R"("extra":{"name":"USD Coin","version":"2"}}})";
        const auto payload = pay::parse_payment_payload(encoded(captured));
        CPPUNIT_ASSERT(payload);
        CPPUNIT_ASSERT_EQUAL(captured, payload->json);
        CPPUNIT_ASSERT_EQUAL("250000"s, payload->accepted.amount);
        CPPUNIT_ASSERT(payload->authorization.value == chain::Uint256{250'000});
        CPPUNIT_ASSERT(payload->authorization.valid_before == chain::Uint256{1'795'220'696});
        CPPUNIT_ASSERT_EQUAL(std::size_t{65}, payload->signature.size());
        CPPUNIT_ASSERT_EQUAL("http://127.0.0.1:14099/x"s, *payload->resource_url);
    }

    void takes_what_real_clients_vary()
    {
        std::string unpadded = m_good.header();
        while (unpadded.ends_with('=')) unpadded.pop_back();
        CPPUNIT_ASSERT(pay::parse_payment_payload(unpadded));
        CPPUNIT_ASSERT(pay::parse_payment_payload(" \t" + m_good.header() + " "));

        for (const auto& [path, text] : std::initializer_list<std::pair<const char*, const char*>>{
                 {"resource", ""},
                 {"resource", "null"},
                 {"resource", "{}"},
                 {"extensions", "null"},
                 {"extensions", R"({"bazaar":{"info":{}}})"},
                 {"accepted.extra", ""},
                 {"accepted.more", "[1]"},
                 {"payload.more", "true"},
                 {"payload.authorization.more", "\"x\""},
                 {"payload.authorization.from", "\"0x7e5f4552091a69125d5dfcb7b8c2659029395bdf\""},
                 {"payload.authorization.from", "\"0x7E5F4552091A69125D5DFCB7B8C2659029395BDF\""}})
            CPPUNIT_ASSERT_MESSAGE(path, pay::parse_payment_payload(bent(path, text)));

        auto smart_wallet = m_good;
        smart_wallet.signature = "0x" + std::string(2 * 6'000, 'a');
        CPPUNIT_ASSERT_EQUAL(std::size_t{6'000}, smart_wallet.parsed().signature.size());
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(PaymentPayloadTest);

} // namespace
