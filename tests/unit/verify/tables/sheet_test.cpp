// table.total and table.row in pipe tables and separated values.
#include "../cases.hpp"

#include <cppunit/extensions/HelperMacros.h>

#include <string>

namespace {

using tests::Case;

class VerifierTablesTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(VerifierTablesTest);
    CPPUNIT_TEST(wrong_cells_are_found_and_marked);
    CPPUNIT_TEST(fair_tables_are_left_alone);
    CPPUNIT_TEST(hostile_tables_end);
    CPPUNIT_TEST_SUITE_END();

public:
    void wrong_cells_are_found_and_marked()
    {
        constexpr Case k_rows[] = {
            {"| Item | Cost |\n|---|---|\n| A | 10 |\n| B | 20 |\n| Total | 31 |", "table.total",
             "31", "30"},
            {"| Item | Cost |\n|---|---|\n| A | $1,250.00 |\n| B | $300.50 |\n"
             "| **Total** | **$1,650.50** |",
             "table.total", "1,650.50", "1550.5"},
            {"item,qty,price,amount\nnails,100,0.05,5.00\nscrews,40,0.10,4.00\nbolts,10,0.50,6.00",
             "table.row", "6.00", "5"},
            {"Posten;Betrag\nMiete;1.250,50\nStrom;249,50\nGesamt;1.600,00", "table.total",
             "1.600,00", "1500"},
            {"Hire\n\nPlates     60   0.50    30.00\nCups       80   0.25    20.00\n"
             "Bowls      40   0.75    36.00\nJugs       12   2.50    30.00\n",
             "table.row", "36.00", "30"},
            {"            2021    2022\nGate         400     520\nTeas         310     290\n"
             "Total        710     910\n",
             "table.total", "910", "810"},
        };
        tests::expect_all(k_rows, tests::k_verifier_alone);
    }

    void fair_tables_are_left_alone()
    {
        constexpr Case k_rows[] = {
            {""},
            {"|"},
            {"|---|"},
            {"| Item | Cost |\n|---|---|\n| A | 10 |\n| B | 20 |\n| Total | 30 |"},
            {"| Item | Price |\n|---|---|\n| A | 10 |\n| B | 20 |\n| Total | 17 |"},
            {"Top countries:\n\n| Country | Cases |\n|---|---|\n| A | 10 |\n| B | 20 |\n"
             "| Total | 70 |"},
            {"| Region | Rate |\n|---|---|\n| A | 4.1 |\n| B | 5.2 |\n| Total | 4.7 |"},
            {"in thousands\n\n| Item | Cost |\n|---|---|\n| A | 10 |\n| B | 20 |\n| C | 5 |\n"
             "| Total | 36 |"},
            {"| Item | Cost |\n|---|---|\n| Shirt | 30 |\n| Less discount | 5 |\n| Total | 25 |"},
            {"| Line | EUR |\n|---|---|\n| A | 10 |\n| B | 20 |\n| Subtotal | 30 |\n"
             "| Tax | 3 |\n| Total | 33 |"},
            {"| x | y | Value |\n|---|---|---|\n| 2 | 3 | 6 |\n| 4 | 5 | 9 |\n| 1 | 7 | 8 |"},
            // Years and units under the names are labels, and no part of a sum.
            {"|  | Ended May 31, |  |\n|---|---|---|\n|  | 2019 | 2018 |\n| Tea | 300 | 200 |\n"
             "| Pie | 100 | 150 |\n| Total | 400 | 350 |"},
            {"|  |  |  | Due in |  |\n|---|---|---|---|---|\n| (in thousands) | 2020 | 2021 - 2022 "
             "| "
             "2023 | Total |\n| Rent | 10 | 20 | 30 | 60 |\n| Power | 5 | 6 | 7 | 18 |\n"
             "| Total | 15 | 26 | 37 | 78 |"},
            // A change in percent is no difference and no share.
            {"|  | 2019 | 2018 | $ Change | % Change |\n|---|---|---|---|---|\n"
             "| Tea | 105 | 100 | 5 | 5.0% |\n| Pie | 206 | 200 | 6 | 3.0% |\n"
             "| Bun | 90 | 100 | (10) | (10.0%) |"},
            {"| Line | Sales | Margin (%) |\n|---|---|---|\n| Tea | 20 | 20 |\n| Pie | 30 | 30 |\n"
             "| Bun | 50 | -4 |"},
            {"| Line | $ |\n|---|---|\n| Interest | 121 |\n| Pensions | 627 |\n| Debt | (3,604) |\n"
             "| Other, net | (44) |\n| Total | (2,900) |"},
            {"| Team | W | L | Total |\n|---|---|---|---|\n| A | 3 | 4 | 99 |\n| B | 5 | 6 | 98 |"},
            // A list of amounts has no head.
            {"Kitty\n\nGate        70.10\nRaffle      22.40\nTeas        31.55\n"
             "Books       12.00\nTotal      136.05\n"},
            {"Hire\n\nPlates     60   0.50    30.00\nCups       80   0.25    20.00\n"
             "Bowls      40   0.75    30.00\nTotal     180           80.00\n"},
            // Years are one.
            {"            2021    2022\nGate         400     520\nTeas         310     290\n"
             "Total        710     810\n"},
        };
        tests::expect_all(k_rows, tests::k_verifier_alone);
    }

    void hostile_tables_end()
    {
        constexpr std::size_t k_large = 200'000;
        std::string bars(k_large, '|');
        std::string quotes = "a,b\n" + std::string(k_large, '"');
        std::string totals = "|a|b|\n|-|-|\n";
        std::string ones;
        while (totals.size() + 12 < k_large) totals += "|Total|1|\n";
        ones = "|t total|p|total|amount|\n|-|-|-|-|\n";
        while (ones.size() + 12 < k_large) ones += "|1|1|1|1|\n";
        const Case rows[] = {{bars}, {quotes}, {ones}};
        tests::expect_all(rows, tests::k_verifier_alone);
        CPPUNIT_ASSERT(tests::artifact_of(totals, tests::k_verifier_alone) != nullptr);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(VerifierTablesTest);

} // namespace
