// A review with a model: what it adds, what it can never do, and that a record gives it again.
#include "base/canonical_json.hpp"
#include "base/concat.hpp"
#include "support/artifact_schema.hpp"
#include "support/scripted_model.hpp"

#include <cppunit/extensions/HelperMacros.h>

namespace {

namespace json = base::json;
using base::concat;
using tests::answers_text;
using tests::engine_of;
using tests::honest_text;
using tests::own_findings;
using tests::Pointed;
using tests::pointed_findings;
using tests::review_by;
using tests::review_without;
using tests::ScriptedModel;
using tests::ShownSheet;
using tests::text_of;

// Far apart, and without a word that says so: the built-in critics do not look.
constexpr std::string_view k_apart =
    "The museum opened on Monday with several rooms. There were 2,140 visitors in the first one. "
    "The café was full all day. Another 1,365 went to the second. Rain fell in the afternoon. "
    "The third saw 1,288 people. On its door the museum shows 4,893 guests.";

constexpr std::string_view k_opposed =
    "The bridge is closed to all traffic until March. Drivers take the ferry. On the bridge a "
    "stream of lorries goes to the harbour every morning this winter.";

std::int64_t gate(const json_t* artifact_view, const char* counter)
{
    const json_t* llm_view = json::object_member(engine_of(artifact_view), "llm");
    return json::integer_member(json::object_member(llm_view, "gate"), counter).value_or(-1);
}

std::size_t opinions(const json_t* artifact_view)
{
    return json_array_size(json::array_member(artifact_view, "opinions"));
}

// Points at what `find` finds in the sheet, and says no to every question.
ScriptedModel agreeing(std::function<std::vector<Pointed>(const ShownSheet&)> find)
{
    return ScriptedModel{[find = std::move(find)](const llm::Question& question) {
        if (question.material.starts_with("Item ")) return answers_text(question.material, "no");
        const ShownSheet sheet{question.material};
        return honest_text(sheet, find(sheet));
    }};
}

std::vector<Pointed> the_opposed(const ShownSheet& sheet)
{
    return {{.kind = "contradiction",
             .sentences = {sheet.sentence_with("closed to all"), sheet.sentence_with("lorries")},
             .quotes = {"closed to all traffic", "a stream of lorries"}}};
}

class PanelTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(PanelTest);
    CPPUNIT_TEST(a_sum_that_no_check_looked_for_is_computed);
    CPPUNIT_TEST(a_right_sum_is_not_believed_to_be_wrong);
    CPPUNIT_TEST(a_contradiction_is_an_opinion);
    CPPUNIT_TEST(two_values_of_one_thing_are_a_finding);
    CPPUNIT_TEST(its_artifact_keeps_the_schema);
    CPPUNIT_TEST(an_opinion_needs_every_critic);
    CPPUNIT_TEST(opinions_move_nothing);
    CPPUNIT_TEST(quotes_must_stand_in_their_sentence);
    CPPUNIT_TEST(an_answer_that_misses_the_test_sentence_is_dropped);
    CPPUNIT_TEST(a_cut_answer_is_asked_for_in_halves);
    CPPUNIT_TEST(a_record_gives_the_same_bytes);
    CPPUNIT_TEST(a_budget_that_a_long_text_uses_up_is_not_paid_back);
    CPPUNIT_TEST_SUITE_END();

public:
    void a_sum_that_no_check_looked_for_is_computed()
    {
        CPPUNIT_ASSERT_EQUAL(std::string{"INCONCLUSIVE"},
                             text_of(review_without(k_apart).get(), "verdict"));
        auto model = agreeing([](const ShownSheet& sheet) -> std::vector<Pointed> {
            return {
                {.kind = "calculation",
                 .sentences = {sheet.sentence_with("On its door")},
                 .quotes = {"shows 4,893"},
                 .operation = "sum",
                 .operands = {sheet.number("2,140"), sheet.number("1,365"), sheet.number("1,288")},
                 .result = sheet.number("4,893")}};
        });
        const auto asked = review_by(model, k_apart);
        const json_t* artifact_view = asked.artifact.get();
        CPPUNIT_ASSERT_EQUAL(std::int64_t{1}, gate(artifact_view, "pointed"));
        // 4,793 is what they come to. Nothing in the words says that the door's number is their
        // sum, so it is an opinion, with the sum computed.
        CPPUNIT_ASSERT_EQUAL(std::size_t{1}, opinions(artifact_view));
        const json_t* opinion_view =
            json_array_get(json::array_member(artifact_view, "opinions"), 0);
        CPPUNIT_ASSERT_EQUAL(std::string{"calculation"}, text_of(opinion_view, "kind"));
        CPPUNIT_ASSERT_EQUAL(
            std::int64_t{4793},
            json::integer_member(json::object_member(opinion_view, "evidence"), "recomputed")
                .value_or(0));
        // With a word that says so, too far away for the built-in critics, it is a finding like
        // any other.
        constexpr std::string_view k_told =
            "There were 2,140 people in the first hall. Another 1,365 went to the second. The "
            "third "
            "saw 1,288 people. Rain fell. The café was full. A band played. It closed late. The "
            "press was there. Prices stayed low. Guests were pleased. The mayor spoke. In the end "
            "it was a total of 4,893 people.";
        CPPUNIT_ASSERT_EQUAL(std::string{}, own_findings(review_without(k_told).get()));
        auto other = agreeing([](const ShownSheet& sheet) -> std::vector<Pointed> {
            return {
                {.kind = "calculation",
                 .sentences = {sheet.sentence_with("In the end")},
                 .quotes = {"a total of 4,893"},
                 .operation = "sum",
                 .operands = {sheet.number("2,140"), sheet.number("1,365"), sheet.number("1,288")},
                 .result = sheet.number("4,893")}};
        });
        const auto found = review_by(other, k_told);
        CPPUNIT_ASSERT_EQUAL(std::size_t{1}, pointed_findings(found.artifact.get()));
        CPPUNIT_ASSERT(text_of(found.artifact.get(), "verdict") == "CAUTION");
    }

    void a_right_sum_is_not_believed_to_be_wrong()
    {
        std::string right{k_apart};
        right.replace(right.find("4,893"), 5, "4,793");
        auto model = agreeing([](const ShownSheet& sheet) -> std::vector<Pointed> {
            return {
                {.kind = "calculation",
                 .sentences = {sheet.sentence_with("On its door")},
                 .quotes = {"4,793"},
                 .operation = "sum",
                 .operands = {sheet.number("2,140"), sheet.number("1,365"), sheet.number("1,288")},
                 .result = sheet.number("4,793")}};
        });
        const auto asked = review_by(model, right);
        CPPUNIT_ASSERT_EQUAL(std::int64_t{1}, gate(asked.artifact.get(), "refuted_by_code"));
        CPPUNIT_ASSERT_EQUAL(std::size_t{0}, opinions(asked.artifact.get()));
        CPPUNIT_ASSERT_EQUAL(std::size_t{0}, pointed_findings(asked.artifact.get()));
    }

    void a_contradiction_is_an_opinion()
    {
        auto model = agreeing(the_opposed);
        const auto asked = review_by(model, k_opposed, "deep");
        const json_t* all_view = json::array_member(asked.artifact.get(), "opinions");
        CPPUNIT_ASSERT_EQUAL(std::size_t{1}, json_array_size(all_view));
        const json_t* opinion_view = json_array_get(all_view, 0);
        CPPUNIT_ASSERT_EQUAL(std::string{"contradiction"}, text_of(opinion_view, "kind"));
        CPPUNIT_ASSERT_EQUAL(std::string{"model"}, text_of(opinion_view, "certainty"));
        CPPUNIT_ASSERT_EQUAL(std::string{"major"}, text_of(opinion_view, "severity"));
        const json_t* spans_view = json::array_member(opinion_view, "spans");
        CPPUNIT_ASSERT_EQUAL(std::size_t{2}, json_array_size(spans_view));
        CPPUNIT_ASSERT_EQUAL(std::string{"closed to all traffic"},
                             text_of(json_array_get(spans_view, 0), "quote"));
        CPPUNIT_ASSERT_EQUAL(std::size_t{3},
                             json_array_size(json::array_member(opinion_view, "critics")));
        const json_t* engine_view = engine_of(asked.artifact.get());
        CPPUNIT_ASSERT_EQUAL(std::string{"builtin+llm"}, text_of(engine_view, "mode"));
        CPPUNIT_ASSERT(!json::boolean_member(engine_view, "degraded").value_or(true));
    }

    void two_values_of_one_thing_are_a_finding()
    {
        const auto opposed = [](std::string_view first, std::string_view second) {
            const auto text = concat(first, " Many came to see it. ", second);
            CPPUNIT_ASSERT_EQUAL(std::string{}, own_findings(review_without(text).get()));
            auto model = agreeing([&](const ShownSheet& sheet) -> std::vector<Pointed> {
                return {{.kind = "contradiction",
                         .sentences = {sheet.sentence_with(first), sheet.sentence_with(second)},
                         .quotes = {std::string{first}, std::string{second}}}};
            });
            const auto asked = review_by(model, text);
            return std::pair{pointed_findings(asked.artifact.get()),
                             opinions(asked.artifact.get())};
        };
        const auto as_finding = std::pair{std::size_t{1}, std::size_t{0}};
        const auto as_opinion = std::pair{std::size_t{0}, std::size_t{1}};
        CPPUNIT_ASSERT(opposed("The bridge over the Tarn is 212 m long.",
                               "The bridge over the Tarn, painted red, is 221 m long.") ==
                       as_finding);
        CPPUNIT_ASSERT(opposed("The treaty was signed on 4 May 1921 in Arn.",
                               "The treaty was signed in Arn on 14 May 1921 after long talks.") ==
                       as_finding);
        // What news may change, and another thing, code does not call wrong.
        CPPUNIT_ASSERT(opposed("The fire at the mill killed three people.",
                               "The mill fire killed five people, the mayor said.") == as_opinion);
        CPPUNIT_ASSERT(opposed("The bridge over the Tarn is 212 m long.",
                               "The bridge over the Varn is 221 m long.") == as_opinion);
    }

    void its_artifact_keeps_the_schema()
    {
        auto model = agreeing([](const ShownSheet& sheet) {
            auto all = the_opposed(sheet);
            all.push_back({.kind = "doubtful",
                           .sentences = {sheet.sentence_with("ferry")},
                           .quotes = {"ferry"}});
            return all;
        });
        const auto asked = review_by(model, k_opposed, "deep");
        json::set_all(asked.artifact.get(), "job_id", "j", "product", "p", "completed_at", "c",
                      "usage", json::object());
        CPPUNIT_ASSERT_EQUAL(std::size_t{2}, opinions(asked.artifact.get()));
        CPPUNIT_ASSERT_EQUAL(std::string{},
                             support::schema_errors(json::dump(asked.artifact.get())));
    }

    void an_opinion_needs_every_critic()
    {
        for (const std::string_view said : {"yes", "unclear"}) {
            ScriptedModel model{[&](const llm::Question& question) {
                if (question.material.starts_with("Item "))
                    return answers_text(question.material, said);
                const ShownSheet sheet{question.material};
                return honest_text(sheet, the_opposed(sheet));
            }};
            const auto asked = review_by(model, k_opposed);
            CPPUNIT_ASSERT_EQUAL(std::size_t{0}, opinions(asked.artifact.get()));
            CPPUNIT_ASSERT_EQUAL(std::int64_t{1}, gate(asked.artifact.get(), "dropped_by_vote"));
        }
    }

    void opinions_move_nothing()
    {
        auto model = agreeing(the_opposed);
        const auto with = review_by(model, k_opposed, "deep");
        const auto without = review_without(k_opposed, "deep");
        for (const char* member : {"verdict", "score", "confidence", "subscores", "summary",
                                   "claims", "findings", "not_checked"})
            CPPUNIT_ASSERT_MESSAGE(member, json_equal(json::member(with.artifact.get(), member),
                                                      json::member(without.get(), member)) == 1);
    }

    void quotes_must_stand_in_their_sentence()
    {
        auto model = agreeing([](const ShownSheet& sheet) -> std::vector<Pointed> {
            const int closed = sheet.sentence_with("closed to all");
            const int lorries = sheet.sentence_with("lorries");
            const int ferry = sheet.sentence_with("ferry");
            return {
                {.kind = "contradiction",
                 .sentences = {closed, lorries},
                 .quotes = {"closed to all traffic", "a stream of lorries goes to the Harbour"}},
                {.kind = "doubtful", .sentences = {ferry}, .quotes = {"closed to all traffic"}},
                {.kind = "doubtful", .sentences = {ferry}, .quotes = {""}},
                {.kind = "doubtful", .sentences = {ferry, ferry}, .quotes = {"ferry", "ferry"}},
                {.kind = "doubtful", .sentences = {999}, .quotes = {"ferry"}},
                {.kind = "doubtful", .sentences = {}, .quotes = {}},
                {.kind = "contradiction", .sentences = {ferry}, .quotes = {"ferry"}},
                {.kind = "calculation",
                 .sentences = {ferry},
                 .quotes = {"ferry"},
                 .operation = "sum",
                 .operands = {998},
                 .result = 999}};
        });
        const auto asked = review_by(model, k_opposed);
        CPPUNIT_ASSERT_EQUAL(std::size_t{0}, opinions(asked.artifact.get()));
        CPPUNIT_ASSERT_EQUAL(std::int64_t{8}, gate(asked.artifact.get(), "pointed"));
        CPPUNIT_ASSERT_EQUAL(std::int64_t{3}, gate(asked.artifact.get(), "dropped_bad_quote"));
        CPPUNIT_ASSERT_EQUAL(std::int64_t{5}, gate(asked.artifact.get(), "dropped_out_of_range"));
    }

    void an_answer_that_misses_the_test_sentence_is_dropped()
    {
        const auto asks_for = [](const std::function<std::string(const ShownSheet&)>& answer) {
            ScriptedModel model{[&](const llm::Question& question) {
                if (question.material.starts_with("Item "))
                    return answers_text(question.material, "no");
                return answer(ShownSheet{question.material});
            }};
            return review_by(model, k_opposed);
        };
        const auto silent = asks_for(
            [](const ShownSheet& sheet) { return tests::findings_text(the_opposed(sheet)); });
        const auto zealous = asks_for([](const ShownSheet& sheet) {
            auto all = the_opposed(sheet);
            all.push_back({.kind = "calculation",
                           .sentences = {sheet.right},
                           .quotes = {sheet.sentences.at(sheet.right)}});
            return honest_text(sheet, std::move(all));
        });
        for (const auto* asked : {&silent, &zealous}) {
            const json_t* artifact_view = asked->artifact.get();
            CPPUNIT_ASSERT_EQUAL(std::size_t{0}, opinions(artifact_view));
            CPPUNIT_ASSERT_EQUAL(std::string{"model_canary"},
                                 text_of(engine_of(artifact_view), "degraded_reason"));
        }
    }

    void a_cut_answer_is_asked_for_in_halves()
    {
        class Cut final : public llm::Model {
        public:
            base::Result<std::string, llm::Silence> ask(const llm::Question& question) override
            {
                ++asked;
                if (question.material.starts_with("Item "))
                    return tests::completion(answers_text(question.material, "no"));
                const ShownSheet sheet{question.material};
                if (sheet.sentences.size() > 4) return tests::completion("{", "length");
                return tests::completion(honest_text(sheet, {}));
            }
            int asked = 0;
        } model;
        const auto asked = review_by(model, k_opposed); // three sentences and two of ours
        CPPUNIT_ASSERT_EQUAL(3, model.asked);
        CPPUNIT_ASSERT(
            !json::boolean_member(engine_of(asked.artifact.get()), "degraded").value_or(true));
    }

    void a_record_gives_the_same_bytes()
    {
        auto model = agreeing(the_opposed);
        const auto asked = review_by(model, k_opposed, "deep");
        const auto bytes = base::canonical_json_of_ours(asked.artifact.get());
        auto recorded = llm::Recorded::parse(asked.transcript.get());
        CPPUNIT_ASSERT(recorded != nullptr);
        CPPUNIT_ASSERT_EQUAL(tests::test_settings().nonce, recorded->settings().nonce);
        const auto again = review_by(*recorded, k_opposed, "deep");
        CPPUNIT_ASSERT_EQUAL(bytes, base::canonical_json_of_ours(again.artifact.get()));
        CPPUNIT_ASSERT(!recorded->differs());
        CPPUNIT_ASSERT(recorded->is_used_up());
        // Another text is another question.
        auto other = llm::Recorded::parse(asked.transcript.get());
        static_cast<void>(review_by(*other, "The bridge is open.", "deep"));
        CPPUNIT_ASSERT(other->differs());
    }

    // Or an author of long texts would have every review for nothing.
    void a_budget_that_a_long_text_uses_up_is_not_paid_back()
    {
        class Spent final : public llm::Model {
        public:
            base::Result<std::string, llm::Silence> ask(const llm::Question& question) override
            {
                if (++m_asked > 1) return base::refuse(llm::Silence::over_budget);
                return tests::completion(honest_text(ShownSheet{question.material}, {}));
            }

        private:
            int m_asked = 0;
        };
        const auto lack_of = [](const std::string& text, std::string_view tier) {
            Spent model;
            const auto asked = review_by(model, text, tier);
            return text_of(tests::engine_of(asked.artifact.get()), "degraded_reason");
        };
        std::string text;
        for (int i = 0; i < 400; ++i) text += "The library of Ambry lends books to its readers. ";
        CPPUNIT_ASSERT_EQUAL(std::string{"model_budget"}, lack_of(text, "standard"));
        // A short one costs what each costs.
        CPPUNIT_ASSERT_EQUAL(std::string{"model_away"}, lack_of("The library is open.", "deep"));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(PanelTest);

} // namespace
