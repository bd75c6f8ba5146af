// What buyers and operators see, byte by byte but for the space in JSON, which is there to be
// read: documents of built-in defaults at https://assay.example against tests/golden. `make golden`
// writes them anew; read the diff.
#include "base/concat.hpp"
#include "base/fd.hpp"
#include "catalog/terms.hpp"
#include "config/show.hpp"
#include "documents/documents.hpp"
#include "documents/nginx_files.hpp"
#include "documents/server_card.hpp"
#include "documents/site.hpp"
#include "support/sample_config.hpp"
#include "tools/lists.hpp"

#include <cppunit/extensions/HelperMacros.h>

#include <cstdlib>

namespace {

class GoldenTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(GoldenTest);
    CPPUNIT_TEST(documents_are_the_golden_ones);
    CPPUNIT_TEST(payment_terms_are_the_golden_ones);
    CPPUNIT_TEST(tools_are_the_golden_ones);
    CPPUNIT_TEST(what_leads_to_tools_is_golden);
    CPPUNIT_TEST(configuration_texts_are_the_golden_ones);
    CPPUNIT_TEST_SUITE_END();

    static void compare(const std::string& name, const std::string& content)
    {
        const auto path = base::concat("tests/golden/", name);
        if (std::getenv("ASSAY_WRITE_GOLDEN") != nullptr) base::replace_file(path, content, 0644);
        CPPUNIT_ASSERT_MESSAGE(base::concat(path, " differs: make golden, and read the diff"),
                               base::read_file(path, 1'000'000) == content);
    }

    static std::string readable(const documents::Document& document)
    {
        const auto parsed = base::json::parse(document.content);
        return parsed ? documents::indented_text(parsed->get()) : document.content;
    }

    // The assets' address would change this file with every one of them.
    static std::string without_digest(std::string page)
    {
        const std::string& path = documents::assets_path();
        for (auto at = page.find(path); at != std::string::npos; at = page.find(path, at))
            page.replace(at, path.size(), "/assets");
        return page;
    }

    config::Config m_config = support::sample_config();
    catalog::Catalog m_catalog{m_config};

public:
    void documents_are_the_golden_ones()
    {
        // The rest of documents() is what www/ holds already.
        for (const auto& document : documents::documents(m_catalog, 0))
            for (const auto* name :
                 {"index.json", "x402.json", "openapi.json", "llms.txt", "robots.txt",
                  "sitemap.xml", "api-catalog", "mcp-catalog", "ai-catalog"})
                if (document.name == name) compare(name, readable(document));
        for (const auto& page : documents::pages())
            if (page.path != "/accuracy")
                compare(std::string{page.file},
                        without_digest(documents::page_text(m_catalog, page)));
        for (const auto& file : documents::nginx_files(m_catalog, "/var/log/nginx"))
            compare(base::concat("nginx_", file.name), file.content);
    }

    void payment_terms_are_the_golden_ones()
    {
        for (const auto& offer : m_catalog.offers()) {
            const auto terms =
                catalog::payment_required(m_catalog, offer, catalog::k_payment_missing);
            compare(base::concat("402_", offer.product->key, ".json"),
                    documents::indented_text(terms.get()));
        }
    }

    void tools_are_the_golden_ones()
    {
        const tools::Lists lists{m_catalog, "{}"};
        const auto out = base::json::object();
        for (const mcp::Era& era :
             {mcp::Era{true, mcp::k_modern_version}, mcp::Era{false, mcp::k_legacy_versions[0]}}) {
            const mcp::Call call{.method = mcp::Method::list_tools,
                                 .era = era,
                                 .id = "1",
                                 .params = base::json::object(),
                                 .takes_tasks = false};
            const auto answer = base::json::parse(lists.answer(call)->body);
            // The version of the service would change this file with every release.
            json_t* result = json_object_get(answer->get(), "result");
            json_object_del(result, "_meta");
            base::json::set(out.get(), era.version, base::json::share(result));
        }
        compare("mcp_tools.json", documents::indented_text(out.get()));
    }

    void what_leads_to_tools_is_golden()
    {
        for (const auto& [name, made] : {std::pair{"server-card", &documents::server_card},
                                         {"server.json", &documents::registry_entry}}) {
            const auto document = made(m_catalog);
            // As above.
            json_object_del(document.get(), "version");
            compare(name, documents::indented_text(document.get()));
        }
    }

    void configuration_texts_are_the_golden_ones()
    {
        compare("sample.toml", config::sample_file(catalog::product_defaults()));
        const auto loaded = support::try_config(support::k_sample_toml);
        compare("config_show.toml", config::show_text(*loaded));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(GoldenTest);

} // namespace
