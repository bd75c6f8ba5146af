// The information documents: all that is said to anybody who has not paid, made from the table and
// the configuration alone. `assay render` writes them, nginx serves them.
#pragma once

#include "base/json.hpp"
#include "catalog/catalog.hpp"
#include "value/digest.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace documents {

// GET / (DESIGN.md, 3).
base::json::Ref catalog_document(const catalog::Catalog& catalog);
// GET /.well-known/x402 and /.well-known/x402.json (DESIGN.md, 3). `last_updated`: when the
// documents last changed, in seconds since 1970.
base::json::Ref manifest(const catalog::Catalog& catalog, std::int64_t last_updated);
// GET /openapi.json: OpenAPI 3.1 with x-payment-info, what x402 indexers read first.
base::json::Ref openapi(const catalog::Catalog& catalog);
// GET /llms.txt.
std::string llms_text(const catalog::Catalog& catalog);

struct Document {
    std::string name; // of the file below discovery.document_root; may hold one slash
    std::string content;
};

// The document that says when it was made.
inline constexpr std::string_view k_manifest_file = "x402.json";
inline constexpr std::string_view k_last_updated = "lastUpdated";
// Which holds digest() as text.
inline constexpr std::string_view k_digest_file = "routes.digest";

// All files of the document root; the last is k_digest_file.
std::vector<Document> documents(const catalog::Catalog& catalog, std::int64_t last_updated);

// The digest of everything that the documents say. When it differs from routes.digest, the rendered
// documents are stale: prices or routes have changed since.
value::Digest digest(const catalog::Catalog& catalog);

// One sentence on the service, for every document.
inline constexpr std::string_view k_service_description =
    "Assay sells analyses per call, paid in USDC through x402: a critic examines what you send, "
    "weighs it and returns a scored verdict with evidence and a hash you can check.";

// What the published clients refuse to pay without being told, and how to tell them.
inline constexpr std::string_view k_spend_cap_note =
    "x402 clients refuse more than 1 USD unless told: "
    "client.setSpendControls({ maxAmountPerPayment: \"$5\" }); in Python max_amount_per_payment.";

// How a result can be checked, and what of it is on the chain.
std::string provenance_note(const catalog::Catalog& catalog);

// When what was sent and what came of it are deleted.
std::string retention_note(const catalog::Catalog& catalog);

// "Base" for people; "chain 31337" where there is no better one.
std::string network_name(const value::EvmNetwork& network);
// A URL at which people look at transactions of that chain, up to the hash; empty: none is known.
std::string_view explorer_of(const value::EvmNetwork& network);

// A public node of that chain; empty: none is known.
std::string_view node_of(const value::EvmNetwork& network);

inline constexpr std::string_view k_development_notice =
    "Development installation: not for real money.";

// JSON as documents print it: no space in it, since a model pays for each; numbers as short as they
// are exact.
std::string document_text(const json_t* value);
// The same as people read it.
std::string indented_text(const json_t* value);

} // namespace documents
