#include "support/artifact_schema.hpp"

#include "base/concat.hpp"
#include "documents/embedded.hpp"

#include <nlohmann/json.hpp>
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validator.hpp>

#include <map>

namespace support {

namespace {

using valijson::adapters::NlohmannJsonAdapter;

// Read once, since most tests use the same.
const valijson::Schema& schema_in(const std::string& file)
{
    static std::map<std::string, valijson::Schema> s_schemas;
    const auto [entry, is_new] = s_schemas.try_emplace(file);
    if (is_new) {
        auto document = nlohmann::json::parse(documents::embedded_file(file));
        // As in the OpenAPI document: one schema refers to parts of another.
        document["components"]["schemas"]["SynthesisArtifact"] =
            nlohmann::json::parse(documents::embedded_file("synthesis_artifact.json"));
        valijson::SchemaParser parser;
        parser.populateSchema(NlohmannJsonAdapter{document}, entry->second);
    }
    return entry->second;
}

} // namespace

std::string schema_errors(const std::string& artifact_json, const std::string& file)
{
    const auto document = nlohmann::json::parse(artifact_json);
    valijson::Validator validator;
    valijson::ValidationResults results;
    std::string out;
    if (validator.validate(schema_in(file), NlohmannJsonAdapter{document}, &results)) return out;
    valijson::ValidationResults::Error error;
    while (results.popError(error)) {
        for (const auto& part : error.context) out += part;
        out += base::concat(": ", error.description, '\n');
    }
    return out;
}

} // namespace support
