#include "support/artifact_schema.hpp"

#include "base/concat.hpp"
#include "embedded/files.hpp"

#include <nlohmann/json.hpp>
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validator.hpp>

#include <map>

namespace support {

namespace {

using valijson::adapters::NlohmannJsonAdapter;

// What one schema has of another's is put beside it: the validator fetches nothing.
void read_schema(std::string text, valijson::Schema& out)
{
    constexpr std::string_view k_elsewhere = "\"SynthesisArtifact.json#/";
    constexpr std::string_view k_here = "\"#/$defs/SynthesisArtifact/";
    for (auto at = text.find(k_elsewhere); at != std::string::npos; at = text.find(k_elsewhere, at))
        text.replace(at, k_elsewhere.size(), k_here);
    auto document = nlohmann::json::parse(text);
    document.erase("$id");
    document["$defs"]["SynthesisArtifact"] =
        nlohmann::json::parse(embedded::file("synthesis_artifact.json"));
    valijson::SchemaParser parser;
    parser.populateSchema(NlohmannJsonAdapter{document}, out);
}

std::string errors_of(const valijson::Schema& schema, const std::string& value_json)
{
    const auto document = nlohmann::json::parse(value_json);
    valijson::Validator validator;
    valijson::ValidationResults results;
    std::string out;
    if (validator.validate(schema, NlohmannJsonAdapter{document}, &results)) return out;
    valijson::ValidationResults::Error error;
    while (results.popError(error)) {
        for (const auto& part : error.context) out += part;
        out += base::concat(": ", error.description, '\n');
    }
    return out;
}

} // namespace

std::string schema_errors(const std::string& artifact_json, const std::string& file)
{
    // Read once, since most tests use the same.
    static std::map<std::string, valijson::Schema> s_schemas;
    const auto [entry, is_new] = s_schemas.try_emplace(file);
    if (is_new) read_schema(std::string{embedded::file(file)}, entry->second);
    return errors_of(entry->second, artifact_json);
}

std::string errors_against(const std::string& schema_text, const std::string& value_json)
{
    valijson::Schema schema;
    read_schema(schema_text, schema);
    return errors_of(schema, value_json);
}

} // namespace support
