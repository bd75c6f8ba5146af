// The formulas that findings show, as the second route reads them.
#include "verify/outcome/formula_value.hpp"

#include <cppunit/extensions/HelperMacros.h>
#include <string>

namespace {

using verify::outcome::value_of_formula;

class FormulaValueTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(FormulaValueTest);
    CPPUNIT_TEST(what_is_no_formula_has_no_value);
    CPPUNIT_TEST(signs_bind_as_they_do_in_arithmetic);
    CPPUNIT_TEST_SUITE_END();

    void what_is_no_formula_has_no_value()
    {
        for (const std::string_view text :
             {"", "the row that is named", "1 +", "(1", "1)", "1 / 0", "1 2", "1,250 + 2", "1e400",
              "--1", "2 ^ 3", "From 9:00 to 10:00", "\xF0\x9F\x98\x80"})
            CPPUNIT_ASSERT_MESSAGE(std::string{text}, !value_of_formula(text));
        CPPUNIT_ASSERT(!value_of_formula(std::string(5'000, '(')));
        std::string many = "1";
        for (int i = 0; i < 300; ++i) many += " + 1";
        CPPUNIT_ASSERT(!value_of_formula(many));
    }

    void signs_bind_as_they_do_in_arithmetic()
    {
        struct Row {
            std::string_view text;
            double value;
            std::size_t numbers;
        };
        constexpr Row k_rows[] = {{"1250 + 1410 + 1395", 4055, 3}, {"(30 - 48) / 48", -0.375, 3},
                                  {"20% of 340", 68, 2},           {"2 + 3 * 4", 14, 3},
                                  {"60 * 3 / 4", 45, 3},           {"-5 + 2", -3, 2},
                                  {"1000 * (1 + 5%)", 1050, 3},    {"12 - (-3)", 15, 2}};
        for (const auto& row : k_rows) {
            const auto read = value_of_formula(row.text);
            CPPUNIT_ASSERT_MESSAGE(std::string{row.text}, read.has_value());
            CPPUNIT_ASSERT_DOUBLES_EQUAL_MESSAGE(std::string{row.text}, row.value,
                                                 static_cast<double>(read->value), 1e-9);
            CPPUNIT_ASSERT_EQUAL_MESSAGE(std::string{row.text}, row.numbers, read->numbers.size());
        }
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(FormulaValueTest);

} // namespace
