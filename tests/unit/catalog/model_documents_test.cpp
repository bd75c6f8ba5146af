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
    CPPUNIT_TEST(accounts_are_sold_where_persons_have_judged_them);
    CPPUNIT_TEST(the_documents_tell_of_it_where_it_is_sold);
    CPPUNIT_TEST(what_a_model_adds_has_its_share_of_the_price);
    CPPUNIT_TEST(a_402_still_fits);
    CPPUNIT_TEST(all_attempts_end_within_the_sla);
    CPPUNIT_TEST(what_names_no_pages_waits_behind_none);
    CPPUNIT_TEST(both_lanes_together_end_in_time);
    CPPUNIT_TEST_SUITE_END();

    const catalog::JudgedAccounts accounts{"2026-11-29", 212, 1};

    static std::string keys_of_what_asks(const catalog::Catalog& catalog)
    {
        std::string out;
        for (const auto& offer : catalog.offers())
            if (offer.asks_model) out += concat(offer.product->key, " ");
        return out;
    }

    static std::string document(const catalog::Catalog& catalog, std::string_view name)
    {
        for (auto& each : documents::documents(catalog, 0))
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
        CPPUNIT_ASSERT_EQUAL(std::string{"verify_standard verify_deep "},
                             keys_of_what_asks(selling));
        for (const auto& offer : plain.offers())
            CPPUNIT_ASSERT(!offer.asks_model && offer.description == offer.product->description);
    }

    void accounts_are_sold_where_persons_have_judged_them()
    {
        const auto with = support::sample_config(k_llm);
        const auto without = support::sample_config();
        CPPUNIT_ASSERT_EQUAL(std::string{}, keys_of_what_asks(catalog::Catalog{without, accounts}));
        const catalog::Catalog plain{with};
        const catalog::Catalog selling{with, accounts};
        CPPUNIT_ASSERT_EQUAL(std::string{"verify_standard verify_deep synthesis brief "},
                             keys_of_what_asks(selling));
        for (const char* key : {"synthesis", "brief"}) {
            const auto terms = [&](const catalog::Catalog& of) {
                return json::dump(catalog::payment_required(of, *of.find(key), "x").get());
            };
            CPPUNIT_ASSERT(terms(plain).find("account of") == std::string::npos &&
                           terms(plain).find("model: false") == std::string::npos);
            for (const char* part : {"(2026-11-29): 1 of 212 not carried by ", "you get the map",
                                     "model: false buys the map"})
                CPPUNIT_ASSERT_MESSAGE(part, terms(selling).find(part) != std::string::npos);
        }
        CPPUNIT_ASSERT(catalog::model_entry(plain, family("synthesize")) == nullptr);
        const auto entry = catalog::model_entry(selling, family("synthesize"));
        CPPUNIT_ASSERT_EQUAL(std::string{R"(["synthesis","brief"])"},
                             json::dump(json::array_member(entry.get(), "products")));
        CPPUNIT_ASSERT_EQUAL(std::string{R"({"model":"qwen3-8b","measured_by":"the operator",)"
                                         R"("date":"2026-11-29","cases":212,"shown_false":1})"},
                             json::dump(json::object_member(entry.get(), "bench")));
        const auto index = document(selling, "index.json");
        CPPUNIT_ASSERT(index.find(R"({"name":"qwen3-8b")") != std::string::npos);
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
        CPPUNIT_ASSERT_EQUAL(std::int64_t{1'000'000}, owed("synthesis", 2'000'000));
        CPPUNIT_ASSERT_EQUAL(std::int64_t{2'500'001}, owed("brief", 5'000'001));
        CPPUNIT_ASSERT_EQUAL(std::int64_t{7}, owed("of an earlier release", 7));
    }

    void a_402_still_fits()
    {
        auto config = support::sample_config(k_llm);
        // Room for an origin that is longer, as where there is no model.
        config.service.base_url = "https://assay-verification.example";
        const catalog::Catalog catalog{config, accounts};
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
        const catalog::Catalog catalog{config, accounts};
        for (const auto& offer : catalog.offers()) {
            if (!offer.asks_model) continue;
            constexpr auto k_pages = 40s;
            const auto part = offer.product->model_part;
            const auto [asking, beside] = catalog::asked_time(part, offer.sla, config.llm);
            const int attempts = catalog::row_of(catalog::Lane::model).attempts;
            const int asking_ones = part == catalog::ModelPart::writes ? 1 : attempts;
            CPPUNIT_ASSERT(asking * asking_ones + (beside + k_pages) * attempts <= offer.sla);
            CPPUNIT_ASSERT(asking >= 100s);
            for (const bool names_pages : {false, true})
                CPPUNIT_ASSERT(catalog::lane_capacity(offer, catalog::lane_of(offer, names_pages),
                                                      config) >= 1);
        }
        for (const auto part : {catalog::ModelPart::reads, catalog::ModelPart::writes})
            CPPUNIT_ASSERT(catalog::asked_time(part, 30s, config.llm).asking == 5s);
        const auto writes = catalog::ModelPart::writes;
        CPPUNIT_ASSERT(catalog::asked_time(writes, 3600s, config.llm).asking == 200s);
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

    // They share the places to ask in. An account asks for most of its sla: one of each lane may
    // stand behind one of the other, and does not in ordinary use.
    void both_lanes_together_end_in_time()
    {
        const auto config = support::sample_config(concat(k_llm, "concurrency = 4\n"));
        const catalog::Catalog catalog{config, accounts};
        for (const auto& offer : catalog.offers()) {
            if (!offer.asks_model) continue;
            const bool writes = offer.product->model_part == catalog::ModelPart::writes;
            int jobs = 0;
            for (const bool names_pages : {false, true})
                jobs += catalog::lane_capacity(offer, catalog::lane_of(offer, names_pages), config);
            const auto asking =
                catalog::asked_time(offer.product->model_part, offer.sla, config.llm).asking;
            if (writes)
                CPPUNIT_ASSERT_EQUAL(2 * config.llm.concurrency, jobs);
            else
                CPPUNIT_ASSERT(jobs / config.llm.concurrency * asking <= offer.sla);
        }
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(ModelDocumentsTest);

} // namespace
