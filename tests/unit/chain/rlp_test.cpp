// RLP, against the examples of its published specification.
#include "chain/rlp.hpp"

#include <cppunit/extensions/HelperMacros.h>

namespace {

namespace rlp = chain::rlp;

class RlpTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(RlpTest);
    CPPUNIT_TEST(texts);
    CPPUNIT_TEST(numbers_have_no_leading_zeros);
    CPPUNIT_TEST(lists);
    CPPUNIT_TEST(what_is_long_says_how_long_its_length_is);
    CPPUNIT_TEST_SUITE_END();

    static base::Bytes word(std::string_view text) { return rlp::text(base::bytes_of(text)); }
    static void expect(const char* wanted, const base::Bytes& found)
    {
        CPPUNIT_ASSERT_EQUAL(std::string{wanted}, base::to_hex(found));
    }

public:
    void texts()
    {
        expect("80", word(""));
        expect("83646f67", word("dog"));
        expect("00", rlp::text(base::Bytes{0x00}));
        expect("7f", rlp::text(base::Bytes{0x7f}));
        expect("8180", rlp::text(base::Bytes{0x80}));
    }

    void numbers_have_no_leading_zeros()
    {
        expect("80", rlp::number(std::uint64_t{0}));
        expect("0f", rlp::number(std::uint64_t{15}));
        expect("820400", rlp::number(std::uint64_t{1024}));
        expect("88ffffffffffffffff", rlp::number(~std::uint64_t{0}));
        chain::Uint256::Raw largest{};
        largest.fill(0xff);
        expect("a0ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
               rlp::number(chain::Uint256::from_bytes(largest)));
    }

    void lists()
    {
        expect("c0", rlp::list({}));
        expect("c88363617483646f67", rlp::list({word("cat"), word("dog")}));
        // [ [], [[]], [ [], [[]] ] ]
        const auto none = rlp::list({});
        const auto one = rlp::list({none});
        expect("c7c0c1c0c3c0c1c0", rlp::list({none, one, rlp::list({none, one})}));
    }

    void what_is_long_says_how_long_its_length_is()
    {
        const auto lorem = word("Lorem ipsum dolor sit amet, consectetur adipisicing elit");
        expect("b838", base::Bytes{lorem.begin(), lorem.begin() + 2});
        CPPUNIT_ASSERT_EQUAL(std::size_t{58}, lorem.size());
        const auto longest_short = word(std::string(55, 'a'));
        CPPUNIT_ASSERT_EQUAL(0xb7, static_cast<int>(longest_short[0]));
        const auto large = word(std::string(1024, 'a'));
        expect("b90400", base::Bytes{large.begin(), large.begin() + 3});
        const auto list = rlp::list({large});
        expect("f90403", base::Bytes{list.begin(), list.begin() + 3});
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(RlpTest);

} // namespace
