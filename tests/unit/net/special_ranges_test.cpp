// Which addresses are of the public internet: both edges of every range, and their neighbours.
#include "net/special_ranges.hpp"

#include <cppunit/extensions/HelperMacros.h>

#include <cstdio>

namespace {

net::IpAddress address(std::string_view text)
{
    const auto out = net::IpAddress::parse(text);
    CPPUNIT_ASSERT_MESSAGE(std::string{text}, out);
    return *out;
}

std::string range_of(std::string_view text)
{
    return std::string{net::special_range_of(address(text)).value_or("global")};
}

class SpecialRangesTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(SpecialRangesTest);
    CPPUNIT_TEST(text_that_is_no_address);
    CPPUNIT_TEST(addresses_keep_their_text);
    CPPUNIT_TEST(edges_of_every_ipv4_range);
    CPPUNIT_TEST(edges_of_every_ipv6_range);
    CPPUNIT_TEST(carried_ipv4_decides);
    CPPUNIT_TEST(metadata_of_every_provider_is_out_of_reach);
    CPPUNIT_TEST(public_servers_are_global);
    CPPUNIT_TEST_SUITE_END();

    struct Row {
        std::string_view range;
        std::string_view before; // empty: another range borders on it
        std::string_view first;
        std::string_view last;
        std::string_view after;
    };

    static void check(const Row& row)
    {
        CPPUNIT_ASSERT_EQUAL(std::string{row.range}, range_of(row.first));
        CPPUNIT_ASSERT_EQUAL(std::string{row.range}, range_of(row.last));
        for (const auto neighbour : {row.before, row.after})
            if (!neighbour.empty())
                CPPUNIT_ASSERT_EQUAL(std::string{"global"}, range_of(neighbour));
    }

public:
    void text_that_is_no_address()
    {
        for (const std::string_view text :
             {"",          "1",         "127.1",      "1.2.3",        "1.2.3.4.5",     "256.1.1.1",
              "1.2.3.04",  "010.1.1.1", "0x7f.1.1.1", "2130706433",   " 1.2.3.4",      "1.2.3.4 ",
              "1.2.3.4\n", "[::1]",     "fe80::1%lo", "::ffff:1.2.3", "1::2::3",       "12345::",
              "::1/128",   "localhost", "1.2.3.-4",   "+1.2.3.4",     "\xD9\xA1.2.3.4"})
            CPPUNIT_ASSERT_MESSAGE(std::string{text}, !net::IpAddress::parse(text));
        CPPUNIT_ASSERT(!net::IpAddress::parse({"1.2.3.4\0", 8}));
        CPPUNIT_ASSERT(!net::IpAddress::parse(std::string(100'000, '1')));
    }

    void addresses_keep_their_text()
    {
        for (const std::string text :
             {"9.9.9.9", "2001:4860:4860::8888", "::", "::ffff:1.2.3.4", "255.255.255.255"}) {
            CPPUNIT_ASSERT_EQUAL(text, address(text).text());
            const net::SocketAddress native{{address(text), 53}};
            CPPUNIT_ASSERT(net::IpAddress::from_sockaddr(native.address, native.size) ==
                           address(text));
            CPPUNIT_ASSERT(!net::IpAddress::from_sockaddr(native.address, 7));
        }
        CPPUNIT_ASSERT_EQUAL(std::string{"2001:db8::1"}, address("2001:0DB8:0:0::0001").text());
        CPPUNIT_ASSERT(address("1.2.3.4") != address("::ffff:1.2.3.4"));
    }

    void edges_of_every_ipv4_range()
    {
        constexpr Row k_rows[] = {
            {"0.0.0.0/8", "", "0.0.0.0", "0.255.255.255", "1.0.0.0"},
            {"10.0.0.0/8", "9.255.255.255", "10.0.0.0", "10.255.255.255", "11.0.0.0"},
            {"100.64.0.0/10", "100.63.255.255", "100.64.0.0", "100.127.255.255", "100.128.0.0"},
            {"127.0.0.0/8", "126.255.255.255", "127.0.0.0", "127.255.255.255", "128.0.0.0"},
            {"169.254.0.0/16", "169.253.255.255", "169.254.0.0", "169.254.255.255", "169.255.0.0"},
            {"172.16.0.0/12", "172.15.255.255", "172.16.0.0", "172.31.255.255", "172.32.0.0"},
            {"192.0.0.0/24", "191.255.255.255", "192.0.0.0", "192.0.0.255", "192.0.1.0"},
            {"192.0.2.0/24", "192.0.1.255", "192.0.2.0", "192.0.2.255", "192.0.3.0"},
            {"192.88.99.0/24", "192.88.98.255", "192.88.99.0", "192.88.99.255", "192.88.100.0"},
            {"192.168.0.0/16", "192.167.255.255", "192.168.0.0", "192.168.255.255", "192.169.0.0"},
            {"198.18.0.0/15", "198.17.255.255", "198.18.0.0", "198.19.255.255", "198.20.0.0"},
            {"198.51.100.0/24", "198.51.99.255", "198.51.100.0", "198.51.100.255", "198.51.101.0"},
            {"203.0.113.0/24", "203.0.112.255", "203.0.113.0", "203.0.113.255", "203.0.114.0"},
            {"224.0.0.0/4", "223.255.255.255", "224.0.0.0", "239.255.255.255", ""},
            {"240.0.0.0/4", "", "240.0.0.0", "255.255.255.255", ""},
            {"168.63.129.16/32", "168.63.129.15", "168.63.129.16", "168.63.129.16",
             "168.63.129.17"},
            {"192.80.8.124/32", "192.80.8.123", "192.80.8.124", "192.80.8.124", "192.80.8.125"},
            {"161.26.0.0/16", "161.25.255.255", "161.26.0.0", "161.26.255.255", "161.27.0.0"},
            {"166.8.0.0/14", "166.7.255.255", "166.8.0.0", "166.11.255.255", "166.12.0.0"},
        };
        for (const Row& row : k_rows) check(row);
    }

    void edges_of_every_ipv6_range()
    {
        constexpr Row k_rows[] = {
            {"::/128", "", "::", "::", ""},
            {"::1/128", "", "::1", "::1", ""},
            {"64:ff9b:1::/48", "", "64:ff9b:1::", "64:ff9b:1:ffff:ffff:ffff:ffff:ffff", ""},
            {"100::/64", "", "100::", "100::ffff:ffff:ffff:ffff", ""},
            {"2001::/23", "2000:ffff::", "2001:1::", "2001:1ff:ffff:ffff::1", "2001:200::"},
            {"2001:db8::/32",
             "2001:db7:ffff::", "2001:db8::", "2001:db8:ffff:ffff::", "2001:db9::"},
            {"3fff::/20", "3ffe:ffff::", "3fff::", "3fff:fff:ffff::", "3fff:1000::"},
            {"5f00::/16", "", "5f00::", "5f00:ffff::", ""},
            {"fc00::/7", "", "fc00::", "fdff:ffff::", ""},
            {"fe80::/10", "", "fe80::", "febf:ffff::", ""},
            {"fec0::/10", "", "fec0::", "feff:ffff::", ""},
            {"ff00::/8", "", "ff00::", "ffff:ffff::", ""},
            {"::/0", "", "::2", "1fff:ffff::", "2000::"},
            {"::/0", "3fff:ffff::", "4000::", "5eff:ffff::", ""},
            {"::/0", "", "64:ff9b:0:0:0:1::", "64:ff9b:2::", ""},
            {"::/0", "", "100:0:0:1::", "::1.2.3.4", ""},
            {"::/0", "", "5f01::", "fbff:ffff::", ""},
        };
        for (const Row& row : k_rows) check(row);
    }

    void carried_ipv4_decides()
    {
        constexpr std::pair<std::string_view, std::string_view> k_rows[] = {
            {"::ffff:8.8.8.8", "global"},
            {"::ffff:127.0.0.1", "127.0.0.0/8"},
            {"::ffff:169.254.169.254", "169.254.0.0/16"},
            {"::ffff:0:0", "0.0.0.0/8"},
            {"64:ff9b::8.8.8.8", "global"},
            {"64:ff9b::10.0.0.1", "10.0.0.0/8"},
            {"64:ff9b::ffff:ffff", "240.0.0.0/4"},
            {"2002:0808:0808::1", "global"},
            {"2002:c0a8:0101::1", "192.168.0.0/16"},
            {"2002:7f00:1::", "127.0.0.0/8"},
            // Teredo: server 8.8.8.8, client 9.9.9.9 flipped; then either of them private.
            {"2001:0:808:808:0:0:f6f6:f6f6", "global"},
            {"2001:0:808:808:0:0:f5ff:fffe", "10.0.0.0/8"},
            {"2001:0:7f00:1:0:0:f6f6:f6f6", "127.0.0.0/8"},
        };
        for (const auto& [text, expected] : k_rows)
            CPPUNIT_ASSERT_EQUAL_MESSAGE(std::string{text}, std::string{expected}, range_of(text));
    }

    // As themselves, and as every IPv6 address that leads to them.
    void metadata_of_every_provider_is_out_of_reach()
    {
        for (const std::string text :
             {"169.254.169.254", "169.254.169.253", "169.254.170.2", "169.254.42.42",
              "169.254.0.23", "168.63.129.16", "100.100.100.200", "100.88.222.5", "192.0.0.192",
              "192.80.8.124", "161.26.0.10", "166.9.12.1"}) {
            CPPUNIT_ASSERT_MESSAGE(text, !net::is_global(address(text)));
            const net::IpAddress v4 = address(text);
            const auto bytes = v4.bytes();
            const auto hex = [&](std::size_t at, unsigned flip = 0) {
                char out[8];
                std::snprintf(out, sizeof out, "%02x%02x", bytes[at] ^ flip, bytes[at + 1] ^ flip);
                return std::string{out};
            };
            const std::string plain = hex(0) + ":" + hex(2);
            const std::string flipped = hex(0, 0xFF) + ":" + hex(2, 0xFF);
            for (const std::string& form :
                 {"::ffff:" + text, "64:ff9b::" + text, "64:ff9b:1::" + text, "::" + text,
                  "2002:" + plain + "::1", "2001:0:" + plain + ":0:0:f6f6:f6f6",
                  "2001:0:808:808:0:0:" + flipped})
                CPPUNIT_ASSERT_MESSAGE(form, !net::is_global(address(form)));
        }
        for (const std::string text : {"fd00:ec2::254", "fd00:ec2::23", "fd20:ce::254",
                                       "fd00:42::42", "fd00:c1::a9fe:a9fe", "fe80::a9fe:a9fe"})
            CPPUNIT_ASSERT_MESSAGE(text, !net::is_global(address(text)));
    }

    void public_servers_are_global()
    {
        for (const auto text : {"1.1.1.1", "8.8.8.8", "9.9.9.9", "193.0.14.129", "2606:4700::1111",
                                "2001:4860:4860::8888", "2a00:1450:4001:81b::200e", "2620:fe::fe"})
            CPPUNIT_ASSERT_MESSAGE(text, net::is_global(address(text)));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(SpecialRangesTest);

} // namespace
