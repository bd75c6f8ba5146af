#include "documents/schemas.hpp"

#include "base/concat.hpp"
#include "embedded/files.hpp"
#include "schemas/requests.hpp"

#include <algorithm>

namespace documents {

using namespace base;

namespace {

Document schema_document(const catalog::Catalog& catalog, std::string_view name,
                         const json_t* schema_view)
{
    const auto path = schema_path(name);
    auto whole = json::object("$schema", "https://json-schema.org/draft/2020-12/schema", //
                              "$id", catalog.url(path));
    json::for_each_member(schema_view, [&](std::string_view key, const json_t* value_view) {
        json::set(whole.get(), key, json::share(value_view));
    });
    return {path.substr(1), document_text(whole.get())};
}

// Behind what the schema says of the verdict: its words with what they mean.
void explain_verdict(json_t* schema, const catalog::Product& product)
{
    json_t* verdict = json_object_get(json_object_get(schema, "properties"), "verdict");
    std::string told{json::text_member(verdict, "description").value_or("")};
    for (const auto& each : product.verdicts)
        told += concat(told.empty() ? "" : " ", each.word, ": ", each.means, '.');
    json::set(verdict, "description", json::value(told));
}

Document artifact_document(const catalog::Catalog& catalog, const catalog::Product& product)
{
    auto schema = embedded::json_file(product.schema.file);
    explain_verdict(schema.get(), product);
    return schema_document(catalog, product.schema.name, schema.get());
}

Document request_document(const catalog::Catalog& catalog, const catalog::Offer& offer)
{
    return schema_document(catalog, request_schema_name(*offer.product),
                           schemas::request_with_definitions(offer).get());
}

} // namespace

std::string schema_path(std::string_view name)
{
    return concat("/schemas/", name, ".json");
}

std::string request_schema_name(const catalog::Product& product)
{
    return concat(product.key, ".request");
}

std::vector<catalog::ArtifactSchema> artifact_schemas(const catalog::Catalog& catalog)
{
    std::vector<catalog::ArtifactSchema> out;
    for (const auto& offer : catalog.offers()) {
        const auto& schema = offer.product->schema;
        if (!schema.name.empty() &&
            std::ranges::find(out, schema.name, &catalog::ArtifactSchema::name) == out.end())
            out.push_back(schema);
    }
    return out;
}

std::vector<Document> schema_documents(const catalog::Catalog& catalog)
{
    std::vector<Document> out{
        schema_document(catalog, k_health_schema, embedded::json_file("health.json").get())};
    for (const auto& schema : artifact_schemas(catalog)) {
        const auto& offer = *std::ranges::find_if(catalog.offers(), [&](const auto& each) {
            return each.product->schema.name == schema.name;
        });
        out.push_back(artifact_document(catalog, *offer.product));
    }
    for (const auto& offer : catalog.offers()) out.push_back(request_document(catalog, offer));
    return out;
}

} // namespace documents
