// What a number in a sentence is a number of, and how much of it.
#include "reading/quantities.hpp"

#include "read_rows.hpp"
#include "reading/document.hpp"

namespace {

using reading::Qualifier;
using reading::QuantityKind;

std::string_view word_of(Qualifier qualifier)
{
    switch (qualifier) {
    case Qualifier::none: return "";
    case Qualifier::about: return "about ";
    case Qualifier::nearly: return "nearly ";
    case Qualifier::over: return "over ";
    case Qualifier::under: return "under ";
    case Qualifier::at_least: return "at least ";
    case Qualifier::at_most: return "at most ";
    }
    return "?";
}

std::string_view mark_of_quantity(QuantityKind kind)
{
    switch (kind) {
    case QuantityKind::cardinal: return "";
    case QuantityKind::percent: return "%";
    case QuantityKind::points: return "pp";
    case QuantityKind::fraction: return " part";
    case QuantityKind::multiple: return "x";
    case QuantityKind::ordinal: return "th";
    }
    return "?";
}

// "about USD 5; 3% range": each with its qualifier, currency, value, kind, unit and what else is
// known of it.
std::string quantities_of(std::string_view text)
{
    const reading::Document document{text};
    std::string out;
    for (const auto& each : document.quantities) {
        if (!out.empty()) out += "; ";
        out += word_of(each.qualifier);
        if (!each.currency.empty()) out += std::string{each.currency} + ' ';
        out += reading::exact_text(reading::value_of(each));
        out += mark_of_quantity(each.kind);
        if (each.unit != nullptr) out += ' ' + std::string{each.unit->canonical};
        if (each.other_value) out += " or " + reading::exact_text(reading::value_of(each, true));
        if (each.in_range) out += " range";
        if (each.year_like) out += " year";
        if (each.plus) out += " plus";
        if (each.doubtful) out += " doubtful";
    }
    return out;
}

// "2.25 to 2.35": what the writer may have rounded, of the first quantity.
std::string measured_in(std::string_view text)
{
    const reading::Document document{text};
    const auto interval = reading::measured(document.quantities.at(0));
    return reading::exact_text(interval.low) + " to " + reading::exact_text(interval.high);
}

class QuantitiesTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(QuantitiesTest);
    CPPUNIT_TEST(plain_numbers_are_read);
    CPPUNIT_TEST(scales_and_spelled_numbers_are_read);
    CPPUNIT_TEST(money_is_read);
    CPPUNIT_TEST(units_are_read);
    CPPUNIT_TEST(parts_multiples_and_ordinals_are_read);
    CPPUNIT_TEST(ranges_and_qualifiers_are_read);
    CPPUNIT_TEST(decimal_commas_are_read);
    CPPUNIT_TEST(what_is_no_quantity_is_left);
    CPPUNIT_TEST(what_is_not_measured_right_yet);
    CPPUNIT_TEST(the_last_printed_place_may_be_rounded);
    CPPUNIT_TEST_SUITE_END();

public:
    void plain_numbers_are_read()
    {
        constexpr reading_test::ReadRow k_rows[] = {
            {"", ""},
            {"We saw 5 cats.", "5"},
            {"We saw 5 cats and 12 dogs.", "5; 12"},
            {"The sum is -5 here.", "-5"},
            {"The sum is \u22125 here.", "-5"},
            {"The sum is 3.14 here.", "3.14"},
            {"The sum is 0.50 here.", "0.5"},
            {"They sold 1,250,000 books.", "1250000"},
            {"They sold 1'250 books.", "1250"},
            {"They sold 1 250 000 books.", "1250000"},
            {"They sold 12,34,567 books.", "1234567"},
            {"It was founded in 1999.", "1999 year"},
            {"It has 1999.5 parts.", "1999.5"},
            {"More than 100+ people came, 3.5 a day.", "over 100 plus; 3.5"},
            {"There are \u0665 books.", "5"},
            {"One of them came.", "1"},
            {"It is +5 today.", "5"},
        };
        reading_test::expect_rows(k_rows, quantities_of);
    }

    void scales_and_spelled_numbers_are_read()
    {
        constexpr reading_test::ReadRow k_rows[] = {
            {"It has 80 million people.", "80000000"},
            {"It has 1.5 billion people.", "1500000000"},
            {"It has 3 thousand people.", "3000"},
            {"It has 2 lakh people.", "200000"},
            {"It has 5 crore people.", "50000000"},
            {"It has five cats.", "5"},
            {"It has twenty-one cats.", "21"},
            {"It has one hundred and five cats.", "105"},
            {"It has two thousand three hundred cats.", "2300"},
            {"It has three million people.", "3000000"},
            {"It has a dozen eggs.", "12"},
            {"It has zero errors.", "0"},
            {"It has seventeen doors.", "17"},
        };
        reading_test::expect_rows(k_rows, quantities_of);
    }

    void money_is_read()
    {
        constexpr reading_test::ReadRow k_rows[] = {
            {"It costs $5.", "USD 5"},
            {"It costs $5.50 today.", "USD 5.5"},
            {"It costs $3bn today.", "USD 3000000000"},
            {"It costs $3 million today.", "USD 3000000"},
            {"It costs $5m today.", "USD 5000000"},
            {"It costs \u20ac5 today.", "EUR 5"},
            {"It costs 5 \u20ac today.", "EUR 5"},
            {"It costs \u00a35 today.", "GBP 5"},
            {"It costs 5 euros today.", "EUR 5"},
            {"It costs USD 5 today.", "USD 5"},
            {"It costs 5 USD today.", "USD 5"},
            {"It costs US$5 today.", "USD 5"},
            {"It costs -$5 today.", "USD -5"},
            {"It costs five dollars today.", "USD 5"},
            {"It costs \u00a5500 today.", "JPY 500"},
        };
        reading_test::expect_rows(k_rows, quantities_of);
    }

    void units_are_read()
    {
        constexpr reading_test::ReadRow k_rows[] = {
            {"It is 5 km long.", "5 km"},
            {"It is 5km long.", "5 km"},
            {"It is 5 kilometres long.", "5 km"},
            {"It is 5 kilometers long.", "5 km"},
            {"It weighs 70 kg today.", "70 kg"},
            {"It weighs 70 pounds today.", "70 lb"},
            {"It takes 3 hours by train.", "3 hour"},
            {"It takes 45 minutes by train.", "45 minute"},
            {"It takes 3 days by train.", "3 day"},
            {"It took 2 years to build.", "2 year"},
            {"It is 20 \u00b0C outside.", "20 degree"},
            {"It holds 5 GB of data.", "5 gb"},
            {"It runs at 50 Hz here.", "50 hz"},
            {"It is 12 feet long.", "12 ft"},
            {"It uses 3 kWh a day.", "3 kwh"},
        };
        reading_test::expect_rows(k_rows, quantities_of);
    }

    void parts_multiples_and_ordinals_are_read()
    {
        constexpr reading_test::ReadRow k_rows[] = {
            {"It rose by 5% then.", "5%"},
            {"It rose by 5 % then.", "5%"},
            {"It rose by 5 percent then.", "5%"},
            {"It rose by five per cent then.", "5%"},
            {"It fell by -2.5% then.", "-2.5%"},
            {"It rose by 3 percentage points.", "3pp"},
            {"Two thirds of them came.", "2/3 part"},
            {"Half of them came.", "0.5 part"},
            {"A quarter of them came.", "0.25 part"},
            {"It is 3x faster now.", "3x"},
            {"It is five times faster now.", "5x"},
            {"It fell by 50 basis points.", "0.5pp"},
            {"Three quarters of them came.", "0.75 part"},
            {"He came in 3rd place.", "3th"},
            {"It is the 21st century.", "21th"},
        };
        reading_test::expect_rows(k_rows, quantities_of);
    }

    void ranges_and_qualifiers_are_read()
    {
        constexpr reading_test::ReadRow k_rows[] = {
            {"It takes 3-5 days by train.", "3 range; 5 day range"},
            {"It takes 3\u20135 days by train.", "3 range; 5 day range"},
            {"It is 5 \u00b1 2 km long.", "5 range; 2 km range"},
            {"It has about 50 rooms.", "about 50"},
            {"It has approximately 50 rooms.", "about 50"},
            {"It has nearly 50 rooms.", "nearly 50"},
            {"It has almost 50 rooms.", "nearly 50"},
            {"It has more than 50 rooms.", "over 50"},
            {"It has over 50 rooms.", "over 50"},
            {"It has fewer than 50 rooms.", "under 50"},
            {"It has less than 50% left.", "under 50%"},
            {"It has at least 50 rooms.", "at least 50"},
            {"It has at most 50 rooms.", "at most 50"},
            {"It has up to 50 rooms.", "at most 50"},
            {"It has ~50 rooms.", "about 50"},
            {"It costs about $50 today.", "about USD 50"},
        };
        reading_test::expect_rows(k_rows, quantities_of);
    }

    void decimal_commas_are_read()
    {
        constexpr reading_test::ReadRow k_rows[] = {
            {"Es wiegt 3,5 kg heute.", "3.5 kg"},
            {"Es kostet 1.250,50 Euro heute.", "EUR 1250.5"},
            {"Es sind 1.250.000 Menschen.", "1250000"},
            {"They sold 1,250 books.", "1250 or 1.25"},
            {"They sold 1,250 books at 3.5 each.", "1250; 3.5"},
            {"Es sind 1.250 Menschen und 3,5 Hunde.", "1250; 3.5"},
            {"Il pesait 1 250 000,5 kg hier.", "1250000.5 kg"},
        };
        reading_test::expect_rows(k_rows, quantities_of);
    }

    void what_is_no_quantity_is_left()
    {
        constexpr reading_test::ReadRow k_rows[] = {
            {"Use version 1.2.3 now.", ""},     {"Call 555-123-4567 now.", ""},
            {"It uses SHA-256 now.", ""},       {"On 2024-03-05 it rained.", ""},
            {"On 5 March 2024 it rained.", ""}, {"At 9:15 it rained.", ""},
            {"Use `x = 5` here.", ""},          {"```\nx = 5\n```", ""},
        };
        reading_test::expect_rows(k_rows, quantities_of);
    }

    void what_is_not_measured_right_yet()
    {
        constexpr reading_test::ReadRow k_not_yet[] = {
            {"It takes 3 to 5 days by train.", "3; 5 day"},
            {"It was a twofold rise.", ""},
            {"It is twice as long now.", ""},
            {"It is 2 1/2 km long.", "2; 1; 2 km"},
            {"About 1/3 of them came.", "about 1; 3"},
            {"In 1850 it had 1850 rooms.", "1850 year; 1850 year"},
            {"In the 1970s it rained.", "1970 second year"},
            {"It is in section 4.2 here.", "4.2"},
        };
        reading_test::expect_rows(k_not_yet, quantities_of);
    }

    void the_last_printed_place_may_be_rounded()
    {
        constexpr reading_test::ReadRow k_rows[] = {
            {"It weighs 2.3 kg today.", "2.25 to 2.35"},
            {"It weighs 2.30 kg today.", "2.295 to 2.305"},
            {"It has 80 million people.", "79500000 to 80500000"},
            {"It has 1.5 billion people.", "1450000000 to 1550000000"},
            {"We saw 5 cats.", "5 to 5"},
            {"We saw five cats.", "5 to 5"},
            {"It costs $5.50 today.", "5.5 to 5.5"},
            {"It costs $3 million today.", "2500000 to 3500000"},
            {"It rose by 5.1% then.", "5.05 to 5.15"},
        };
        reading_test::expect_rows(k_rows, measured_in);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(QuantitiesTest);

} // namespace
