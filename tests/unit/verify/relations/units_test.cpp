// unit.conversion in sentences.
#include "../cases.hpp"

#include <cppunit/extensions/HelperMacros.h>

#include <string>

namespace {

using tests::Case;

class VerifierUnitsTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(VerifierUnitsTest);
    CPPUNIT_TEST(wrong_conversions_are_found);
    CPPUNIT_TEST(fair_conversions_are_left_alone);
    CPPUNIT_TEST(hostile_measures_end);
    CPPUNIT_TEST_SUITE_END();

public:
    void wrong_conversions_are_found()
    {
        constexpr Case k_rows[] = {
            {"The course is 26.2 miles (43.2 km) long.", "unit.conversion", "43.2 km", "42.2"},
            {"He is 6 ft 2 in (198 cm) tall.", "unit.conversion", "198 cm", "188"},
            {"He is 188 cm (6 ft 5 in) tall.", "unit.conversion", "6 ft 5 in", "74"},
            {"It was 30 \u00b0C (54 \u00b0F) at noon.", "unit.conversion", "54 \u00b0F", "86"},
            {"The bag weighs 100 lb (220 kg).", "unit.conversion", "220 kg", "45"},
            {"The bridge is 5 miles (80 km) long.", "unit.conversion", "80 km", "8"},
        };
        tests::expect_all(k_rows, tests::k_verifier_alone);
    }

    void fair_conversions_are_left_alone()
    {
        constexpr Case k_rows[] = {
            {""},
            {"The course is 26.2 miles (42.2 km) long."},
            {"He is 6 ft 2 in (188 cm) tall."},
            {"Bake at 180 \u00b0C (350 \u00b0F)."},
            {"A rise of 10 \u00b0C (18 \u00b0F)."},
            {"A room of 12 ft \u00d7 10 ft (3.7 m \u00d7 3.0 m)."},
            {"Use 1/2 inch (13 mm) screws."},
            {"The trail is 5 miles (300 m of ascent)."},
            {"Between 5 and 10 miles (8 and 16 km)."},
            {"A 5\u201310 mile (8\u201316 km) walk."},
            {"About 100 m (300 ft) away."},
            {"20 gallons (91 litres) or 20 gallons (76 litres)."},
            {"The tyre pressure is 32 psi (2.2 bar)."},
            {"Run 5 km, or 10 miles, every week."},
            {"A 4 GB (4096 MB) card and a 500 GB (466 GiB) disk."},
            {"The wrong value was 10 miles (26 km)."},
        };
        tests::expect_all(k_rows, tests::k_verifier_alone);
    }

    void hostile_measures_end()
    {
        constexpr std::size_t k_large = 200'000;
        std::string feet;
        while (feet.size() + 16 < k_large) feet += "1 ft 1 in (1 m (";
        std::string squares;
        while (squares.size() + 16 < k_large) squares += "1 square square ";
        CPPUNIT_ASSERT(tests::artifact_of(feet, tests::k_verifier_alone) != nullptr);
        CPPUNIT_ASSERT(tests::artifact_of(squares, tests::k_verifier_alone) != nullptr);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(VerifierUnitsTest);

} // namespace
