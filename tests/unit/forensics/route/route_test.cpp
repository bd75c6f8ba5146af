// The check route without a network: what quoted probes tell, and what paths say.
#include "forensics/route/rules.hpp"
#include "forensics/route/trace.hpp"

#include <cppunit/extensions/HelperMacros.h>

#include <sstream>

namespace {

namespace forensics = forensics;
using forensics::Path;
using forensics::Verdict;

// Hops by words: "1.2.3.4", or "-" for a silent one; 10 ms from one to the next.
Path path(const std::string& words, std::optional<int> udp, std::optional<int> tcp)
{
    Path out{.target = *net::IpAddress::parse("11.9.9.9"),
             .hops = {},
             .udp_distance = udp,
             .tcp_distance = tcp};
    std::istringstream text{words};
    for (std::string word; text >> word;) {
        const auto address = net::IpAddress::parse(word);
        out.hops.push_back(address
                               ? std::optional<forensics::Hop>{forensics::Hop{
                                     *address, 10.0 * static_cast<double>(out.hops.size()), 11, 0}}
                               : std::nullopt);
    }
    return out;
}

Path clean()
{
    return path("11.0.0.1 11.0.0.2 11.0.0.3 11.9.9.9", 4, 4);
}

class RouteTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(RouteTest);
    CPPUNIT_TEST(quoted_probes_tell_their_hop_limit);
    CPPUNIT_TEST(all_probes_have_one_checksum);
    CPPUNIT_TEST(circles);
    CPPUNIT_TEST(detours);
    CPPUNIT_TEST(verdicts);
    CPPUNIT_TEST(a_router_that_refuses);
    CPPUNIT_TEST(the_two_kinds_of_icmp_are_told_apart);
    CPPUNIT_TEST_SUITE_END();

    static bool loops(const std::string& words)
    {
        return forensics::has_loop(path(words, {}, {}).hops);
    }

    static void expect(std::string_view reason, Verdict verdict, const std::vector<Path>& paths)
    {
        const auto judgement = forensics::judge_route(paths);
        CPPUNIT_ASSERT_EQUAL(std::string{reason}, std::string{judgement.reason});
        CPPUNIT_ASSERT(judgement.verdict == verdict);
    }

public:
    void quoted_probes_tell_their_hop_limit()
    {
        for (int ttl = 1; ttl <= 32; ++ttl) {
            const auto probe = forensics::route_probe(ttl);
            CPPUNIT_ASSERT(forensics::ttl_of_quoted(probe) == ttl);
            for (std::size_t size = 0; size < 8; ++size)
                CPPUNIT_ASSERT(!forensics::ttl_of_quoted(std::span{probe}.first(size)));
            for (std::size_t at = 0; at < 8; ++at) {
                auto bent = probe;
                bent.at(at) ^= 0x40;
                CPPUNIT_ASSERT(!forensics::ttl_of_quoted(bent));
            }
        }
        CPPUNIT_ASSERT(!forensics::ttl_of_quoted({}));
    }

    void all_probes_have_one_checksum()
    {
        const auto sum = [](int ttl) {
            const auto probe = forensics::route_probe(ttl);
            unsigned out = 0;
            for (std::size_t i = 0; i < probe.size(); i += 2)
                out += probe.at(i) * 256U + probe.at(i + 1);
            return out % 0xFFFF;
        };
        for (int ttl = 2; ttl <= 32; ++ttl) CPPUNIT_ASSERT_EQUAL(sum(1), sum(ttl));
    }

    void circles()
    {
        CPPUNIT_ASSERT(loops("11.0.0.1 11.0.0.2 11.0.0.1 11.0.0.2"));
        CPPUNIT_ASSERT(loops("- 11.0.0.7 11.0.0.1 11.0.0.2 11.0.0.3 11.0.0.1 11.0.0.2 11.0.0.3 -"));
        for (const auto* words :
             {"", "-", "11.0.0.1 11.0.0.2 11.0.0.3 11.0.0.4 11.0.0.5 11.0.0.6",
              "11.0.0.1 11.0.0.1 11.0.0.1 11.0.0.1 11.0.0.1 11.0.0.1", // forwards with zero
              "11.0.0.1 11.0.0.2 11.0.0.1 11.0.0.3",
              "11.0.0.1 11.0.0.2 - 11.0.0.2 11.0.0.1 11.0.0.2", "- - - - - - - -"})
            CPPUNIT_ASSERT_MESSAGE(words, !loops(words));
    }

    void detours()
    {
        const auto hops = [](const char* words) {
            return forensics::private_detour(path(words, {}, {})).hops;
        };
        CPPUNIT_ASSERT_EQUAL(std::size_t{0}, hops("192.168.1.1 10.0.0.1 11.0.0.1 11.0.0.2"));
        CPPUNIT_ASSERT_EQUAL(std::size_t{0}, hops("11.0.0.1 100.64.0.1 11.0.0.2"));
        CPPUNIT_ASSERT_EQUAL(std::size_t{1}, hops("11.0.0.1 11.0.0.2 100.64.0.1"));
        CPPUNIT_ASSERT_EQUAL(std::size_t{1}, hops("11.0.0.1 10.0.0.1 10.0.0.1 11.0.0.2"));
        CPPUNIT_ASSERT_EQUAL(std::size_t{2}, hops("11.0.0.1 10.0.0.1 - 172.16.0.1"));
        auto far = path("11.0.0.1 10.0.0.1", {}, {});
        far.hops[1]->rtt_ms = 75;
        CPPUNIT_ASSERT(forensics::private_detour(far).is_far);
    }

    void verdicts()
    {
        expect("unreachable", Verdict::inconclusive, {});
        expect("", Verdict::ok, {clean(), clean(), clean()});
        expect("", Verdict::ok, {clean(), path("- - - -", {}, {})});
        expect("", Verdict::ok, {path("11.0.0.1 - - -", {}, 9)});
        expect("no_hops", Verdict::inconclusive, {path("- - - -", {}, 4), path("", {}, {})});
        expect("unreachable", Verdict::inconclusive, {path("11.0.0.1 -", {}, {})});

        expect("few_reached", Verdict::inconclusive,
               {clean(), path("- -", {}, {}), path("- -", {}, {})});

        auto loop = path("11.0.0.1 11.0.0.2", {}, {});
        loop.is_loop_confirmed = true;
        expect("loop", Verdict::critical, {clean(), clean(), loop});
        loop.tcp_distance = 4; // it arrives all the same
        expect("", Verdict::ok, {clean(), clean(), loop});

        auto early = clean();
        early.tcp_distance = 2;
        expect("tcp_terminated_early", Verdict::warn, {early, early, clean()});
        expect("", Verdict::ok, {early, clean(), clean()});
        early.tcp_distance = 3; // one hop is within what tunnels hide
        expect("", Verdict::ok, {early, early, early});

        // A target that has answered the nearest probes to no one is no further away for it.
        early = path("11.0.0.1 11.0.0.2 11.0.0.3 - - 11.9.9.9", 6, 4);
        expect("", Verdict::ok, {early, early, early});
        early.hops[4] = clean().hops[2]; // but a router there is before it
        expect("tcp_terminated_early", Verdict::warn, {early, early, clean()});
        early.hops[4]->icmp_type = 3; // if it forwards, and not if it refuses
        expect("", Verdict::ok, {early, early, early});

        CPPUNIT_ASSERT(!forensics::hops_missing(early)); // what was not seen is not nothing
        CPPUNIT_ASSERT(!forensics::hops_missing(path("11.0.0.1 - - 11.9.9.9", 4, {})));
        CPPUNIT_ASSERT(forensics::hops_missing(clean()) == 0);
        CPPUNIT_ASSERT(forensics::hops_missing(path("11.0.0.1 - - - 11.0.0.5 11.9.9.9", 6, 2)) ==
                       4);
        CPPUNIT_ASSERT(forensics::hops_missing(path("11.0.0.1 - - 11.9.9.9", 4, 6)) == 0);

        expect("private_detour", Verdict::warn,
               {clean(), path("11.0.0.1 10.0.0.1 10.0.0.2 11.9.9.9", 4, 4)});
        expect("", Verdict::ok, {path("11.0.0.1 10.0.0.1 11.0.0.3 11.9.9.9", 4, 4)});
    }

    void a_router_that_refuses()
    {
        auto refused = path("11.0.0.1 11.0.0.2", {}, {});
        refused.hops[1]->icmp_type = 3;
        refused.hops[1]->icmp_code = 13;
        expect("blocked_on_path", Verdict::warn, {refused, clean()});
        expect("", Verdict::ok, {refused, clean(), clean()});
        expect("unreachable", Verdict::inconclusive, {refused, refused}); // nothing works: offline
        refused.hops[1]->icmp_code = 3;
        expect("", Verdict::ok, {refused, clean()});
    }

    // Type 3 is "unreachable" in one and "time exceeded" in the other.
    void the_two_kinds_of_icmp_are_told_apart()
    {
        const auto refuses = [](const char* router, int type, int code) {
            return forensics::is_refusal({*net::IpAddress::parse(router), 1, type, code});
        };
        CPPUNIT_ASSERT(refuses("11.0.0.1", 3, 0));
        CPPUNIT_ASSERT(!refuses("11.0.0.1", 1, 0));
        CPPUNIT_ASSERT(!refuses("11.0.0.1", 11, 0));
        CPPUNIT_ASSERT(!refuses("2620:fe::1", 3, 0));
        CPPUNIT_ASSERT(refuses("2620:fe::1", 1, 1));
        CPPUNIT_ASSERT(refuses("2620:fe::1", 1, 6));
        CPPUNIT_ASSERT(!refuses("2620:fe::1", 1, 4)); // the port
        CPPUNIT_ASSERT(!refuses("2620:fe::1", 1, 255));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(RouteTest);

} // namespace
