// Two places of which a model says that they cannot both be so.
#include "support/scripted_model.hpp"

#include "base/concat.hpp"

#include <cppunit/extensions/HelperMacros.h>

#include <map>

namespace {

namespace json = base::json;
using base::concat;

constexpr std::string_view k_lamp =
    "The lamp burns for 40 hours. It stands in the hall. One charge "
    "lasts the lamp 30 hours.";
constexpr std::string_view k_bridge =
    "The bridge is closed to all traffic until March. Drivers take the ferry. A stream of lorries "
    "crosses the bridge every morning this winter.";

// Of a gap, known by words of its line, the words that fill it.
using Fills = std::map<std::string, std::string>;

struct Side {
    int sentence = 0;
    std::string_view quote;
};

std::string clash_text(const Side& first, const Side& second)
{
    return json::dump(
        json::object("clashes", json::array(json::object("why", "both cannot be so", "thing", "it",
                                                         "sentence_a", first.sentence, "quote_a",
                                                         first.quote, "sentence_b", second.sentence,
                                                         "quote_b", second.quote)))
            .get());
}

// Right about the test sentences; each gap of the text is filled as `fills` says.
std::string filled_text(const std::string& material, const Fills& fills)
{
    const auto answer = json::parse(tests::answer_text(material));
    json_t* list_view = json_object_get(answer->get(), "answers");
    std::size_t number = 0;
    for (std::size_t at = 0; at < material.size(); ++number) {
        const auto end = std::min(material.find("\nItem ", at + 1), material.size());
        const auto item = material.substr(at, end - at);
        for (const auto& [line, words] : fills)
            if (item.find(line) != std::string::npos)
                json::set_all(json_array_get(list_view, number), "fill", "words", "formula", "",
                              "words", words);
        at = end;
    }
    return json::dump(answer->get());
}

tests::ScriptedModel model_of(std::string clash, Fills fills, std::string_view defence = "no")
{
    return tests::ScriptedModel{[clash = std::move(clash), fills = std::move(fills),
                                 defence](const llm::Question& question) -> std::string {
        if (question.task == "verify.clash/1") return clash;
        if (question.task == "verify.gap/1") return filled_text(question.material, fills);
        std::string answer = tests::answer_text(question.material);
        if (question.task == "verify.defend/2" && defence == "yes")
            for (auto at = answer.find("\"no\""); at != std::string::npos;
                 at = answer.find("\"no\""))
                answer.replace(at, 4, "\"yes\"");
        return answer;
    }};
}

const Fills k_other_hours{{"burns for ____", "30 hours"}, {"lasts the lamp ____", "40 hours"}};
const std::string k_hours = clash_text({1, "40 hours"}, {3, "30 hours"});

class ClashTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(ClashTest);
    CPPUNIT_TEST(two_values_need_each_others_gap);
    CPPUNIT_TEST(words_that_cannot_both_be_so_are_minor);
    CPPUNIT_TEST(what_the_gap_or_a_defender_explains_is_not_told);
    CPPUNIT_TEST(figures_that_agree_do_not_clash);
    CPPUNIT_TEST(many_are_asked_for_in_parts);
    CPPUNIT_TEST(quotes_must_stand_in_their_sentences);
    CPPUNIT_TEST(garbage_is_no_answer);
    CPPUNIT_TEST_SUITE_END();

    static std::string told_of(const tests::Asked& asked, const char* list)
    {
        std::string out;
        const json_t* all_view = json::array_member(asked.artifact.get(), list);
        for (std::size_t i = 0; i < json_array_size(all_view); ++i) {
            const json_t* each_view = json_array_get(all_view, i);
            if (tests::text_of(each_view, "certainty") == "model")
                out += concat(tests::text_of(each_view, "check"), ' ',
                              tests::text_of(each_view, "severity"), ' ');
        }
        return out;
    }

public:
    void two_values_need_each_others_gap()
    {
        auto model = model_of(k_hours, k_other_hours);
        CPPUNIT_ASSERT_EQUAL(std::string{"contradiction.value minor "},
                             told_of(tests::review_by(model, k_lamp), "opinions"));
        CPPUNIT_ASSERT_EQUAL(
            std::string{"contradiction.value minor "},
            told_of(tests::review_by(model, k_lamp, {.level = llm::Level::a}), "findings"));
        const auto strict = tests::review_by(model, k_lamp, {.level = llm::Level::b});
        CPPUNIT_ASSERT_EQUAL(std::string{"contradiction.value major "},
                             told_of(strict, "findings"));
        CPPUNIT_ASSERT_EQUAL(std::string{"CAUTION"},
                             tests::text_of(strict.artifact.get(), "verdict"));
        auto half = model_of(k_hours, {{"burns for ____", "30 hours"}});
        CPPUNIT_ASSERT_EQUAL(std::size_t{0},
                             tests::opinions(tests::review_by(half, k_lamp).artifact.get()));
    }

    void words_that_cannot_both_be_so_are_minor()
    {
        auto model = model_of(clash_text({1, "closed to all traffic"}, {3, "A stream of lorries"}),
                              {{"The bridge is ____", "crossed by lorries"},
                               {"____ crosses the bridge", "no traffic"}});
        CPPUNIT_ASSERT_EQUAL(
            std::string{"contradiction.words minor "},
            told_of(tests::review_by(model, k_bridge, {.level = llm::Level::b}), "findings"));
    }

    void what_the_gap_or_a_defender_explains_is_not_told()
    {
        auto refuted = model_of(
            k_hours, {{"burns for ____", "40 hours"}, {"lasts the lamp ____", "40 hours"}});
        CPPUNIT_ASSERT_EQUAL(std::size_t{0},
                             tests::opinions(tests::review_by(refuted, k_lamp).artifact.get()));
        auto explained = model_of(k_hours, k_other_hours, "yes");
        const auto asked = tests::review_by(explained, k_lamp);
        CPPUNIT_ASSERT_EQUAL(std::size_t{0}, tests::opinions(asked.artifact.get()));
        CPPUNIT_ASSERT_EQUAL(std::int64_t{1}, tests::gate(asked.artifact.get(), "explained"));
    }

    void figures_that_agree_do_not_clash()
    {
        auto model =
            model_of(clash_text({1, "2 hours"}, {2, "120 minutes"}), {{"____", "120 minutes"}});
        const auto asked =
            tests::review_by(model, "The tour takes 2 hours. Plan 120 minutes for the tour.");
        CPPUNIT_ASSERT_EQUAL(std::size_t{0}, tests::opinions(asked.artifact.get()));
    }

    // No question has more gaps than its schema lets be answered.
    void many_are_asked_for_in_parts()
    {
        constexpr int k_things = 12;
        std::string text;
        auto all = json::array();
        Fills fills;
        for (int i = 0; i < k_things; ++i) {
            const auto thing = concat("Lamp", static_cast<char>('A' + i));
            text += concat(thing, " burns for ", 40 + i, " hours. ", thing, " lasts ", 70 + i,
                           " hours. ");
            json::append(all.get(),
                         json::object("why", "so", "thing", thing, "sentence_a", 2 * i + 1,
                                      "quote_a", concat(40 + i, " hours"), "sentence_b", 2 * i + 2,
                                      "quote_b", concat(70 + i, " hours")));
            fills[concat(thing, " burns for ____")] = concat(70 + i, " hours");
            fills[concat(thing, " lasts ____")] = concat(40 + i, " hours");
        }
        std::size_t most = 0;
        auto answers = model_of(json::dump(json::object("clashes", std::move(all)).get()), fills);
        class Counting final : public llm::Model {
        public:
            Counting(llm::Model& model, std::size_t& most) : m_model{model}, m_most{most} {}
            base::Result<std::string, llm::Silence> ask(const llm::Question& question) override
            {
                std::size_t items = 0;
                for (auto at = question.material.find("Item "); at != std::string::npos;
                     at = question.material.find("\nItem ", at + 1))
                    ++items;
                m_most = std::max(m_most, items);
                return m_model.ask(question);
            }

        private:
            llm::Model& m_model;
            std::size_t& m_most;
        } counting{answers, most};
        const auto asked = tests::review_by(counting, text);
        CPPUNIT_ASSERT(most <= 16);
        CPPUNIT_ASSERT_EQUAL(std::size_t{k_things}, tests::opinions(asked.artifact.get()));
    }

    void quotes_must_stand_in_their_sentences()
    {
        for (const auto& clash :
             {clash_text({1, "41 hours"}, {3, "30 hours"}),
              clash_text({2, "40 hours"}, {3, "30 hours"}),
              clash_text({1, "40 hours"}, {9, "30 hours"}),
              clash_text({1, "40 hours"}, {1, "40 hours"}), clash_text({1, ""}, {3, "30 hours"})}) {
            auto model = model_of(clash, k_other_hours);
            const auto asked = tests::review_by(model, k_lamp);
            CPPUNIT_ASSERT_EQUAL_MESSAGE(clash, std::int64_t{1},
                                         tests::gate(asked.artifact.get(), "bad_quote"));
            CPPUNIT_ASSERT_EQUAL_MESSAGE(clash, std::size_t{0},
                                         tests::opinions(asked.artifact.get()));
        }
    }

    void garbage_is_no_answer()
    {
        for (const std::string_view clash :
             {"{}", "[]", "{\"clashes\":1}", "{\"clashes\":[1]}", "{\"clashes\":[{}]}",
              "{\"clashes\":[],\"more\":1}", "both cannot be so"}) {
            auto model = model_of(std::string{clash}, k_other_hours);
            const auto asked = tests::review_by(model, k_lamp);
            CPPUNIT_ASSERT_EQUAL_MESSAGE(
                std::string{clash}, std::string{"model_answer"},
                tests::text_of(tests::engine_of(asked.artifact.get()), "degraded_reason"));
        }
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(ClashTest);

} // namespace
