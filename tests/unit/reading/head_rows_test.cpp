// Which rows of a table name its columns.
#include "reading/head_rows.hpp"

#include <cppunit/extensions/HelperMacros.h>

namespace {

using namespace reading;

struct Row {
    std::string_view text;
    std::size_t heads;
};

class HeadRowsTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(HeadRowsTest);
    CPPUNIT_TEST(years_and_units_may_stand_under_the_names);
    CPPUNIT_TEST_SUITE_END();

public:
    void years_and_units_may_stand_under_the_names()
    {
        constexpr Row k_rows[] = {
            {"| Item | 2019 | 2018 |\n|---|---|---|\n| Rent | 3 | 4 |", 1},
            {"|  | Year ended June 30, |  |\n|---|---|---|\n|  | 2019 | 2018(1) |\n| Rent | 3 | 4 "
             "|",
             2},
            {"|  | Year ended |  |\n|---|---|---|\n|  | FY19 | FY18 |\n| Rent | 3 | 4 |", 2},
            {"| June 30, |  |  |\n|---|---|---|\n| (In millions) | 2019 | 2018 |\n| Rent | $ 3 | 4 "
             "|\n| Power | 5 | 6 |",
             2},
            {"| Fiscal year | Sales | Sales |\n|---|---|---|\n| ended | 2019 | 2018 |\n| Tea | 3 | "
             "4 |",
             2},
            {"|  |  | Due in |  |\n|---|---|---|---|\n| (in thousands) | 2020 | 2021 - 2022 | "
             "Total |\n| "
             "Rent | 3 | 4 | 7 |",
             2},
            {"| Firm | Ash | Elm |\n|---|---|---|\n| Founded | 1990 | 1995 |\n| Staff | 3 | 4 |",
             1},
            {"| Item | Cost |\n|---|---|\n|  | ($ in thousands) |\n| Tea | 3 |", 2},
            {"| Item | Cost |\n|---|---|\n|  | $000 |\n| Tea | 3 |", 2},
            {"| Item | Part |\n|---|---|\n|  | (%) |\n| Tea | 30 |\n| Milk | 70 |", 2},
            {"| Item | Part |\n|---|---|\n|  | 2,019 |\n| Tea | 30 |", 1},
            {"| Item | 2019 |\n|---|---|\n| Drinks: |  |\n| Tea | 3 |", 1},
            {"| Year | Visits |\n|---|---|\n| 2018 | 300 |\n| 2019 | 310 |", 1},
            {"Item\tPrice\nTea\t3\nPie\t4\nBun\t5\n", 1},
        };
        for (const auto& row : k_rows) {
            const Document document{row.text};
            const auto grids = find_grids(document);
            CPPUNIT_ASSERT_EQUAL_MESSAGE(std::string{row.text}, std::size_t{1}, grids.size());
            CPPUNIT_ASSERT_EQUAL_MESSAGE(std::string{row.text}, row.heads,
                                         head_rows(document, grids.front()));
        }
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(HeadRowsTest);

} // namespace
