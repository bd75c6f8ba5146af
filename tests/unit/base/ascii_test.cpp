// Bytes of ASCII, whatever the locale says.
#include "base/ascii.hpp"

#include <cppunit/extensions/HelperMacros.h>

namespace {

class AsciiTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(AsciiTest);
    CPPUNIT_TEST(every_byte_has_one_lower_case);
    CPPUNIT_TEST(other_bytes_stay_as_they_are);
    CPPUNIT_TEST_SUITE_END();

public:
    void every_byte_has_one_lower_case()
    {
        int changed = 0;
        for (int byte = 0; byte < 256; ++byte) {
            const char c = static_cast<char>(byte);
            const char lower = base::to_lower(c);
            CPPUNIT_ASSERT_EQUAL(lower, base::to_lower(lower));
            CPPUNIT_ASSERT_EQUAL(base::is_upper(c), lower != c);
            CPPUNIT_ASSERT_EQUAL(byte >= 48 && byte < 58, base::is_digit(c));
            if (lower != c) ++changed;
        }
        CPPUNIT_ASSERT_EQUAL(26, changed);
    }

    void other_bytes_stay_as_they_are()
    {
        CPPUNIT_ASSERT_EQUAL(std::string{"a-z @[`{ 09"}, base::lower_case("A-Z @[`{ 09"));
        CPPUNIT_ASSERT_EQUAL(std::string{"\u00c4\u0130 x"}, base::lower_case("\u00c4\u0130 X"));
        CPPUNIT_ASSERT_EQUAL(std::string{}, base::lower_case(""));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(AsciiTest);

} // namespace
