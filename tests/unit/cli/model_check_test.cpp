// What `assay config check --online` finds out of a model's server: one that lies, cuts prompts,
// keeps no schema or is another model is told from one that serves.
#include "cli/model_check.hpp"

#include "base/concat.hpp"
#include "support/quiet_output.hpp"
#include "support/scripted_http.hpp"
#include "support/scripted_model.hpp"

#include <cppunit/extensions/HelperMacros.h>

namespace {

using namespace std::chrono_literals;
using base::concat;
using cli::Exit;

class ModelCheckTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(ModelCheckTest);
    CPPUNIT_TEST(a_server_that_serves_is_good);
    CPPUNIT_TEST(one_without_schemas_is_noted);
    CPPUNIT_TEST(one_that_cuts_long_questions_is_wrong);
    CPPUNIT_TEST(one_that_refuses_is_wrong_and_a_silent_one_is_not);
    CPPUNIT_TEST(garbage_is_wrong);
    CPPUNIT_TEST(the_token_goes_to_the_server_and_nowhere_else);
    CPPUNIT_TEST_SUITE_END();

    config::Llm m_llm;
    support::ScriptedHttp m_http;
    std::string m_told;

    Exit check(const std::string& token = {})
    {
        const support::QuietOutput quiet;
        cli::OnlineReport report;
        cli::check_model(m_llm, token, m_http, report);
        m_told = quiet.out() + quiet.err();
        return report.exit();
    }

    void says(const std::string& asked, std::string_view content)
    {
        m_http.answers[asked] = {200, tests::completion(content)};
    }
    [[nodiscard]] bool tells(std::string_view words) const
    {
        return m_told.find(words) != std::string::npos;
    }

public:
    void setUp() override
    {
        m_llm.url = "http://127.0.0.1:9/pathsecret/v1";
        m_llm.model = "scripted";
        m_llm.context_tokens = 8192;
        m_llm.max_output_tokens = 1500;
        m_llm.call_timeout = 5s;
        m_llm.job_time = 60s;
        m_llm.job_calls = 9;
        m_llm.job_tokens = 100'000;
        m_llm.job_cost = value::AtomicUsd::from_atoms(1);
        says("The word is harbour", R"({"word":"harbour"})");
        says("poem of two lines", R"({"colour":"blue"})");
        says("The word is lighthouse", R"({"word":"lighthouse"})");
    }

    void a_server_that_serves_is_good()
    {
        CPPUNIT_ASSERT_EQUAL_MESSAGE(m_told, Exit::ok, check());
        CPPUNIT_ASSERT_MESSAGE(m_told, tells("ok: http://127.0.0.1:9: scripted answers as "));
        CPPUNIT_ASSERT_MESSAGE(m_told, tells("keeps a schema") && tells("from its first word on"));
        CPPUNIT_ASSERT(!tells("pathsecret"));
        // The long question is near what the context holds.
        CPPUNIT_ASSERT_EQUAL(std::size_t{3}, m_http.requests.size());
        CPPUNIT_ASSERT(m_http.requests.back().body.size() > 15'000);
    }

    void one_without_schemas_is_noted()
    {
        says("poem of two lines", "The sea, the sea.\nIt waits for me.");
        CPPUNIT_ASSERT_EQUAL(Exit::ok, check());
        CPPUNIT_ASSERT(tells("note: http://127.0.0.1:9: it enforces no schema"));
    }

    void one_that_cuts_long_questions_is_wrong()
    {
        says("The word is lighthouse", R"({"word":"sea"})");
        CPPUNIT_ASSERT_EQUAL(Exit::usage, check());
        CPPUNIT_ASSERT_MESSAGE(m_told, tells("llm.context_tokens"));
        // It tells itself that it has read less.
        auto answer = tests::completion(R"({"word":"lighthouse"})");
        answer.insert(1, R"("usage":{"prompt_tokens":700,"completion_tokens":9},)");
        m_http.answers["The word is lighthouse"] = {200, answer};
        CPPUNIT_ASSERT_EQUAL(Exit::usage, check());
        CPPUNIT_ASSERT_MESSAGE(m_told, tells("it has read less than was sent"));
        m_http.answers["The word is lighthouse"] = {400, "{}"};
        CPPUNIT_ASSERT_EQUAL(Exit::usage, check());
    }

    void one_that_refuses_is_wrong_and_a_silent_one_is_not()
    {
        m_http.answers["The word is harbour"] = {401, "{}"};
        CPPUNIT_ASSERT_EQUAL(Exit::usage, check());
        CPPUNIT_ASSERT_MESSAGE(m_told, tells("llm.auth_credential"));
        says("The word is harbour", R"({"word":"harbour"})");
        m_llm.expect_model = "another";
        CPPUNIT_ASSERT_EQUAL(Exit::usage, check());
        CPPUNIT_ASSERT_MESSAGE(m_told, tells("llm.expect_model"));
        m_llm.expect_model.clear();
        m_http.answers.clear();
        CPPUNIT_ASSERT_EQUAL(Exit::unreachable, check());
        CPPUNIT_ASSERT_MESSAGE(m_told, tells("no answer: http://127.0.0.1:9: "));
    }

    void garbage_is_wrong()
    {
        for (const char* body : {"", "[", "{}", R"({"choices":[]})", R"({"choices":7})"}) {
            m_http.answers["The word is harbour"] = {200, body};
            CPPUNIT_ASSERT_EQUAL_MESSAGE(body, Exit::usage, check());
        }
        // What a server calls its model is a stranger's words.
        auto named = tests::completion(R"({"word":"harbour"})");
        const auto at = named.find("scripted-1");
        named.replace(at, 10, "\\u001b[31mred");
        m_http.answers["The word is harbour"] = {200, named};
        CPPUNIT_ASSERT_EQUAL(Exit::ok, check());
        CPPUNIT_ASSERT(!tells("\x1b"));
    }

    void the_token_goes_to_the_server_and_nowhere_else()
    {
        CPPUNIT_ASSERT_EQUAL(Exit::ok, check("topsecret"));
        CPPUNIT_ASSERT_EQUAL(std::string{"Bearer topsecret"}, m_http.last_authorization);
        CPPUNIT_ASSERT(!tells("topsecret"));
        for (const auto& each : m_http.requests)
            CPPUNIT_ASSERT(each.body.find("topsecret") == std::string::npos);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(ModelCheckTest);

} // namespace
