// The published JSON Schemas of artifacts, for tests.
#pragma once

#include <string>

namespace tests {

// What of the artifact's JSON text breaks the schema, a line each; empty when nothing does.
std::string schema_errors(const std::string& artifact_json,
                          const std::string& schema_file = "verify_artifact.json");

} // namespace tests
