// Statements whose words bind less surely what belongs together: the set charitable_seen of the
// case files has what must be left alone beside them.
#include "../cases.hpp"

#include <cppunit/extensions/HelperMacros.h>

namespace {

using tests::Case;

class BoundTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(BoundTest);
    CPPUNIT_TEST(wrong_numbers_are_found);
    CPPUNIT_TEST(wrong_dates_and_counts_are_found);
    CPPUNIT_TEST_SUITE_END();

public:
    void wrong_numbers_are_found()
    {
        constexpr Case k_rows[] = {
            {"The fund holds $4.2 billion in equities and $1.9 billion in bonds, bringing total "
             "assets to $6.8 billion.",
             "arith.sum", "6.8 billion", "6100000000"},
            {"Rent came to $1,850, utilities to $210 and insurance to $95, so housing costs "
             "totaled $2,255.",
             "arith.sum", "2,255", "2155"},
            {"They own 340 novels, 125 biographies and 78 atlases, or 563 volumes altogether.",
             "arith.sum", "563", "543"},
            {"The three donations of $500, $750 and $1,000 add up to $2,350.", "arith.sum", "2,350",
             "2250"},
            {"Subtotal $84.00, tax $6.72, shipping $5.00. Total: $97.72.", "arith.sum", "97.72",
             "95.72"},
            {"Total headcount is 212: 96 in Dublin, 71 in Lisbon and 55 in Tallinn.", "arith.sum",
             "212", "222"},
            {"He spent three years at Acme, four at Bolt and two at Cog, for a total of ten years.",
             "arith.sum", "ten", "9"},
            {"12 eggs at $0.25 each cost $3.50.", "arith.product", "3.50", "3"},
            {"A subscription of $12 per month comes to $154 a year.", "arith.product", "154",
             "144"},
            {"Driving at 60 mph for 3 hours covers 200 miles.", "arith.product", "200", "180"},
            {"The floor measures 6 m by 4 m, an area of 26 square metres.", "arith.product", "26",
             "24"},
            {"Output was up 25% to 150 units from 100 a year earlier.", "arith.percent_change",
             "25", "50"},
            {"Sales tripled to 900 from 400.", "arith.percent_change", "tripled", "2.25"},
            {"Revenue rose from 120 to 150 million, a rise of 30%.", "arith.percent_change", "30",
             "25"},
            {"Emissions declined from 40 to 30 megatonnes, i.e. by one third.",
             "arith.percent_change", "one third", "0.25"},
            {"A jacket that was $120 is now $90, a 30% discount.", "arith.percent_change", "30",
             "25"},
            {"Der Kurs stieg von 80 auf 100, ein Plus von 20 %.", "arith.percent_change", "20",
             "25"},
            {"15% on $80 = $14.", "arith.share", "14", "12"},
            {"A 15% tip on an $80 bill is $14.", "arith.share", "14", "12"},
            {"18 students, 40% of the class of 50, were absent.", "arith.share", "40", "36"},
            {"Half of the 64 delegates, 36 people, voted no.", "arith.share", "36", "32"},
            {"The fund consists of 50% stocks, 30% bonds and 25% cash.", "arith.partition", "25",
             "105"},
            {"She scored 80, 90 and 85 on her three exams, an average of 88.", "arith.mean", "88",
             "85"},
            {"The median of 3, 7 and 20 is 10.", "arith.mean", "10", "7"},
            {"The 5 drivers completed 300 deliveries, an average of 50 deliveries per driver.",
             "arith.mean", "50", "60"},
        };
        tests::expect_all(k_rows);
    }

    void wrong_dates_and_counts_are_found()
    {
        constexpr Case k_rows[] = {
            {"Mozart (27 January 1756 - 5 December 1791) died aged 41.", "date.age", "41", "35"},
            {"Born in 1988, Keller was 21 years old when she joined the bank in 2014.", "date.age",
             "21", "26"},
            {"The strike began on March 1, 2024 and ended on April 15, 2024, lasting 60 days.",
             "date.interval", "60", "45"},
            {"The eclipse of August 21, 2017 (a Tuesday) drew millions.", "date.weekday", "Tuesday",
             "\"Monday\""},
            {"The model assigns a probability of 1.4 to rain.", "range.probability", "1.4", ""},
            {"The three countries are Peru and Chile.", "struct.count", "three", "2"},
            {"The three pillars are education, health, housing and transport.", "struct.count",
             "three", "4"},
            {"He speaks four languages - Dutch, German and French.", "struct.count", "four", "3"},
        };
        tests::expect_all(k_rows);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(BoundTest);

} // namespace
