// The schema of a request says the same in each of its forms, and each form keeps its promise.
#include "schemas/requests.hpp"

#include "base/concat.hpp"
#include "catalog/bazaar.hpp"
#include "support/artifact_schema.hpp"
#include "support/sample_config.hpp"

#include <cppunit/extensions/HelperMacros.h>

namespace {

using namespace base;

class RequestSchemasTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(RequestSchemasTest);
    CPPUNIT_TEST(a_wrong_request_satisfies_no_form);
    CPPUNIT_TEST(a_closed_request_refuses_a_member_that_it_does_not_name);
    CPPUNIT_TEST(a_closed_request_refers_to_nothing);
    CPPUNIT_TEST(a_standing_request_refers_to_its_own_definitions);
    CPPUNIT_TEST(examples_satisfy_both_forms);
    CPPUNIT_TEST_SUITE_END();

    config::Config m_config = support::sample_config();
    catalog::Catalog m_catalog{m_config};

    [[nodiscard]] std::string closed(std::string_view key) const
    {
        return json::dump(schemas::closed_request(*m_catalog.find(key)).get());
    }

    [[nodiscard]] std::string standing(std::string_view key) const
    {
        return json::dump(schemas::request_with_definitions(*m_catalog.find(key)).get());
    }

public:
    void a_wrong_request_satisfies_no_form()
    {
        for (const char* wrong :
             {"[]", "7", "null", "{}", R"({"query":7})", R"({"query":""})",
              R"({"query":"a","streams":{"one":{"t":[true]}}})", R"({"query":"a","streams":[{}]})",
              R"({"query":"a","options":{"alpha":1}})"})
            for (const auto& schema : {closed("correlation"), standing("correlation")})
                CPPUNIT_ASSERT_MESSAGE(wrong, !support::errors_against(schema, wrong).empty());
    }

    void a_closed_request_refuses_a_member_that_it_does_not_name()
    {
        const char* const more = R"({"payload":"2 + 2 = 5","tier":"deep"})";
        CPPUNIT_ASSERT(!support::errors_against(closed("verify_basic"), more).empty());
        CPPUNIT_ASSERT_EQUAL(std::string{},
                             support::errors_against(standing("verify_basic"), more));
    }

    void a_closed_request_refers_to_nothing()
    {
        for (const auto& offer : m_catalog.offers()) {
            const auto text = closed(offer.product->key);
            CPPUNIT_ASSERT_MESSAGE(text, text.find("$ref") == std::string::npos);
            CPPUNIT_ASSERT_MESSAGE(text, text.find("$defs") == std::string::npos);
        }
        // What a part means is told, and told once.
        const auto text = closed("correlation");
        const auto meaning = text.find("which is its first moment in UTC");
        CPPUNIT_ASSERT(meaning != std::string::npos);
        CPPUNIT_ASSERT(text.find("which is its first moment in UTC", meaning + 1) ==
                       std::string::npos);
    }

    void a_standing_request_refers_to_its_own_definitions()
    {
        const auto text = standing("correlation");
        CPPUNIT_ASSERT(text.find("#/components/") == std::string::npos);
        const auto schema = json::parse(text);
        for (const char* name : {"streams", "SignalStream", "Moment", "Measure"})
            CPPUNIT_ASSERT_MESSAGE(
                name, json::object_member(json::object_member(schema->get(), "$defs"), name));
        CPPUNIT_ASSERT(standing("verify_basic").find("$defs") == std::string::npos);
    }

    void examples_satisfy_both_forms()
    {
        for (const auto& offer : m_catalog.offers()) {
            const auto example = json::dump(catalog::example_request(*offer.product).get());
            for (const auto& schema : {closed(offer.product->key), standing(offer.product->key)})
                CPPUNIT_ASSERT_EQUAL_MESSAGE(std::string{offer.product->key}, std::string{},
                                             support::errors_against(schema, example));
        }
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(RequestSchemasTest);

} // namespace
