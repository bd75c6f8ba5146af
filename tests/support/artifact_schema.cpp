#include "schema.hpp"

#include "base/concat.hpp"
#include "catalog/embedded.hpp"

#include <nlohmann/json.hpp>
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validator.hpp>

namespace tests {

namespace {

using valijson::adapters::NlohmannJsonAdapter;

const valijson::Schema& artifact_schema()
{
    static const auto k_schema = [] {
        const auto document = nlohmann::json::parse(catalog::embedded_file("verify_artifact.json"));
        auto out = std::make_unique<valijson::Schema>();
        valijson::SchemaParser parser;
        parser.populateSchema(NlohmannJsonAdapter{document}, *out);
        return out;
    }();
    return *k_schema;
}

} // namespace

std::string schema_errors(const std::string& artifact_json)
{
    const auto document = nlohmann::json::parse(artifact_json);
    valijson::Validator validator;
    valijson::ValidationResults results;
    std::string out;
    if (validator.validate(artifact_schema(), NlohmannJsonAdapter{document}, &results)) return out;
    valijson::ValidationResults::Error error;
    while (results.popError(error)) {
        for (const auto& part : error.context) out += part;
        out += base::concat(": ", error.description, '\n');
    }
    return out;
}

} // namespace tests
