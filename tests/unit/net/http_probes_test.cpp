// Lines of a head as anybody on the path may send them.
#include "net/http_probes.hpp"

#include <cppunit/extensions/HelperMacros.h>

namespace {

class HttpProbesTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(HttpProbesTest);
    CPPUNIT_TEST(lines_that_are_no_header);
    CPPUNIT_TEST(names_are_lower_case_and_values_bare);
    CPPUNIT_TEST_SUITE_END();

    static void expect(std::string_view line, std::string_view name, std::string_view value)
    {
        const auto header = net::parse_header_line(line);
        CPPUNIT_ASSERT(header.has_value());
        CPPUNIT_ASSERT_EQUAL(std::string{name}, header->name);
        CPPUNIT_ASSERT_EQUAL(std::string{value}, header->value);
    }

public:
    void lines_that_are_no_header()
    {
        for (const char* line : {"", "\r\n", "HTTP/1.1 200 a: b\r\n", "no colon\r\n", "\xff\xfe"})
            CPPUNIT_ASSERT_MESSAGE(line, !net::parse_header_line(line));
    }

    void names_are_lower_case_and_values_bare()
    {
        expect("Via: 1.1 squid\r\n", "via", "1.1 squid");
        expect("LOCATION:\t http://a.example:8080/ \r\n", "location", "http://a.example:8080/");
        expect("x-cache:", "x-cache", "");
        expect(":\r\n", "", "");
        expect("\xc3\x84: \xff", "\xc3\x84", "\xff");
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(HttpProbesTest);

} // namespace
