// The keys of a language model: none by default, and none that could not work.
#include "base/concat.hpp"
#include "support/sample_config.hpp"

#include <cppunit/extensions/HelperMacros.h>

namespace {

class LlmConfigTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(LlmConfigTest);
    CPPUNIT_TEST(there_is_none_by_default);
    CPPUNIT_TEST(what_cannot_work_is_refused);
    CPPUNIT_TEST(a_server_of_this_host_needs_no_more);
    CPPUNIT_TEST_SUITE_END();

    // The first problem; empty: it loads.
    static std::string problem(std::string_view lines)
    {
        const auto loaded = support::try_config(
            base::concat("[service]\nbase_url = \"https://assay.example\"\n[payment]\n"
                         "pay_to = \"0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC\"\n"
                         "rpc_urls = [\"https://rpc.example\", \"https://other.example\"]\n[llm]\n",
                         lines));
        return loaded ? std::string{} : loaded.error().front().text();
    }

    static void assert_says(std::string_view lines, std::string_view sentence)
    {
        const auto told = problem(lines);
        CPPUNIT_ASSERT_MESSAGE(base::concat(lines, " -> ", told),
                               told.find(sentence) != std::string::npos);
    }

public:
    void there_is_none_by_default()
    {
        CPPUNIT_ASSERT(!support::sample_config().llm.is_set());
        CPPUNIT_ASSERT_EQUAL(std::string{}, problem("model = \"unused\""));
    }

    void what_cannot_work_is_refused()
    {
        constexpr std::string_view k_here = "url = \"http://127.0.0.1:8080/v1\"\n";
        assert_says(k_here, "llm.model is required");
        for (const std::string_view url :
             {"ftp://host/v1", "127.0.0.1:8080", "http://user:word@host/v1", "http://h/v1#x"})
            assert_says(base::concat("url = \"", url, "\"\nmodel = \"m\""),
                        "must be an http:// or https:// URL");
        assert_says(base::concat(k_here, "model = \"m\"\ncontext_tokens = 4096\n"
                                         "max_output_tokens = 4000"),
                    "llm.context_tokens must be at least");
        assert_says("url = \"http://models.example/v1\"\nmodel = \"m\"\nauth_credential = \"key\"",
                    "would travel in clear text");
        assert_says("model = \"m\"\njob_calls = 0", "job_calls");
        assert_says("model = \"m\"\nprice_in = \"-1\"", "price_in");
    }

    void a_server_of_this_host_needs_no_more()
    {
        CPPUNIT_ASSERT_EQUAL(std::string{},
                             problem("url = \"http://127.0.0.1:8080/v1/\"\nmodel = \"m\"\n"
                                     "auth_credential = \"key\""));
        const auto loaded =
            support::try_config("[service]\nbase_url = \"https://assay.example\"\n[payment]\n"
                                "pay_to = \"0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC\"\n"
                                "rpc_urls = [\"https://rpc.example\", \"https://other.example\"]\n"
                                "[llm]\nurl = \"http://127.0.0.1:8080/v1/\"\nmodel = \"m\"\n");
        CPPUNIT_ASSERT(loaded.has_value());
        CPPUNIT_ASSERT_EQUAL(std::string{"http://127.0.0.1:8080/v1"}, loaded->config.llm.url);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(LlmConfigTest);

} // namespace
