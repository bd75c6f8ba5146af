// Table and configuration decide every document; what they do not offer is in none.
#include "documents/documents.hpp"
#include "documents/nginx_files.hpp"
#include "documents/service_links.hpp"

#include "base/base64.hpp"
#include "base/concat.hpp"
#include "catalog/limits.hpp"
#include "catalog/problems.hpp"
#include "catalog/terms.hpp"
#include "support/pages.hpp"
#include "support/sample_config.hpp"

#include <cppunit/extensions/HelperMacros.h>

#include <algorithm>

namespace {

using namespace base;

// The least configuration without a facilitator, and `more` in its [service] section.
config::Config config_without_facilitator(std::string_view more)
{
    return support::try_config(concat("[service]\nbase_url = \"https://assay.example\"\n", more,
                                      "[payment]\n"
                                      "pay_to = \"0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC\"\n"
                                      "rpc_urls = [\"https://rpc.assay.example\"]\n"))
        ->config;
}

class DocumentsTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(DocumentsTest);
    CPPUNIT_TEST(nothing_is_listed_while_the_rail_is_off);
    CPPUNIT_TEST(an_overridden_price_is_in_every_document);
    CPPUNIT_TEST(an_overridden_sla_is_in_every_document);
    CPPUNIT_TEST(who_anchors_is_published_when_the_operator_says_so);
    CPPUNIT_TEST(the_digest_follows_what_the_documents_say);
    CPPUNIT_TEST(configured_text_cannot_leave_its_place);
    CPPUNIT_TEST(the_page_has_no_inline_script_or_style);
    CPPUNIT_TEST(every_problem_has_its_anchor_on_the_page);
    CPPUNIT_TEST(a_development_installation_says_so_everywhere);
    CPPUNIT_TEST(llms_text_is_short_and_begins_with_its_title);
    CPPUNIT_TEST(what_agents_read_fits_into_a_context);
    CPPUNIT_TEST(the_manifest_lists_what_is_sold_as_the_upstream_draft_does);
    CPPUNIT_TEST(header_and_body_of_a_402_are_the_same_object);
    CPPUNIT_TEST(a_402_names_the_service_its_tags_and_its_icon);
    CPPUNIT_TEST(the_accuracy_page_says_when_it_was_measured);
    CPPUNIT_TEST(headers_that_clients_refuse_are_found_at_start);
    CPPUNIT_TEST(prices_survive_as_json_numbers);
    CPPUNIT_TEST(the_catalog_names_the_vantage);
    CPPUNIT_TEST(the_api_catalog_leads_to_documents_that_are_there);
    CPPUNIT_TEST_SUITE_END();

    static std::string all_texts(const catalog::Catalog& catalog)
    {
        std::string out;
        for (const auto& document : documents::documents(catalog, 0))
            if (!document.name.starts_with("assets-") && !document.name.starts_with("samples/"))
                out += document.content;
        return out;
    }

    static void assert_each_holds(const catalog::Catalog& catalog, std::string_view part)
    {
        for (const auto& document : documents::documents(catalog, 0)) {
            // How often verify was right has no price.
            const bool is_told = document.name != "accuracy.json" &&
                                 !document.name.starts_with("samples/") &&
                                 !document.name.starts_with("schemas/") &&
                                 (document.name.ends_with(".json") || document.name == "llms.txt" ||
                                  document.name == "ui.html");
            CPPUNIT_ASSERT_MESSAGE(concat(document.name, " lacks ", part),
                                   !is_told || document.content.find(part) != std::string::npos);
        }
    }

public:
    void nothing_is_listed_while_the_rail_is_off()
    {
        const auto config = config_without_facilitator("");
        const catalog::Catalog catalog{config};
        CPPUNIT_ASSERT(!catalog.sells_on_v2());
        CPPUNIT_ASSERT(all_texts(catalog).find("/v2/") == std::string::npos);
        CPPUNIT_ASSERT(catalog.find_v2_route("/v2/verify/basic") != nullptr);
    }

    void an_overridden_price_is_in_every_document()
    {
        const auto config = support::sample_config("[prices]\nverify_basic = \"0.123457\"\n");
        const catalog::Catalog catalog{config};
        assert_each_holds(catalog, "0.123457");
        const auto text = all_texts(catalog);
        CPPUNIT_ASSERT(text.find("\"500000\"") == std::string::npos);
        CPPUNIT_ASSERT(text.find(" 500000)") == std::string::npos);
        CPPUNIT_ASSERT(text.find("0.50") == std::string::npos);
        const auto terms = catalog::accepts_entry(catalog, catalog.offers().front());
        CPPUNIT_ASSERT(json::text_member(terms.get(), "amount") == "123457");
    }

    void an_overridden_sla_is_in_every_document()
    {
        const auto config = support::sample_config("[sla]\nverify_basic = \"7777s\"\n");
        assert_each_holds(catalog::Catalog{config}, "7777");
    }

    void who_anchors_is_published_when_the_operator_says_so()
    {
        const std::string address = "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC";
        const auto published = [](std::string_view keys) {
            const auto config = support::sample_config(concat("[anchor]\n", keys));
            const auto manifest = documents::manifest(catalog::Catalog{config}, 0);
            const auto* provenance_view = json::object_member(manifest.get(), "provenance");
            return std::string{json::text_member(provenance_view, "address").value_or("none")};
        };
        const auto key = concat("address = \"", address, "\"\n");
        CPPUNIT_ASSERT_EQUAL(address, published("mode = \"selfsend\"\n" + key));
        CPPUNIT_ASSERT_EQUAL(address, published("mode = \"eas\"\n" + key));
        CPPUNIT_ASSERT_EQUAL(std::string{"none"}, published("mode = \"off\"\n" + key));
        CPPUNIT_ASSERT_EQUAL(std::string{"none"}, published("mode = \"eas\"\n"));
    }

    void the_digest_follows_what_the_documents_say()
    {
        const auto plain = support::sample_config();
        const auto same =
            support::sample_config("[http]\nfast_threads = 3\n[log]\nlevel = \"debug\"\n");
        const auto dearer = support::sample_config("[prices]\nverify_basic = \"0.51\"\n");
        const auto digest = [](const config::Config& config) {
            return documents::digest(catalog::Catalog{config}).text();
        };
        CPPUNIT_ASSERT_EQUAL(digest(plain), digest(same));
        CPPUNIT_ASSERT(digest(plain) != digest(dearer));
        const catalog::Catalog catalog{plain};
        CPPUNIT_ASSERT_EQUAL(digest(plain) + '\n', documents::documents(catalog, 0).back().content);
    }

    void configured_text_cannot_leave_its_place()
    {
        const auto config = config_without_facilitator(
            "name = \"<b>&'x\"\nentity = '\"><script>'\ncontact = \"https://x.example/?a='b&c\"\n");
        const catalog::Catalog catalog{config};
        const auto page = support::page_text(catalog, "/ui");
        CPPUNIT_ASSERT(page.find("<b>") == std::string::npos);
        CPPUNIT_ASSERT(page.find("\"><script>") == std::string::npos);
        CPPUNIT_ASSERT(page.find("&lt;b&gt;&amp;&#39;x") != std::string::npos);
        CPPUNIT_ASSERT(page.find("?a=&#39;b&amp;c") != std::string::npos);
        CPPUNIT_ASSERT(page.find("{{") == std::string::npos);
        CPPUNIT_ASSERT(
            json::parse(documents::document_text(documents::manifest(catalog, 0).get())));
    }

    void the_page_has_no_inline_script_or_style()
    {
        const auto config = support::sample_config();
        const auto page = support::page_text(catalog::Catalog{config}, "/ui");
        for (const char* forbidden :
             {"<style", " style=", "onclick", "<script>", "src=\"http", "//cdn"})
            CPPUNIT_ASSERT_MESSAGE(forbidden, page.find(forbidden) == std::string::npos);
    }

    void every_problem_has_its_anchor_on_the_page()
    {
        const auto config = support::sample_config();
        const auto page = support::page_text(catalog::Catalog{config}, "/ui");
        for (const auto& problem : catalog::problems())
            CPPUNIT_ASSERT_MESSAGE(std::string{problem.word},
                                   page.find(concat("id=\"errors-", problem.word, '"')) !=
                                       std::string::npos);
    }

    void a_development_installation_says_so_everywhere()
    {
        const auto config = config_without_facilitator("mode = \"development\"\n");
        const catalog::Catalog catalog{config};
        for (const auto& document : documents::documents(catalog, 0))
            for (const auto* name : {"index.json", "x402.json", "llms.txt", "ui.html"})
                if (document.name == name)
                    CPPUNIT_ASSERT_MESSAGE(document.name,
                                           document.content.find(documents::k_development_notice) !=
                                               std::string::npos);
    }

    void llms_text_is_short_and_begins_with_its_title()
    {
        const auto config = support::sample_config();
        const auto text = documents::llms_text(catalog::Catalog{config});
        CPPUNIT_ASSERT(text.starts_with("# Assay\n\n> "));
        CPPUNIT_ASSERT(text.find("\n# ") == std::string::npos);
        CPPUNIT_ASSERT(text.find("\n### ") == std::string::npos);
        CPPUNIT_ASSERT(documents::k_service_description.size() <= 280);
    }

    void what_agents_read_fits_into_a_context()
    {
        const auto config = support::sample_config();
        const catalog::Catalog catalog{config};
        const std::pair<const char*, std::size_t> bounds[] = {
            {"llms.txt", 8'000}, {"openapi.json", 40'000}, {"index.json", 5'000}};
        for (const auto& document : documents::documents(catalog, 0))
            for (const auto& [name, bytes] : bounds)
                if (document.name == name)
                    CPPUNIT_ASSERT_MESSAGE(concat(name, ": ", document.content.size()),
                                           document.content.size() < bytes);
    }

    void the_manifest_lists_what_is_sold_as_the_upstream_draft_does()
    {
        const auto config = support::sample_config();
        const catalog::Catalog catalog{config};
        const auto manifest = documents::manifest(catalog, 1'796'000'000);
        CPPUNIT_ASSERT(json::integer_member(manifest.get(), "lastUpdated") == 1'796'000'000);
        const json_t* items_view = json::array_member(manifest.get(), "items");
        CPPUNIT_ASSERT_EQUAL(catalog.offers().size(), json_array_size(items_view));
        for (std::size_t i = 0; i < catalog.offers().size(); ++i) {
            const auto& offer = catalog.offers()[i];
            const json_t* item_view = json_array_get(items_view, i);
            const json_t* resource_view = json::object_member(item_view, "resource");
            const json_t* input_view = json::object_member(item_view, "input");
            CPPUNIT_ASSERT(json::text_member(resource_view, "url") ==
                           catalog.url(offer.product->v2_path));
            CPPUNIT_ASSERT(json::text_member(item_view, "type") == "http");
            CPPUNIT_ASSERT(json::text_member(input_view, "method") == "POST");
            CPPUNIT_ASSERT(json::text_member(input_view, "routeTemplate") ==
                           offer.product->v2_path);
            CPPUNIT_ASSERT(json_equal(json_array_get(json::array_member(item_view, "accepts"), 0),
                                      catalog::accepts_entry(catalog, offer).get()));
        }
    }

    void header_and_body_of_a_402_are_the_same_object()
    {
        const auto config = support::sample_config();
        const catalog::Catalog catalog{config};
        for (const auto& offer : catalog.offers()) {
            const auto terms =
                catalog::payment_required(catalog, offer, catalog::k_payment_missing);
            const auto header = catalog::payment_required_header(terms.get());
            CPPUNIT_ASSERT_EQUAL(json::dump(terms.get()), from_base64(header).value());
            CPPUNIT_ASSERT_EQUAL(std::size_t{0}, header.size() % 4);
            CPPUNIT_ASSERT(header.size() < catalog::k_payment_required_header_max_bytes);
        }
    }

    void the_catalog_names_the_vantage()
    {
        const auto entry = [](std::string_view keys) {
            const auto config = support::sample_config(keys);
            const auto document = documents::catalog_document(catalog::Catalog{config});
            return json::share(
                json::object_member(json::object_member(document.get(), "products"), "forensics"));
        };
        CPPUNIT_ASSERT(json::member(entry("").get(), "vantage") == nullptr);
        const auto scan = entry("[forensics]\nvantage = \"Frankfurt\"\n");
        CPPUNIT_ASSERT(json::text_member(scan.get(), "vantage") == "Frankfurt");
    }

    void the_api_catalog_leads_to_documents_that_are_there()
    {
        const auto config = support::sample_config();
        const catalog::Catalog catalog{config};
        const auto routes = documents::nginx_routes(catalog, "");
        const auto links = documents::api_catalog(catalog);
        const json_t* service_view = json_array_get(json::array_member(links.get(), "linkset"), 0);
        CPPUNIT_ASSERT(json::text_member(service_view, "anchor") == catalog.url("/"));
        for (const char* relation : {"service-desc", "service-doc", "status"}) {
            const json_t* targets_view = json::array_member(service_view, relation);
            CPPUNIT_ASSERT_MESSAGE(relation, json_array_size(targets_view) > 0);
            for (std::size_t i = 0; i < json_array_size(targets_view); ++i) {
                const auto url = json::text_member(json_array_get(targets_view, i), "href");
                CPPUNIT_ASSERT(url && url->starts_with(catalog.url("/")));
                const auto path = url->substr(catalog.url("").size());
                const auto location = concat("location = ", path, " {");
                CPPUNIT_ASSERT_MESSAGE(std::string{path},
                                       path == "/health" ||
                                           routes.find(location) != std::string::npos);
            }
        }
        CPPUNIT_ASSERT(routes.find(documents::service_links_header()) != std::string::npos);
    }

    void the_accuracy_page_says_when_it_was_measured()
    {
        const auto page =
            support::page_text(catalog::Catalog{support::sample_config()}, "/accuracy");
        CPPUNIT_ASSERT(page.find("Measured on 20") != std::string::npos);
        CPPUNIT_ASSERT(page.find("{{") == std::string::npos);
        CPPUNIT_ASSERT(page.find("Blind") != std::string::npos);
        CPPUNIT_ASSERT(page.find("No model was measured by us.") != std::string::npos);
        CPPUNIT_ASSERT(page.find("checks.model_record") != std::string::npos);
    }

    // x402 version 2: serviceName of 32 printable ASCII characters, five tags of 32, an https icon.
    void a_402_names_the_service_its_tags_and_its_icon()
    {
        auto config = support::sample_config();
        const auto resource = [&](const char* family) {
            return json::dump(
                catalog::resource_json(catalog::Catalog{config},
                                       {.path = "/p", .description = "d", .family = family})
                    .get());
        };
        CPPUNIT_ASSERT_EQUAL(
            std::string{R"({"url":"https://assay.example/p","description":"d )"
                        R"(Measured: https://assay.example/accuracy.json.",)"
                        R"("mimeType":"application/json","serviceName":"Assay",)"
                        R"("tags":["verify","ai"],"iconUrl":"https://assay.example/favicon.ico"})"},
            resource("verify"));
        CPPUNIT_ASSERT(resource("forensics").find(R"("tags":["forensics","security"])") !=
                       std::string::npos);
        for (const auto& [name, shown] :
             {std::pair{"Caf\xc3\xa9 \n\"X\"", R"("serviceName":"Caf \"X\"")"},
              {"0123456789012345678901234567890 2",
               R"("serviceName":"0123456789012345678901234567890")"},
              {"\xe4\xb8\xad", R"("mimeType":"application/json","tags")"}}) {
            config.service.name = name;
            CPPUNIT_ASSERT_MESSAGE(resource("verify"),
                                   resource("verify").find(shown) != std::string::npos);
        }
        config.service.base_url = "http://127.0.0.1:8402";
        CPPUNIT_ASSERT(resource("verify").find("iconUrl") == std::string::npos);
        // Room for an origin that is longer.
        config = support::sample_config();
        config.service.base_url = "https://api.assay-verification.example";
        const auto oversized = catalog::find_oversized_header(catalog::Catalog{config});
        CPPUNIT_ASSERT_EQUAL(std::string{}, oversized.value_or(""));
    }

    void headers_that_clients_refuse_are_found_at_start()
    {
        const auto good = support::sample_config();
        CPPUNIT_ASSERT(!catalog::find_oversized_header(catalog::Catalog{good}));
        auto wordy = good;
        wordy.payment.asset_name.assign(800, 'x');
        const auto found = catalog::find_oversized_header(catalog::Catalog{wordy});
        CPPUNIT_ASSERT(found && found->find("verify_basic") != std::string::npos);
    }

    void prices_survive_as_json_numbers()
    {
        for (const char* text :
             {"0.50", "0.10", "0.25", "1.50", "4.00", "0.000001", "99999.999999"}) {
            const auto price = value::AtomicUsd::parse_decimal(text).value();
            auto number =
                documents::document_text(json::object("p", catalog::price_number(price)).get());
            number = number.substr(number.find(':') + 1);
            number.resize(number.find('}'));
            const auto is_plain = number.find('e') == std::string::npos;
            CPPUNIT_ASSERT_MESSAGE(number,
                                   !is_plain || value::AtomicUsd::parse_decimal(number) == price);
            CPPUNIT_ASSERT_DOUBLES_EQUAL(static_cast<double>(price.atoms()),
                                         std::stod(number) * 1'000'000, 1e-6);
        }
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(DocumentsTest);

} // namespace
