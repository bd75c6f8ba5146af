// The bytes a buyer signs, against a payment captured from a published client on Base's USDC.
#include "chain/eip712.hpp"

#include "chain/recover.hpp"

#include <cppunit/extensions/HelperMacros.h>

namespace {

class Eip712Test : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(Eip712Test);
    CPPUNIT_TEST(domain_separator_of_usdc_on_base);
    CPPUNIT_TEST(digest_of_a_captured_authorization);
    CPPUNIT_TEST(captured_signature_recovers_to_the_payer);
    CPPUNIT_TEST(every_member_changes_the_digest);
    CPPUNIT_TEST_SUITE_END();

    chain::TokenDomain domain{
        "USD Coin", "2", *value::EvmNetwork::parse("eip155:8453"),
        *value::EvmAddress::parse("0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913")};
    chain::TransferAuthorization authorization{
        .from = *value::EvmAddress::parse("0x90F79bf6EB2c4f870365E785982E1f101E93b906"),
        .to = *value::EvmAddress::parse("0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC"),
        .value = chain::Uint256{250'000},
        .valid_after = chain::Uint256{0},
        .valid_before = chain::Uint256{1'795'220'696},
        .nonce = *value::Digest::parse(
            "0x79170d91679c970fdc5aeb2d9c8f58a6eead088bbdeff086cef3d4485c1ffc20")};
    const std::string digest = "0xd7a5e1b552b360a48368a5e7ed5dfb35137258cebff5256cd3a6db4b7a3331a8";

    template <typename Change> void assert_changes(Change change)
    {
        auto other_domain = domain;
        auto other = authorization;
        change(other_domain, other);
        CPPUNIT_ASSERT(digest != chain::signing_digest(other_domain, other).text());
    }

public:
    void domain_separator_of_usdc_on_base()
    {
        CPPUNIT_ASSERT_EQUAL(
            std::string{"0x02fa7265e7c5d81118673727957699e4d68f74cd74b7db77da710fe8a2c7834f"},
            chain::domain_separator(domain).text());
    }

    void digest_of_a_captured_authorization()
    {
        CPPUNIT_ASSERT_EQUAL(digest, chain::signing_digest(domain, authorization).text());
    }

    void captured_signature_recovers_to_the_payer()
    {
        const auto signature =
            base::from_hex_0x("0xa35091716679d61ad6247079598ba9b10350314c5a47fb0ef3feef57b289174b"
                              "472b7127e483fab5e04243d00d262527c5d682b5e3847709274949fbcad26bfd1c");
        const auto signer =
            chain::recover_signer(chain::signing_digest(domain, authorization), *signature);
        CPPUNIT_ASSERT(signer && *signer == authorization.from);
    }

    void every_member_changes_the_digest()
    {
        using Domain = chain::TokenDomain;
        using Authorization = chain::TransferAuthorization;
        assert_changes([](Domain& d, Authorization&) { d.name = "USDC"; });
        assert_changes([](Domain& d, Authorization&) { d.version = "1"; });
        assert_changes(
            [](Domain& d, Authorization&) { d.network = *value::EvmNetwork::parse("eip155:1"); });
        assert_changes([](Domain& d, Authorization& a) { d.contract = a.to; });
        assert_changes([](Domain&, Authorization& a) { a.from = a.to; });
        assert_changes([](Domain&, Authorization& a) { a.to = a.from; });
        assert_changes([](Domain&, Authorization& a) { a.value = chain::Uint256{250'001}; });
        assert_changes([](Domain&, Authorization& a) { a.valid_after = chain::Uint256{1}; });
        assert_changes([](Domain&, Authorization& a) { a.valid_before = chain::Uint256{1}; });
        assert_changes([](Domain&, Authorization& a) { a.nonce = value::Digest{base::Sha256{}}; });
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(Eip712Test);

} // namespace
