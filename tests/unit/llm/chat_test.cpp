// What is read out of a server's answer, and what is sent: every odd answer that is known.
#include "base/concat.hpp"
#include "llm/chat.hpp"
#include "support/scripted_model.hpp"

#include <cppunit/extensions/HelperMacros.h>

namespace {

namespace json = base::json;
using base::concat;
using llm::Silence;

llm::Question question(std::string material = "S1| Two and two is four.")
{
    return {"test/1", "Review.", std::move(material), json::object("type", "object")};
}

// "used", or the word of the silence.
std::string outcome(std::string_view body, const llm::Settings& settings = tests::test_settings())
{
    const auto answer = llm::read_answer(body, question(), settings);
    return std::string{answer ? "used" : llm::name_of(answer.error())};
}

class ChatTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(ChatTest);
    CPPUNIT_TEST(odd_answers_are_told_apart);
    CPPUNIT_TEST(a_shortened_prompt_is_seen);
    CPPUNIT_TEST(another_model_is_seen);
    CPPUNIT_TEST(the_request_is_canonical);
    CPPUNIT_TEST(what_does_not_fit_is_not_sent);
    CPPUNIT_TEST(what_is_kept_has_a_bound);
    CPPUNIT_TEST(usage_is_believed_within_reason);
    CPPUNIT_TEST(settings_come_back_as_they_were);
    CPPUNIT_TEST_SUITE_END();

public:
    void settings_come_back_as_they_were()
    {
        llm::Settings settings;
        settings.model = "small";
        settings.level = llm::Level::b;
        settings.measured = "small-1";
        settings.power = llm::Power{{148, 197}, "made/1", "2026-11-29"};
        for (const bool has_power : {true, false}) {
            if (!has_power) settings.power.reset();
            const auto told = llm::settings_json(settings);
            const auto read = llm::parse_settings(told.get());
            CPPUNIT_ASSERT(read.has_value());
            CPPUNIT_ASSERT_EQUAL(json::dump(told.get()),
                                 json::dump(llm::settings_json(*read).get()));
        }
        // Records of before have no power; what has a wrong one is none.
        const auto told = llm::settings_json(settings);
        json_object_del(told.get(), "power");
        CPPUNIT_ASSERT(llm::parse_settings(told.get()).has_value());
        const auto wrong = json::object("found", 3, "of", 2, "set", "s", "on", "d");
        json::set(told.get(), "power", json::share(wrong.get()));
        CPPUNIT_ASSERT(!llm::parse_settings(told.get()).has_value());
    }

    void odd_answers_are_told_apart()
    {
        const auto message = [](std::string_view members, std::string_view finish = "stop") {
            return concat(R"({"choices":[{"finish_reason":")", finish, R"(","message":{)", members,
                          "}}]}");
        };
        const std::pair<std::string, std::string_view> k_rows[] = {
            {tests::completion("{\"findings\": []}"), "used"},
            {tests::completion("{\"findings\": [", "length"), "cut_off"},
            {tests::completion("{}", "content_filter"), "filtered"},
            {tests::completion("{}", "tool_calls"), "unreadable"},
            {tests::completion("```json\n{}\n```"), "unreadable"},
            {tests::completion("Sure! {}"), "unreadable"},
            {tests::completion("{} {}"), "unreadable"},
            {tests::completion("[]"), "unreadable"},
            {tests::completion(""), "unreadable"},
            {tests::completion("{\"a\": NaN}"), "unreadable"},
            {tests::completion("{\"a\": 1, \"a\": 2}"), "unreadable"},
            {tests::completion("{\"a\": \"\\ud800\"}"), "unreadable"},
            {tests::completion(concat(std::string(100, '['), std::string(100, ']'))), "unreadable"},
            {message(R"("content":null)"), "unreadable"},
            {message(R"("content":"","reasoning_content":"{}")"), "unreadable"},
            {message(R"("content":null,"refusal":"I cannot.")"), "filtered"},
            {message(R"("content":"{}")", ""), "unreadable"},
            {R"({"choices":[]})", "unreadable"},
            {R"({"choices":[null]})", "unreadable"},
            {R"({"choices":{}})", "unreadable"},
            {R"({"error":{"message":"no"}})", "unreadable"},
            {R"({"error":"no"})", "unreadable"},
            {"<html>502</html>", "unreadable"},
            {"", "unreadable"},
            {"\xff", "unreadable"},
            {concat(std::string(40'000, '['), std::string(40'000, ']')), "unreadable"},
        };
        for (const auto& [body, wanted] : k_rows)
            CPPUNIT_ASSERT_EQUAL_MESSAGE(body.substr(0, 100), std::string{wanted}, outcome(body));
    }

    void a_shortened_prompt_is_seen()
    {
        const auto body = [](std::int64_t prompt_tokens) {
            return concat(R"({"choices":[{"finish_reason":"stop","message":{"content":"{}"}}],)",
                          R"("usage":{"prompt_tokens":)", prompt_tokens,
                          R"(,"completion_tokens":3}})");
        };
        const auto long_one = question(std::string(6'000, 'a'));
        const auto read = [&](std::int64_t tokens) {
            return llm::read_answer(body(tokens), long_one, tests::test_settings());
        };
        CPPUNIT_ASSERT(read(1'001).has_value());
        CPPUNIT_ASSERT(read(400).error() == Silence::truncated);
    }

    void another_model_is_seen()
    {
        auto settings = tests::test_settings();
        settings.expected = "scripted-1";
        CPPUNIT_ASSERT_EQUAL(std::string{"used"}, outcome(tests::completion("{}"), settings));
        settings.expected = "scripted-2";
        CPPUNIT_ASSERT_EQUAL(std::string{"wrong_model"},
                             outcome(tests::completion("{}"), settings));
    }

    void the_request_is_canonical()
    {
        const auto text = llm::request_text(question(), tests::test_settings());
        CPPUNIT_ASSERT_EQUAL(
            std::string{
                R"({"max_tokens":1500,"messages":[{"content":"Review.","role":"system"},)"
                R"({"content":"S1| Two and two is four.","role":"user"}],"model":"scripted","n":1,)"
                R"("response_format":{"json_schema":{"name":"test_1","schema":{"type":"object"},)"
                R"("strict":true},"type":"json_schema"},"seed":7,"stream":false,"temperature":0,)"
                R"("top_p":1})"},
            text);
        // What the author of a text must not know is in no request by itself.
        CPPUNIT_ASSERT(text.find(tests::test_settings().nonce) == std::string::npos);
    }

    void what_does_not_fit_is_not_sent()
    {
        tests::ScriptedModel model{[](const llm::Question&) { return std::string{"{}"}; }};
        llm::Consultation consultation{model, tests::test_settings()}; // of 8,192 tokens
        CPPUNIT_ASSERT(consultation.ask(question(std::string(18'000, 'a'))).has_value());
        CPPUNIT_ASSERT(consultation.ask(question(std::string(24'000, 'a'))).error() ==
                       Silence::too_long);
        CPPUNIT_ASSERT_EQUAL(1, model.asked);
        CPPUNIT_ASSERT_EQUAL(std::size_t{2}, consultation.calls().size());
    }

    void what_is_kept_has_a_bound()
    {
        // Each answer is as long as an answer may be.
        tests::ScriptedModel model{[](const llm::Question&) {
            return base::concat("{\"a\":\"", std::string(500'000, 'x'), "\"}");
        }};
        llm::Consultation consultation{model, tests::test_settings()};
        int answered = 0;
        while (answered < 100 && consultation.ask(question())) ++answered;
        CPPUNIT_ASSERT(answered > 3 && answered < 10);
        CPPUNIT_ASSERT(consultation.ask(question()).error() == Silence::over_budget);
        CPPUNIT_ASSERT_EQUAL(answered, model.asked);
        // What was not asked is not in the record, which gives the same again.
        const auto transcript = llm::transcript_json(consultation);
        auto recorded = llm::Recorded::parse(transcript.get());
        llm::Consultation again{*recorded, recorded->settings()};
        for (const auto& call : consultation.calls()) {
            static_cast<void>(call);
            static_cast<void>(again.ask(question()));
        }
        CPPUNIT_ASSERT(recorded->is_used_up() && !recorded->differs());
        CPPUNIT_ASSERT_EQUAL(json::dump(llm::engine_json(consultation).get()),
                             json::dump(llm::engine_json(again).get()));
    }

    void usage_is_believed_within_reason()
    {
        CPPUNIT_ASSERT(llm::usage_of(R"({"usage":{"prompt_tokens":7,"completion_tokens":2}})"));
        for (const std::string_view body :
             {"", "{}", R"({"usage":null})", R"({"usage":{"prompt_tokens":7}})",
              R"({"usage":{"prompt_tokens":-1,"completion_tokens":2}})",
              R"({"usage":{"prompt_tokens":7.5,"completion_tokens":2}})",
              R"({"usage":{"prompt_tokens":9000000000000,"completion_tokens":2}})"})
            CPPUNIT_ASSERT_MESSAGE(std::string{body}, !llm::usage_of(body));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(ChatTest);

} // namespace
