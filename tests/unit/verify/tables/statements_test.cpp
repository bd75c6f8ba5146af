// table.statement: what prose says of a table in the same text.
#include "../cases.hpp"

#include <cppunit/extensions/HelperMacros.h>

#include <string>

namespace {

class TableStatementsTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(TableStatementsTest);
    CPPUNIT_TEST(cells_are_shown_with_the_number);
    CPPUNIT_TEST(hostile_tables_end);
    CPPUNIT_TEST_SUITE_END();

public:
    void cells_are_shown_with_the_number()
    {
        constexpr tests::Case k_rows[] = {
            {"| Item | 2020 | 2019 |\n|---|---|---|\n| Rent | 345 | 300 |\n| Fuel | 90 | 80 |\n\n"
             "Rent rose by 54 from 2019 to 2020.",
             "table.statement", "54", "45"},
        };
        tests::expect_all(k_rows);
    }

    void hostile_tables_end()
    {
        constexpr std::size_t k_half = 100'000;
        std::string same = "|a|2019|2018|\n|-|-|-|\n";
        while (same.size() < k_half) same += "|rent of a house|1|2|\n";
        std::string prose = "\n";
        while (prose.size() < k_half) prose += "Rent of a house rose by 7 from 2018 to 2019. ";
        same += prose;
        const std::string wordless = "| a | 2023 | 2024 |\n|-|-|-|\n| b | 1 | 2 |\n| c | 3 | 4 |\n"
                                     "| d | 5 | 6 |\n\n!? ...\n\n~~";
        const std::string rowless = "| Boats | Berths |\n|---|---|\n\nThere were 2 boats.";
        const tests::Case rows[] = {{same}, {wordless}, {rowless}};
        tests::expect_all(rows);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(TableStatementsTest);

} // namespace
