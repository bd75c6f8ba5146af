// What a bench record says, what it takes for a level, and every reason for which it does not hold.
#include "base/fd.hpp"
#include "support/bench_record.hpp"
#include "support/temp_dir.hpp"
#include "verify/entailment/ballot.hpp"
#include "verify/questions/prompts.hpp"

#include <cppunit/extensions/HelperMacros.h>

#include <algorithm>

namespace {

using llm::Figures;
using llm::Level;
using tests::good_record;

class RecordTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(RecordTest);
    CPPUNIT_TEST(the_prompts_are_those_that_are_asked);
    CPPUNIT_TEST(bounds_are_those_of_wilson);
    CPPUNIT_TEST(a_level_takes_enough_texts_and_few_errors);
    CPPUNIT_TEST(a_model_that_points_at_nothing_gets_no_level);
    CPPUNIT_TEST(what_cannot_be_met_any_more_is_told_early);
    CPPUNIT_TEST(a_record_comes_back_as_it_was);
    CPPUNIT_TEST(a_record_holds_for_its_model_questions_and_gate);
    CPPUNIT_TEST(garbage_is_void_with_its_reason);
    CPPUNIT_TEST_SUITE_END();

    support::TempDir folder;
    config::Llm llm{.url = "http://127.0.0.1:1/v1",
                    .model = "small",
                    .expect_model = {},
                    .auth_credential = {},
                    .record = folder.path() + "/record.json"};

    llm::Standing standing(std::string_view bytes, std::string_view reported = {})
    {
        base::replace_file(llm.record, bytes, 0600);
        return llm::standing_of(llm, reported);
    }
    // The level, or why there is none.
    std::string told(const llm::Record& record, std::string_view reported = {})
    {
        const auto out = standing(llm::record_text(record), reported);
        return out.why_void.empty() ? std::string{llm::name_of(out.level())} : out.why_void;
    }

public:
    void the_prompts_are_those_that_are_asked()
    {
        const std::string_view asked[] = {
            verify::questions::k_derive.task, verify::questions::k_clash.task,
            verify::questions::k_fill.task, verify::questions::k_defend.task,
            verify::entailment::k_claim.task};
        CPPUNIT_ASSERT(std::ranges::equal(asked, llm::k_prompts));
    }

    void bounds_are_those_of_wilson()
    {
        CPPUNIT_ASSERT_DOUBLES_EQUAL(0.0188, (llm::Share{0, 200}.high()), 0.0001);
        CPPUNIT_ASSERT_DOUBLES_EQUAL(0.0, (llm::Share{0, 200}.low()), 0.0001);
        CPPUNIT_ASSERT_DOUBLES_EQUAL(0.6751, (llm::Share{148, 200}.low()), 0.0001);
        CPPUNIT_ASSERT_DOUBLES_EQUAL(0.7959, (llm::Share{148, 200}.high()), 0.0001);
        CPPUNIT_ASSERT_EQUAL(1.0, llm::Share{}.high());
        CPPUNIT_ASSERT_EQUAL(0.0, llm::Share{}.low());
    }

    void a_level_takes_enough_texts_and_few_errors()
    {
        const auto why = [](const Figures& figures, Level level) {
            return llm::hindrance(figures, level).substr(0, 16);
        };
        const Figures fine{{148, 197}, {0, 200}, {80, 800}};
        CPPUNIT_ASSERT_EQUAL(std::string{"80 of 800 test s"}, why(fine, Level::a));
        CPPUNIT_ASSERT_EQUAL(std::string{}, why(fine, Level::b));
        CPPUNIT_ASSERT_EQUAL(std::string{}, why({{9, 197}, {0, 200}, {70, 800}}, Level::a));
        CPPUNIT_ASSERT_EQUAL(std::string{"a record takes 2"},
                             why({{0, 0}, {0, 199}, {0, 800}}, Level::b));
        CPPUNIT_ASSERT_EQUAL(std::string{"it found errors "},
                             why({{9, 9}, {1, 200}, {0, 800}}, Level::b));
        CPPUNIT_ASSERT_EQUAL(std::string{}, why({{9, 9}, {1, 300}, {0, 800}}, Level::b));
        CPPUNIT_ASSERT_EQUAL(std::string{"0 of 0 test sent"},
                             why({{9, 9}, {0, 200}, {0, 0}}, Level::b));
    }

    void a_model_that_points_at_nothing_gets_no_level()
    {
        const auto why = [](const llm::Share& found, const llm::Share& alarmed) {
            return llm::hindrance({found, alarmed, {0, 800}}, Level::a);
        };
        CPPUNIT_ASSERT_EQUAL(
            std::string{"it found the error in 0 of 200 wrong texts: that may be 0.0 %, and has to "
                        "be more than the 1.9 % of right texts in which it may find one"},
            why({0, 200}, {0, 200}));
        CPPUNIT_ASSERT(!why({0, 0}, {0, 200}).empty());
        CPPUNIT_ASSERT(!why({7, 200}, {0, 200}).empty());
        CPPUNIT_ASSERT_EQUAL(std::string{}, why({8, 200}, {0, 200}));
        // Both levels are not tried where one has shown it.
        CPPUNIT_ASSERT(!llm::hopelessness({{0, 197}, {0, 200}, {0, 800}}, Level::b).empty());
        CPPUNIT_ASSERT_EQUAL(std::string{},
                             llm::hopelessness({{0, 150}, {0, 150}, {0, 600}}, Level::b));
    }

    void what_cannot_be_met_any_more_is_told_early()
    {
        CPPUNIT_ASSERT_EQUAL(std::string{},
                             llm::hindrance({{0, 1}, {0, 1}, {4, 4}}, Level::a, 199));
        CPPUNIT_ASSERT(!llm::hindrance({{0, 1}, {1, 1}, {0, 4}}, Level::a, 199).empty());
        CPPUNIT_ASSERT(!llm::hindrance({{0, 9}, {0, 9}, {30, 60}}, Level::b, 191).empty());
        CPPUNIT_ASSERT(!llm::hindrance({}, Level::a, 199).empty());
    }

    void a_record_comes_back_as_it_was()
    {
        const auto text = llm::record_text(good_record());
        const auto parsed = llm::parse_record(text);
        CPPUNIT_ASSERT(parsed);
        CPPUNIT_ASSERT_EQUAL(text, llm::record_text(*parsed));
        CPPUNIT_ASSERT((parsed->figures.found == llm::Share{148, 197}));
    }

    void a_record_holds_for_its_model_questions_and_gate()
    {
        CPPUNIT_ASSERT_EQUAL(std::string{"A"}, told(good_record()));
        CPPUNIT_ASSERT_EQUAL(std::string{"A"}, told(good_record(), "small-1"));
        CPPUNIT_ASSERT(told(good_record(), "small-2").starts_with("the model called itself"));
        auto other = good_record();
        other.model = "large";
        CPPUNIT_ASSERT(told(other).starts_with("it is of the model large"));
        other = good_record();
        other.prompts.back() = "verify.defend/1";
        CPPUNIT_ASSERT(told(other).starts_with("it is of other questions"));
        other = good_record();
        ++other.gate;
        CPPUNIT_ASSERT(told(other).starts_with("it is of another gate"));
        other = good_record();
        other.ruleset = "2027.1"; // told, and not bound
        CPPUNIT_ASSERT_EQUAL(std::string{"A"}, told(other));
        other.reason = "too many";
        CPPUNIT_ASSERT_EQUAL(std::string{"none"}, told(other));
        llm.expect_model = "small-2";
        CPPUNIT_ASSERT(told(good_record()).starts_with("the model called itself"));
    }

    void garbage_is_void_with_its_reason()
    {
        const auto text = llm::record_text(good_record());
        for (std::size_t length = 0; length + 2 < text.size(); length += 7) {
            const auto cut = standing(std::string_view{text}.substr(0, length));
            CPPUNIT_ASSERT(!cut.why_void.empty());
            CPPUNIT_ASSERT(cut.level() == Level::none);
        }
        for (const std::string& bytes :
             {std::string{"\xff\xfe\x00"}, std::string{"[]"}, std::string(40'000, '['),
              std::string(3'000'000, 'x'), text + std::string(100'000, ' ')})
            CPPUNIT_ASSERT(!standing(bytes).why_void.empty());
        // A level that its figures do not give.
        auto lies = text;
        const std::string honest = "\"alarmed\": {\"part\":0";
        lies.replace(lies.find(honest), honest.size(), "\"alarmed\": {\"part\":9");
        CPPUNIT_ASSERT_EQUAL(std::string{"its level does not follow from its figures"},
                             standing(lies).why_void);
        llm.record = folder.path();
        CPPUNIT_ASSERT(llm::standing_of(llm).level() == Level::none);
        llm.record += "/missing";
        const auto none = llm::standing_of(llm);
        CPPUNIT_ASSERT(none.why_void.empty() && !none.record);
        CPPUNIT_ASSERT(json_is_null(llm::public_json(none).get()));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(RecordTest);

} // namespace
