// A result for which a model was asked, decided anew from the record of what it said.
#include "base/concat.hpp"
#include "cli/replay.hpp"
#include "support/scripted_model.hpp"

#include <cppunit/extensions/HelperMacros.h>

namespace {

namespace json = base::json;
using cli::Finding;

constexpr std::string_view k_replayed_text =
    "Drivers take the ferry, which has 18 rows of 24 seats and a deck with 36, so that 486 people "
    "cross at once.";

// A result as a buyer has it, with the record and the request.
cli::Replay sold(std::string_view text = k_replayed_text)
{
    auto model =
        tests::reader_of({{.quote = "486 people", .formula = "[18 rows] * [24 seats] + [36]"}});
    const auto asked = tests::review_by(model, text, {.tier = "deep"});
    json::set_all(asked.artifact.get(), "job_id", "job_00112233445566778899aabbccddeeff", "product",
                  "verify_deep", "completed_at", "2026-11-26T12:00:00Z", "usage",
                  json::object("ms", 20));
    return {.artifact = json::dump(asked.artifact.get()),
            .transcript = json::dump(asked.transcript.get()),
            .request = json::dump(json::object("payload", text).get())};
}

void replace(std::string& text, std::string_view from, std::string_view to)
{
    const auto at = text.find(from);
    CPPUNIT_ASSERT(at != std::string::npos);
    text.replace(at, from.size(), to);
}

void expect_differs(const cli::Replay& given, std::string_view sentence)
{
    const auto step = cli::replay(given);
    CPPUNIT_ASSERT(step.finding == Finding::differs);
    CPPUNIT_ASSERT_EQUAL(std::string{sentence}, step.detail);
}

class ReplayTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(ReplayTest);
    CPPUNIT_TEST(the_record_gives_the_result);
    CPPUNIT_TEST(one_that_names_no_product_is_decided_too);
    CPPUNIT_TEST(a_synthesis_has_no_record);
    CPPUNIT_TEST(a_result_that_was_changed_does_not_follow);
    CPPUNIT_TEST(another_record_or_text_is_told);
    CPPUNIT_TEST(garbage_is_told);
    CPPUNIT_TEST_SUITE_END();

public:
    void the_record_gives_the_result()
    {
        auto given = sold();
        CPPUNIT_ASSERT(given.artifact.find("\"opinions\":[{") != std::string::npos);
        CPPUNIT_ASSERT(cli::replay(given).finding == Finding::agrees);
        // The envelope of a poll holds the same result.
        given.artifact =
            base::concat("{\"status\":\"complete\",\"artifact\":", given.artifact, '}');
        CPPUNIT_ASSERT(cli::replay(given).finding == Finding::agrees);
    }

    // Then its kind and its tier tell what it is.
    void one_that_names_no_product_is_decided_too()
    {
        auto given = sold();
        replace(given.artifact, R"("product":"verify_deep",)", "");
        CPPUNIT_ASSERT(cli::replay(given).finding == Finding::agrees);
    }

    // No model is asked for it.
    void a_synthesis_has_no_record()
    {
        auto given = sold();
        given.artifact = R"({"artifact":"synthesis/3","engine":{"llm":null}})";
        expect_differs(given, "the result names another record, or none");
    }

    void a_result_that_was_changed_does_not_follow()
    {
        auto given = sold();
        replace(given.artifact, "\"opinions\":[{", "\"opinions\":[],\"was\":[{");
        expect_differs(given, "the recorded answers give another result");
        given = sold();
        replace(given.artifact, "\"verdict\":\"INCONCLUSIVE\"", "\"verdict\":\"PASS\"");
        expect_differs(given, "the recorded answers give another result");
    }

    void another_record_or_text_is_told()
    {
        auto given = sold();
        given.transcript = sold("The bridge is closed. The lorries cross it.").transcript;
        expect_differs(given, "the result names another record, or none");
        given = sold();
        replace(given.request, "Drivers", "Riders");
        expect_differs(given, "the record is of another text, or of another edition of the engine");
        given = sold();
        replace(given.request, "{", "{\"tier\":\"standard\",");
        expect_differs(given, "the request is none of this product");
        given = sold();
        replace(given.request, "{", R"({"sources":["https://example.com/page"],)");
        expect_differs(given, "the request names pages, which are in no record");
    }

    void garbage_is_told()
    {
        for (const std::string_view garbage : {"", "[]", "{", "\xff", "{\"format\":\"other\"}"}) {
            for (std::string cli::Replay::*member :
                 {&cli::Replay::artifact, &cli::Replay::transcript, &cli::Replay::request}) {
                auto given = sold();
                given.*member = garbage;
                CPPUNIT_ASSERT(cli::replay(given).finding == Finding::differs);
            }
        }
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(ReplayTest);

} // namespace
