// A model beside the rules of the synthesis: what two of its answers agree on, and what is dropped.
#include "model_cases.hpp"
#include "synthesize/brief/brief.hpp"
#include "synthesize/synthesis.hpp"

#include "base/canonical_json.hpp"
#include "base/concat.hpp"

#include <cppunit/extensions/HelperMacros.h>

namespace {

namespace json = base::json;
using namespace tests;

class SynthesisModelTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(SynthesisModelTest);
    CPPUNIT_TEST(what_two_questions_agree_on_is_an_opinion);
    CPPUNIT_TEST(what_the_second_question_does_not_confirm_is_dropped);
    CPPUNIT_TEST(what_is_not_there_is_dropped);
    CPPUNIT_TEST(the_same_with_another_number_is_refuted_by_code);
    CPPUNIT_TEST(who_is_wrong_about_our_sentences_is_not_heard);
    CPPUNIT_TEST(the_record_gives_the_same_bytes);
    CPPUNIT_TEST(a_model_that_is_away_is_told);
    CPPUNIT_TEST(a_brief_has_the_same);
    CPPUNIT_TEST(nothing_to_show_asks_nothing);
    CPPUNIT_TEST_SUITE_END();

    static const std::vector<Related>& pool()
    {
        static const std::vector<Related> k_related = {
            {"answers", {"Bathers may come back"}},
            {"answers", {"Nobody will swim"}},
            {"same", {"was leaking in three places", "dripped through the ceiling"}},
            {"opposed", {"dripped through the ceiling", "never leaked at all"}}};
        return k_related;
    }

public:
    void what_two_questions_agree_on_is_an_opinion()
    {
        ScriptedModel model{[&](const auto& question) { return related_well(question, pool()); }};
        const auto asked = merged_by(model, k_pool);
        const json_t* artifact_view = asked.artifact.get();
        CPPUNIT_ASSERT_EQUAL(2, model.asked);
        CPPUNIT_ASSERT_EQUAL(
            std::string{
                "answers: Bathers may come back once the leaves have fallen, the mayor said.\n"
                "answers: Nobody will swim in Linden before the next spring.\n"
                "opposed: Water had dripped through the ceiling of the swimming hall in Linden for "
                "months. The pool in Linden never leaked at all, its builder said.\n"
                "same: The roof of the pool was leaking in three places. Water had dripped through "
                "the ceiling of the swimming hall in Linden for months.\n"},
            opinions_of(artifact_view));
        CPPUNIT_ASSERT_EQUAL(
            std::string{"Bathers may come back once the leaves have fallen, the mayor said. Nobody "
                        "will swim in Linden before the next spring."},
            text_of(json::object_member(artifact_view, "summary_by_model"), "text"));
        CPPUNIT_ASSERT_EQUAL(rules_alone(k_pool), of_the_rules(artifact_view));
        CPPUNIT_ASSERT_EQUAL(std::string{"builtin+llm"}, text_of(engine_of(artifact_view), "mode"));
        CPPUNIT_ASSERT(!json::boolean_member(engine_of(artifact_view), "degraded").value_or(true));
        CPPUNIT_ASSERT_EQUAL(std::int64_t{2}, gate_count(artifact_view, "canary_ok"));
        CPPUNIT_ASSERT_EQUAL(std::int64_t{4}, gate_count(artifact_view, "kept_opinion"));
    }

    void what_the_second_question_does_not_confirm_is_dropped()
    {
        ScriptedModel model{[&](const auto& question) {
            if (question.task == "synthesis.judge/1")
                return tests::answers_text(question.material, "unclear");
            return related_well(question, pool());
        }};
        const auto asked = merged_by(model, k_pool);
        CPPUNIT_ASSERT_EQUAL(std::string{}, opinions_of(asked.artifact.get()));
        CPPUNIT_ASSERT(json_is_null(json::member(asked.artifact.get(), "summary_by_model")));
        CPPUNIT_ASSERT_EQUAL(std::int64_t{4}, gate_count(asked.artifact.get(), "dropped_by_vote"));
    }

    void what_is_not_there_is_dropped()
    {
        ScriptedModel model{[&](const auto& question) {
            return related_well(
                question, {{"answers", {"words of nobody"}},
                           {"same", {"was leaking in three places"}},
                           {"same", {"was leaking in three places", "was leaking in three places"}},
                           {"answers", {"Nobody will swim", "The builders found asbestos"}},
                           // Of one house no reader learns by being told twice.
                           {"same", {"Nobody will swim", "The builders found asbestos"}},
                           {"answers", {"Nobody will swim"}},
                           {"answers", {"Nobody will swim"}}});
        }};
        const auto asked = merged_by(model, k_pool);
        CPPUNIT_ASSERT_EQUAL(
            std::string{"answers: Nobody will swim in Linden before the next spring.\n"},
            opinions_of(asked.artifact.get()));
        CPPUNIT_ASSERT_EQUAL(std::int64_t{4},
                             gate_count(asked.artifact.get(), "dropped_out_of_range"));
        CPPUNIT_ASSERT_EQUAL(std::int64_t{1},
                             gate_count(asked.artifact.get(), "dropped_one_origin"));
        CPPUNIT_ASSERT_EQUAL(std::int64_t{1}, gate_count(asked.artifact.get(), "told_already"));
    }

    void the_same_with_another_number_is_refuted_by_code()
    {
        const auto order = pool_order({"The swimming pool of Linden cost 4 million euros.",
                                       "The swimming pool of Linden cost 7 million euros in all."});
        ScriptedModel model{[&](const auto& question) {
            return related_well(question, {{"same", {"4 million", "7 million"}}});
        }};
        const auto asked = merged_by(model, order);
        CPPUNIT_ASSERT_EQUAL(std::string{}, opinions_of(asked.artifact.get()));
        CPPUNIT_ASSERT_EQUAL(std::int64_t{1}, gate_count(asked.artifact.get(), "refuted_by_code"));
    }

    void who_is_wrong_about_our_sentences_is_not_heard()
    {
        ScriptedModel model{[&](const auto& question) {
            return related_text(ShownLines{question.material}, pool(),
                                /*is_right_about_ours=*/false);
        }};
        const auto asked = merged_by(model, k_pool);
        CPPUNIT_ASSERT_EQUAL(std::string{}, opinions_of(asked.artifact.get()));
        CPPUNIT_ASSERT_EQUAL(std::string{"model_canary"},
                             text_of(engine_of(asked.artifact.get()), "degraded_reason"));
        CPPUNIT_ASSERT_EQUAL(1, model.asked);
    }

    void the_record_gives_the_same_bytes()
    {
        ScriptedModel model{[&](const auto& question) { return related_well(question, pool()); }};
        const auto asked = merged_by(model, k_pool);
        const auto recorded = llm::Recorded::parse(asked.transcript.get());
        CPPUNIT_ASSERT(recorded != nullptr);
        llm::Consultation again{*recorded, recorded->settings()};
        const auto decided = synthesize::synthesize(k_pool, &again);
        CPPUNIT_ASSERT(!recorded->differs() && recorded->is_used_up());
        CPPUNIT_ASSERT_EQUAL(base::canonical_json_of_ours(asked.artifact.get()),
                             base::canonical_json_of_ours(decided.get()));
    }

    void a_model_that_is_away_is_told()
    {
        class Away final : public llm::Model {
            base::Result<std::string, llm::Silence> ask(const llm::Question&) override
            {
                return base::refuse(llm::Silence::away);
            }
        } model;
        const auto asked = merged_by(model, k_pool);
        CPPUNIT_ASSERT_EQUAL(std::string{"model_away"},
                             text_of(engine_of(asked.artifact.get()), "degraded_reason"));
        CPPUNIT_ASSERT_EQUAL(rules_alone(k_pool), of_the_rules(asked.artifact.get()));
    }

    void a_brief_has_the_same()
    {
        ScriptedModel model{[&](const auto& question) { return related_well(question, pool()); }};
        const auto asked = merged_by(model, k_pool, /*as_brief=*/true);
        CPPUNIT_ASSERT_EQUAL(std::size_t{4},
                             json_array_size(json::array_member(asked.artifact.get(), "opinions")));
        CPPUNIT_ASSERT_EQUAL(std::size_t{11},
                             json_array_size(json::array_member(asked.artifact.get(), "sections")));
    }

    void nothing_to_show_asks_nothing()
    {
        ScriptedModel model{[&](const auto& question) { return related_well(question, {}); }};
        const auto asked = merged_by(model, pool_order({"", ""}));
        CPPUNIT_ASSERT_EQUAL(0, model.asked);
        CPPUNIT_ASSERT(
            !json::boolean_member(engine_of(asked.artifact.get()), "degraded").value_or(true));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(SynthesisModelTest);

} // namespace
