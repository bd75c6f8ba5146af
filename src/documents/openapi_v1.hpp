// Rail v1 in openapi.json.
#pragma once

#include "base/json.hpp"
#include "catalog/catalog.hpp"

namespace documents {

// Merges the fixed document's part for rail v1, `rail_v1`, into the rest of it.
void merge_v1_parts(json_t* fixed);

// Adds the routes that sell on rail v1, and its webhook. `fixed_view`: after merge_v1_parts().
void add_v1_paths(json_t* paths, const catalog::Catalog& catalog, const json_t* fixed_view);

} // namespace documents
