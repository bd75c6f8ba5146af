// How a finding is worded: as a person would say it, with the quotes as they are printed.
#include "base/json.hpp"
#include "unit/verify/cases.hpp"

#include <cppunit/extensions/HelperMacros.h>
#include <string>

namespace {

namespace json = base::json;

class SpokenTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(SpokenTest);
    CPPUNIT_TEST(each_operation_has_its_words);
    CPPUNIT_TEST_SUITE_END();

public:
    void each_operation_has_its_words()
    {
        struct Row {
            std::string_view text;
            std::string_view words;
        };
        constexpr Row k_rows[] = {
            {"Revenue rose 9.9 % from $52.6 million to $58.4 million.",
             "From $52.6 million to $58.4 million is 11.03 %, not 9.9 %."},
            {"So 18 x 24 + 36 = 486.", "18 x 24 + 36 is 468, not 486."},
            {"So 1,234 + 1,111 = 2,354.", "1,234 + 1,111 is 2,345, not 2,354."},
            {"And 45/60 = 70 %.", "45/60 is 75 %, not 70 %."},
            {"\u20ac18 * 24 = \u20ac452.", "\u20ac18 * 24 is \u20ac432, not \u20ac452."},
            {"So $18 * 24 = $452.", "$18 * 24 is $432, not $452."},
            {"The total is\n\n(3 + 4) * 12\n\n= 7 * 12\n\n= 94", "7 * 12 is 84, not 94."},
            {"So $1{,}250 + 375 = 1{,}725$.", "1{,}250 + 375 is 1,625, not 1{,}725."},
            {"It is $\\frac{45}{60} = 70\\%$.", "\\frac{45}{60} is 75\\%, not 70\\%."},
            {"Of the 60 pupils 45 (70 %) passed the test.", "45 / 60 is 75 %, not 70 %."},
            {"The mean of 3, 4 and 8 is 6.", "The mean of 3, 4 and 8 is 5, not 6."},
            {"The sum of 4, 9 and 12 is 26.", "4 + 9 + 12 is 25, not 26."},
            {"Each of the 12 crates holds 24 bottles, 298 bottles in all.",
             "12 \u00d7 24 is 288, not 298."},
            {"$2,000 at 5 % a year is $2,200 after 2 years when compounded.",
             "$2,000 \u00d7 (1 + 5 %) ^ 2 is $2,205, not $2,200."},
            {"From 9:00 to 17:30 it was open for 7 hours and 30 minutes.",
             "From 09:00 to 17:30 is 8 h 30 min, not 7 hours and 30 minutes."},
        };
        for (const auto& row : k_rows) {
            const auto artifact = tests::artifact_of(row.text);
            const json_t* findings_view = json::member(artifact.get(), "findings");
            CPPUNIT_ASSERT_MESSAGE(std::string{row.text}, json_array_size(findings_view) > 0);
            CPPUNIT_ASSERT_EQUAL(
                std::string{row.words},
                std::string{*json::text_member(json_array_get(findings_view, 0), "reasoning")});
        }
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(SpokenTest);

} // namespace
