// uint256 from decimal text: one text for one number, and never past 256 bits.
#include "chain/uint256.hpp"

#include <cppunit/extensions/HelperMacros.h>

#include <string>

namespace {

using chain::Uint256;

class Uint256Test : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(Uint256Test);
    CPPUNIT_TEST(refuses_everything_but_plain_digits);
    CPPUNIT_TEST(refuses_the_first_number_past_256_bits);
    CPPUNIT_TEST(takes_the_last_number_of_256_bits);
    CPPUNIT_TEST(prints_what_it_read);
    CPPUNIT_TEST(compares_as_numbers);
    CPPUNIT_TEST(converts_back_only_what_fits);
    CPPUNIT_TEST_SUITE_END();

    const std::string m_max =
        "115792089237316195423570985008687907853269984665640564039457584007913129639935";

public:
    void refuses_everything_but_plain_digits()
    {
        for (const std::string text :
             {"", "00", "01", "-1", "+1", " 1", "1 ", "0x10", "1.0", "1e3", "1,000"})
            CPPUNIT_ASSERT_MESSAGE(text, !Uint256::parse_decimal(text));
        CPPUNIT_ASSERT(!Uint256::parse_decimal({"1\0", 2}));
    }

    void refuses_the_first_number_past_256_bits()
    {
        std::string past = m_max;
        past.back() = '6';
        CPPUNIT_ASSERT(!Uint256::parse_decimal(past));
        CPPUNIT_ASSERT(!Uint256::parse_decimal(m_max + "0"));
        CPPUNIT_ASSERT(!Uint256::parse_decimal(std::string(10'000, '9')));
    }

    void takes_the_last_number_of_256_bits()
    {
        Uint256::Raw ones{};
        ones.fill(0xff);
        CPPUNIT_ASSERT(Uint256::parse_decimal(m_max)->bytes() == ones);
    }

    void prints_what_it_read()
    {
        for (const std::string& text : {std::string{"0"}, std::string{"10"}, std::string{"256"},
                                        std::string{"10000000000000000000000"}, m_max})
            CPPUNIT_ASSERT_EQUAL(text, Uint256::parse_decimal(text)->decimal_text());
    }

    void compares_as_numbers()
    {
        CPPUNIT_ASSERT(*Uint256::parse_decimal("250000") == Uint256{250'000});
        CPPUNIT_ASSERT(*Uint256::parse_decimal("9") < *Uint256::parse_decimal("10"));
        CPPUNIT_ASSERT(Uint256{UINT64_MAX} < *Uint256::parse_decimal("18446744073709551616"));
    }

    void converts_back_only_what_fits()
    {
        CPPUNIT_ASSERT(Uint256{0}.to_int64() == 0);
        CPPUNIT_ASSERT(Uint256{INT64_MAX}.to_int64() == INT64_MAX);
        CPPUNIT_ASSERT(!Uint256{std::uint64_t{INT64_MAX} + 1}.to_int64());
        CPPUNIT_ASSERT(!Uint256::parse_decimal("18446744073709551616")->to_int64());
        CPPUNIT_ASSERT(!Uint256::parse_decimal(m_max)->to_int64());
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(Uint256Test);

} // namespace
