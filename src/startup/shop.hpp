// What this installation sells: the configuration, and what persons have found of its model.
#pragma once

#include "catalog/catalog.hpp"

namespace startup {

// Reads the file at llm.account_record as it is now. `config` must outlive the catalog.
catalog::Catalog catalog_of(const config::Config& config);

} // namespace startup
