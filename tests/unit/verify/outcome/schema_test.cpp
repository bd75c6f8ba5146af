// The published schema of the verify artifact says what the critics say, and refuses the rest.
#include "../cases.hpp"
#include "base/json.hpp"
#include "embedded/files.hpp"
#include "support/artifact_schema.hpp"
#include "verify/law/check.hpp"
#include "verify/outcome/critics.hpp"

#include <cppunit/extensions/HelperMacros.h>

#include <functional>
#include <initializer_list>
#include <set>
#include <stdexcept>
#include <string>

namespace {

namespace json = base::json;

class SchemaTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(SchemaTest);
    CPPUNIT_TEST(every_check_of_every_critic_is_in_it_and_no_other);
    CPPUNIT_TEST(what_no_artifact_may_say_is_refused);
    CPPUNIT_TEST_SUITE_END();

    // The checks that the schema allows at this place.
    static std::set<std::string> published(std::initializer_list<const char*> path)
    {
        const auto schema = json::parse(embedded::file("verify_artifact.json"));
        const json_t* view = json::member(schema->get(), "properties");
        for (const auto* name : path) view = json::member(view, name);
        view = json::member(view, "enum");
        std::set<std::string> out;
        for (std::size_t i = 0; i < json_array_size(view); ++i)
            out.emplace(json::text_of(json_array_get(view, i)));
        return out;
    }

public:
    // The critics and the three lists of the schema.
    void every_check_of_every_critic_is_in_it_and_no_other()
    {
        std::set<std::string> rows;
        for (const verify::Check* check : verify::outcome::all_checks()) rows.emplace(check->id);
        CPPUNIT_ASSERT_EQUAL(rows.size(), verify::outcome::all_checks().size());
        for (const auto* family : verify::outcome::pointing_critic().families)
            for (const verify::Check* check : family->checks) rows.emplace(check->id);
        CPPUNIT_ASSERT(published({"findings", "items", "properties", "check"}) == rows);
        CPPUNIT_ASSERT(published({"claims", "items", "properties", "checks", "items"}) == rows);
        CPPUNIT_ASSERT(published({"critics", "items", "properties", "checks_run", "items"}) ==
                       rows);
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
