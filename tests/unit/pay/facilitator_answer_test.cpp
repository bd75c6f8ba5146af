// What a facilitator may say, and what is made of it. Only one shape means "settled" and one means
// "no money moved"; all else is unknown.
#include "pay/facilitator_answer.hpp"

#include "support/payment.hpp"

#include "base/base64.hpp"
#include "base/concat.hpp"
#include "base/json.hpp"
#include "chain/keccak.hpp"

#include <cppunit/extensions/HelperMacros.h>

namespace {

using pay::SettleDone;
using pay::SettleRefused;
using pay::SettleUnknown;
using pay::VerifyInvalid;
using pay::VerifyUnreachable;
using pay::VerifyValid;

const std::string k_tx = "0x0a59" + std::string(60, 'b');

class FacilitatorAnswerTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(FacilitatorAnswerTest);
    CPPUNIT_TEST(verify_takes_no_garbage_for_an_answer);
    CPPUNIT_TEST(verify_takes_no_other_payer);
    CPPUNIT_TEST(verify_reads_a_refusal_from_a_200_and_a_4xx);
    CPPUNIT_TEST(verify_takes_no_word_about_us_for_a_refusal);
    CPPUNIT_TEST(verify_passes_words_on_and_nothing_else);
    CPPUNIT_TEST(verify_reads_a_valid_answer);
    CPPUNIT_TEST(extensions_are_told_in_words_and_nothing_else);
    CPPUNIT_TEST(settle_takes_no_garbage_for_an_answer);
    CPPUNIT_TEST(settle_takes_no_success_that_is_not_ours);
    CPPUNIT_TEST(settle_takes_no_failure_for_a_refusal_unless_listed);
    CPPUNIT_TEST(settle_takes_no_refusal_with_a_transaction);
    CPPUNIT_TEST(settle_reads_a_refusal_from_a_200_and_a_4xx);
    CPPUNIT_TEST(settle_reads_a_success);
    CPPUNIT_TEST(settle_answers_are_known_by_their_shape);
    CPPUNIT_TEST(truncated_answers_are_never_decided);
    CPPUNIT_TEST(our_settle_responses_have_the_protocols_shape);
    CPPUNIT_TEST_SUITE_END();

    const pay::Terms m_terms = support::sample_terms();
    const support::Wallet m_wallet{3};
    const pay::PaymentPayload m_payload =
        support::good_payment(m_wallet, m_terms, base::instant_from_ms(1'790'000'000'000)).parsed();
    const std::string m_payer = m_wallet.address().text();

    pay::VerifyOutcome verify(int status, const std::string& body)
    {
        return pay::read_verify_answer({status, body}, m_payload, 1);
    }
    pay::SettleOutcome settle(int status, const std::string& body)
    {
        return pay::read_settle_answer({status, body}, m_payload, m_terms);
    }
    static std::string success(std::string_view payer, std::string_view transaction,
                               std::string_view network, std::string_view more = "")
    {
        return base::concat(R"({"success":true,"payer":")", payer, R"(","transaction":")",
                            transaction, R"(","network":")", network, "\"", more, "}");
    }
    static std::string failure(std::string_view reason, std::string_view transaction = "")
    {
        return base::concat(R"({"success":false,"errorReason":")", reason,
                            R"(","errorMessage":"m","transaction":")", transaction,
                            R"(","network":"eip155:8453"})");
    }
    void assert_unreachable(int status, const std::string& body)
    {
        CPPUNIT_ASSERT_MESSAGE(body,
                               std::holds_alternative<VerifyUnreachable>(verify(status, body)));
    }
    void assert_unknown(int status, const std::string& body)
    {
        CPPUNIT_ASSERT_MESSAGE(body, std::holds_alternative<SettleUnknown>(settle(status, body)));
    }

public:
    void extensions_are_told_in_words_and_nothing_else()
    {
        const auto told = [](const std::string& text) {
            return pay::extension_responses_text(base::to_base64(base::bytes_of(text)));
        };
        CPPUNIT_ASSERT_EQUAL(std::string{}, pay::extension_responses_text(""));
        CPPUNIT_ASSERT_EQUAL(std::string{"bazaar status=processing"},
                             told(R"({"bazaar":{"status":"processing","secret":"x"}})"));
        CPPUNIT_ASSERT_EQUAL(
            std::string{"bazaar status=rejected rejectedReason=no schema code=7; other; third"},
            told(R"({"bazaar":{"code":7,"status":"rejected","rejectedReason":"no schema"},)"
                 R"("other":{"status":["x"]},"third":"rejected"})"));
        for (const char* text : {"", "{", "[]", "7", "\"x\"", "{\"a\":1e999}", "\xff"})
            CPPUNIT_ASSERT_EQUAL_MESSAGE(text, std::string{*text == '\0' ? "" : "unreadable"},
                                         told(text));
        CPPUNIT_ASSERT_EQUAL(std::string{"unreadable"}, pay::extension_responses_text("%%%"));
        CPPUNIT_ASSERT_EQUAL(std::string{"unreadable"},
                             pay::extension_responses_text(R"({"bazaar":{}})"));
        // Bounded, whatever is sent.
        std::string many = "{";
        for (int i = 0; i < 100; ++i)
            many += base::concat(i == 0 ? "" : ",", "\"", i, std::string(500, 'n'),
                                 "\":{\"status\":\"", std::string(99, 's'), "\xc3\xa4\"}");
        const auto bounded = told(many + "}");
        CPPUNIT_ASSERT(bounded.size() < 8 * 220 && bounded.find('\xc3') == std::string::npos);
        // Line breaks are the log's to escape; they reach it as they are.
        CPPUNIT_ASSERT_EQUAL(std::string{"a status=x\ny"}, told(R"({"a":{"status":"x\ny"}})"));
    }

    void verify_takes_no_garbage_for_an_answer()
    {
        for (const char* body :
             {"", "null", "true", "[]", "{}", "<html>", R"({"isValid":"true"})", R"({"isValid":1})",
              R"({"isValid":null})", R"({"isvalid":true})", R"({"isValid":true} x)",
              R"({"isValid":true,"isValid":true})", "{\"isValid\":true,\"a\":\"\xff\"}"}) {
            assert_unreachable(200, body);
            assert_unreachable(400, body);
        }
        for (const int status : {0, 100, 201, 204, 301, 302, 500, 502, 503, 504, 599}) {
            assert_unreachable(status, R"({"isValid":true})");
            assert_unreachable(status, R"({"isValid":false,"invalidReason":"insufficient_funds"})");
        }
        assert_unreachable(400, R"({"isValid":true})");
    }

    void verify_takes_no_other_payer()
    {
        for (const char* payer :
             {"\"0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC\"", "\"\"", "7", "\"alice\"", "{}"})
            for (const char* valid : {"true", "false"})
                assert_unreachable(
                    200, base::concat(R"({"isValid":)", valid, R"(,"payer":)", payer, "}"));
    }

    void verify_reads_a_refusal_from_a_200_and_a_4xx()
    {
        for (const int status : {200, 400, 402, 412, 422}) {
            const auto outcome =
                verify(status, R"({"isValid":false,"invalidReason":"insufficient_funds"})");
            CPPUNIT_ASSERT_EQUAL(std::string{"insufficient_funds"},
                                 std::get<VerifyInvalid>(outcome).reason);
        }
    }

    void verify_takes_no_word_about_us_for_a_refusal()
    {
        for (const int status : {401, 408, 429})
            assert_unreachable(status, R"({"isValid":false,"invalidReason":"unauthorized"})");
    }

    void verify_passes_words_on_and_nothing_else()
    {
        for (const std::string reason :
             {"", "Has Blanks", "https://rpc.example/KEY", "<script>", "a\\nb", "\\u00e9"})
            CPPUNIT_ASSERT_EQUAL(
                std::string{"unexpected_verify_error"},
                std::get<VerifyInvalid>(
                    verify(200,
                           base::concat(R"({"isValid":false,"invalidReason":")", reason, "\"}")))
                    .reason);
        for (const char* body :
             {R"({"isValid":false})", R"({"isValid":false,"invalidReason":null})",
              R"({"isValid":false,"invalidReason":{"a":1}})"})
            CPPUNIT_ASSERT_EQUAL(std::string{"unexpected_verify_error"},
                                 std::get<VerifyInvalid>(verify(200, body)).reason);
        const auto outcome = verify(200, base::concat(R"({"isValid":false,"invalidReason":")",
                                                      std::string(101, 'a'), "\"}"));
        CPPUNIT_ASSERT_EQUAL(std::string{"unexpected_verify_error"},
                             std::get<VerifyInvalid>(outcome).reason);
    }

    void verify_reads_a_valid_answer()
    {
        for (const std::string& body :
             {std::string{R"({"isValid":true})"}, std::string{R"({"isValid":true,"payer":null})"},
              base::concat(R"({"isValid":true,"payer":")", m_payer, R"(","extensions":{"a":1}})"),
              base::concat(R"({"isValid":true,"payer":")", chain::eip55_text(m_wallet.address()),
                           "\"}")})
            CPPUNIT_ASSERT_EQUAL(std::size_t{1}, std::get<VerifyValid>(verify(200, body)).endpoint);
    }

    void settle_takes_no_garbage_for_an_answer()
    {
        for (const std::string& body :
             {std::string{}, std::string{"null"}, std::string{"[]"}, std::string{"{}"},
              std::string{"<html>504</html>"}, std::string{R"({"success":true})"},
              std::string{R"({"success":false})"},
              std::string{R"({"success":false,"errorReason":"insufficient_funds"})"},
              std::string{
                  R"({"success":false,"errorReason":"insufficient_funds","transaction":null})"},
              std::string{R"({"success":"true","transaction":"0x","network":"eip155:8453"})"},
              std::string{R"({"success":1,"transaction":"","network":"eip155:8453"})"}}) {
            assert_unknown(200, body);
            assert_unknown(400, body);
        }
        // A proxy's or a crash's status is no answer, whatever stands in the body.
        for (const int status : {0, 100, 201, 204, 302, 307, 500, 502, 503, 504}) {
            assert_unknown(status, success(m_payer, k_tx, "eip155:8453"));
            assert_unknown(status, failure("insufficient_funds"));
        }
    }

    void settle_takes_no_success_that_is_not_ours()
    {
        for (const std::string& transaction :
             {std::string{}, std::string{"0x"}, std::string{"0x1234"}, k_tx + "00", k_tx.substr(2),
              std::string{"pending"}})
            assert_unknown(200, success(m_payer, transaction, "eip155:8453"));
        for (const char* network : {"eip155:84532", "eip155:1", "base", ""})
            assert_unknown(200, success(m_payer, k_tx, network));
        for (const char* payer : {"0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC", "", "0x"})
            assert_unknown(200, success(payer, k_tx, "eip155:8453"));
        for (const char* more : {R"(,"amount":"1")", R"(,"amount":500000)", R"(,"amount":"")"})
            assert_unknown(200, success(m_payer, k_tx, "eip155:8453", more));
        assert_unknown(402, success(m_payer, k_tx, "eip155:8453"));
        assert_unknown(200, base::concat(R"({"success":true,"transaction":")", k_tx, "\"}"));
    }

    void settle_takes_no_failure_for_a_refusal_unless_listed()
    {
        for (const char* reason :
             {"settlement_pending", "invalid_exact_evm_nonce_already_used",
              "invalid_exact_evm_transaction_failed", "invalid_exact_evm_transfer_event_mismatch",
              "unexpected_settle_error", "unexpected_verify_error", "invalid_transaction_state",
              "duplicate_settlement", "insufficient_funds ", "INSUFFICIENT_FUNDS", "made_up", ""})
            assert_unknown(200, failure(reason));
        assert_unknown(200, R"({"success":false,"transaction":"","network":"eip155:8453"})");
        assert_unknown(200, R"({"success":false,"errorReason":["insufficient_funds"],)"
                            R"("transaction":"","network":"eip155:8453"})");
    }

    void settle_takes_no_refusal_with_a_transaction()
    {
        assert_unknown(200, failure("insufficient_funds", k_tx));
        assert_unknown(200, failure("insufficient_funds", "0x"));
        assert_unknown(200, R"({"success":false,"errorReason":"insufficient_funds",)"
                            R"("payer":"0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC",)"
                            R"("transaction":"","network":"eip155:8453"})");
    }

    void settle_reads_a_refusal_from_a_200_and_a_4xx()
    {
        for (const int status : {200, 400, 402, 422})
            for (const char* reason : {"insufficient_funds", "invalid_exact_evm_signature",
                                       "invalid_exact_evm_insufficient_balance",
                                       "invalid_exact_evm_payload_authorization_valid_before",
                                       "invalid_exact_evm_payload_authorization_value_mismatch",
                                       "invalid_exact_evm_recipient_mismatch",
                                       "invalid_exact_evm_transaction_simulation_failed"})
                CPPUNIT_ASSERT_EQUAL(
                    std::string{reason},
                    std::get<SettleRefused>(settle(status, failure(reason))).reason);
    }

    void settle_reads_a_success()
    {
        for (const std::string& body :
             {success(m_payer, k_tx, "eip155:8453"),
              success(chain::eip55_text(m_wallet.address()), k_tx, "eip155:8453"),
              success(m_payer, k_tx, "eip155:8453", R"(,"amount":"500000","extensions":{"a":1})"),
              base::concat(R"({"success":true,"payer":null,"errorReason":null,"transaction":")",
                           k_tx, R"(","network":"eip155:8453"})")})
            CPPUNIT_ASSERT_EQUAL(k_tx, std::get<SettleDone>(settle(200, body)).tx_hash.text());
    }

    void settle_answers_are_known_by_their_shape()
    {
        const auto is_answer = [](int status, const std::string& body) {
            return pay::is_settle_answer({status, body});
        };
        for (const int status : {200, 400, 402, 429}) {
            CPPUNIT_ASSERT(is_answer(status, failure("settlement_pending")));
            CPPUNIT_ASSERT(is_answer(status, success(m_payer, k_tx, "eip155:1")));
            for (const char* body : {"", "{}", "[]", "<html>", R"({"success":true})",
                                     R"({"success":"true","transaction":""})",
                                     R"({"success":true,"transaction":null})"})
                CPPUNIT_ASSERT(!is_answer(status, body));
        }
        for (const int status : {0, 201, 302, 500, 503})
            CPPUNIT_ASSERT(!is_answer(status, success(m_payer, k_tx, "eip155:8453")));
    }

    void truncated_answers_are_never_decided()
    {
        const std::string good = success(m_payer, k_tx, "eip155:8453");
        for (std::size_t length = 0; length < good.size(); ++length)
            assert_unknown(200, good.substr(0, length));
        const std::string refused = failure("insufficient_funds");
        for (std::size_t length = 0; length < refused.size(); ++length)
            assert_unknown(200, refused.substr(0, length));
    }

    void our_settle_responses_have_the_protocols_shape()
    {
        const std::string payer = chain::eip55_text(m_wallet.address());
        CPPUNIT_ASSERT_EQUAL(
            success(payer, k_tx, "eip155:8453"),
            pay::settle_response_done(m_payload, m_terms, *value::TxHash::parse(k_tx)));
        CPPUNIT_ASSERT_EQUAL(
            base::concat(R"({"success":false,"errorReason":"insufficient_funds","payer":")", payer,
                         R"(","transaction":"","network":"eip155:8453"})"),
            pay::settle_response_refused(m_payload, m_terms, "insufficient_funds"));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(FacilitatorAnswerTest);

} // namespace
