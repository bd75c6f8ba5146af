// fact.closed: facts that need no look-up.
#include "../cases.hpp"
#include "reading/facts/facts.hpp"

#include <cppunit/extensions/HelperMacros.h>

namespace {

using tests::Case;

class ClosedFactsTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(ClosedFactsTest);
    CPPUNIT_TEST(what_states_nothing_is_left_alone);
    CPPUNIT_TEST(right_names_are_left_alone);
    CPPUNIT_TEST(right_numbers_are_left_alone);
    CPPUNIT_TEST(wrong_names_are_found);
    CPPUNIT_TEST(wrong_numbers_are_found);
    CPPUNIT_TEST(the_data_has_a_version);
    CPPUNIT_TEST_SUITE_END();

public:
    void what_states_nothing_is_left_alone()
    {
        constexpr Case k_rows[] = {
            {"Sydney is not the capital of Australia."},
            {"Canberra, not Sydney, is the capital of Australia."},
            {"Is Sydney the capital of Australia?"},
            {"Bonn was the capital of Germany until 1990."},
            {"Lagos, the former capital of Nigeria, grows."},
            {"Lyon is the gastronomic capital of France."},
            {"Glasgow was the European Capital of Culture in 1990."},
            {"Sydney is the capital of New South Wales."},
            {"New Mexico's capital is Santa Fe."},
            {"Many people wrongly think that Sydney is the capital of Australia."},
            {"If the capital of Brazil were Rio, the map would be different."},
            {"The capital of France's wine trade is Bordeaux."},
            {"The capital of Canada is beautiful."},
            {"Germany's country code is +49."},
            {"June had 12 days of rain."},
            {"There are 21 working days in April."},
            {"A school week has five days."},
            {"The angles of a spherical triangle add up to more than 180 degrees."},
            {"A day at the plant has 10 hours of light."},
            {"The acute angles of a right triangle add up to 90 degrees."},
            {"Adjacent angles of a parallelogram add up to 180 degrees."},
            {"The sum of two angles of a triangle is 120 degrees."},
            {"In music, the symbol P is silver."},
            {"The capital in Delaware is Dover."},
            {"From Paris, Berlin, the capital of Germany, is eight hours away."},
            {"May has 12 days left."},
            {"Capital of"},
            {"'s capital, ( symbol code of the"},
            {"There are 5 in a"},
        };
        tests::expect_all(k_rows);
    }

    void right_names_are_left_alone()
    {
        constexpr Case k_rows[] = {
            {"The capital of Georgia is Atlanta."},
            {"Amsterdam is the capital of the Netherlands; The Hague is the seat of government."},
            {"Cape Town is the legislative capital of South Africa."},
            {"Washington, D.C., is the capital of the United States."},
            {"The capital of Northern Ireland is Belfast."},
            {"The chemical symbol for silver is Ag."},
            {"Lead has the symbol Pb and atomic number 82."},
            {"The ISO code of Switzerland is CH and its currency code is CHF."},
            {"The currency of Ecuador is the US dollar."},
            {"Croatia's currency is the euro."},
            {"Denmark's currency is the krone."},
        };
        tests::expect_all(k_rows);
    }

    void right_numbers_are_left_alone()
    {
        constexpr Case k_rows[] = {
            {"February has 28 days, or 29 in a leap year."},
            {"A mile is about 1.6 kilometres."},
            {"A mile equals 1,760 yards."},
            {"There are eight pints in a gallon."},
            {"The exterior angles of a hexagon add up to 360 degrees."},
            {"A square has four sides and its angles add up to 360 degrees."},
            {"There are 24 hours in a day and 7 days in a week."},
            {"A month has 30 days."},
            {"A year has 365.25 days."},
            {"A tonne is 2,205 pounds."},
            {"An acre has 43,560 square feet."},
        };
        tests::expect_all(k_rows);
    }

    void wrong_names_are_found()
    {
        constexpr std::string_view k_check = "fact.closed";
        constexpr Case k_rows[] = {
            {"Sydney is the capital of Australia.", k_check, "Sydney", "[\"Canberra\"]"},
            {"Turkey's capital, Istanbul, is old.", k_check, "Istanbul", "[\"Ankara\"]"},
            {"We flew to Brazil and its capital, Rio de Janeiro.", k_check, "Rio de Janeiro", ""},
            {"Zurich, the capital of Switzerland, hosts it.", k_check, "Zurich",
             "[\"Bern\",\"Berne\"]"},
            {"Vietnam has Ho Chi Minh City as its capital.", k_check, "Ho Chi Minh City", ""},
            {"The chemical symbol for gold is Ag.", k_check, "Ag", "[\"Au\"]"},
            {"Tungsten (symbol T) is heavy.", k_check, "T", "[\"W\"]"},
            {"Oxygen has atomic number 9.", k_check, "9", "[\"8\"]"},
            {"The ISO 3166 alpha-3 code of Spain is SPA.", k_check, "SPA", "[\"ESP\"]"},
            {"The currency of Japan is the won.", k_check, "won", "[\"Japanese Yen\"]"},
            {"In Australia, the capital is Sydney.", k_check, "Sydney", ""},
            {"Johannesburg serves as the capital of South Africa.", k_check, "Johannesburg", ""},
            {"Canada (capital: Toronto) signed it.", k_check, "Toronto", "[\"Ottawa\"]"},
            {"Copper, whose chemical symbol is Co, conducts.", k_check, "Co", "[\"Cu\"]"},
            {"The symbol Fe stands for fluorine.", k_check, "Fe", "[\"F\"]"},
            {"The currency used in Denmark is the euro.", k_check, "euro", ""},
            {"Morocco uses the euro as its currency.", k_check, "euro", ""},
            {"The currency code for the Swiss franc is SFR.", k_check, "SFR", "[\"CHF\"]"},
        };
        tests::expect_all(k_rows);
    }

    void wrong_numbers_are_found()
    {
        constexpr std::string_view k_check = "fact.closed";
        constexpr Case k_rows[] = {
            {"There are 14 inches in a foot.", k_check, "14 inches", "[\"12 inches\"]"},
            {"A week consists of eight days.", k_check, "eight days", "[\"7 days\"]"},
            {"A century is made up of 10 years.", k_check, "10 years", "[\"100 years\"]"},
            {"Six feet make a yard.", k_check, "Six feet", "[\"3 feet\"]"},
            {"The angles of a triangle add up to 190 degrees.", k_check, "190 degrees", ""},
            {"A triangle's angles add up to 360 degrees.", k_check, "360 degrees", ""},
            {"In a pentagon, the interior angles add up to 500 degrees.", k_check, "500 degrees",
             ""},
            {"The month of June has 31 days.", k_check, "31 days", ""},
            {"A full circle has 400 degrees.", k_check, "400 degrees", ""},
            {"April has 31 days.", k_check, "31 days", "[\"30 days\"]"},
            {"A hexagon has five sides.", k_check, "five sides", "[\"6 sides\"]"},
        };
        tests::expect_all(k_rows);
    }

    void the_data_has_a_version()
    {
        const auto& facts = reading::Facts::embedded();
        CPPUNIT_ASSERT(facts.source("alpha-2").starts_with("iso-codes "));
        CPPUNIT_ASSERT(facts.source("tender").starts_with("unicode-cldr-core "));
        CPPUNIT_ASSERT(facts.source("symbol").starts_with("bodr "));
        CPPUNIT_ASSERT(facts.values("capital", "atlantis").empty());
        CPPUNIT_ASSERT(!facts.is_value("capital", "gotham"));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(ClosedFactsTest);

} // namespace
