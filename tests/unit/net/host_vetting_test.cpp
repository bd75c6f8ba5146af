// Which hosts a buyer may have scanned: the grammar, then what names lead to.
#include "net/ares_resolver.hpp"
#include "net/host_vetting.hpp"
#include "net/preferred_address.hpp"

#include <cppunit/extensions/HelperMacros.h>

#include <map>

namespace {

using net::TargetRefusal;
using std::chrono::steady_clock;

// Answers by a table and keeps what it was asked.
class TableResolver final : public net::Resolver {
public:
    std::map<std::string, std::vector<std::string>> table;
    std::vector<std::string> asked;

    std::vector<net::Lookup> lookup(std::span<const std::string> names,
                                    steady_clock::time_point) override
    {
        std::vector<net::Lookup> out;
        for (const std::string& name : names) {
            asked.push_back(name);
            const auto row = table.find(name);
            if (row == table.end()) {
                out.emplace_back(base::refuse(net::LookupRefusal::no_address));
                continue;
            }
            std::vector<net::IpAddress> addresses;
            for (const auto& text : row->second) addresses.push_back(*net::IpAddress::parse(text));
            out.emplace_back(std::move(addresses));
        }
        return out;
    }
};

std::string name_of(TargetRefusal refusal)
{
    switch (refusal) {
    case TargetRefusal::not_a_host: return "not_a_host";
    case TargetRefusal::reserved_name: return "reserved_name";
    case TargetRefusal::duplicate: return "duplicate";
    case TargetRefusal::unresolvable: return "unresolvable";
    case TargetRefusal::private_address: return "private_address";
    case TargetRefusal::not_global: return "not_global";
    case TargetRefusal::own_network: return "own_network";
    }
    __builtin_unreachable();
}

class HostVettingTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(HostVettingTest);
    CPPUNIT_TEST(hostile_forms_are_no_hosts);
    CPPUNIT_TEST(private_addresses_are_refused_in_every_form);
    CPPUNIT_TEST(reserved_names_are_never_looked_up);
    CPPUNIT_TEST(names_are_judged_by_all_their_addresses);
    CPPUNIT_TEST(this_hosts_networks_are_refused);
    CPPUNIT_TEST(where_we_are_reached_is_refused);
    CPPUNIT_TEST(the_same_host_twice);
    CPPUNIT_TEST(names_become_a_labels);
    CPPUNIT_TEST(few_addresses_are_pinned);
    CPPUNIT_TEST(each_name_is_looked_up_once_and_in_order);
    CPPUNIT_TEST(a_dead_resolver_gives_no_answer);
    CPPUNIT_TEST(resolvers_may_have_ipv6_addresses);
    CPPUNIT_TEST(an_address_is_preferred_to_which_there_is_a_way);
    CPPUNIT_TEST_SUITE_END();

    TableResolver resolver;
    std::vector<net::OwnNetwork> own{{*net::IpAddress::parse("11.7.7.7"), 24},
                                     {*net::IpAddress::parse("2a00:7::7"), 64}};

    std::string verdict(const std::string& text)
    {
        const auto vetted = net::vet_hosts({&text, 1}, resolver, {own});
        CPPUNIT_ASSERT_EQUAL(std::size_t{1}, vetted.size());
        if (!vetted[0]) return name_of(vetted[0].error());
        std::string out = vetted[0]->host;
        for (const auto& address : vetted[0]->addresses) out += " " + address.text();
        return out;
    }

    void expect(const std::string& expected, std::initializer_list<std::string> texts)
    {
        for (const auto& text : texts) CPPUNIT_ASSERT_EQUAL_MESSAGE(text, expected, verdict(text));
    }

public:
    void hostile_forms_are_no_hosts()
    {
        expect("not_a_host",
               {"",
                " ",
                ".",
                "..",
                "com",
                "a..com",
                ".a.com",
                "a.com.",
                "-a.com",
                "a-.com",
                "a_b.com",
                "a b.com",
                "a\xE2\x84\x80.com", // one character that maps to "a/c"
                "a\xEF\xBC\xBF.com", // full-width underscore
                "a.com\n",
                std::string{"a.com\0.org", 10},
                "http://a.com",
                "a.com/",
                "a.com:443",
                "user@a.com",
                "[::1]",
                "[2606:4700::1111]",
                "fe80::1%eth0",
                "9.9.9.9/32",
                "9.9.9.9:80",
                "127.1",
                "127.0.1",
                "2130706433",
                "017700000001",
                "0x7f000001",
                "0x7f.0.0.1",
                "0177.0.0.1",
                "127.0.0.01",
                "9.9.9.256",
                "1.2.3.4.5",
                "a.b.1",
                "a.0x7f",
                "\xFF\xFE.com",
                "a.\xF0\x9F\x92\xA9",                         // a label that IDNA has no place for
                "\xEF\xBC\x91\xEF\xBC\x92\xEF\xBC\x97.0.0.1", // full-width 127
                "127\343\200\2020\343\200\2020\343\200\2021", // ideographic full stops
                "\xE2\x91\xA0\xE2\x91\xA1\xE2\x91\xA6.0.0.1", // circled digits
                "a\xE2\x80\xAE.com",                          // a direction override
                std::string(64, 'a') + ".com",
                std::string(300, 'a'),
                std::string(2000, 'a') + ".com",
                "a" +
                    [] {
                        std::string out;
                        for (int i = 0; i < 130; ++i) out += ".a";
                        return out;
                    }() +
                    ".com"});
        CPPUNIT_ASSERT(resolver.asked.empty());
    }

    void private_addresses_are_refused_in_every_form()
    {
        expect("private_address", {"127.0.0.1",
                                   "0.0.0.0",
                                   "10.0.0.1",
                                   "172.31.255.255",
                                   "192.168.1.1",
                                   "169.254.169.254",
                                   "100.100.100.200",
                                   "168.63.129.16",
                                   "192.80.8.124",
                                   "198.18.0.1",
                                   "224.0.0.1",
                                   "255.255.255.255",
                                   "::",
                                   "::1",
                                   "::ffff:127.0.0.1",
                                   "::ffff:7f00:1",
                                   "0:0:0:0:0:ffff:10.1.2.3",
                                   "::ffff:169.254.169.254",
                                   "64:ff9b::7f00:1",
                                   "64:ff9b::169.254.169.254",
                                   "64:ff9b:1::9.9.9.9",
                                   "2002:7f00:0001::",
                                   "2002:c0a8:101::1",
                                   "2001:0:808:808::f5ff:fffe",
                                   "fe80::1",
                                   "fd12:3456::1",
                                   "fec0::1",
                                   "ff02::1",
                                   "::127.0.0.1",
                                   "2001:db8::1",
                                   "100::1",
                                   "5f00::1",
                                   "3fff::1"});
    }

    void reserved_names_are_never_looked_up()
    {
        expect("reserved_name",
               {"localhost", "LOCALHOST", "a.localhost", "printer.local",
                std::string{"metadata.google"} + ".internal", "router.home.arpa",
                "1.0.0.127.in-addr.arpa", "x.onion", "a.test", "a.invalid", "www.example", "x.alt",
                "\xEF\xBD\x8Cocalhost", "a.\xEF\xBD\x8Cocalhost"});
        CPPUNIT_ASSERT(resolver.asked.empty());
    }

    void names_are_judged_by_all_their_addresses()
    {
        resolver.table = {{"good.example.com", {"9.9.9.9"}},
                          {"private.example.com", {"10.0.0.1"}},
                          {"mixed.example.com", {"9.9.9.9", "127.0.0.1"}},
                          {"mixed6.example.com", {"9.9.9.9", "::1"}},
                          {"mapped.example.com", {"::ffff:192.168.0.1"}},
                          {"metadata.example.com", {"9.9.9.9", "168.63.129.16"}},
                          {"late.example.com", {"9.9.9.9", "9.9.9.10", "9.9.9.11", "10.0.0.1"}}};
        expect("good.example.com 9.9.9.9", {"good.example.com", "GOOD.Example.COM"});
        expect("not_global", {"private.example.com", "mixed.example.com", "mixed6.example.com",
                              "mapped.example.com", "metadata.example.com", "late.example.com"});
        expect("unresolvable", {"absent.example.com", "127.0.0.1.nip.io"});
    }

    void this_hosts_networks_are_refused()
    {
        resolver.table = {{"neighbour.example.com", {"9.9.9.9", "11.7.7.9"}}};
        expect("own_network", {"11.7.7.7", "11.7.7.0", "11.7.7.255", "2a00:7::9", "::ffff:11.7.7.7",
                               "2002:b07:707::1", "neighbour.example.com"});
        expect("11.7.8.0 11.7.8.0", {"11.7.8.0"});
    }

    // Behind a translation no interface has our public address.
    void where_we_are_reached_is_refused()
    {
        resolver.table = {{"assay.example.com", {"9.9.9.1", "2620:fe::1"}},
                          {"alias.example.com", {"9.9.9.1"}},
                          {"other.example.com", {"9.9.9.2"}}};
        const std::vector<std::string> texts{"alias.example.com", "other.example.com", "2620:fe::1",
                                             "assay.example.com"};
        const auto refused = [&](const std::string& name) {
            std::string out;
            for (const auto& vetted : net::vet_hosts(texts, resolver, {own, name}))
                out += vetted ? "- " : name_of(vetted.error()) + " ";
            return out;
        };
        CPPUNIT_ASSERT_EQUAL(std::string{"own_network - own_network own_network "},
                             refused("assay.example.com"));
        CPPUNIT_ASSERT_EQUAL(std::string{"own_network - - own_network "}, refused("9.9.9.1"));
        CPPUNIT_ASSERT_EQUAL(std::string{"- - - - "}, refused("unknown.example.com"));
        CPPUNIT_ASSERT_EQUAL(std::string{"- - - - "}, refused(""));
    }

    void the_same_host_twice()
    {
        resolver.table = {{"a.example.com", {"9.9.9.9"}}};
        const std::vector<std::string> texts{"a.example.com", "A.example.com", "2620:fe::fe",
                                             "2620:fe:0::fe"};
        const auto vetted = net::vet_hosts(texts, resolver, {own});
        CPPUNIT_ASSERT(vetted[0] && vetted[2]);
        CPPUNIT_ASSERT(!vetted[1] && vetted[1].error() == TargetRefusal::duplicate);
        CPPUNIT_ASSERT(!vetted[3] && vetted[3].error() == TargetRefusal::duplicate);
    }

    void names_become_a_labels()
    {
        resolver.table = {{"xn--bcher-kva.example.com", {"9.9.9.9"}},
                          {"xn--strae-oqa.de", {"9.9.9.9"}}};
        expect("xn--bcher-kva.example.com 9.9.9.9", {"b\xC3\xBC"
                                                     "cher.example.com",
                                                     "B\xC3\x9C"
                                                     "CHER.example.com",
                                                     "bu\xCC\x88"
                                                     "cher.example.com",
                                                     "xn--bcher-kva.example.com"});
        expect("xn--strae-oqa.de 9.9.9.9", {"stra\xC3\x9F"
                                            "e.de"}); // IDNA2008: not strasse
    }

    void few_addresses_are_pinned()
    {
        resolver.table = {
            {"many.example.com", {"2620:fe::1", "9.9.9.1", "2620:fe::2", "9.9.9.2", "9.9.9.3"}}};
        expect("many.example.com 9.9.9.1 9.9.9.2 2620:fe::1", {"many.example.com"});
    }

    void each_name_is_looked_up_once_and_in_order()
    {
        resolver.table = {{"a.example.com", {"9.9.9.1"}}, {"c.example.com", {"9.9.9.3"}}};
        const std::vector<std::string> texts{"a.example.com", "9.9.9.9", "b.example.com", "x",
                                             "c.example.com"};
        const auto vetted = net::vet_hosts(texts, resolver, {own});
        CPPUNIT_ASSERT_EQUAL(std::size_t{3}, resolver.asked.size());
        CPPUNIT_ASSERT_EQUAL(std::string{"9.9.9.1"}, vetted[0]->addresses[0].text());
        CPPUNIT_ASSERT(vetted[2].error() == TargetRefusal::unresolvable);
        CPPUNIT_ASSERT_EQUAL(std::string{"9.9.9.3"}, vetted[4]->addresses[0].text());
    }

    void a_dead_resolver_gives_no_answer()
    {
        const net::BuyerEgress egress{{*net::IpAddress::parse("127.0.0.99")}}; // none listens
        net::AresResolver dead{egress};
        const std::vector<std::string> names{"a.example.com", "b.example.com"};
        const auto answers =
            dead.lookup(names, steady_clock::now() + std::chrono::milliseconds{300});
        for (const auto& answer : answers)
            CPPUNIT_ASSERT(!answer && answer.error() == net::LookupRefusal::no_answer);
        CPPUNIT_ASSERT_EQUAL(std::size_t{2}, answers.size());
    }

    // As resolv.conf has them at many hosters; c-ares took none of them.
    void resolvers_may_have_ipv6_addresses()
    {
        const net::BuyerEgress egress{
            {*net::IpAddress::parse("::1"), *net::IpAddress::parse("2600::53")}};
        net::AresResolver through{egress};
        const std::vector<std::string> names{"a.example.com"};
        const auto answers =
            through.lookup(names, steady_clock::now() + std::chrono::milliseconds{100});
        CPPUNIT_ASSERT(!answers[0] && answers[0].error() == net::LookupRefusal::no_answer);
    }

    void an_address_is_preferred_to_which_there_is_a_way()
    {
        const auto v4 = *net::IpAddress::parse("9.9.9.9");
        const auto other_v4 = *net::IpAddress::parse("9.9.9.10");
        const auto v6 = *net::IpAddress::parse("2620:fe::fe");
        const std::vector<net::IpAddress> all{v6, v4, other_v4};
        const auto preferred = [&](const std::vector<net::IpAddress>& reachable) {
            return net::preferred_address(
                all, [&](const net::Endpoint& to) -> base::Result<base::Fd, net::EgressRefusal> {
                    if (std::find(reachable.begin(), reachable.end(), to.address) ==
                        reachable.end())
                        return base::refuse(net::EgressRefusal::unreachable);
                    return base::Fd{};
                });
        };
        CPPUNIT_ASSERT(preferred(all) == v4);
        CPPUNIT_ASSERT(preferred({v6, other_v4}) == other_v4);
        CPPUNIT_ASSERT(preferred({v6}) == v6);
        CPPUNIT_ASSERT(preferred({}) == v6);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(HostVettingTest);

} // namespace
