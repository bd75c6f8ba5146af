// LaTeX as plain signs of the same length.
#include "verify/equations/latex.hpp"

#include <cppunit/extensions/HelperMacros.h>

namespace {

using verify::equations::printed_length;
using verify::equations::without_latex;

class LatexTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(LatexTest);
    CPPUNIT_TEST(each_command_is_its_sign);
    CPPUNIT_TEST(what_is_not_arithmetic_stays);
    CPPUNIT_TEST(dollars_of_an_amount_stay);
    CPPUNIT_TEST(a_number_keeps_its_length);
    CPPUNIT_TEST(nothing_that_is_left_open_is_lost);
    CPPUNIT_TEST_SUITE_END();

public:
    void each_command_is_its_sign()
    {
        same(R"(2 \times 3 \cdot 4)", "2 *      3 *     4");
        same(R"(\frac{45}{60})", std::string{"(    (45)"} + '\x01' + "60" + '\x02');
        same(R"(\left( 8 \right))", "     ( 8       )");
        same(R"(2^{10})", "2^(10)");
        same(R"(27\text{ m}^2)", "27       m\u00b2 ");
        same(R"(75\%)", "75 %");
    }

    void what_is_not_arithmetic_stays()
    {
        for (const std::string_view text :
             {R"(C:\news\{a})", "f(x) { return 1; }", R"(\hat{x})", "\\"})
            same(text, text);
    }

    void dollars_of_an_amount_stay()
    {
        same("$18 * 24 = $452", "$18 * 24 = $452");
        same("$5 and $6 = $11", "$5 and $6 = $11");
        same("$3 + 4 = 7$.", " 3 + 4 = 7 .");
        same("$$3$$", "  3  ");
    }

    void a_number_keeps_its_length()
    {
        same("1{,}250 + 3", "1,250   + 3");
        CPPUNIT_ASSERT_EQUAL(std::uint32_t{7}, printed_length("1{,}250", "1,250"));
        CPPUNIT_ASSERT_EQUAL(std::uint32_t{5}, printed_length("1,250", "1,250"));
    }

    void nothing_that_is_left_open_is_lost()
    {
        for (const std::string_view text :
             {R"(\frac{)", R"(\frac{1}{)", R"(\text{)", R"(\begin{)", "$", "$$", "}", "1{,}", "^{"})
            CPPUNIT_ASSERT_EQUAL(text.size(), without_latex(text).size());
    }

private:
    static void same(std::string_view text, std::string_view plain)
    {
        CPPUNIT_ASSERT_EQUAL(std::string{plain}, without_latex(text));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(LatexTest);

} // namespace
