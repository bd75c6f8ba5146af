#include "documents/documents.hpp"

#include "base/concat.hpp"
#include "base/fault.hpp"
#include "documents/nginx_files.hpp"
#include "documents/samples.hpp"
#include "documents/schemas.hpp"
#include "documents/server_card.hpp"
#include "documents/service_links.hpp"
#include "documents/site.hpp"
#include "embedded/files.hpp"

#include <chrono>

namespace documents {

namespace {

// Whole days as days: both are durations of at least one day.
std::string length_text(std::chrono::seconds length)
{
    using std::chrono::days;
    using std::chrono::hours;
    const auto whole_days = std::chrono::floor<days>(length);
    if (whole_days == length) return base::concat(whole_days.count(), " days");
    return base::concat(std::chrono::ceil<hours>(length).count(), " hours");
}

struct Network {
    std::uint64_t chain_id;
    std::string_view name;
    std::string_view explorer;
    std::string_view node;
};

constexpr Network k_networks[] = {
    {8453, "Base", "https://basescan.org/tx/", "https://mainnet.base.org"},
    {84532, "Base Sepolia", "https://sepolia.basescan.org/tx/", "https://sepolia.base.org"},
};

const Network* find_network(const value::EvmNetwork& network)
{
    for (const Network& each : k_networks)
        if (each.chain_id == network.chain_id()) return &each;
    return nullptr;
}

std::string printed(const json_t* value, std::size_t layout)
{
    // Prices have 15 significant digits at most; more would print 0.1 as 0.10000000000000001.
    const std::size_t flags = layout | JSON_REAL_PRECISION(15);
    std::string out;
    const auto append_block = [](const char* block, std::size_t size, void* target) {
        static_cast<std::string*>(target)->append(block, size);
        return 0;
    };
    if (json_dump_callback(value, append_block, &out, flags) != 0)
        throw base::Fault{"a document cannot be printed"};
    return out + '\n';
}

} // namespace

std::string document_text(const json_t* value)
{
    return printed(value, JSON_COMPACT);
}

std::string indented_text(const json_t* value)
{
    return printed(value, JSON_INDENT(2));
}

std::string provenance_note(const catalog::Catalog& catalog)
{
    using config::AnchorMode;
    const auto& config = catalog.config();
    const auto chain = config.payment.network.text();
    std::string out = "Every result carries result_hash, the SHA-256 of its canonical bytes (RFC "
                      "8785), so that anybody can check a copy. ";
    const auto& sender = config.anchor.address_text;
    const auto by = sender.empty() ? "." : base::concat(", sent by ", sender, '.');
    switch (config.anchor.mode) {
    case AnchorMode::eas:
        return out + base::concat("The hash is then timestamped on ", chain,
                                  " by the Ethereum Attestation Service at ",
                                  config.anchor.contract_text,
                                  ": getTimestamp(result_hash) says when, and `anchor` names the "
                                  "transaction",
                                  by);
    case AnchorMode::selfsend:
        return out + base::concat("The hash is then part of the calldata of a transaction on ",
                                  chain, " that `anchor` names", by);
    case AnchorMode::off: break;
    }
    return out + "Hashes are not written to the chain here: anchor.status is off.";
}

std::string retention_note(const catalog::Catalog& catalog)
{
    const auto& store = catalog.config().store;
    return base::concat("What was sent is deleted ", length_text(store.request_retention),
                        " after the end of its job and the result after ",
                        length_text(store.result_retention),
                        ": keep your own copy. Then the job answers 410 job_gone.");
}

std::string network_name(const value::EvmNetwork& network)
{
    const Network* known = find_network(network);
    return known != nullptr ? std::string{known->name} : base::concat("chain ", network.chain_id());
}

std::string_view explorer_of(const value::EvmNetwork& network)
{
    const Network* known = find_network(network);
    return known != nullptr ? known->explorer : "";
}

std::string_view node_of(const value::EvmNetwork& network)
{
    const Network* known = find_network(network);
    return known != nullptr ? known->node : "";
}

std::vector<Document> documents(const catalog::Catalog& catalog, std::int64_t last_updated)
{
    std::vector<Document> out{
        {"index.json", document_text(catalog_document(catalog).get())},
        {std::string{k_manifest_file}, document_text(manifest(catalog, last_updated).get())},
        {"openapi.json", document_text(openapi(catalog).get())},
        {"llms.txt", llms_text(catalog)},
        {"api-catalog", document_text(api_catalog(catalog).get())},
        {"server-card", document_text(server_card(catalog).get())},
        {"mcp-catalog", document_text(mcp_catalog(catalog).get())},
        {"ai-catalog", document_text(ai_catalog(catalog).get())},
        {"accuracy.json", std::string{embedded::file("accuracy.json")}},
        {"robots.txt", robots_text(catalog)},
        {"sitemap.xml", sitemap_text(catalog)},
    };
    for (const Page& page : pages())
        out.push_back({std::string{page.file}, page_text(catalog, page)});
    for (const auto* name : {"favicon.ico", "favicon.svg", "og.png"})
        out.push_back({name, std::string{embedded::file(name)}});
    for (auto made : {asset_documents(), sample_documents(), schema_documents(catalog)})
        out.insert(out.end(), made.begin(), made.end());
    out.push_back({std::string{k_digest_file}, digest(catalog).text() + '\n'});
    return out;
}

value::Digest digest(const catalog::Catalog& catalog)
{
    // Pages, plain text and what leads to the tools say nothing that these do not, but for what
    // pages load.
    auto all = document_text(catalog_document(catalog).get()) +
               document_text(manifest(catalog, 0).get()) + document_text(openapi(catalog).get()) +
               nginx_clients(catalog) + nginx_limits(catalog) + nginx_routes(catalog, "") +
               assets_path();
    for (const auto& schema : schema_documents(catalog)) all += schema.content;
    return value::Digest{base::sha256(base::bytes_of(all))};
}

} // namespace documents
