// A review with a model: what becomes of a misfit that it points at, level by level.
#include "base/concat.hpp"
#include "support/scripted_model.hpp"

#include <cppunit/extensions/HelperMacros.h>

namespace {

namespace json = base::json;
using base::concat;
using llm::Level;
using tests::gate;
using tests::Known;
using tests::opinions;
using tests::own_findings;
using tests::pointed_findings;
using tests::reader_of;
using tests::review_by;
using tests::review_without;
using tests::ScriptedModel;
using tests::Skill;
using tests::text_of;

// 18 rows of 24 seats and 36 are 468; the built-in critics do not look.
constexpr std::string_view k_gym =
    "The gym has 18 rows of 24 seats and a balcony with 36, so 486 people can watch.";
constexpr std::string_view k_gym_chairs =
    "The gym has 18 rows of 24 seats, a balcony with 36 and 18 chairs by the door, so 486 people "
    "can watch.";
constexpr std::string_view k_three_halls =
    "The gym has 18 rows of 24 seats and a balcony with 36, so 486 people can watch. The barn has "
    "11 rows of 14 seats and a balcony with 25, so 197 people can watch. The tent has 12 rows of "
    "17 seats and a stand with 31, so 253 people can watch.";
constexpr std::string_view k_lakes = "Lake Ulm covers 38 square kilometres. Lake Arn covers 41 "
                                     "square kilometres, so that Lake Ulm is the larger.";

Known the_gym()
{
    return {.quote = "486 people", .formula = "[18 rows] * [24 seats] + [36]"};
}

Known the_lakes()
{
    return {.quote = "the larger",
            .formula = "[38 square kilometres] > [41 square kilometres]",
            .words = "the smaller"};
}

// A counter of a review of `text` by a model that knows this.
std::int64_t counted(std::string_view text, const Known& known, const char* counter)
{
    auto model = reader_of({known});
    const auto asked = review_by(model, text, {Level::a});
    CPPUNIT_ASSERT_EQUAL_MESSAGE(concat(text, " ~ ", known.formula), std::size_t{0},
                                 pointed_findings(asked.artifact.get()));
    return gate(asked.artifact.get(), counter);
}

const json_t* first_finding(const json_t* artifact_view)
{
    return json_array_get(json::array_member(artifact_view, "findings"), 0);
}

// The only finding of a review at this level: its check and severity.
std::string told(std::string_view text, const Known& known, Level level)
{
    auto model = reader_of({known});
    const auto asked = review_by(model, text, {level});
    CPPUNIT_ASSERT_EQUAL(std::size_t{1}, pointed_findings(asked.artifact.get()));
    CPPUNIT_ASSERT_EQUAL(std::size_t{0}, opinions(asked.artifact.get()));
    CPPUNIT_ASSERT_EQUAL(std::string{"CAUTION"}, text_of(asked.artifact.get(), "verdict"));
    const json_t* finding_view = first_finding(asked.artifact.get());
    CPPUNIT_ASSERT_EQUAL(std::string{"model"}, text_of(finding_view, "certainty"));
    return concat(text_of(finding_view, "check"), ' ', text_of(finding_view, "severity"));
}

class PanelTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(PanelTest);
    CPPUNIT_TEST(a_misfit_is_an_opinion_without_a_record);
    CPPUNIT_TEST(an_opinion_moves_nothing);
    CPPUNIT_TEST(a_misfit_is_a_finding_by_a_level);
    CPPUNIT_TEST(a_comparison_that_is_false_is_a_finding);
    CPPUNIT_TEST(a_gap_filled_with_what_is_stated_refutes);
    CPPUNIT_TEST(gaps_are_counted_by_the_level);
    CPPUNIT_TEST(a_defender_explains);
    CPPUNIT_TEST(a_quote_is_exact_or_dropped);
    CPPUNIT_TEST(what_cannot_be_computed_is_dropped);
    CPPUNIT_TEST(what_holds_is_counted);
    CPPUNIT_TEST(what_rules_have_told_is_not_told_again);
    CPPUNIT_TEST(operands_stand_near_or_in_one_list);
    CPPUNIT_TEST(what_others_say_is_not_meant);
    CPPUNIT_TEST(a_model_that_is_mostly_wrong_is_guessing);
    CPPUNIT_TEST(findings_of_a_model_never_fail_a_text);
    CPPUNIT_TEST_SUITE_END();

public:
    void a_misfit_is_an_opinion_without_a_record()
    {
        auto model = reader_of({the_gym()});
        const auto asked = review_by(model, k_gym);
        const json_t* artifact_view = asked.artifact.get();
        CPPUNIT_ASSERT_EQUAL(std::size_t{0}, pointed_findings(artifact_view));
        CPPUNIT_ASSERT_EQUAL(std::size_t{1}, opinions(artifact_view));
        const json_t* opinion_view =
            json_array_get(json::array_member(artifact_view, "opinions"), 0);
        const json_t* evidence_view = json::object_member(opinion_view, "evidence");
        CPPUNIT_ASSERT_EQUAL(std::string{"arith.sum"}, text_of(opinion_view, "check"));
        CPPUNIT_ASSERT_EQUAL(std::string{"468"}, text_of(evidence_view, "value"));
        CPPUNIT_ASSERT_EQUAL(std::string{"486 people"}, text_of(evidence_view, "stated"));
        CPPUNIT_ASSERT_EQUAL(std::string{"18 rows \u00d7 24 seats + 36"},
                             text_of(evidence_view, "formula"));
        CPPUNIT_ASSERT_EQUAL(std::int64_t{2},
                             json::integer_member(evidence_view, "gaps").value_or(0));
        const json_t* spans_view = json::array_member(opinion_view, "spans");
        CPPUNIT_ASSERT_EQUAL(std::size_t{4}, json_array_size(spans_view));
        CPPUNIT_ASSERT_EQUAL(std::string{"486 people"},
                             text_of(json_array_get(spans_view, 0), "quote"));
        const json_t* engine_view = tests::engine_of(artifact_view);
        CPPUNIT_ASSERT_EQUAL(std::string{"builtin+llm"}, text_of(engine_view, "mode"));
        CPPUNIT_ASSERT(!json::boolean_member(engine_view, "degraded").value_or(true));
    }

    void an_opinion_moves_nothing()
    {
        auto model = reader_of({the_gym()});
        const auto with = review_by(model, k_gym, {Level::none, "deep"});
        const auto without = review_without(k_gym, "deep");
        for (const char* member :
             {"verdict", "score", "confidence", "subscores", "claims", "findings", "not_checked"})
            CPPUNIT_ASSERT_MESSAGE(member, json_equal(json::member(with.artifact.get(), member),
                                                      json::member(without.get(), member)) == 1);
    }

    void a_misfit_is_a_finding_by_a_level()
    {
        CPPUNIT_ASSERT_EQUAL(std::string{"arith.sum minor"}, told(k_gym, the_gym(), Level::a));
        CPPUNIT_ASSERT_EQUAL(std::string{"arith.sum major"}, told(k_gym, the_gym(), Level::b));
        // A figure of one digit, and operands two sentences away, are read with less certainty.
        CPPUNIT_ASSERT_EQUAL(
            std::string{"arith.sum minor"},
            told("We packed a box of 3 lamps and another with 4, so that 9 lamps go by rail.",
                 {.quote = "9 lamps", .formula = "[3 lamps] + [4]"}, Level::b));
        CPPUNIT_ASSERT_EQUAL(
            std::string{"arith.sum minor"},
            told("The gym has 18 rows of 24 seats and a balcony with 36. The band is called Ulm. "
                 "So 486 people can watch.",
                 the_gym(), Level::b));
    }

    void a_comparison_that_is_false_is_a_finding()
    {
        CPPUNIT_ASSERT_EQUAL(std::string{}, own_findings(review_without(k_lakes).get()));
        for (const auto level : {Level::a, Level::b})
            CPPUNIT_ASSERT_EQUAL(std::string{"order.words minor"},
                                 told(k_lakes, the_lakes(), level));
        // A comparison that holds belongs there, too.
        Known other = the_lakes();
        other.words.clear();
        other.refilled = "[38 square kilometres] < [41 square kilometres]";
        CPPUNIT_ASSERT_EQUAL(std::string{"order.words minor"}, told(k_lakes, other, Level::a));
        other.words = "The larger.";
        CPPUNIT_ASSERT_EQUAL(std::int64_t{1}, counted(k_lakes, other, "unconfirmed"));
    }

    void a_gap_filled_with_what_is_stated_refutes()
    {
        Known known = the_gym();
        known.refilled = "[18 rows] * [24 seats] + [36] + [18 chairs]";
        CPPUNIT_ASSERT_EQUAL(std::int64_t{1}, counted(k_gym_chairs, known, "unconfirmed"));
        // Another value, or what cannot be computed, does not confirm.
        for (const char* formula : {"[18 rows] * [24 seats]", "[19 rows] * [24 seats]", "("}) {
            known.refilled = formula;
            CPPUNIT_ASSERT_EQUAL(std::int64_t{1}, counted(k_gym_chairs, known, "unconfirmed"));
        }
    }

    void gaps_are_counted_by_the_level()
    {
        // The first gaps are filled as the formula says, the others with `then`.
        const auto findings = [](Level level, int as_before, const char* then) {
            int gaps = 0;
            ScriptedModel model{[&](const llm::Question& question) {
                Known known = the_gym();
                if (question.task == "verify.gap/1" && ++gaps > as_before) known.refilled = then;
                return tests::answer_text(question.material, {known});
            }};
            const auto asked = review_by(model, k_gym_chairs, {level});
            return pointed_findings(asked.artifact.get());
        };
        constexpr const char* k_other = "[18 rows] * [24 seats]";
        constexpr const char* k_stated = "[18 rows] * [24 seats] + [36] + [18 chairs]";
        CPPUNIT_ASSERT_EQUAL(std::size_t{1}, findings(Level::a, 1, k_other));
        CPPUNIT_ASSERT_EQUAL(std::size_t{0}, findings(Level::a, 0, k_other));
        CPPUNIT_ASSERT_EQUAL(std::size_t{0}, findings(Level::a, 1, k_stated));
        CPPUNIT_ASSERT_EQUAL(std::size_t{1}, findings(Level::b, 2, k_other));
        CPPUNIT_ASSERT_EQUAL(std::size_t{0}, findings(Level::b, 1, k_other));
        CPPUNIT_ASSERT_EQUAL(std::size_t{0}, findings(Level::b, 2, k_stated));
    }

    void a_defender_explains()
    {
        Known known = the_gym();
        for (const std::string_view defence : {"yes", "unclear"}) {
            known.defence = defence;
            CPPUNIT_ASSERT_EQUAL(std::int64_t{1}, counted(k_gym, known, "explained"));
        }
    }

    void a_quote_is_exact_or_dropped()
    {
        for (const std::string quote : {"486 peopl e", "486  people", "487 people", "",
                                        "486 people can watch..", "486 People"}) {
            Known known = the_gym();
            known.quote = quote;
            known.within = "486 people";
            CPPUNIT_ASSERT_EQUAL_MESSAGE(quote, std::int64_t{2}, // by each of two answers
                                         counted(k_gym, known, "bad_quote"));
        }
    }

    void what_cannot_be_computed_is_dropped()
    {
        for (const std::string formula :
             {"", "[", "[19 rows] * [24 seats]", "[18 rows] * 25", "18 * 24 + 36", "7 * 60",
              "[18 rows] / ([36] - [36])", "[the gym]", "system([18 rows])", "[486 people]",
              "[18 rows] * [24 seats] +", "weekday([18 rows])", "[36] - [18 rows] * [24 seats]"}) {
            Known known = the_gym();
            known.formula = formula;
            CPPUNIT_ASSERT_EQUAL_MESSAGE(formula, std::int64_t{2},
                                         counted(k_gym, known, "not_computable"));
        }
    }

    void what_holds_is_counted()
    {
        std::string right{k_gym};
        right.replace(right.find("486"), 3, "468");
        Known known = the_gym();
        known.quote = "468 people";
        CPPUNIT_ASSERT_EQUAL(std::int64_t{2}, counted(right, known, "held"));
    }

    void what_rules_have_told_is_not_told_again()
    {
        constexpr std::string_view k_paid = "The 14 members paid 25 euros each, 380 euros in all.";
        CPPUNIT_ASSERT(!own_findings(review_without(k_paid).get()).empty());
        CPPUNIT_ASSERT_EQUAL(std::int64_t{2},
                             counted(k_paid, {.quote = "380 euros", .formula = "[14] * [25 euros]"},
                                     "told_already"));
    }

    void operands_stand_near_or_in_one_list()
    {
        constexpr std::string_view k_apart =
            "The gym has 18 rows of 24 seats. Its lights are new. Its doors are wide. Its floor is "
            "old. In all 486 people can watch.";
        const Known known{.quote = "486 people", .formula = "[18 rows] * [24 seats]"};
        CPPUNIT_ASSERT_EQUAL(std::int64_t{2}, counted(k_apart, known, "far"));
        constexpr std::string_view k_list = "- 18 rows of 24 seats\n- new lights\n- wide doors\n"
                                            "- an old floor\n- room for 486 people\n";
        auto model = reader_of({known});
        const auto asked = review_by(model, k_list, {Level::a});
        CPPUNIT_ASSERT_EQUAL(std::int64_t{0}, gate(asked.artifact.get(), "far"));
        CPPUNIT_ASSERT_EQUAL(std::int64_t{1}, gate(asked.artifact.get(), "kept"));
    }

    void what_others_say_is_not_meant()
    {
        for (const auto& text : {concat("Ann wrote: \"", k_gym, "\" Nobody answered."),
                                 concat("It is wrong that ", k_gym)})
            CPPUNIT_ASSERT_MESSAGE(text, counted(text, the_gym(), "not_meant") > 0);
    }

    void a_model_that_is_mostly_wrong_is_guessing()
    {
        const auto review = [](std::string_view of_the_barn, std::string_view of_the_tent) {
            auto model = reader_of({the_gym(),
                                    {.quote = "197 people",
                                     .formula = "[11 rows] * [14 seats] + [25]",
                                     .defence = of_the_barn},
                                    {.quote = "253 people",
                                     .formula = "[12 rows] * [17 seats] + [31]",
                                     .defence = of_the_tent}});
            return review_by(model, k_three_halls, {Level::a});
        };
        const auto all = review("no", "no");
        CPPUNIT_ASSERT_EQUAL(std::size_t{3}, pointed_findings(all.artifact.get()));
        const auto most = review("no", "yes");
        CPPUNIT_ASSERT_EQUAL(std::size_t{2}, pointed_findings(most.artifact.get()));
        const auto one = review("yes", "yes");
        CPPUNIT_ASSERT_EQUAL(std::size_t{0}, pointed_findings(one.artifact.get()));
        CPPUNIT_ASSERT_EQUAL(std::int64_t{1}, gate(one.artifact.get(), "guessed"));
    }

    // Twelve halls, each with a capacity that does not follow.
    void findings_of_a_model_never_fail_a_text()
    {
        std::string text;
        std::vector<Known> known;
        for (int i = 0; i < 12; ++i) {
            const int rows = 21 + i;
            const int seats = 41 + i;
            const int stated = rows * seats + 84 + i;
            text += concat("That hall has ", rows, " rows of ", seats, " seats and a balcony with ",
                           71 + i, ", so ", stated, " people can watch. ");
            known.push_back(
                {.quote = concat(stated, " people"),
                 .formula = concat('[', rows, " rows] * [", seats, " seats] + [", 71 + i, ']')});
        }
        CPPUNIT_ASSERT_EQUAL(std::string{}, own_findings(review_without(text).get()));
        auto model = reader_of(std::move(known));
        const auto asked = review_by(model, text, {Level::b});
        CPPUNIT_ASSERT_EQUAL(std::size_t{12}, pointed_findings(asked.artifact.get()));
        CPPUNIT_ASSERT_EQUAL(std::string{"CAUTION"}, text_of(asked.artifact.get(), "verdict"));
        CPPUNIT_ASSERT(json::integer_member(asked.artifact.get(), "score").value_or(0) >= 50);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(PanelTest);

} // namespace
