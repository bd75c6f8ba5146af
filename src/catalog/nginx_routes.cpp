#include "base/concat.hpp"
#include "catalog/documents.hpp"

namespace catalog {

using base::concat;

std::string nginx_routes(const Catalog& catalog)
{
    std::string out = concat("# Written by `assay render` from the product table and assay.toml; it "
                             "will be written again.\n"
                             "set $assay_documents \"",
                             catalog.config().discovery.document_root, "\";\n");
    for (const auto& offer : catalog.offers())
        out += concat("\nlocation = ", offer.product->v2_path,
                      " {\n    set $assay_charged null;\n    client_max_body_size ",
                      offer.product->body_max_bytes, ";\n    fastcgi_pass $assay_pool;\n}\n");
    return out;
}

} // namespace catalog
