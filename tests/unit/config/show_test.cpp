// What the operator is shown can be given back, and shows no secret.
#include "config/show.hpp"

#include "base/concat.hpp"
#include "catalog/catalog.hpp"
#include "support/sample_config.hpp"

#include <cppunit/extensions/HelperMacros.h>

#include <algorithm>

namespace {

using base::concat;

class ConfigShowTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(ConfigShowTest);
    CPPUNIT_TEST(keys_in_rpc_urls_are_not_shown);
    CPPUNIT_TEST(every_line_says_where_its_value_comes_from);
    CPPUNIT_TEST(what_is_shown_loads_again);
    CPPUNIT_TEST(quotes_in_values_stay_inside_their_string);
    CPPUNIT_TEST(the_sample_has_every_key_and_loads_once_filled_in);
    CPPUNIT_TEST_SUITE_END();

    static std::string show(std::string_view toml)
    {
        return config::show_text(*support::try_config(toml));
    }

public:
    void keys_in_rpc_urls_are_not_shown()
    {
        const auto text =
            show("[service]\nbase_url = \"https://assay.example\"\n[payment]\n"
                 "pay_to = \"0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC\"\n"
                 "rpc_urls = [\"https://a.example/v2/SECRET\", \"https://b.example?k=SECRET\","
                 " \"https://c.example/\"]\n");
        CPPUNIT_ASSERT(text.find("SECRET") == std::string::npos);
        CPPUNIT_ASSERT(text.find("[\"https://a.example/...\", \"https://b.example/...\", "
                                 "\"https://c.example/\"]") != std::string::npos);
    }

    void every_line_says_where_its_value_comes_from()
    {
        const auto text = show(support::k_sample_toml);
        CPPUNIT_ASSERT(text.find("base_url = \"https://assay.example\"") != std::string::npos);
        CPPUNIT_ASSERT(text.find("# assay.toml:2\n") != std::string::npos);
        const config::OptionTable table{catalog::product_defaults()};
        std::size_t origins = 0;
        for (auto at = text.find("  # "); at != std::string::npos; at = text.find("  # ", at + 1))
            ++origins;
        CPPUNIT_ASSERT_EQUAL(table.rows().size(), origins);
    }

    void what_is_shown_loads_again()
    {
        const auto text = show(support::k_sample_toml);
        const auto again = support::try_config(text);
        CPPUNIT_ASSERT_MESSAGE(again ? "" : again.error().front().text(), again.has_value());
        CPPUNIT_ASSERT_EQUAL(std::string{"https://rpc.assay.example"},
                             again->config.payment.rpc_urls.front());
    }

    void quotes_in_values_stay_inside_their_string()
    {
        const auto text = show(concat("[service]\nname = 'a\"b\\c'\n",
                                      std::string{support::k_sample_toml}.substr(10)));
        CPPUNIT_ASSERT(text.find(R"(name = "a\"b\\c")") != std::string::npos);
    }

    void the_sample_has_every_key_and_loads_once_filled_in()
    {
        auto sample = config::sample_file(catalog::product_defaults());
        const config::OptionTable table{catalog::product_defaults()};
        for (const auto& option : table.rows())
            CPPUNIT_ASSERT_MESSAGE(std::string{option.key},
                                   sample.find(concat(option.required ? "\n" : "\n#", option.key,
                                                      " = ")) != std::string::npos);
        const auto fill_in = [&](std::string_view empty, std::string_view filled) {
            sample.replace(sample.find(empty), empty.size(), filled);
        };
        CPPUNIT_ASSERT_EQUAL(std::size_t{3}, support::try_config(sample).error().size());
        fill_in("base_url = \"\"", "base_url = \"https://assay.example\"");
        fill_in("pay_to = \"\"", "pay_to = \"0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC\"");
        fill_in("\nrpc_urls = []", "\nrpc_urls = [\"https://rpc.assay.example\"]");
        CPPUNIT_ASSERT(support::try_config(sample));
        // Uncommented, each default is accepted and changes nothing.
        std::string all;
        for (std::size_t at = 0; at < sample.size(); ++at)
            if (sample[at] != '#' || (at > 0 && sample[at - 1] != '\n') || sample[at + 1] == ' ')
                all += sample[at];
        const auto loaded = support::try_config(all);
        CPPUNIT_ASSERT_MESSAGE(loaded ? "" : loaded.error().front().text(), loaded.has_value());
        CPPUNIT_ASSERT(std::all_of(loaded->settings.begin(), loaded->settings.end(),
                                   [](const auto& setting) { return setting.place.line > 0; }));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(ConfigShowTest);

} // namespace
