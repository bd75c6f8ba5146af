#include "schema.hpp"

#include "base/concat.hpp"
#include "catalog/embedded.hpp"

#include <nlohmann/json.hpp>
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validator.hpp>

#include <map>
#include <memory>

namespace tests {

namespace {

using valijson::adapters::NlohmannJsonAdapter;

const valijson::Schema& artifact_schema(const std::string& file)
{
    static std::map<std::string, std::unique_ptr<valijson::Schema>> s_schemas;
    auto& known = s_schemas[file];
    if (known == nullptr) {
        const auto document = nlohmann::json::parse(catalog::embedded_file(file));
        known = std::make_unique<valijson::Schema>();
        valijson::SchemaParser parser;
        parser.populateSchema(NlohmannJsonAdapter{document}, *known);
    }
    return *known;
}

} // namespace

std::string schema_errors(const std::string& artifact_json, const std::string& schema_file)
{
    const auto document = nlohmann::json::parse(artifact_json);
    valijson::Validator validator;
    valijson::ValidationResults results;
    std::string out;
    if (validator.validate(artifact_schema(schema_file), NlohmannJsonAdapter{document}, &results))
        return out;
    valijson::ValidationResults::Error error;
    while (results.popError(error)) {
        for (const auto& part : error.context) out += part;
        out += base::concat(": ", error.description, '\n');
    }
    return out;
}

} // namespace tests
