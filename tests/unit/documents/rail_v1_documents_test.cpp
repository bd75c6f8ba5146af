// Rail v1 is told of where it sells, and nowhere else.
#include "base/concat.hpp"
#include "catalog/limits.hpp"
#include "catalog/rails.hpp"
#include "catalog/terms.hpp"
#include "catalog/transfer_refusals.hpp"
#include "documents/documents.hpp"
#include "documents/nginx_files.hpp"
#include "job/order.hpp"
#include "support/pages.hpp"
#include "support/sample_config.hpp"

#include <cppunit/extensions/HelperMacros.h>

#include <algorithm>
#include <set>

namespace {

using namespace base;

// The interface's limits are the store's.
static_assert(job::k_transfer_window.count() == catalog::k_transfer_window_sec);
static_assert(job::k_awaiting_ttl.count() == catalog::k_awaiting_ttl_sec);

class RailV1DocumentsTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(RailV1DocumentsTest);
    CPPUNIT_TEST(the_manifest_has_an_entry_for_each_product_behind_that_of_v2);
    CPPUNIT_TEST(the_older_form_of_the_manifest_names_rail_v2_alone);
    CPPUNIT_TEST(manifest_and_catalog_name_the_rails_that_are_on);
    CPPUNIT_TEST(a_rail_that_is_off_is_in_no_document);
    CPPUNIT_TEST(rail_v1_sells_alone_too);
    CPPUNIT_TEST(the_terms_ask_for_the_transfer_window);
    CPPUNIT_TEST(openapi_has_the_routes_and_says_how_they_answer);
    CPPUNIT_TEST(every_refusal_of_a_transfer_is_explained);
    CPPUNIT_TEST(llms_text_and_page_tell_the_six_steps);
    CPPUNIT_TEST(nginx_takes_the_largest_body_of_a_family);
    CPPUNIT_TEST(fields_of_several_products_are_united);
    CPPUNIT_TEST_SUITE_END();

    config::Config m_config = support::sample_config();
    catalog::Catalog m_catalog{m_config};
    config::Config m_config_without_v1 = [] {
        auto config = support::sample_config();
        config.payment.rpc_urls.clear();
        return config;
    }();
    catalog::Catalog m_without_v1{m_config_without_v1};
    config::Config m_config_without_v2 = [] {
        auto config = support::sample_config();
        config.facilitator.urls.clear();
        return config;
    }();
    catalog::Catalog m_without_v2{m_config_without_v2};

    static std::string all_texts(const catalog::Catalog& catalog)
    {
        std::string out = documents::nginx_routes(catalog, "");
        for (const auto& document : documents::documents(catalog, 0))
            if (!document.name.starts_with("assets-")) out += document.content;
        return out;
    }

    static void assert_holds(std::string_view text, std::string_view part)
    {
        CPPUNIT_ASSERT_MESSAGE(concat("lacks ", part), text.find(part) != std::string_view::npos);
    }

    // The value at a path of members; the test fails where there is none.
    static const json_t* at(const json_t* value_view, std::initializer_list<const char*> path)
    {
        for (const char* key : path) {
            value_view = json::member(value_view, key);
            CPPUNIT_ASSERT_MESSAGE(key, value_view != nullptr);
        }
        return value_view;
    }

    static std::vector<std::string> words(const json_t* array_view)
    {
        std::vector<std::string> out;
        for (std::size_t i = 0; i < json_array_size(array_view); ++i)
            out.emplace_back(json::text_of(json_array_get(array_view, i)));
        return out;
    }

    static std::string text(const json_t* string_view)
    {
        return std::string{json::text_of(string_view)};
    }

public:
    void the_manifest_has_an_entry_for_each_product_behind_that_of_v2()
    {
        const auto manifest = documents::manifest(m_catalog, 0);
        const json_t* endpoints_view = at(manifest.get(), {"endpoints"});
        std::size_t index = 0;
        for (const auto& offer : m_catalog.offers()) {
            const auto& product = *offer.product;
            const auto v2 = json_array_get(endpoints_view, index++);
            CPPUNIT_ASSERT_EQUAL(m_catalog.url(product.v2_path), text(at(v2, {"resource"})));
            CPPUNIT_ASSERT_EQUAL(std::string{"v2"}, text(at(v2, {"metadata", "rail"})));
            if (!product.is_on_v1) continue;
            const auto v1 = json_array_get(endpoints_view, index++);
            const auto& family = catalog::family_named(product.family);
            CPPUNIT_ASSERT_EQUAL(m_catalog.url(family.v1_path), text(at(v1, {"resource"})));
            CPPUNIT_ASSERT_EQUAL(std::string{"webhook"}, text(at(v1, {"settlement"})));
            CPPUNIT_ASSERT_EQUAL(std::string{"v1"}, text(at(v1, {"metadata", "rail"})));
            if (!family.selector.empty())
                CPPUNIT_ASSERT_EQUAL(
                    std::string{product.variant},
                    text(at(v1, {"metadata", std::string{family.selector}.c_str()})));
            for (const char* same : {"type", "method", "product", "x402Version", "description",
                                     "price_usdc", "accepts"})
                CPPUNIT_ASSERT_MESSAGE(same, json_equal(at(v1, {same}), at(v2, {same})) == 1);
            for (const char* same : {"category", "provider", "sla_sec"})
                CPPUNIT_ASSERT_MESSAGE(
                    same, json_equal(at(v1, {"metadata", same}), at(v2, {"metadata", same})) == 1);
        }
        CPPUNIT_ASSERT_EQUAL(json_array_size(endpoints_view), index);
    }

    void the_older_form_of_the_manifest_names_rail_v2_alone()
    {
        const auto alone = documents::manifest(m_without_v2, 0);
        CPPUNIT_ASSERT_EQUAL(std::size_t{0}, json_array_size(at(alone.get(), {"resources"})));
        std::vector<std::string> urls;
        for (const auto& offer : m_catalog.offers())
            urls.push_back(m_catalog.url(offer.product->v2_path));
        const auto both = documents::manifest(m_catalog, 0);
        CPPUNIT_ASSERT(urls == words(at(both.get(), {"resources"})));
    }

    void manifest_and_catalog_name_the_rails_that_are_on()
    {
        const std::pair<const catalog::Catalog*, std::vector<std::string>> cases[] = {
            {&m_catalog, {"v2", "v1"}}, {&m_without_v1, {"v2"}}, {&m_without_v2, {"v1"}}};
        for (const auto& [catalog, rails] : cases) {
            std::vector<std::string> modes;
            for (const auto& rail : rails)
                modes.emplace_back(rail == "v1" ? "webhook" : "x402_facilitator");
            const auto manifest = documents::manifest(*catalog, 0);
            CPPUNIT_ASSERT(modes == words(at(manifest.get(), {"settlement", "modes"})));
            const auto document = documents::catalog_document(*catalog);
            CPPUNIT_ASSERT_EQUAL(rails.front(), text(at(document.get(), {"payment", "rail"})));
            CPPUNIT_ASSERT(rails == words(at(document.get(), {"payment", "rails"})));
            const json_t* verify_view = at(document.get(), {"products", "verify"});
            CPPUNIT_ASSERT(rails == words(at(verify_view, {"tiers", "basic", "rails"})));
            CPPUNIT_ASSERT_EQUAL(rails.size(), json_object_size(at(verify_view, {"rails"})));
            for (const auto& rail : rails)
                CPPUNIT_ASSERT(
                    !words(at(verify_view, {"rails", rail.c_str(), "endpoints"})).empty());
        }
        const auto manifest = documents::manifest(m_catalog, 0);
        assert_holds(text(at(manifest.get(), {"settlement", "v1", "note"})),
                     m_catalog.url(catalog::k_webhook_path));
    }

    void a_rail_that_is_off_is_in_no_document()
    {
        CPPUNIT_ASSERT(!m_without_v1.sells_on_v1());
        const auto without_v1 = all_texts(m_without_v1);
        for (const auto& family : catalog::families())
            CPPUNIT_ASSERT(without_v1.find(family.v1_path) == std::string::npos);
        for (const auto part : {catalog::k_webhook_path, std::string_view{"payment_options"}})
            CPPUNIT_ASSERT_MESSAGE(std::string{part}, without_v1.find(part) == std::string::npos);

        auto config = m_config_without_v1;
        config.facilitator.urls.clear();
        const catalog::Catalog nothing{config};
        const auto manifest = documents::manifest(nothing, 0);
        for (const char* list : {"endpoints", "resources"})
            CPPUNIT_ASSERT_EQUAL(std::size_t{0}, json_array_size(at(manifest.get(), {list})));
        assert_holds(documents::llms_text(nothing), "Nothing is sold at");
        assert_holds(support::page_text(nothing, "/ui"), "Nothing is sold at");
    }

    void rail_v1_sells_alone_too()
    {
        const auto document = documents::catalog_document(m_without_v2);
        const json_t* verify_view = at(document.get(), {"products", "verify"});
        const auto v1_url = m_without_v2.url(catalog::families()[0].v1_path);
        CPPUNIT_ASSERT_EQUAL(v1_url, text(at(verify_view, {"endpoint"})));
        for (const auto& each :
             {documents::llms_text(m_without_v2), support::page_text(m_without_v2, "/ui")}) {
            assert_holds(each, v1_url);
            CPPUNIT_ASSERT(each.find("Nothing is sold at") == std::string::npos);
        }
        const auto openapi = documents::openapi(m_without_v2);
        CPPUNIT_ASSERT(json::member(at(openapi.get(), {"paths"}), "/v2/verify/basic") == nullptr);
        at(openapi.get(), {"paths", "/v1/verify", "post"});
    }

    void the_terms_ask_for_the_transfer_window()
    {
        auto patient = m_config;
        patient.payment.max_timeout = std::chrono::seconds{1'000};
        const catalog::Catalog catalog{patient};
        const auto& offer = catalog.offers().front();
        const auto seconds = [&](catalog::Rail rail) {
            return json::integer_member(catalog::accepts_entry(catalog, offer, rail).get(),
                                        "maxTimeoutSeconds");
        };
        CPPUNIT_ASSERT(seconds(catalog::Rail::v2) == 1'000);
        CPPUNIT_ASSERT(seconds(catalog::Rail::v1) == catalog::k_transfer_window_sec);
    }

    void openapi_has_the_routes_and_says_how_they_answer()
    {
        const auto openapi = documents::openapi(m_catalog);
        const json_t* paths_view = at(openapi.get(), {"paths"});
        for (const auto* family : catalog::v1_families(m_catalog)) {
            const json_t* item_view = at(paths_view, {std::string{family->v1_path}.c_str()});
            at(item_view, {"get", "responses", "200"});
            const json_t* order_view = at(item_view, {"post"});
            // Indexers would take it for a route that takes PAYMENT-SIGNATURE.
            CPPUNIT_ASSERT(json::member(order_view, "x-payment-info") == nullptr);
            for (const char* status : {"202", "402", "422", "default"})
                at(order_view, {"responses", status});
            const json_t* schema_view =
                at(order_view, {"requestBody", "content", "application/json", "schema"});
            at(schema_view, {"properties", "job_id"});
            if (family->selector.empty()) {
                CPPUNIT_ASSERT(json::member(schema_view, "required") == nullptr);
                continue;
            }
            const auto required = words(at(schema_view, {"required"}));
            CPPUNIT_ASSERT_EQUAL(std::string{family->selector}, required.front());
            CPPUNIT_ASSERT(std::find(required.begin(), required.end(), "job_id") == required.end());
            const auto variants = words(
                at(schema_view, {"properties", std::string{family->selector}.c_str(), "enum"}));
            CPPUNIT_ASSERT_EQUAL(m_catalog.v1_offers(*family).size(), variants.size());
        }
        const json_t* webhook_view =
            at(paths_view, {std::string{catalog::k_webhook_path}.c_str(), "post"});
        for (const char* status : {"200", "202", "402", "422", "default"})
            at(webhook_view, {"responses", status});
        at(paths_view, {"/v1/job/{job_id}", "get", "responses", "402"});
        const auto plain = documents::openapi(m_without_v1);
        CPPUNIT_ASSERT(json::member(at(plain.get(), {"components", "schemas"}), "WebhookAnswer") ==
                       nullptr);
        const auto accepted = words(at(openapi.get(), {"components", "schemas", "JobAccepted",
                                                       "properties", "status", "enum"}));
        CPPUNIT_ASSERT(std::count(accepted.begin(), accepted.end(), "payment_confirmed") == 1);
    }

    void every_refusal_of_a_transfer_is_explained()
    {
        std::set<std::string_view> told;
        for (const auto& each : catalog::transfer_refusals()) told.insert(each.word);
        const std::set<std::string_view> known{
            job::k_reverted, job::k_no_transfer,       job::k_amount_mismatch, job::k_memo_missing,
            job::k_late,     job::k_ambiguous_binding, job::k_wrong_recipient, job::k_unreadable};
        CPPUNIT_ASSERT(told == known);

        const auto openapi = documents::openapi(m_catalog);
        const auto codes =
            words(at(openapi.get(), {"components", "schemas", "TransferRefusal", "enum"}));
        const auto llms = documents::llms_text(m_catalog);
        const auto page = support::page_text(m_catalog, "/ui");
        CPPUNIT_ASSERT_EQUAL(told.size(), codes.size());
        for (const auto word : told) {
            CPPUNIT_ASSERT(std::count(codes.begin(), codes.end(), word) == 1);
            assert_holds(llms, concat('`', word, '`'));
            assert_holds(page, concat("id=\"errors-", word, '"'));
        }
    }

    void llms_text_and_page_tell_the_six_steps()
    {
        const auto llms = documents::llms_text(m_catalog);
        const auto flow = llms.substr(llms.find("(rail v1"));
        for (const char* part :
             {"\n1. ", "\n6. ", "within 300 s", "keccak256(job_id)", "EIP-3009", "payer_signature",
              "payment_options.transaction", "Exchange withdrawals are not supported",
              "never pay again", "`job_id:tx_hash:8453`"})
            assert_holds(flow, part);

        const auto page = support::page_text(m_catalog, "/docs");
        const auto section = page.substr(page.find("<section id=\"transfer\""));
        const auto steps = section.substr(0, section.find("</ol>"));
        std::size_t count = 0;
        for (auto place = steps.find("<li>"); place != std::string::npos;
             place = steps.find("<li>", place + 1))
            ++count;
        CPPUNIT_ASSERT_EQUAL(std::size_t{6}, count);
        for (const char* part : {"300 seconds", "Exchange withdrawals are not supported",
                                 "payer_signature", "Pending never means"})
            assert_holds(section, part);
        CPPUNIT_ASSERT(page.find("{{") == std::string::npos);
    }

    void nginx_takes_the_largest_body_of_a_family()
    {
        const auto routes = documents::nginx_routes(m_catalog, "");
        for (const auto* family : catalog::v1_families(m_catalog)) {
            const auto limit = catalog::v1_body_max_bytes(m_catalog, *family);
            for (const auto* offer : m_catalog.v1_offers(*family))
                CPPUNIT_ASSERT(limit >= offer->product->body_max_bytes + 1024);
            assert_holds(routes,
                         concat("location = ", family->v1_path, " {\n    client_max_body_size ",
                                limit, ";\n    fastcgi_pass $assay_pool;\n}"));
        }
        assert_holds(routes, concat("location = ", catalog::k_webhook_path,
                                    " {\n    client_max_body_size 65536;\n"));
    }

    void fields_of_several_products_are_united()
    {
        using enum catalog::FieldType;
        static constexpr catalog::Field k_first[] = {{"query", text, true, 2, 10, "", "ab"},
                                                     {"sources", text, true, 1, 5, "", "a"}};
        static constexpr catalog::Field k_second[] = {{"streams", text, true, 1, 7, "", "a"},
                                                      {"query", text, true, 1, 8, "", "a"}};
        auto first = *catalog::find_product("verify_basic");
        auto second = first;
        first.fields = k_first;
        second.fields = k_second;
        const catalog::Offer offers[] = {{&first, first.price, first.sla},
                                         {&second, second.price, second.sla}};
        const auto fields = catalog::united_fields({&offers[0], &offers[1]});
        CPPUNIT_ASSERT_EQUAL(std::size_t{3}, fields.size());
        CPPUNIT_ASSERT(fields[0].name == "query" && fields[0].required);
        CPPUNIT_ASSERT(fields[0].min_size == 1 && fields[0].max_size == 10);
        CPPUNIT_ASSERT(fields[1].name == "sources" && !fields[1].required);
        CPPUNIT_ASSERT(fields[2].name == "streams" && !fields[2].required);
        CPPUNIT_ASSERT(catalog::united_fields({}).empty());
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(RailV1DocumentsTest);

} // namespace
