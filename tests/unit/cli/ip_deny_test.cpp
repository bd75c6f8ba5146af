// The drop-in denies what the gate refuses, and cuts off nothing that the worker needs.
#include "cli/ip_deny.hpp"

#include "net/special_ranges.hpp"
#include "support/sample_config.hpp"

#include <cppunit/extensions/HelperMacros.h>

#include <map>

namespace {

class TableResolver final : public net::Resolver {
public:
    std::map<std::string, std::string, std::less<>> table;

    std::vector<net::Lookup> lookup(std::span<const std::string> names,
                                    std::chrono::steady_clock::time_point) override
    {
        std::vector<net::Lookup> out;
        for (const std::string& name : names) {
            const auto at = table.find(name);
            if (at == table.end())
                out.emplace_back(base::refuse(net::LookupRefusal::no_answer));
            else
                out.emplace_back(std::vector{*net::IpAddress::parse(at->second)});
        }
        return out;
    }
};

class IpDenyTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(IpDenyTest);
    CPPUNIT_TEST(everything_of_the_gates_table_is_denied);
    CPPUNIT_TEST(private_resolvers_and_endpoints_are_allowed_and_no_others);
    CPPUNIT_TEST_SUITE_END();

    config::Config config = support::sample_config();
    TableResolver resolver;

    std::string text(std::initializer_list<const char*> system_resolvers = {})
    {
        std::vector<net::IpAddress> addresses;
        for (const char* each : system_resolvers) addresses.push_back(*net::IpAddress::parse(each));
        return cli::ip_deny_text(config, addresses, resolver);
    }

    static bool has(const std::string& text, const std::string& line)
    {
        return text.find('\n' + line + '\n') != std::string::npos;
    }

public:
    void everything_of_the_gates_table_is_denied()
    {
        const std::string said = text();
        CPPUNIT_ASSERT(has(said, "[Service]"));
        CPPUNIT_ASSERT(net::special_ranges().size() > 20);
        for (const auto range : net::special_ranges())
            CPPUNIT_ASSERT(has(said, "IPAddressDeny=" + std::string{range}));
        for (const char* range : {"10.0.0.0/8", "169.254.0.0/16", "168.63.129.16/32", "fc00::/7"})
            CPPUNIT_ASSERT_MESSAGE(range, has(said, "IPAddressDeny=" + std::string{range}));
    }

    void private_resolvers_and_endpoints_are_allowed_and_no_others()
    {
        config.payment.rpc_urls = {"http://localhost:8545/", "https://[fd00::7]/",
                                   "https://node.assay.example/key", "https://far.assay.example"};
        config.facilitator.urls = {"https://9.9.9.9", "https://lost.assay.example"};
        config.llm.url = "http://10.0.0.9:8080/v1";
        config.llm.model = "scripted";
        resolver.table = {{"node.assay.example", "10.0.0.7"}, {"far.assay.example", "9.9.9.10"}};
        const std::string said = text({"127.0.0.53", "9.9.9.9"});
        for (const char* address : {"127.0.0.1", "fd00::7", "10.0.0.7", "10.0.0.9", "127.0.0.53"})
            CPPUNIT_ASSERT_MESSAGE(address, has(said, std::string{"IPAddressAllow="} + address));
        CPPUNIT_ASSERT(said.find("9.9.9") == std::string::npos);
        CPPUNIT_ASSERT(said.find("\n# lost.assay.example could not be looked up") !=
                       std::string::npos);
        CPPUNIT_ASSERT(said.find("key") == std::string::npos); // an address may hold one
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(IpDenyTest);

} // namespace
