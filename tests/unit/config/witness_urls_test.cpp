// A price that one endpoint may not prove asks for two of different origin before anything is
// sold.
#include "base/concat.hpp"
#include "support/sample_config.hpp"

#include <cppunit/extensions/HelperMacros.h>

namespace {

constexpr std::string_view k_one = R"("https://rpc.example")";
constexpr std::string_view k_two = R"("https://rpc.example", "https://other.example")";
constexpr std::string_view k_low = "single_source_max = \"4.99\"\n";

class WitnessUrlsTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(WitnessUrlsTest);
    CPPUNIT_TEST(the_problem_names_the_keys_and_what_to_do);
    CPPUNIT_TEST(one_origin_is_one_however_it_is_spelled);
    CPPUNIT_TEST(the_bound_is_inclusive);
    CPPUNIT_TEST(a_price_of_the_operators_own_counts);
    CPPUNIT_TEST_SUITE_END();

    // The first one; empty: it loads.
    static std::string problem(std::string_view urls, std::string_view more)
    {
        const auto loaded = support::try_config(
            base::concat("[service]\nbase_url = \"https://assay.example\"\n[payment]\n"
                         "pay_to = \"0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC\"\nrpc_urls = [",
                         urls, "]\n", more));
        return loaded ? std::string{} : loaded.error().front().text();
    }

public:
    void the_problem_names_the_keys_and_what_to_do()
    {
        CPPUNIT_ASSERT_EQUAL(
            std::string{"assay.toml:5:12: payment.rpc_urls must name two endpoints of different "
                        "origin (scheme, host and port), since prices.brief is 5.00 "
                        "and payment.single_source_max 4.99: name a second provider, or raise "
                        "payment.single_source_max"},
            problem(k_one, k_low));
        CPPUNIT_ASSERT_EQUAL(std::string{}, problem(k_two, k_low));
    }

    void one_origin_is_one_however_it_is_spelled()
    {
        for (const char* same :
             {R"("https://rpc.example", "https://rpc.example")",
              R"("https://rpc.example", "https://rpc.example/")",
              R"("https://rpc.example", "https://rpc.example:443/key", "https://rpc.example./")"})
            CPPUNIT_ASSERT_MESSAGE(same, !problem(same, k_low).empty());
        CPPUNIT_ASSERT_EQUAL(
            std::string{}, problem(R"("https://rpc.example", "https://rpc.example:8443")", k_low));
    }

    void the_bound_is_inclusive()
    {
        CPPUNIT_ASSERT_EQUAL(std::string{}, problem(k_one, "single_source_max = \"5.00\"\n"));
        CPPUNIT_ASSERT(!problem(k_one, "single_source_max = \"4.999999\"\n").empty());
    }

    void a_price_of_the_operators_own_counts()
    {
        constexpr std::string_view k_dear = "[prices]\nverify_basic = \"5.000001\"\n";
        const auto told = problem(k_one, k_dear);
        CPPUNIT_ASSERT_MESSAGE(told, told.find("since prices.verify_basic is 5.000001") !=
                                         std::string::npos);
        CPPUNIT_ASSERT_EQUAL(std::string{}, problem(k_two, k_dear));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(WitnessUrlsTest);

} // namespace
