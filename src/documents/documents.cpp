#include "documents/documents.hpp"

#include "base/concat.hpp"
#include "base/fault.hpp"
#include "documents/embedded.hpp"
#include "documents/nginx_files.hpp"

namespace documents {

std::string_view embedded_file(std::string_view name)
{
    for (const auto& file : embedded_files())
        if (file.name == name) return file.content;
    throw base::Fault{"no embedded file has this name"};
}

std::string document_text(const json_t* value)
{
    // Prices have 15 significant digits at most; more would print 0.1 as 0.10000000000000001.
    constexpr std::size_t k_flags = JSON_INDENT(2) | JSON_REAL_PRECISION(15);
    std::string out;
    const auto append_block = [](const char* block, std::size_t size, void* target) {
        static_cast<std::string*>(target)->append(block, size);
        return 0;
    };
    if (json_dump_callback(value, append_block, &out, k_flags) != 0)
        throw base::Fault{"a document cannot be printed"};
    return out + '\n';
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

std::vector<Document> documents(const catalog::Catalog& catalog)
{
    std::vector<Document> out{
        {"index.json", document_text(catalog_document(catalog).get())},
        {"x402.json", document_text(manifest(catalog).get())},
        {"openapi.json", document_text(openapi(catalog).get())},
        {"llms.txt", llms_text(catalog)},
        {"ui.html", ui_page(catalog)},
        {"accuracy.html", accuracy_page(catalog)},
        {"accuracy.json", std::string{embedded_file("accuracy.json")}},
    };
    for (const auto* name : {"favicon.ico", "favicon.svg"})
        out.push_back({name, std::string{embedded_file(name)}});
    for (const auto* name : {"page.css", "page.js"})
        out.push_back({std::string{"assets/"} + name, std::string{embedded_file(name)}});
    out.push_back({"routes.digest", digest(catalog).text() + '\n'});
    return out;
}

value::Digest digest(const catalog::Catalog& catalog)
{
    // Page and plain text say nothing that these do not.
    const auto all = document_text(catalog_document(catalog).get()) +
                     document_text(manifest(catalog).get()) +
                     document_text(openapi(catalog).get()) + nginx_clients(catalog) +
                     nginx_limits(catalog) + nginx_routes(catalog, "");
    return value::Digest{base::sha256(base::bytes_of(all))};
}

} // namespace documents
