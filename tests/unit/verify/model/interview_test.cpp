// What a review with a model lacks: test sentences missed, answers cut, a budget that ends; and
// that a record gives the same review again.
#include "base/canonical_json.hpp"
#include "base/concat.hpp"
#include "support/artifact_schema.hpp"
#include "support/scripted_model.hpp"

#include <cppunit/extensions/HelperMacros.h>

namespace {

namespace json = base::json;
using base::concat;
using llm::Level;
using tests::Known;
using tests::opinions;
using tests::review_by;
using tests::ScriptedModel;
using tests::Skill;
using tests::text_of;

constexpr std::string_view k_hall =
    "The hall has 18 rows of 24 seats and a balcony with 36, so 486 people can watch.";

std::vector<Known> of_the_hall()
{
    return {{.quote = "486 people", .formula = "[18 rows] * [24 seats] + [36]"}};
}

std::string lack_in(const tests::Asked& asked)
{
    return text_of(tests::engine_of(asked.artifact.get()), "degraded_reason");
}

class InterviewTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(InterviewTest);
    CPPUNIT_TEST(a_model_that_misses_test_sentences_is_not_believed);
    CPPUNIT_TEST(one_of_six_may_be_missed);
    CPPUNIT_TEST(a_gap_may_be_dropped_where_another_is_heard);
    CPPUNIT_TEST(a_value_that_rules_have_shown_is_asked_for);
    CPPUNIT_TEST(a_cut_answer_tells_nothing);
    CPPUNIT_TEST(a_budget_that_a_long_text_uses_up_is_not_paid_back);
    CPPUNIT_TEST(an_artifact_keeps_the_schema);
    CPPUNIT_TEST(a_record_gives_the_same_bytes);
    CPPUNIT_TEST_SUITE_END();

    static tests::Asked asked_of(const Skill& skill, std::string_view text = k_hall)
    {
        auto model = tests::reader_of(of_the_hall(), skill);
        return review_by(model, text);
    }

public:
    void a_model_that_misses_test_sentences_is_not_believed()
    {
        for (const Skill& skill : {Skill{.derived = 2}, Skill{.derived = 0}, Skill{.filled = 4},
                                   Skill{.filled = 0}, Skill{.defended = 0}}) {
            const auto asked = asked_of(skill);
            CPPUNIT_ASSERT_EQUAL(std::string{"model_canary"}, lack_in(asked));
            CPPUNIT_ASSERT_EQUAL(std::size_t{0}, opinions(asked.artifact.get()));
        }
    }

    void one_of_six_may_be_missed()
    {
        for (const Skill& skill : {Skill{.filled = 5}, Skill{.defended = 1}}) {
            const auto asked = asked_of(skill);
            CPPUNIT_ASSERT_EQUAL(std::string{}, lack_in(asked));
            CPPUNIT_ASSERT_EQUAL(std::size_t{1}, opinions(asked.artifact.get()));
        }
        // In two questions there are three each.
        int derived = 0;
        ScriptedModel model{[&](const llm::Question& question) {
            const bool is_first = question.task == "verify.derive/1" && ++derived == 1;
            return tests::answer_text(question.material, of_the_hall(),
                                      is_first ? Skill{.derived = 2} : Skill{});
        }};
        const auto asked = review_by(model, k_hall);
        CPPUNIT_ASSERT_EQUAL(std::string{}, lack_in(asked));
        CPPUNIT_ASSERT_EQUAL(std::size_t{1}, opinions(asked.artifact.get()));
    }

    void a_gap_may_be_dropped_where_another_is_heard()
    {
        // The review in which so many of the answers about gaps miss the test items.
        const auto dropped = [](int how_many, llm::Level level, std::string_view refilled) {
            int filled = 0;
            auto known = of_the_hall();
            known.front().refilled = refilled;
            ScriptedModel model{[&](const llm::Question& question) {
                const bool misses = question.task == "verify.gap/1" && ++filled <= how_many;
                return tests::answer_text(question.material, known,
                                          misses ? Skill{.filled = 4} : Skill{});
            }};
            const auto asked = review_by(model, k_hall, {level});
            return concat(tests::pointed_findings(asked.artifact.get()), ' ', lack_in(asked));
        };
        constexpr std::string_view k_another = "[18 rows] + [36]";
        CPPUNIT_ASSERT_EQUAL(std::string{"0 model_canary"}, dropped(2, Level::a, k_another));
        CPPUNIT_ASSERT_EQUAL(std::string{"0 "}, dropped(1, Level::a, k_another));
        CPPUNIT_ASSERT_EQUAL(std::string{"1 "}, dropped(1, Level::a, {}));
        // One of three has confirmed it, and what was dropped might have.
        CPPUNIT_ASSERT_EQUAL(std::string{"0 model_canary"}, dropped(2, Level::b, {}));
        CPPUNIT_ASSERT_EQUAL(std::string{"0 "}, dropped(2, Level::b, k_another));
        CPPUNIT_ASSERT_EQUAL(std::string{"1 "}, dropped(1, Level::b, {}));
    }

    // It stands among the six, and looks like any other gap in the text.
    void a_value_that_rules_have_shown_is_asked_for()
    {
        constexpr std::string_view k_with_sum =
            "The hall has 18 rows of 24 seats and a balcony with 36, so 486 people can watch. "
            "There were 14 lamps in the cellar and 27 in the attic, a total of 41 lamps.";
        CPPUNIT_ASSERT_EQUAL(std::size_t{1}, opinions(asked_of({}, k_with_sum).artifact.get()));
        // Five of ours are left: by a fourth one right two of six are wrong.
        const auto blind = asked_of({.filled = 4}, k_with_sum);
        CPPUNIT_ASSERT_EQUAL(std::string{"model_canary"}, lack_in(blind));
        auto known = of_the_hall();
        known.push_back({.quote = "41", .formula = "[14 lamps] + [27]", .within = "of 41 lamps"});
        auto model = tests::reader_of(std::move(known), {.filled = 4});
        const auto seeing = review_by(model, k_with_sum);
        CPPUNIT_ASSERT_EQUAL(std::string{}, lack_in(seeing));
        CPPUNIT_ASSERT_EQUAL(std::size_t{1}, opinions(seeing.artifact.get()));
    }

    void a_cut_answer_tells_nothing()
    {
        class Cut final : public llm::Model {
        public:
            Cut(std::string_view task, int first_cut) : m_task{task}, m_first_cut{first_cut} {}

            base::Result<std::string, llm::Silence> ask(const llm::Question& question) override
            {
                if (question.task == m_task && ++m_asked >= m_first_cut)
                    return tests::completion("{", "length");
                return tests::completion(tests::answer_text(question.material, of_the_hall()));
            }

        private:
            std::string_view m_task;
            int m_first_cut;
            int m_asked = 0;
        };
        const auto opinions_with = [](std::string_view task, int first_cut) {
            Cut model{task, first_cut};
            const auto asked = review_by(model, k_hall);
            CPPUNIT_ASSERT_EQUAL(std::string{"model_answer"}, lack_in(asked));
            return opinions(asked.artifact.get());
        };
        for (const std::string_view task : {"verify.derive/1", "verify.gap/1", "verify.defend/2"})
            CPPUNIT_ASSERT_EQUAL(std::size_t{0}, opinions_with(task, 1));
        // The other answer says it, too.
        CPPUNIT_ASSERT_EQUAL(std::size_t{1}, opinions_with("verify.derive/1", 2));
        CPPUNIT_ASSERT_EQUAL(std::size_t{1}, opinions_with("verify.gap/1", 2));
    }

    // Or an author of long texts would have every review for nothing.
    void a_budget_that_a_long_text_uses_up_is_not_paid_back()
    {
        class Spent final : public llm::Model {
        public:
            base::Result<std::string, llm::Silence> ask(const llm::Question& question) override
            {
                if (++m_asked > 1) return base::refuse(llm::Silence::over_budget);
                return tests::completion(tests::answer_text(question.material));
            }

        private:
            int m_asked = 0;
        };
        const auto lack_of = [](const std::string& text, std::string_view tier) {
            Spent model;
            return lack_in(review_by(model, text, {.tier = tier}));
        };
        std::string text;
        for (int i = 0; i < 400; ++i) text += "The library of Ambry lends books to its readers. ";
        CPPUNIT_ASSERT_EQUAL(std::string{"model_budget"}, lack_of(text, "standard"));
        // A short one costs what each costs.
        CPPUNIT_ASSERT_EQUAL(std::string{"model_away"}, lack_of("The library is open.", "deep"));
    }

    void an_artifact_keeps_the_schema()
    {
        for (const auto level : {Level::none, Level::a, Level::b}) {
            auto known = of_the_hall();
            known.push_back({.quote = "the larger",
                             .formula = "[38 metres] > [41 metres]",
                             .words = "the smaller"});
            auto model = tests::reader_of(std::move(known));
            const auto asked =
                review_by(model,
                          base::concat(k_hall, " Ulm is 38 metres long. Arn is 41 metres long, so "
                                               "that Ulm is the larger."),
                          {level, "deep"});
            json::set_all(asked.artifact.get(), "job_id", "j", "product", "p", "completed_at", "c",
                          "usage", json::object());
            CPPUNIT_ASSERT_EQUAL(std::size_t{2}, opinions(asked.artifact.get()) +
                                                     tests::pointed_findings(asked.artifact.get()));
            CPPUNIT_ASSERT_EQUAL(std::string{},
                                 support::schema_errors(json::dump(asked.artifact.get())));
        }
    }

    void a_record_gives_the_same_bytes()
    {
        for (const auto level : {Level::none, Level::a, Level::b}) {
            auto model = tests::reader_of(of_the_hall());
            const auto asked = review_by(model, k_hall, {level, "deep"});
            const auto bytes = base::canonical_json_of_ours(asked.artifact.get());
            auto recorded = llm::Recorded::parse(asked.transcript.get());
            CPPUNIT_ASSERT(recorded != nullptr);
            CPPUNIT_ASSERT_EQUAL(tests::test_settings().nonce, recorded->settings().nonce);
            CPPUNIT_ASSERT(recorded->settings().level == level);
            const auto again = review_by(*recorded, k_hall, {level, "deep"});
            CPPUNIT_ASSERT_EQUAL(bytes, base::canonical_json_of_ours(again.artifact.get()));
            CPPUNIT_ASSERT(!recorded->differs());
            CPPUNIT_ASSERT(recorded->is_used_up());
            // Another text is another question.
            auto other = llm::Recorded::parse(asked.transcript.get());
            static_cast<void>(review_by(*other, "The bridge is open.", {level, "deep"}));
            CPPUNIT_ASSERT(other->differs());
        }
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(InterviewTest);

} // namespace
