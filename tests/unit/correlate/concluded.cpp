#include "concluded.hpp"

#include "base/concat.hpp"
#include "reading/engine.hpp"
#include "support/artifact_schema.hpp"

#include <cppunit/extensions/HelperMacros.h>

namespace tests {

namespace json = base::json;

json::Ref whole_correlation(json::Ref artifact)
{
    json::set_all(artifact.get(), "verdict", "NONE", "engine", reading::engine_with_words_json(),
                  "context", nullptr, "sources", json::array());
    CPPUNIT_ASSERT_EQUAL(std::string{}, support::schema_errors(json::dump(artifact.get()),
                                                               "correlation_artifact.json"));
    return artifact;
}

std::string concluded(const json::Ref& artifact, const char* member)
{
    const json_t* conclusion_view = json::object_member(artifact.get(), "conclusion");
    return std::string{json::text_member(conclusion_view, member).value_or("null")};
}

std::string warned(const json::Ref& artifact)
{
    std::string out;
    const json_t* warnings_view = json::array_member(artifact.get(), "warnings");
    for (std::size_t i = 0; i < json_array_size(warnings_view); ++i) {
        const json_t* view = json_array_get(warnings_view, i);
        out += base::concat(out.empty() ? "" : " ", *json::text_member(view, "code"), ":",
                            json::text_member(view, "stream").value_or("both"));
    }
    return out;
}

} // namespace tests
