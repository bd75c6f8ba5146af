// Hex, base64 and time text: one text for one value, garbage refused.
#include "base/base64.hpp"
#include "base/clock.hpp"
#include "base/sha256.hpp"

#include <cppunit/extensions/HelperMacros.h>

namespace {

class EncodingTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(EncodingTest);
    CPPUNIT_TEST(base64_refuses_other_alphabets_and_padding);
    CPPUNIT_TEST(base64_round_trips_with_and_without_padding);
    CPPUNIT_TEST(base64url_has_no_padding_and_fits_a_url);
    CPPUNIT_TEST(hex_refuses_odd_and_foreign_digits);
    CPPUNIT_TEST(sha256_of_the_published_vector);
    CPPUNIT_TEST(instants_print_as_rfc3339);
    CPPUNIT_TEST_SUITE_END();

public:
    void base64_refuses_other_alphabets_and_padding()
    {
        for (const char* text :
             {"a", "ab-_", "ab==c", "=", "====", "YQ=", "YQ===", "YR==", "Y Q=", "YQ==\n", "YWJj="})
            CPPUNIT_ASSERT_MESSAGE(text, !base::from_base64(text));
    }

    void base64_round_trips_with_and_without_padding()
    {
        for (const std::string plain : {"", "a", "ab", "abc", "abcd"}) {
            std::string text = base::to_base64(base::bytes_of(plain));
            CPPUNIT_ASSERT(base::from_base64(text) == plain);
            while (text.ends_with('=')) text.pop_back();
            CPPUNIT_ASSERT(base::from_base64(text) == plain);
        }
    }

    // RFC 7515, appendix C.
    void base64url_has_no_padding_and_fits_a_url()
    {
        const base::Bytes bytes{3, 236, 255, 224, 193};
        CPPUNIT_ASSERT_EQUAL(std::string{"A-z_4ME"}, base::to_base64url(bytes));
        CPPUNIT_ASSERT_EQUAL(std::string{}, base::to_base64url({}));
    }

    void hex_refuses_odd_and_foreign_digits()
    {
        for (const char* text : {"0x1", "0xzz", "12", "x12"})
            CPPUNIT_ASSERT(!base::from_hex_0x(text));
        CPPUNIT_ASSERT_EQUAL(std::string{"0xab01"}, base::to_hex_0x(*base::from_hex_0x("0XAB01")));
    }

    void sha256_of_the_published_vector()
    {
        CPPUNIT_ASSERT_EQUAL(
            std::string{"ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"},
            base::to_hex(base::sha256(base::bytes_of("abc"))));
    }

    void instants_print_as_rfc3339()
    {
        CPPUNIT_ASSERT_EQUAL(std::string{"1970-01-01T00:00:00.000Z"},
                             base::to_rfc3339(base::instant_from_ms(0)));
        CPPUNIT_ASSERT_EQUAL(std::string{"2026-11-21T08:49:50.123Z"},
                             base::to_rfc3339(base::instant_from_ms(1'795'250'990'123)));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(EncodingTest);

} // namespace
