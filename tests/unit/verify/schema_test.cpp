// The published schema of the verify artifact says what the critics say, and refuses the rest.
#include "base/json.hpp"
#include "cases.hpp"
#include "catalog/embedded.hpp"
#include "support/artifact_schema.hpp"
#include "verify/critics.hpp"

#include <cppunit/extensions/HelperMacros.h>

#include <functional>
#include <set>
#include <string>

namespace {

namespace json = base::json;

class SchemaTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(SchemaTest);
    CPPUNIT_TEST(every_check_of_every_critic_is_in_it_and_no_other);
    CPPUNIT_TEST(what_no_artifact_may_say_is_refused);
    CPPUNIT_TEST_SUITE_END();

public:
    void every_check_of_every_critic_is_in_it_and_no_other()
    {
        std::set<std::string> made;
        for (const auto* name : {"skeptic", "verifier", "red_team"}) {
            const auto* critic = verify::find_critic(name);
            if (critic == nullptr) continue; // not built yet
            for (const auto& family : critic->families)
                made.insert(family.checks.begin(), family.checks.end());
        }
        const auto schema = json::parse(catalog::embedded_file("verify_artifact.json"));
        const json_t* view = schema->get();
        for (const auto* name : {"properties", "findings", "items", "properties", "check", "enum"})
            view = json::member(view, name);
        std::set<std::string> published;
        for (std::size_t i = 0; i < json_array_size(view); ++i)
            published.insert(std::string{json::text_of(json_array_get(view, i))});
        CPPUNIT_ASSERT(!published.empty());
        for (const auto& check : made)
            CPPUNIT_ASSERT_MESSAGE(check + " is not in the schema", published.contains(check));
        for (const auto& check : published)
            CPPUNIT_ASSERT_MESSAGE(check + " is made by no critic", made.contains(check));
    }

    void what_no_artifact_may_say_is_refused()
    {
        constexpr std::string_view k_text = "The sum of 4, 8 and 12 is 25.";
        const std::function<void(json_t*)> defects[] = {
            [](json_t* view) { json::set(view, "verdict", json::value("TRUE")); },
            [](json_t* view) { json::set(view, "score", json::value(101)); },
            [](json_t* view) { json_object_del(view, "scope"); },
            [](json_t* view) { json::set(view, "surprise", json::value(1)); },
            [](json_t* view) {
                json_t* finding_view = json_array_get(json_object_get(view, "findings"), 0);
                json::set(finding_view, "check", json::value("arith.unheard_of"));
            },
            [](json_t* view) {
                json_t* claim_view = json_array_get(json_object_get(view, "claims"), 0);
                json::set(claim_view, "status", json::value("true"));
            },
        };
        for (const auto& defect : defects) {
            const auto artifact = tests::artifact_of(k_text);
            CPPUNIT_ASSERT_EQUAL(std::string{}, support::schema_errors(json::dump(artifact.get())));
            defect(artifact.get());
            CPPUNIT_ASSERT(!support::schema_errors(json::dump(artifact.get())).empty());
        }
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(SchemaTest);

} // namespace
