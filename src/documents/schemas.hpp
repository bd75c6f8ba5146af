// JSON Schemas (2020-12) in files of their own: what openapi.json has no room for, and the request
// of each product, for who reads no more than that.
#pragma once

#include "documents/documents.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace documents {

inline constexpr std::string_view k_health_schema = "Health";

// "/schemas/NAME.json", where the schema is served; its `$id` is the whole URL.
std::string schema_path(std::string_view name);
// The name of the schema of what rail v2 takes for a product.
std::string request_schema_name(const catalog::Product& product);

// Those of the artifacts that are sold, each once.
std::vector<catalog::ArtifactSchema> artifact_schemas(const catalog::Catalog& catalog);

std::vector<Document> schema_documents(const catalog::Catalog& catalog);

} // namespace documents
