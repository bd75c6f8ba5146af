// What of a stranger's text a terminal gets.
#include "cli/terminal_text.hpp"

#include <cppunit/extensions/HelperMacros.h>

namespace {

using cli::safe_on_terminal;

class TerminalTextTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(TerminalTextTest);
    CPPUNIT_TEST(what_a_terminal_obeys_is_a_question_mark);
    CPPUNIT_TEST(what_people_read_stays);
    CPPUNIT_TEST(a_character_that_is_cut_is_no_order);
    CPPUNIT_TEST_SUITE_END();

public:
    void what_a_terminal_obeys_is_a_question_mark()
    {
        for (const std::string_view each :
             {"\x1b", "\x07", "\r", "\n", "\t", "\x7f", "\xc2\x80", "\xc2\x9b", "\xd8\x9c",
              "\xe2\x80\x8b", "\xe2\x80\x8f", "\xe2\x80\xa8", "\xe2\x80\xae", "\xe2\x81\xa0",
              "\xe2\x81\xa6", "\xe2\x81\xa9"})
            CPPUNIT_ASSERT_EQUAL(std::string{"a?b"},
                                 safe_on_terminal("a" + std::string{each} + "b"));
        CPPUNIT_ASSERT_EQUAL(std::string{"a?b"}, safe_on_terminal({"a\0b", 3}));
    }

    void what_people_read_stays()
    {
        for (const std::string_view each :
             {"", "caf\u00e9", "10\u2076 m\u00b2", "H\u2082O",
              "\u201cso\u201d \u2013 1\u2009000\u2026", "1\u20442", "\u0641\u060c", "\u65e5\u672c",
              "\U0001f600", "5\u00a0%"})
            CPPUNIT_ASSERT_EQUAL(std::string{each}, safe_on_terminal(each));
    }

    void a_character_that_is_cut_is_no_order()
    {
        for (const std::string_view each : {"a\xc2", "a\xd8", "a\xe2", "a\xe2\x80", "a\xe2\x81"})
            CPPUNIT_ASSERT_EQUAL(std::string{each}, safe_on_terminal(each));
        CPPUNIT_ASSERT_EQUAL(std::string{"\xc2?[2J"}, safe_on_terminal("\xc2\x1b[2J"));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(TerminalTextTest);

} // namespace
