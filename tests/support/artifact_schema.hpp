// The published JSON Schema of the verify artifact, for tests.
#pragma once

#include <string>

namespace tests {

// What of the artifact's JSON text breaks the schema, a line each; empty when nothing does.
std::string schema_errors(const std::string& artifact_json);

} // namespace tests
