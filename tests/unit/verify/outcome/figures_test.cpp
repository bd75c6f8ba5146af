// What the summary says of figures: how many were recomputed, and how many were only read.
#include "verify/outcome/figures.hpp"

#include <cppunit/extensions/HelperMacros.h>

namespace {

using verify::outcome::Figures;
using verify::outcome::figures_text;

class FiguresTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(FiguresTest);
    CPPUNIT_TEST(each_case_has_its_words);
    CPPUNIT_TEST_SUITE_END();

public:
    void each_case_has_its_words()
    {
        struct Row {
            Figures figures;
            std::string_view words;
        };
        constexpr Row k_rows[] = {
            {{0, 0, 0}, "No figure is stated."},
            {{1, 1, 0}, "The one figure was recomputed and fits."},
            {{3, 3, 0}, "All 3 figures were recomputed and fit."},
            {{5, 0, 0},
             "None of 5 figures was recomputed: they follow from nothing in the text that a check "
             "reads."},
            {{23, 9, 0},
             "Of 23 figures 9 were recomputed and fit; 14 follow from nothing in the text that a "
             "check reads."},
            {{23, 9, 2},
             "Of 23 figures 9 were recomputed and fit, 2 do not fit; 12 follow from nothing in the "
             "text that a check reads."},
            {{3, 2, 1}, "Of 3 figures 2 were recomputed and fit, 1 does not fit."},
            {{1, 0, 1}, "The one figure does not fit."},
        };
        for (const auto& row : k_rows)
            CPPUNIT_ASSERT_EQUAL(std::string{row.words}, figures_text(row.figures));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(FiguresTest);

} // namespace
