// Refusals that cost the facilitator nothing: a table in their order, then what passes.
#include "pay/terms_check.hpp"

#include "support/payment.hpp"

#include <cppunit/extensions/HelperMacros.h>

#include <functional>

namespace {

using pay::TermsRefusal;
using support::PaymentText;

class TermsCheckTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(TermsCheckTest);
    CPPUNIT_TEST(a_changed_authorization_is_no_longer_signed);
    CPPUNIT_TEST(a_malleated_signature_is_refused);
    CPPUNIT_TEST(somebody_elses_signature_is_another);
    CPPUNIT_TEST(a_signature_for_another_token_is_another);
    CPPUNIT_TEST(only_65_bytes_are_judged_here);
    CPPUNIT_TEST(each_wrong_term_has_its_word_in_order);
    CPPUNIT_TEST(validity_is_judged_to_the_second);
    CPPUNIT_TEST(a_resource_must_name_this_route);
    CPPUNIT_TEST(a_good_payment_passes);
    CPPUNIT_TEST_SUITE_END();

    const pay::Terms m_terms = support::sample_terms();
    const support::Wallet m_wallet{3};
    const base::Instant m_now = base::instant_from_ms(1'790'000'000'000);
    PaymentText m_payment = support::good_payment(m_wallet, m_terms, m_now);

    void assert_terms(std::optional<TermsRefusal> expected, const PaymentText& payment)
    {
        const auto refusal = pay::check_terms(payment.parsed(), m_terms, m_now);
        const auto name = [](const auto& which) {
            return which ? std::string{pay::explain(*which)} : std::string{"passes"};
        };
        CPPUNIT_ASSERT_EQUAL(name(expected), name(refusal));
    }
    void assert_signer(pay::Signer expected, const PaymentText& payment)
    {
        CPPUNIT_ASSERT(pay::signer_of(payment.parsed(), m_terms) == expected);
    }

public:
    void a_changed_authorization_is_no_longer_signed()
    {
        const std::function<void(PaymentText&)> changes[] = {
            [](PaymentText& p) { p.value = "500001"; },
            [](PaymentText& p) { p.value = "1"; },
            [](PaymentText& p) { p.to = p.from; },
            [](PaymentText& p) { p.from = p.to; },
            [](PaymentText& p) { p.valid_after = "1"; },
            [](PaymentText& p) { p.valid_before = "1890000000"; },
            [](PaymentText& p) { p.nonce = "0x" + std::string(64, '7'); },
        };
        for (const auto& change : changes) {
            PaymentText payment = m_payment;
            change(payment);
            assert_signer(pay::Signer::another, payment);
        }
    }

    void a_malleated_signature_is_refused()
    {
        m_payment.signature =
            base::to_hex_0x(support::malleated(*base::from_hex_0x(m_payment.signature)));
        assert_signer(pay::Signer::none, m_payment);
    }

    void somebody_elses_signature_is_another()
    {
        m_payment.sign(support::Wallet{4}, m_terms);
        assert_signer(pay::Signer::another, m_payment);
    }

    void a_signature_for_another_token_is_another()
    {
        pay::Terms other = m_terms;
        other.token.name = "USDC";
        m_payment.sign(m_wallet, other);
        assert_signer(pay::Signer::another, m_payment);
        other = m_terms;
        other.token.network = *value::EvmNetwork::parse("eip155:84532");
        m_payment.sign(m_wallet, other);
        assert_signer(pay::Signer::another, m_payment);
    }

    void only_65_bytes_are_judged_here()
    {
        for (const std::size_t length : {1U, 64U, 66U, 640U}) {
            m_payment.signature = "0x" + std::string(2 * length, 'a');
            assert_signer(pay::Signer::contract, m_payment);
        }
        m_payment.signature = "0x" + std::string(std::size_t{2} * 65, 'a');
        assert_signer(pay::Signer::none, m_payment);
    }

    // Everything is wrong at first; each step mends one term, and the next refusal shows.
    void each_wrong_term_has_its_word_in_order()
    {
        using enum TermsRefusal;
        PaymentText payment = m_payment;
        payment.scheme = "upto";
        payment.network = "eip155:1";
        payment.asset = m_payment.from;
        payment.to = payment.pay_to = m_payment.from;
        payment.amount = "500001";
        payment.value = "499999";
        payment.valid_after = "1800000000";
        payment.valid_before = "1";
        payment.resource_url = "https://assay.example/v2/brief";

        assert_terms(scheme, payment);
        payment.scheme = "exact";
        assert_terms(network, payment);
        payment.network = m_payment.network;
        assert_terms(asset, payment);
        payment.asset = m_payment.asset;
        assert_terms(recipient, payment);
        payment.to = m_payment.to;
        assert_terms(recipient, payment);
        payment.pay_to = m_payment.pay_to;
        assert_terms(value, payment);
        payment.value = m_payment.value;
        assert_terms(value, payment);
        payment.amount = m_payment.amount;
        assert_terms(not_yet_valid, payment);
        payment.valid_after = "0";
        assert_terms(expires_too_soon, payment);
        payment.valid_before = m_payment.valid_before;
        assert_terms(resource, payment);
        payment.resource_url = m_payment.resource_url;
        assert_terms(std::nullopt, payment);

        CPPUNIT_ASSERT(pay::word(signature) == "invalid_exact_evm_signature");
        CPPUNIT_ASSERT(pay::word(value) ==
                       "invalid_exact_evm_payload_authorization_value_mismatch");
    }

    void validity_is_judged_to_the_second()
    {
        const std::string max =
            "115792089237316195423570985008687907853269984665640564039457584007913129639935";
        m_payment.valid_after = "1790000005";
        assert_terms(std::nullopt, m_payment);
        m_payment.valid_after = "1790000006";
        assert_terms(TermsRefusal::not_yet_valid, m_payment);
        m_payment.valid_after = max;
        assert_terms(TermsRefusal::not_yet_valid, m_payment);

        m_payment.valid_after = "0";
        m_payment.valid_before = "1790000019";
        assert_terms(TermsRefusal::expires_too_soon, m_payment);
        m_payment.valid_before = "1790000020";
        assert_terms(std::nullopt, m_payment);
        m_payment.valid_before = "1790003900";
        assert_terms(std::nullopt, m_payment);
        m_payment.valid_before = "1790003901";
        assert_terms(TermsRefusal::expires_too_late, m_payment);
        m_payment.valid_before = max;
        assert_terms(TermsRefusal::expires_too_late, m_payment);
    }

    void a_resource_must_name_this_route()
    {
        for (const char* url :
             {"https://assay.example/v2/verify/basic", "HTTPS://Assay.EXAMPLE/v2/verify/basic",
              "https://assay.example:443/v2/verify/basic",
              "https://assay.example/v2/verify/basic?x=1"}) {
            m_payment.resource_url = url;
            assert_terms(std::nullopt, m_payment);
        }
        for (const char* url :
             {"https://assay.example/v2/verify/deep", "https://assay.example/v2/verify/basic/",
              "https://assay.example/V2/verify/basic", "https://assay.example.evil/v2/verify/basic",
              "https://evil.example/v2/verify/basic", "http://assay.example/v2/verify/basic",
              "https://assay.example:8443/v2/verify/basic", "/v2/verify/basic", "x", "https://",
              "https://u@assay.example/v2/verify/basic"}) {
            m_payment.resource_url = url;
            assert_terms(TermsRefusal::resource, m_payment);
        }
    }

    void a_good_payment_passes()
    {
        assert_signer(pay::Signer::payer, m_payment);
        assert_terms(std::nullopt, m_payment);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(TermsCheckTest);

} // namespace
