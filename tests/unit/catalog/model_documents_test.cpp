// What buyers are told of a language model, and that no buyer is told of one that is not there.
#include "documents/documents.hpp"

#include "base/base64.hpp"
#include "catalog/lanes.hpp"
#include "catalog/limits.hpp"
#include "catalog/model_notes.hpp"
#include "catalog/terms.hpp"
#include "support/sample_config.hpp"

#include <cppunit/extensions/HelperMacros.h>

#include <algorithm>

namespace {

using namespace base;
using namespace std::chrono_literals;

constexpr const char* k_llm = "[llm]\nurl = \"http://127.0.0.1:9/v1\"\nmodel = \"qwen3-8b\"\n";

class ModelDocumentsTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(ModelDocumentsTest);
    CPPUNIT_TEST(standard_and_deep_are_sold_with_it);
    CPPUNIT_TEST(the_documents_tell_of_it_where_it_is_sold);
    CPPUNIT_TEST(what_a_model_adds_has_its_share_of_the_price);
    CPPUNIT_TEST(a_402_still_fits);
    CPPUNIT_TEST(all_attempts_end_within_the_sla);
    CPPUNIT_TEST(what_names_no_pages_waits_behind_none);
    CPPUNIT_TEST(both_lanes_together_end_in_time);
    CPPUNIT_TEST_SUITE_END();

    static std::string document(const catalog::Catalog& catalog, std::string_view name)
    {
        for (auto& each : documents::documents(catalog))
            if (each.name == name) return std::move(each.content);
        return "no such document";
    }

    static const catalog::Family& family(std::string_view name)
    {
        return *std::ranges::find(catalog::families(), name, &catalog::Family::name);
    }

public:
    void standard_and_deep_are_sold_with_it()
    {
        const auto with = support::sample_config(k_llm);
        const auto without = support::sample_config();
        const catalog::Catalog selling{with};
        const catalog::Catalog plain{without};
        std::string asking;
        for (const auto& offer : selling.offers())
            if (offer.asks_model) asking += concat(offer.product->key, " ");
        CPPUNIT_ASSERT_EQUAL(std::string{"verify_standard verify_deep "}, asking);
        for (const auto& offer : plain.offers())
            CPPUNIT_ASSERT(!offer.asks_model && offer.description == offer.product->description);
    }

    void the_documents_tell_of_it_where_it_is_sold()
    {
        const auto with = support::sample_config(k_llm);
        const auto without = support::sample_config();
        const catalog::Catalog selling{with};
        for (const char* name : {"index.json", "llms.txt"}) {
            const auto told = document(selling, name);
            for (const char* part : {"qwen3-8b", "verify_deep", "model_away", "/transcript",
                                     "without a valid bench record", "With model: false"})
                CPPUNIT_ASSERT_MESSAGE(concat(name, " lacks ", part),
                                       told.find(part) != std::string::npos);
            CPPUNIT_ASSERT(document(catalog::Catalog{without}, name).find("language model") ==
                           std::string::npos);
        }
        const auto entry = catalog::model_entry(selling, family("verify"));
        CPPUNIT_ASSERT_EQUAL(std::string{R"(["verify_standard","verify_deep"])"},
                             json::dump(json::array_member(entry.get(), "products")));
        CPPUNIT_ASSERT(catalog::model_entry(selling, family("synthesize")) == nullptr);
        CPPUNIT_ASSERT(catalog::model_entry(selling, family("forensics")) == nullptr);
        for (const bool is_sold_with_one : {true, false}) {
            const catalog::Catalog catalog{is_sold_with_one ? with : without};
            const auto terms = json::dump(
                catalog::payment_required(catalog, *catalog.find("verify_deep"), "x").get());
            const auto api = document(catalog, "openapi.json");
            CPPUNIT_ASSERT(is_sold_with_one ==
                           (terms.find("unless model is false") != std::string::npos));
            CPPUNIT_ASSERT(is_sold_with_one ==
                           (api.find("without the language model") != std::string::npos));
        }
    }

    // In atoms, and never to the buyer's loss.
    void what_a_model_adds_has_its_share_of_the_price()
    {
        const auto owed = [](const char* key, std::int64_t atoms) {
            return catalog::owed_without_model(key, *value::AtomicUsd::checked(atoms)).atoms();
        };
        CPPUNIT_ASSERT_EQUAL(std::int64_t{1'500'000}, owed("verify_standard", 1'500'000));
        CPPUNIT_ASSERT_EQUAL(std::int64_t{4'000'001}, owed("verify_deep", 4'000'001));
        CPPUNIT_ASSERT_EQUAL(std::int64_t{7}, owed("of an earlier release", 7));
    }

    void a_402_still_fits()
    {
        auto config = support::sample_config(k_llm);
        // Room for an origin that is longer, as where there is no model.
        config.service.base_url = "https://assay-verification.example";
        const catalog::Catalog catalog{config};
        for (const auto& offer : catalog.offers()) {
            CPPUNIT_ASSERT(offer.description.size() <= catalog::k_description_max_chars);
            const auto text = json::dump(catalog::payment_required(catalog, offer, "x").get());
            CPPUNIT_ASSERT_MESSAGE(std::string{offer.product->key},
                                   to_base64(bytes_of(text)).size() <
                                       catalog::k_payment_required_header_max_bytes);
        }
    }

    void all_attempts_end_within_the_sla()
    {
        const auto config = support::sample_config(concat(k_llm, "job_time = \"600s\"\n"));
        const catalog::Catalog catalog{config};
        for (const auto& offer : catalog.offers()) {
            if (!offer.asks_model) continue;
            constexpr auto k_pages = 40s;
            const auto one =
                catalog::asking_time(offer.sla, config.llm) + catalog::k_beside_asking + k_pages;
            CPPUNIT_ASSERT(one * catalog::row_of(catalog::Lane::model).attempts <= offer.sla);
            for (const bool names_pages : {false, true})
                CPPUNIT_ASSERT(catalog::lane_capacity(offer, catalog::lane_of(offer, names_pages),
                                                      config) >= 1);
        }
        CPPUNIT_ASSERT(catalog::asking_time(30s, config.llm) == 5s);
    }

    // A buyer who names silent servers delays no text of another buyer.
    void what_names_no_pages_waits_behind_none()
    {
        for (const char* lines : {"", k_llm}) {
            const auto config = support::sample_config(lines);
            const catalog::Catalog catalog{config};
            for (const auto& offer : catalog.offers()) {
                if (catalog::sources_field(*offer.product) == nullptr) continue;
                CPPUNIT_ASSERT(!catalog::row_of(catalog::lane_of(offer, false)).fetches_pages);
                CPPUNIT_ASSERT(catalog::row_of(catalog::lane_of(offer, true)).fetches_pages);
            }
        }
    }

    // They share the places to ask in.
    void both_lanes_together_end_in_time()
    {
        const auto config = support::sample_config(concat(k_llm, "concurrency = 4\n"));
        const catalog::Catalog catalog{config};
        for (const auto& offer : catalog.offers()) {
            if (!offer.asks_model) continue;
            int jobs = 0;
            for (const bool names_pages : {false, true})
                jobs += catalog::lane_capacity(offer, catalog::lane_of(offer, names_pages), config);
            const auto asking = catalog::asking_time(offer.sla, config.llm);
            CPPUNIT_ASSERT(jobs / config.llm.concurrency * asking <= offer.sla);
        }
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(ModelDocumentsTest);

} // namespace
