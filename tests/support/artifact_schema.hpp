// The published JSON Schemas of the artifacts, for tests.
#pragma once

#include <string>

namespace support {

// What of the artifact's JSON text breaks the schema in the embedded `file`, a line each; empty
// when nothing does.
std::string schema_errors(const std::string& artifact_json,
                          const std::string& file = "verify_artifact.json");

// The same of any value and the text of a schema as it is served.
std::string errors_against(const std::string& schema_text, const std::string& value_json);

} // namespace support
