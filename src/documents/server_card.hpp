// How clients of the Model Context Protocol find the service before they speak with it: SEP-2127
// (cards and the catalogs that lead to them), and the registry's server.json.
#pragma once

#include "base/json.hpp"
#include "catalog/catalog.hpp"

#include <string_view>

namespace documents {

// The place that the protocol reserves for it, below the address of the tools.
inline constexpr std::string_view k_server_card_path = "/mcp/server-card";
inline constexpr std::string_view k_server_card_type = "application/mcp-server-card+json";

// The name of the service, where its tools are, and which revisions are spoken.
base::json::Ref server_card(const catalog::Catalog& catalog);

// GET /.well-known/mcp/catalog.json: the place of the card.
base::json::Ref mcp_catalog(const catalog::Catalog& catalog);
// GET /.well-known/ai-catalog.json: the same, as later drafts want it.
base::json::Ref ai_catalog(const catalog::Catalog& catalog);

// What `mcp-publisher publish` takes (registry.modelcontextprotocol.io, schema 2025-12-11): only
// that there is a server at an address, since no package of it is to be installed.
base::json::Ref registry_entry(const catalog::Catalog& catalog);

} // namespace documents
