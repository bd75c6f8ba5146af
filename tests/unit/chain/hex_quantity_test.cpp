// Numbers from endpoints: leniently spelled ones count, anything else is none.
#include "chain/hex_quantity.hpp"

#include <cppunit/extensions/HelperMacros.h>

namespace {

using chain::parse_count;
using chain::parse_quantity;
using chain::quantity_text;
using chain::Uint256;

class HexQuantityTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(HexQuantityTest);
    CPPUNIT_TEST(garbage_is_none);
    CPPUNIT_TEST(spelling_does_not_matter);
    CPPUNIT_TEST(sixty_four_digits_are_the_most);
    CPPUNIT_TEST(counts_fit_63_bits);
    CPPUNIT_TEST(our_own_are_exact);
    CPPUNIT_TEST_SUITE_END();

public:
    void garbage_is_none()
    {
        for (const char* text : {"", "0", "0x", "0X", "x1", "12", "1x2", "0x 1", "0x1 ", " 0x1",
                                 "0x-1", "0x+1", "0xg", "0x1.0", "-0x1", "0x1\n"})
            CPPUNIT_ASSERT_MESSAGE(text, !parse_quantity(text));
        CPPUNIT_ASSERT(!parse_quantity(std::string_view{"0x1\0", 4}));
    }

    void spelling_does_not_matter()
    {
        for (const char* text : {"0x2105", "0X2105", "0x02105", "0x00000000000000002105"})
            CPPUNIT_ASSERT_MESSAGE(text, parse_quantity(text) == Uint256{8453});
        CPPUNIT_ASSERT(parse_quantity("0xABCdef") == Uint256{0xabcdef});
        CPPUNIT_ASSERT(parse_quantity("0x0") == Uint256{});
    }

    void sixty_four_digits_are_the_most()
    {
        const std::string most = "0x" + std::string(64, 'f');
        CPPUNIT_ASSERT(parse_quantity(most));
        CPPUNIT_ASSERT(*parse_quantity(most) > Uint256{UINT64_MAX});
        CPPUNIT_ASSERT(!parse_quantity(most + "f"));
        CPPUNIT_ASSERT(!parse_quantity("0x" + std::string(65, '0')));
        CPPUNIT_ASSERT(parse_quantity("0x" + std::string(63, '0') + "7") == Uint256{7});
    }

    void counts_fit_63_bits()
    {
        CPPUNIT_ASSERT(parse_count("0x7fffffffffffffff") == std::uint64_t{INT64_MAX});
        CPPUNIT_ASSERT(!parse_count("0x8000000000000000"));
        CPPUNIT_ASSERT(!parse_count("0x1" + std::string(63, '0')));
        CPPUNIT_ASSERT(!parse_count("0x"));
    }

    void our_own_are_exact()
    {
        CPPUNIT_ASSERT_EQUAL(std::string{"0x0"}, quantity_text(0));
        CPPUNIT_ASSERT_EQUAL(std::string{"0x2105"}, quantity_text(8453));
        CPPUNIT_ASSERT_EQUAL(std::string{"0xffffffffffffffff"}, quantity_text(UINT64_MAX));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(HexQuantityTest);

} // namespace
