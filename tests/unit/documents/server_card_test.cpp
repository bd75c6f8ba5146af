// Cards and catalogs keep to what their schemas bound, whatever the origin is.
#include "documents/server_card.hpp"

#include "base/concat.hpp"
#include "catalog/tools.hpp"
#include "documents/documents.hpp"
#include "documents/service_links.hpp"
#include "mcp/eras.hpp"
#include "support/pages.hpp"
#include "support/sample_config.hpp"

#include <cppunit/extensions/HelperMacros.h>

#include <regex>

namespace {

using namespace base;

class ServerCardTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(ServerCardTest);
    CPPUNIT_TEST(each_origin_has_a_name_that_the_schema_takes);
    CPPUNIT_TEST(the_card_names_every_revision_that_is_spoken);
    CPPUNIT_TEST(catalogs_lead_to_the_card);
    CPPUNIT_TEST(the_registry_is_told_of_an_address_and_of_no_package);
    CPPUNIT_TEST(what_is_told_fits_its_bounds);
    CPPUNIT_TEST(pages_tell_of_tools_while_one_sells);
    CPPUNIT_TEST_SUITE_END();

    static std::string_view text(const json::Ref& object, const char* member)
    {
        return json::text_member(object.get(), member).value_or("none");
    }

    static const json_t* first_view(const json::Ref& object, const char* member)
    {
        const json_t* all_view = json::array_member(object.get(), member);
        CPPUNIT_ASSERT_EQUAL(std::size_t{1}, json_array_size(all_view));
        return json_array_get(all_view, 0);
    }

    config::Config m_config = support::sample_config();
    catalog::Catalog m_catalog{m_config};

public:
    void each_origin_has_a_name_that_the_schema_takes()
    {
        for (const auto& [origin, name] :
             {std::pair{"https://assay.example", "example.assay/assay"},
              {"https://api.a-b.co.uk:8443", "uk.co.a-b.api/assay"},
              {"http://localhost:8402", "localhost/assay"},
              {"http://127.0.0.1:8402", "localhost/assay"},
              {"http://[::1]:8402", "localhost/assay"},
              {"http://[fd00::ab]", "localhost/assay"}}) {
            m_config.service.base_url = origin;
            const auto card = documents::server_card(catalog::Catalog{m_config});
            CPPUNIT_ASSERT_EQUAL(std::string{name}, std::string{text(card, "name")});
            CPPUNIT_ASSERT(std::regex_match(name, std::regex{"[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+"}));
        }
    }

    void the_card_names_every_revision_that_is_spoken()
    {
        const auto card = documents::server_card(m_catalog);
        const json_t* remote_view = first_view(card, "remotes");
        CPPUNIT_ASSERT(json::text_member(remote_view, "type") == "streamable-http");
        CPPUNIT_ASSERT(json::text_member(remote_view, "url") == "https://assay.example/mcp");
        const json_t* versions_view = json::array_member(remote_view, "supportedProtocolVersions");
        CPPUNIT_ASSERT_EQUAL(std::size(mcp::k_legacy_versions) + 1, json_array_size(versions_view));
        CPPUNIT_ASSERT(json_string_value(json_array_get(versions_view, 0)) ==
                       mcp::k_modern_version);
    }

    void catalogs_lead_to_the_card()
    {
        m_config.service.base_url = "https://assay.example:8443";
        const catalog::Catalog catalog{m_config};
        for (const auto& [made, version, identifier] :
             {std::tuple{&documents::mcp_catalog, "draft", "urn:air:assay.example:assay"},
              {&documents::ai_catalog, "1.0", "urn:air:assay.example:mcp:assay"}}) {
            const auto document = made(catalog);
            CPPUNIT_ASSERT(text(document, "specVersion") == version);
            const json_t* entry_view = first_view(document, "entries");
            CPPUNIT_ASSERT(json::text_member(entry_view, "identifier") == identifier);
            CPPUNIT_ASSERT(json::text_member(entry_view, "type") == documents::k_server_card_type);
            CPPUNIT_ASSERT(json::text_member(entry_view, "url") ==
                           "https://assay.example:8443/mcp/server-card");
        }
        CPPUNIT_ASSERT(documents::service_links_header().find("</mcp/server-card>; rel=") !=
                       std::string::npos);
    }

    void the_registry_is_told_of_an_address_and_of_no_package()
    {
        const auto entry = documents::registry_entry(m_catalog);
        CPPUNIT_ASSERT(text(entry, "$schema").ends_with("/2025-12-11/server.schema.json"));
        const json_t* remote_view = first_view(entry, "remotes");
        CPPUNIT_ASSERT_EQUAL(std::size_t{2}, json_object_size(remote_view));
        CPPUNIT_ASSERT(json::member(entry.get(), "packages") == nullptr);
    }

    void what_is_told_fits_its_bounds()
    {
        m_config.service.name = std::string(32, '"');
        const catalog::Catalog catalog{m_config};
        for (const auto& document :
             {documents::server_card(catalog), documents::registry_entry(catalog)}) {
            const auto description = text(document, "description");
            CPPUNIT_ASSERT_MESSAGE(concat(description.size()), description.size() <= 100);
            CPPUNIT_ASSERT(text(document, "title") == m_config.service.name);
            CPPUNIT_ASSERT(text(document, "version") == ASSAY_VERSION);
        }
    }

    void pages_tell_of_tools_while_one_sells()
    {
        const auto url = m_catalog.url(catalog::k_mcp_path);
        const auto places = [&](const catalog::Catalog& catalog) {
            return std::array{support::page_text(catalog, "/docs"), documents::llms_text(catalog),
                              support::page_text(catalog, "/ui")};
        };
        const auto on = places(m_catalog);
        CPPUNIT_ASSERT(on[0].find(concat("claude mcp add --transport http assay ", url)) !=
                       std::string::npos);
        CPPUNIT_ASSERT(on[1].find(url) != std::string::npos);
        CPPUNIT_ASSERT(on[2].find("/docs#mcp") != std::string::npos);
        m_config.facilitator.urls.clear();
        const catalog::Catalog without{m_config};
        CPPUNIT_ASSERT(!without.sells_on_v2());
        for (const auto& each : places(without)) {
            CPPUNIT_ASSERT(each.find(url) == std::string::npos);
            CPPUNIT_ASSERT(each.find("#mcp") == std::string::npos);
        }
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(ServerCardTest);

} // namespace
