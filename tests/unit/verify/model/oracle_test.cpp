// What a model is worth that knows how the figures of texts follow, and what one costs that makes
// formulas up and agrees with itself.
#include "base/concat.hpp"
#include "support/random_formulas.hpp"

#include <cppunit/extensions/HelperMacros.h>

namespace {

using base::concat;
using llm::Level;

// A text twice: as it is wrong and as it is right.
struct Twin {
    std::string before;
    std::string wrong;
    std::string right;
    std::string behind;
    std::string formula;
    std::string instead{}; // words that belong there, of a comparison
};

const Twin k_twins[] = {
    {"The choir fills 7 benches of 12 singers, and 5 more stand at the side. The programme for "
     "tonight thanks ",
     "98 voices", "89 voices", ".", "[7 benches] * [12 singers] + [5]"},
    {"A crate of pears weighs 14 kg and a crate of plums 9 kg. Odell loaded 6 crates of pears and "
     "8 of plums onto the cart, which now carries ",
     "165 kg", "156 kg", " of fruit.", "[14 kg] * [6 crates] + [9 kg] * [8]"},
    {"The mill paid its 23 weavers 18 crowns each, and the dyer 40 crowns. Its purse was lighter "
     "by ",
     "464 crowns", "454 crowns", " that evening.", "[23 weavers] * [18 crowns] + [40 crowns]"},
    {"Our tank takes 240 litres. Marta poured in nine buckets of 15 litres. There is room for "
     "another ",
     "115 litres", "105 litres", ".", "[240 litres] - [nine buckets] * [15 litres]"},
    {"The trail to the hut climbs 420 m, then 385 m, and drops 130 m before its door. Whoever "
     "arrives stands ",
     "765 m", "675 m", " above the car park.", "[420 m] + [385 m] - [130 m]"},
    {"Priya reads 35 pages on a weekday and 60 on each of the two days of a weekend. Her week ends "
     "after ",
     "395 pages", "295 pages", ".", "7 * [35 pages] - 2 * [35 pages] + [two] * [60]"},
    {"The lift carries 630 kg. Seven movers of 80 kg stepped in. What they may still load is ",
     "90 kg", "70 kg", ".", "[630 kg] - [Seven] * [80 kg]"},
    {"Each of the 16 tables gets 3 candles. Tarn lays them in 4 rooms and keeps 40 candles back. "
     "The ward has ordered ",
     "322 candles", "232 candles", ".", "[16 tables] * [3 candles] * [4 rooms] + [40 candles]"},
    {"Lake Ulm covers 38 square kilometres. Lake Arn covers 41 square kilometres, so that Lake Ulm "
     "is the ",
     "larger", "smaller", ".", "[38 square kilometres] > [41 square kilometres]", "smaller"},
    {"The north tower has 212 steps. The south tower has 187 steps, and those who climb it climb "
     "the ",
     "taller", "shorter", ".", "[187 steps] > [212 steps]", "shorter"},
};

tests::Asked asked_of(const Twin& twin, bool is_wrong, Level level)
{
    const auto& quote = is_wrong ? twin.wrong : twin.right;
    std::string formula = twin.formula;
    // Of the right one a model says the comparison that the words make.
    if (!twin.instead.empty() && !is_wrong) formula.replace(formula.find('>'), 1, "<");
    auto model =
        tests::reader_of({{.quote = quote, .formula = std::move(formula), .words = twin.instead}});
    const auto text = concat(twin.before, quote, twin.behind);
    CPPUNIT_ASSERT_EQUAL_MESSAGE(text, std::string{},
                                 tests::own_findings(tests::review_without(text).get()));
    return tests::review_by(model, text, {level});
}

class OracleTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(OracleTest);
    CPPUNIT_TEST(what_a_model_knows_is_found);
    CPPUNIT_TEST(right_texts_raise_no_alarm);
    CPPUNIT_TEST(made_up_formulas_never_fail_a_text);
    CPPUNIT_TEST_SUITE_END();

public:
    void what_a_model_knows_is_found()
    {
        for (const auto& twin : k_twins)
            for (const auto level : {Level::a, Level::b})
                CPPUNIT_ASSERT_EQUAL_MESSAGE(
                    twin.before, std::size_t{1},
                    tests::pointed_findings(asked_of(twin, true, level).artifact.get()));
    }

    void right_texts_raise_no_alarm()
    {
        for (const auto& twin : k_twins)
            for (const auto level : {Level::a, Level::b}) {
                const auto asked = asked_of(twin, false, level);
                CPPUNIT_ASSERT_EQUAL_MESSAGE(twin.before, std::size_t{0},
                                             tests::pointed_findings(asked.artifact.get()));
                // Each of two answers says how it follows, and code computes that it does.
                CPPUNIT_ASSERT_EQUAL_MESSAGE(twin.before, std::int64_t{2},
                                             tests::gate(asked.artifact.get(), "held"));
            }
    }

    void made_up_formulas_never_fail_a_text()
    {
        std::mt19937 random{20261129}; // the same each time, so that a failure can be seen again
        std::size_t told = 0;
        for (const auto& twin : k_twins)
            for (int round = 0; round < 10; ++round) {
                const auto text = concat(twin.before, twin.right, twin.behind);
                auto model = tests::reader_of(tests::random_formulas(text, 12, random));
                const auto asked = tests::review_by(model, text, {Level::b});
                const auto verdict = tests::text_of(asked.artifact.get(), "verdict");
                const auto without = tests::text_of(tests::review_without(text).get(), "verdict");
                CPPUNIT_ASSERT_MESSAGE(text, verdict == without || verdict == "CAUTION");
                told += tests::pointed_findings(asked.artifact.get());
            }
        // Votes do not stop what repeats itself: the bench has to (OPERATORS.md).
        CPPUNIT_ASSERT(told > 0);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(OracleTest);

} // namespace
