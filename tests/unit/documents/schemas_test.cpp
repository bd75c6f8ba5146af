// What openapi.json has no room for is served beside it, leads nowhere else, and is true of what is
// sold.
#include "documents/schemas.hpp"

#include "base/concat.hpp"
#include "catalog/bazaar.hpp"
#include "embedded/files.hpp"
#include "support/artifact_schema.hpp"
#include "support/sample_config.hpp"

#include <cppunit/extensions/HelperMacros.h>

#include <map>
#include <sstream>

namespace {

using namespace base;

class SchemasTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(SchemasTest);
    CPPUNIT_TEST(every_reference_leads_to_what_is_served);
    CPPUNIT_TEST(every_schema_says_where_it_is);
    CPPUNIT_TEST(samples_are_as_the_served_schemas_say);
    CPPUNIT_TEST(a_wrong_artifact_or_request_is_not);
    CPPUNIT_TEST(example_requests_are_as_their_schemas_say);
    CPPUNIT_TEST(every_verdict_is_explained_in_its_schema);
    CPPUNIT_TEST_SUITE_END();

    config::Config m_config = support::sample_config();
    catalog::Catalog m_catalog{m_config};

    using Files = std::map<std::string, json::Ref>;

    // Served JSON by its URL.
    static Files served(const catalog::Catalog& catalog)
    {
        Files out;
        for (const auto& document : documents::documents(catalog, 0))
            if (document.name == "openapi.json" || document.name.starts_with("schemas/"))
                out.emplace(catalog.url(concat('/', document.name)),
                            std::move(json::parse(document.content).value()));
        return out;
    }

    [[nodiscard]] std::string text_at(std::string_view path) const
    {
        return json::dump(served(m_catalog).at(m_catalog.url(path)).get());
    }

    static bool leads_somewhere(const Files& files, const std::string& from, std::string_view to)
    {
        const auto hash = to.find('#');
        const std::string file{to.substr(0, hash)};
        std::string url = from;
        if (file.starts_with("https://"))
            url = file;
        else if (!file.empty())
            url = from.substr(0, from.rfind('/') + 1) + file;
        const auto found = files.find(url);
        if (found == files.end()) return false;
        const json_t* view = found->second.get();
        if (hash == std::string_view::npos) return true;
        std::istringstream steps{std::string{to.substr(hash + 2)}};
        for (std::string step; view != nullptr && std::getline(steps, step, '/');)
            view = json::member(view, step.c_str());
        return view != nullptr;
    }

    static void follow(const Files& files, const std::string& url, const json_t* value_view,
                       int& count)
    {
        for (std::size_t i = 0; i < json_array_size(value_view); ++i)
            follow(files, url, json_array_get(value_view, i), count);
        if (!json_is_object(value_view)) return;
        auto target = json::text_member(value_view, "$ref");
        if (const auto named =
                json::text_member(json::object_member(value_view, "externalDocs"), "url");
            named && named->find("/schemas/") != std::string_view::npos)
            target = named;
        if (target) {
            ++count;
            CPPUNIT_ASSERT_MESSAGE(concat(url, " refers to ", *target),
                                   leads_somewhere(files, url, *target));
        }
        json::for_each_member(value_view, [&](std::string_view, const json_t* member_view) {
            follow(files, url, member_view, count);
        });
    }

public:
    void every_reference_leads_to_what_is_served()
    {
        for (const std::string_view off : {"", "v1", "v2"}) {
            auto config = m_config;
            if (off == "v1") config.payment.rpc_urls.clear();
            if (off == "v2") config.facilitator.urls.clear();
            const catalog::Catalog catalog{config};
            const auto files = served(catalog);
            int count = 0;
            for (const auto& [url, document] : files) follow(files, url, document.get(), count);
            CPPUNIT_ASSERT(count > 50);
        }
        const auto files = served(m_catalog);
        const auto from = m_catalog.url("/schemas/Health.json");
        CPPUNIT_ASSERT(leads_somewhere(files, from, "#/$defs/MeasuredShare"));
        for (const char* nowhere : {"#/$defs/Nothing", "Nothing.json#/", "https://x.example/y"})
            CPPUNIT_ASSERT_MESSAGE(nowhere, !leads_somewhere(files, from, nowhere));
    }

    void every_schema_says_where_it_is()
    {
        std::size_t count = 0;
        for (const auto& [url, schema] : served(m_catalog)) {
            if (url.ends_with("/openapi.json")) continue;
            ++count;
            CPPUNIT_ASSERT(json::text_member(schema.get(), "$id") == url);
            CPPUNIT_ASSERT(json::text_member(schema.get(), "$schema") ==
                           "https://json-schema.org/draft/2020-12/schema");
        }
        CPPUNIT_ASSERT_EQUAL(m_catalog.offers().size() + 5, count);
    }

    void samples_are_as_the_served_schemas_say()
    {
        for (const auto& file : embedded::files()) {
            const std::string name{file.name};
            if (!name.starts_with("samples/") || name.ends_with(".request.json")) continue;
            auto key = name.substr(8, name.rfind('.') - 8);
            if (key.ends_with("_account")) key.resize(key.size() - 8);
            const auto schema =
                text_at(documents::schema_path(catalog::find_product(key)->schema.name));
            CPPUNIT_ASSERT_EQUAL_MESSAGE(
                name, std::string{}, support::errors_against(schema, std::string{file.content}));
        }
    }

    void a_wrong_artifact_or_request_is_not()
    {
        const auto artifact = text_at("/schemas/VerifyArtifact.json");
        CPPUNIT_ASSERT(!support::errors_against(artifact, R"({"verdict":"PERHAPS"})").empty());
        const auto request = text_at("/schemas/correlation.request.json");
        for (const char* wrong :
             {"[]", "{}", R"({"query":7})", R"({"query":"a","streams":{"one":{"t":[true]}}})"})
            CPPUNIT_ASSERT_MESSAGE(wrong, !support::errors_against(request, wrong).empty());
    }

    void example_requests_are_as_their_schemas_say()
    {
        for (const auto& offer : m_catalog.offers()) {
            const auto name = documents::request_schema_name(*offer.product);
            const auto example = json::dump(catalog::example_request(*offer.product).get());
            CPPUNIT_ASSERT_EQUAL_MESSAGE(
                name, std::string{},
                support::errors_against(text_at(documents::schema_path(name)), example));
        }
    }

    void every_verdict_is_explained_in_its_schema()
    {
        for (const auto& offer : m_catalog.offers()) {
            const auto& product = *offer.product;
            const auto text = text_at(documents::schema_path(product.schema.name));
            const auto schema = json::parse(text);
            const json_t* words_view = json::array_member(
                json::object_member(json::object_member(schema->get(), "properties"), "verdict"),
                "enum");
            CPPUNIT_ASSERT_EQUAL(product.verdicts.size(), json_array_size(words_view));
            for (std::size_t i = 0; i < product.verdicts.size(); ++i) {
                const auto& [word, means] = product.verdicts[i];
                CPPUNIT_ASSERT(word == json::text_of(json_array_get(words_view, i)));
                CPPUNIT_ASSERT_MESSAGE(std::string{means}, text.find(means) != std::string::npos);
            }
        }
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(SchemasTest);

} // namespace
