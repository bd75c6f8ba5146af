// What `assay render` writes for nginx, from the product table and the configuration. All of it is
// included by nginx/assay.conf, which says how a request reaches a pool.
#pragma once

#include "documents/documents.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace documents {

// For the http block: whom limits count and how many, and what a log line holds. Uses
// $assay_network, $assay_truncated and $assay_pool of nginx/assay.conf.
std::string nginx_clients(const catalog::Catalog& catalog);

// For the server block: the limits of requests and connections of one client. One refused by them
// is 429, and nothing of it has reached a pool.
std::string nginx_limits(const catalog::Catalog& catalog);

// For the server block: its logs in `log_directory`, a location with its body limit for each route
// that takes a body, the documents, and the error pages. Uses $assay_pool, $assay_charged and
// $assay_allow.
std::string nginx_routes(const catalog::Catalog& catalog, std::string_view log_directory);

// The first line of each.
inline constexpr std::string_view k_nginx_file_head =
    "# Written by `assay render` from the product table and assay.toml; it will be written "
    "again.\n";

// All of them: clients.conf, limits.conf, routes.conf.
std::vector<Document> nginx_files(const catalog::Catalog& catalog, std::string_view log_directory);

} // namespace documents
