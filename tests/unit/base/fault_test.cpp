#include "base/fault.hpp"

#include <cppunit/extensions/HelperMacros.h>

#include <cerrno>
#include <string>

// A fault tells where it was thrown, not where its class is.
class FaultTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(FaultTest);
    CPPUNIT_TEST(names_the_line_that_threw);
    CPPUNIT_TEST(names_the_line_that_asked_errno);
    CPPUNIT_TEST_SUITE_END();

    static std::string place(int line)
    {
        return std::string{" ("} + __FILE__ + ":" + std::to_string(line) + ")";
    }

public:
    void names_the_line_that_threw()
    {
        const base::Fault fault{"broken"};
        CPPUNIT_ASSERT_EQUAL("broken" + place(__LINE__ - 1), std::string{fault.what()});
        CPPUNIT_ASSERT(fault.said() == "broken");
    }

    void names_the_line_that_asked_errno()
    {
        errno = ENOENT;
        const auto fault = base::Fault::from_errno("cannot open x");
        CPPUNIT_ASSERT_EQUAL("cannot open x: No such file or directory" + place(__LINE__ - 1),
                             std::string{fault.what()});
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(FaultTest);
