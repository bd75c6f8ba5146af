// Keccak-256 with Ethereum's padding, and the address text made from it.
#include "chain/keccak.hpp"

#include <cppunit/extensions/HelperMacros.h>

namespace {

class KeccakTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(KeccakTest);
    CPPUNIT_TEST(is_not_sha3);
    CPPUNIT_TEST(hashes_the_known_vectors);
    CPPUNIT_TEST(prints_the_addresses_of_eip_55);
    CPPUNIT_TEST_SUITE_END();

    static std::string hash(std::string_view text)
    {
        return chain::keccak256(base::bytes_of(text)).text();
    }

public:
    void is_not_sha3()
    {
        CPPUNIT_ASSERT(hash("") !=
                       "0xa7ffc6f8bf1ed76651c14756a061d662f580ff4de43b49fa82d80a4b80f8434a");
    }

    void hashes_the_known_vectors()
    {
        CPPUNIT_ASSERT_EQUAL(
            std::string{"0xc5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470"},
            hash(""));
        CPPUNIT_ASSERT_EQUAL(
            std::string{"0x4e03657aea45a94fc7d47ba826c8d667c0d1e6e33a64a036ec44f58fa12d6c45"},
            hash("abc"));
        CPPUNIT_ASSERT_EQUAL(
            std::string{"0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef"},
            hash("Transfer(address,address,uint256)"));
    }

    void prints_the_addresses_of_eip_55()
    {
        for (const std::string text : {"0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
                                       "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359",
                                       "0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB",
                                       "0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb",
                                       "0x52908400098527886E0F7030069857D2E4169EE7",
                                       "0xde709f2102306220921060314715629080e2fb77",
                                       "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913"})
            CPPUNIT_ASSERT_EQUAL(text, chain::eip55_text(*value::EvmAddress::parse(text)));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(KeccakTest);

} // namespace
