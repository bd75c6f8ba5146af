// Relations that hold: what two answers of a model say is computed, what one says is only counted.
#include "base/concat.hpp"
#include "support/scripted_model.hpp"

#include <cppunit/extensions/HelperMacros.h>

namespace {

namespace json = base::json;
using base::concat;
using llm::Level;
using tests::Known;
using tests::reader_of;
using tests::review_by;
using tests::ScriptedModel;

constexpr std::string_view k_feed =
    "Seven goats eat 1.5 kg of hay a day each and the pony eats 6 kg, so a day takes 16.5 kg.";

Known the_feed()
{
    return {.quote = "16.5 kg", .formula = "[Seven] * [1.5 kg] + [6 kg]"};
}

std::int64_t number(const json_t* artifact_view, const char* object, const char* member)
{
    return json::integer_member(json::object_member(artifact_view, object), member).value_or(-1);
}

std::int64_t confirmed_in(const tests::Asked& asked)
{
    const json_t* summary_view = json::object_member(asked.artifact.get(), "summary");
    return number(summary_view, "relations", "pointed");
}

// How many relations of a text a model confirms that says this in both answers.
std::int64_t confirmed(std::string_view text, const Known& known)
{
    auto model = reader_of({known});
    return confirmed_in(review_by(model, text, {Level::a}));
}

class HeldTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(HeldTest);
    CPPUNIT_TEST(what_two_answers_say_is_computed);
    CPPUNIT_TEST(one_answer_is_not_enough);
    CPPUNIT_TEST(without_a_record_it_changes_nothing);
    CPPUNIT_TEST(what_may_be_chance_confirms_nothing);
    CPPUNIT_TEST(another_unit_is_another_statement);
    CPPUNIT_TEST(all_figures_have_to_take_part);
    CPPUNIT_TEST(words_inside_a_quote_are_not_read_by_it);
    CPPUNIT_TEST(what_rules_have_shown_is_not_shown_again);
    CPPUNIT_TEST(a_question_is_no_claim_by_it);
    CPPUNIT_TEST_SUITE_END();

public:
    void what_two_answers_say_is_computed()
    {
        auto model = reader_of({the_feed()});
        const auto asked = review_by(model, k_feed, {Level::a});
        const json_t* artifact_view = asked.artifact.get();
        CPPUNIT_ASSERT_EQUAL(std::int64_t{1}, confirmed_in(asked));
        CPPUNIT_ASSERT_EQUAL(std::int64_t{1}, number(artifact_view, "coverage", "computed"));
        CPPUNIT_ASSERT_EQUAL(std::int64_t{1},
                             number(artifact_view, "coverage", "computed_pointed"));
        CPPUNIT_ASSERT_EQUAL(std::string{"PASS"}, tests::text_of(artifact_view, "verdict"));
        CPPUNIT_ASSERT_EQUAL(std::string{"computed"}, tests::text_of(artifact_view, "basis"));
        // The operands in another order.
        int derived = 0;
        ScriptedModel other{[&](const llm::Question& question) {
            Known known = the_feed();
            if (question.task == "verify.derive/1" && ++derived == 2)
                known.formula = "[6 kg] + [1.5 kg] * [Seven]";
            return tests::answer_text(question.material, {known});
        }};
        CPPUNIT_ASSERT_EQUAL(std::int64_t{1}, confirmed_in(review_by(other, k_feed, {Level::a})));
    }

    void one_answer_is_not_enough()
    {
        constexpr std::string_view k_again =
            "Seven goats eat 1.5 kg of hay a day each, the pony eats 6 kg and two hens each 3 kg, "
            "so a day takes 16.5 kg.";
        for (const char* second : {"", "[Seven] * [1.5 kg] + [two] * [3 kg]"}) {
            int derived = 0;
            ScriptedModel model{[&](const llm::Question& question) {
                Known known = the_feed();
                if (question.task == "verify.derive/1" && ++derived == 2) known.formula = second;
                return tests::answer_text(question.material, {known});
            }};
            const auto asked = review_by(model, k_again, {Level::a});
            CPPUNIT_ASSERT(tests::gate(asked.artifact.get(), "held") > 0);
            CPPUNIT_ASSERT_EQUAL(std::int64_t{0}, confirmed_in(asked));
            CPPUNIT_ASSERT_EQUAL(std::int64_t{0},
                                 number(asked.artifact.get(), "coverage", "computed"));
        }
    }

    void without_a_record_it_changes_nothing()
    {
        const auto without = tests::review_without(k_feed);
        tests::Terms of_another{.level = Level::b, .found = {148, 200}, .called = "other"};
        for (const auto& terms : {tests::Terms{}, of_another}) {
            auto model = reader_of({the_feed()});
            const auto asked = review_by(model, k_feed, terms);
            CPPUNIT_ASSERT_EQUAL(std::int64_t{0}, confirmed_in(asked));
            for (const char* member : {"verdict", "claims", "subscores", "score"})
                CPPUNIT_ASSERT_MESSAGE(member,
                                       json_equal(json::member(asked.artifact.get(), member),
                                                  json::member(without.get(), member)) == 1);
        }
    }

    void what_may_be_chance_confirms_nothing()
    {
        constexpr std::string_view k_rooms =
            "We packed 12 lamps for the north room and 12 for the south room, where one stood.";
        CPPUNIT_ASSERT_EQUAL(std::int64_t{0},
                             confirmed(k_rooms, {.quote = "12 lamps", .formula = "[12]"}));
        CPPUNIT_ASSERT_EQUAL(std::int64_t{0},
                             confirmed(k_rooms, {.quote = "12 lamps", .formula = "[12] * [one]"}));
        constexpr std::string_view k_pages = "Priya reads 35 pages a day, which makes 245 pages.";
        CPPUNIT_ASSERT_EQUAL(std::int64_t{0}, confirmed(k_pages, {.quote = "245 pages",
                                                                  .formula = "7 * [35 pages]"}));
        // Every second comparison holds.
        constexpr std::string_view k_lakes =
            "Lake Ulm covers 38 square kilometres. Lake Arn covers 41 square kilometres, so that "
            "Lake Ulm is the smaller.";
        CPPUNIT_ASSERT_EQUAL(
            std::int64_t{0},
            confirmed(k_lakes, {.quote = "the smaller",
                                .formula = "[38 square kilometres] < [41 square kilometres]"}));
    }

    void another_unit_is_another_statement()
    {
        constexpr std::string_view k_load = "Each sack weighs 25 kg when full. On the old scale of "
                                            "the mill the same sack shows 55.1 lb.";
        CPPUNIT_ASSERT_EQUAL(std::string{},
                             tests::own_findings(tests::review_without(k_load).get()));
        CPPUNIT_ASSERT_EQUAL(std::int64_t{1},
                             confirmed(k_load, {.quote = "55.1 lb", .formula = "[25 kg]"}));
        constexpr std::string_view k_same = "Each sack weighs 25 kg when full. On the old scale of "
                                            "the mill the same sack shows 25 kg.";
        CPPUNIT_ASSERT_EQUAL(std::int64_t{0},
                             confirmed(k_same, {.quote = "shows 25 kg", .formula = "[25 kg]"}));
    }

    void all_figures_have_to_take_part()
    {
        auto model = reader_of({the_feed()});
        const auto asked =
            review_by(model,
                      "Seven goats eat 1.5 kg of hay a day each and the pony eats 6 kg, so a day "
                      "takes 16.5 kg, and 9 doors lead out of the barn.",
                      {Level::a});
        CPPUNIT_ASSERT_EQUAL(std::int64_t{1}, confirmed_in(asked));
        CPPUNIT_ASSERT_EQUAL(std::int64_t{0}, number(asked.artifact.get(), "coverage", "computed"));
    }

    // A long quote that holds one figure says nothing of the words around it.
    void words_inside_a_quote_are_not_read_by_it()
    {
        constexpr std::string_view k_long =
            "Seven goats eat 1.5 kg of hay a day each, and the pony that the architect from Tarn "
            "bought after the war for the widow of the mayor eats 6 kg, so a day takes 16.5 kg.";
        constexpr std::string_view k_quote = "the pony that the architect from Tarn bought after "
                                             "the war for the widow of the mayor eats 6 kg";
        auto model = reader_of(
            {{.quote = "16.5 kg", .formula = concat("[Seven] * [1.5 kg] + [", k_quote, ']')}});
        const auto asked = review_by(model, k_long, {Level::a});
        CPPUNIT_ASSERT_EQUAL(std::int64_t{1}, confirmed_in(asked));
        CPPUNIT_ASSERT_EQUAL(std::int64_t{0}, number(asked.artifact.get(), "coverage", "computed"));
    }

    void what_rules_have_shown_is_not_shown_again()
    {
        constexpr std::string_view k_sum = "There were 14 lamps in the cellar and 27 in the attic, "
                                           "a total of 41 lamps.";
        CPPUNIT_ASSERT_EQUAL(
            std::int64_t{0},
            confirmed(k_sum, {.quote = "41", .formula = "[14 lamps] + [27]", .within = "of 41"}));
    }

    void a_question_is_no_claim_by_it()
    {
        constexpr std::string_view k_question =
            "Do seven goats with 1.5 kg of hay a day each and a pony with 6 kg eat 16.5 kg?";
        auto model = reader_of({{.quote = "16.5 kg", .formula = "[seven] * [1.5 kg] + [6 kg]"}});
        const auto asked = review_by(model, k_question, {Level::a});
        CPPUNIT_ASSERT_EQUAL(number(tests::review_without(k_question).get(), "summary", "claims"),
                             number(asked.artifact.get(), "summary", "claims"));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(HeldTest);

} // namespace
