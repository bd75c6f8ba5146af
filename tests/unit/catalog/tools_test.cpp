// What a model is told of each product before it chooses: all that it needs, in few words, and the
// price that will be asked.
#include "catalog/tools.hpp"

#include "base/concat.hpp"
#include "support/sample_config.hpp"

#include <cppunit/extensions/HelperMacros.h>

#include <algorithm>

namespace {

using namespace base;

class ToolsTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(ToolsTest);
    CPPUNIT_TEST(a_name_that_is_no_tool_sells_nothing);
    CPPUNIT_TEST(while_the_rail_is_off_results_are_still_read);
    CPPUNIT_TEST(each_product_is_a_tool_and_one_more_is_free);
    CPPUNIT_TEST(a_description_is_short_and_says_when_another_tool_is_better);
    CPPUNIT_TEST(a_description_has_the_price_of_the_configuration);
    CPPUNIT_TEST(a_model_is_told_of_where_there_is_one);
    CPPUNIT_TEST(what_reaches_out_says_so);
    CPPUNIT_TEST_SUITE_END();

    static constexpr const char* k_with_model =
        "[llm]\nurl = \"http://127.0.0.1:9/v1\"\nmodel = \"qwen3-8b\"\n";

    config::Config m_config = support::sample_config();
    catalog::Catalog m_catalog{m_config};

    static catalog::Tool tool(const catalog::Catalog& catalog, std::string_view name)
    {
        const auto all = catalog::tools(catalog);
        const auto found = std::ranges::find(all, name, &catalog::Tool::name);
        CPPUNIT_ASSERT_MESSAGE(std::string{name}, found != all.end());
        return *found;
    }

public:
    void a_name_that_is_no_tool_sells_nothing()
    {
        for (const char* name : {"", "verify", "VERIFY_BASIC", "verify_basic ", "get_result",
                                 "verify_basic_twin", "../verify_basic"})
            CPPUNIT_ASSERT_MESSAGE(name, !catalog::find_tool_offer(m_catalog, name));
        CPPUNIT_ASSERT(catalog::find_tool_offer(m_catalog, "brief") == m_catalog.find("brief"));
    }

    void while_the_rail_is_off_results_are_still_read()
    {
        auto config = m_config;
        config.facilitator.urls.clear();
        const catalog::Catalog off{config};
        const auto all = catalog::tools(off);
        CPPUNIT_ASSERT_EQUAL(std::size_t{1}, all.size());
        CPPUNIT_ASSERT(all[0].name == catalog::k_result_tool && all[0].offer == nullptr);
        CPPUNIT_ASSERT(catalog::find_tool_offer(off, "brief") == nullptr);
    }

    void each_product_is_a_tool_and_one_more_is_free()
    {
        for (const auto& offer : m_catalog.offers()) {
            if (offer.product->key == "verify_basic_twin") continue; // of test builds alone
            const auto sold = tool(m_catalog, offer.product->key);
            CPPUNIT_ASSERT(sold.offer == &offer && sold.title == offer.product->title);
        }
        CPPUNIT_ASSERT_EQUAL(std::size_t{9}, catalog::tools(m_catalog).size());
    }

    void a_description_is_short_and_says_when_another_tool_is_better()
    {
        const auto config = support::sample_config(k_with_model);
        const catalog::Catalog with_model{config, catalog::JudgedAccounts{"2026-11-29", 212, 1}};
        for (const catalog::Catalog* catalog :
             std::initializer_list<const catalog::Catalog*>{&m_catalog, &with_model})
            for (const auto& each : catalog::tools(*catalog)) {
                const auto& text = each.description;
                CPPUNIT_ASSERT_MESSAGE(text, text.size() <= catalog::k_tool_description_max_chars);
                for (const char* told : {" Use it ", " use ", "Returns "})
                    CPPUNIT_ASSERT_MESSAGE(concat(each.name, ": ", told),
                                           text.find(told) != std::string::npos);
                CPPUNIT_ASSERT_MESSAGE(
                    text, std::ranges::all_of(text, [](char c) { return c >= ' ' && c <= '~'; }));
            }
    }

    void a_description_has_the_price_of_the_configuration()
    {
        CPPUNIT_ASSERT(tool(m_catalog, "verify_basic").description.find("Costs 0.50 USDC") !=
                       std::string::npos);
        const auto config = support::sample_config("[prices]\nverify_basic = \"0.755\"\n");
        const catalog::Catalog dearer{config};
        CPPUNIT_ASSERT(tool(dearer, "verify_basic").description.find("Costs 0.755 USDC") !=
                       std::string::npos);
        CPPUNIT_ASSERT(tool(m_catalog, "get_result").description.find("Free.") !=
                       std::string::npos);
    }

    void a_model_is_told_of_where_there_is_one()
    {
        const auto config = support::sample_config(k_with_model);
        const catalog::Catalog with_model{config};
        const auto tells = [](const catalog::Tool& tool) {
            return tool.description.find("language model") != std::string::npos;
        };
        CPPUNIT_ASSERT(tells(tool(with_model, "verify_deep")));
        CPPUNIT_ASSERT(!tells(tool(with_model, "verify_basic")));
        CPPUNIT_ASSERT(!tells(tool(m_catalog, "verify_deep")));
    }

    void what_reaches_out_says_so()
    {
        for (const char* name : {"forensics_run", "forensics_custom", "synthesis", "verify_deep"})
            CPPUNIT_ASSERT_MESSAGE(name, tool(m_catalog, name).looks_outside);
        for (const char* name : {"verify_basic", "get_result"})
            CPPUNIT_ASSERT_MESSAGE(name, !tool(m_catalog, name).looks_outside);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(ToolsTest);

} // namespace
