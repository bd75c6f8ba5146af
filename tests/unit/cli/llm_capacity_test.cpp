// What a shop with a model sells in an hour: computed once, printed and told in the manual.
#include "cli/llm_capacity.hpp"

#include "base/concat.hpp"
#include "base/fd.hpp"
#include "cli/verbs.hpp"
#include "support/quiet_output.hpp"
#include "support/sample_config.hpp"
#include "support/temp_dir.hpp"

#include <cppunit/extensions/HelperMacros.h>

namespace {

constexpr const char* k_model = "[llm]\nurl = \"http://127.0.0.1:9/v1\"\nmodel = \"m\"\n";

class LlmCapacityTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(LlmCapacityTest);
    CPPUNIT_TEST(what_asks_none_has_no_row);
    CPPUNIT_TEST(each_row_is_time_by_tokens);
    CPPUNIT_TEST(accounts_have_a_row);
    CPPUNIT_TEST(what_does_not_fit_its_time_is_cut_off);
    CPPUNIT_TEST(the_manual_has_the_table_that_is_printed);
    CPPUNIT_TEST_SUITE_END();

    static void assert_has(const std::string& table, std::string_view row)
    {
        CPPUNIT_ASSERT_MESSAGE(table, table.find(row) != std::string::npos);
    }

    void what_asks_none_has_no_row()
    {
        const auto none = cli::capacity_table(support::sample_config());
        for (const char* product : {"verify", "synthesis", "brief"})
            CPPUNIT_ASSERT(none.find(product) == std::string::npos);
        const auto table = cli::capacity_table(support::sample_config(k_model));
        for (const char* product : {"basic", "forensics", "correlation"})
            CPPUNIT_ASSERT_MESSAGE(table, table.find(product) == std::string::npos);
    }

    void each_row_is_time_by_tokens()
    {
        // 15,000 tokens at 2,000 and 2,100 at 50 a second are 49.5 s, and the rules take 5.
        const auto table = cli::capacity_table(support::sample_config(k_model));
        assert_has(table, "| verify_standard | 8 | 15000 | 2100 | 55 | 66 | 264 | 1056 |\n");
        assert_has(table, "| verify_deep | 8 | 15000 | 2100 | 55 | 66 | 264 | 1056 |\n");
        // 60,000 and 9,100 are 212 s, which deep has, and standard has 200.
        assert_has(table,
                   "| verify_deep beside sources | 42 | 60000 | 9100 | 217 | 16 | 66 | 265 |\n");
        assert_has(table,
                   "| verify_standard beside sources | 42 | 60000 | 9100 | 205, cut off | 17 |");
    }

    void accounts_have_a_row()
    {
        // 16,000 tokens at 2,000 and 3,000 at 50 a second are 68 s, and the map takes 10.
        const auto table = cli::capacity_table(support::sample_config(k_model));
        assert_has(table, "| synthesis | 2 | 16000 | 3000 | 78 | 46 | 184 | 738 |\n");
        assert_has(table, "| brief | 3 | 30000 | 6000 | 145 | 24 | 99 | 397 |\n");
    }

    void what_does_not_fit_its_time_is_cut_off()
    {
        const auto table = cli::capacity_table(
            support::sample_config(base::concat(k_model, "job_time = \"20s\"\n")));
        assert_has(table, "| verify_deep | 8 | 15000 | 2100 | 25, cut off | 144 | 576 | 2304 |\n");
    }

    void the_manual_has_the_table_that_is_printed()
    {
        const support::TempDir folder;
        const auto file = folder.file("assay.toml");
        base::replace_file(file, k_model, 0600);
        const std::vector<std::string_view> words{"llm", "capacity", "--config", file};
        const support::QuietOutput quiet;
        CPPUNIT_ASSERT(cli::run(words) == cli::Exit::ok);
        const auto printed = quiet.out();
        assert_has(base::read_file("src/llm/OPERATORS.md", 100'000), printed);
        CPPUNIT_ASSERT_EQUAL(cli::capacity_table(support::sample_config(k_model)), printed);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(LlmCapacityTest);

} // namespace
