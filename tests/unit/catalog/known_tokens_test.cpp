// Addresses that a person has typed: each must have its checksum.
#include "catalog/known_tokens.hpp"

#include "catalog/catalog.hpp"
#include "chain/keccak.hpp"
#include "support/sample_config.hpp"

#include <cppunit/extensions/HelperMacros.h>

#include <set>

namespace {

class KnownTokensTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(KnownTokensTest);
    CPPUNIT_TEST(each_address_has_its_checksum_and_each_network_one_token);
    CPPUNIT_TEST(the_default_of_the_configuration_is_among_them);
    CPPUNIT_TEST_SUITE_END();

public:
    void each_address_has_its_checksum_and_each_network_one_token()
    {
        std::set<std::string_view> networks;
        for (const auto& token : catalog::known_tokens()) {
            const auto address = value::EvmAddress::parse(token.address);
            CPPUNIT_ASSERT_MESSAGE(std::string{token.address}, address);
            CPPUNIT_ASSERT_EQUAL(std::string{token.address}, chain::eip55_text(*address));
            CPPUNIT_ASSERT(token.is_at(*address));
            CPPUNIT_ASSERT(value::EvmNetwork::parse(token.network));
            CPPUNIT_ASSERT(networks.insert(token.network).second);
        }
    }

    void the_default_of_the_configuration_is_among_them()
    {
        const auto payment = support::sample_config().payment;
        for (const auto& token : catalog::known_tokens())
            if (token.network == payment.network.text()) {
                CPPUNIT_ASSERT(token.is_at(payment.asset));
                CPPUNIT_ASSERT_EQUAL(std::string{token.name}, payment.asset_name);
                CPPUNIT_ASSERT_EQUAL(std::string{token.version}, payment.asset_version);
                return;
            }
        CPPUNIT_FAIL("payment.network has no token in the table");
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(KnownTokensTest);

} // namespace
