// What tells more of the service, by its link relation (RFC 8288, RFC 8631): the API catalog and
// the Link header of the catalog are loops over it.
#pragma once

#include "base/json.hpp"
#include "catalog/catalog.hpp"

#include <string>
#include <string_view>

namespace documents {

inline constexpr std::string_view k_api_catalog_path = "/.well-known/api-catalog";

// GET /.well-known/api-catalog (RFC 9727): a linkset (RFC 9264) with an entry for the service.
base::json::Ref api_catalog(const catalog::Catalog& catalog);

// Value of the header Link on the catalog: the same links, and where their set is.
std::string service_links_header();

} // namespace documents
