// What one scan holds against an entry of its basket: only what its owner alone explains.
#include "forensics/basket_sightings.hpp"

#include "base/concat.hpp"
#include "base/json.hpp"

#include <cppunit/extensions/HelperMacros.h>

namespace {

using namespace forensics;
namespace json = base::json;

constexpr std::string_view k_seen_basket = R"({"schema_version": 1,
  "ntp": {"servers": [{"host": "t1.a.example"}, {"host": "t2.a.example"}, {"host": "t.b.example"},
                      {"host": "t.c.example"}, {"host": "t.d.example"}]},
  "portal": {"probes": [{"url": "http://p.a.example/", "expect_status": 204},
                        {"url": "http://p.b.example/", "expect_status": 204},
                        {"url": "http://p.c.example/", "expect_status": 204}]},
  "dns": {"names": ["a.example", "b.example", "c.example"], "dnssec_signed_names": ["c.example"],
          "control_doh": [{"url": "https://doh.a.example/", "ip": "9.9.9.9"},
                          {"url": "https://doh.b.example/", "ip": "8.8.8.8"},
                          {"url": "https://doh.c.example/", "ip": "1.1.1.1"}]},
  "tls": {"hosts": [{"host": "a.example"}, {"host": "b.example"}, {"host": "c.example"},
                    {"host": "d.example", "port": 8443}]},
  "route": {"targets": ["9.9.9.9", "8.8.8.8", "1.1.1.1"]}})";

std::string check(std::string_view name, std::string_view list, const std::string& rows,
                  std::string_view verdict = "OK")
{
    return base::concat(R"({"check":")", name, R"(","verdict":")", verdict, R"(","evidence":{")",
                        list, "\":[", rows, "]}}");
}

std::string artifact(const std::string& checks, std::string_view offline = "false")
{
    return base::concat(R"({"vantage":{"offline":)", offline, R"(},"checks":[)", checks, "]}");
}

// A row of the evidence; `more` are members of its own.
std::string host(std::string_view name, std::string_view kind, std::string_view more)
{
    return base::concat(R"({"host":")", name, R"(","class":")", kind, "\",", more, "}");
}

std::string good_host(std::string_view name)
{
    return host(name, "public", R"("verdict":"OK","reason":"","signals":[])");
}

std::string bad_host(std::string_view name, std::string_view kind)
{
    return host(name, kind,
                base::concat(R"("verdict":"WARN","reason":")", kind, R"(","signals":[])"));
}

// The first host shows this, the others are as they should be.
std::string tls(const std::string& first)
{
    return check("tls", "hosts",
                 base::concat(first, ",", good_host("b.example"), ",", good_host("c.example"), ",",
                              good_host("d.example")),
                 "WARN");
}

std::string name(std::string_view text, std::string_view kind, std::string_view answers,
                 std::string_view doh)
{
    return base::concat(R"({"name":")", text, R"(","class":")", kind, R"(","answers":[)", answers,
                        R"(],"doh":[)", doh, "]}");
}

std::string dns(const std::string& first)
{
    const auto good = [](std::string_view text) {
        return name(text, "same", R"({"rcode":0,"ips":["9.9.9.9"]})", R"("9.9.9.9")");
    };
    return check("dns", "names",
                 base::concat(first, ",", good("b.example"), ",", good("c.example")));
}

std::string probe(std::string_view url, std::string_view kind, std::string_view more = "")
{
    return base::concat(R"({"url":")", url, R"(","class":")", kind, "\"", more, "}");
}

std::string portal(const std::string& first)
{
    return check("portal", "probes",
                 base::concat(first.empty() ? "" : first + ",", probe("http://p.b.example/", "ok"),
                              ",", probe("http://p.c.example/", "ok")),
                 "WARN");
}

std::string server(std::string_view name_of_it, std::string_view kind)
{
    return base::concat(R"({"host":")", name_of_it, R"(","class":")", kind, "\"}");
}

std::string ntp(std::string_view first)
{
    std::string rows = server("t1.a.example", first);
    for (const char* each : {"t2.a.example", "t.b.example", "t.c.example", "t.d.example"})
        rows += "," + server(each, "truechimer");
    return check("ntp", "servers", rows);
}

std::string target(std::string_view address, std::string_view reached, std::string_view finding)
{
    return base::concat(R"({"ip":")", address, R"(","reached_by":")", reached, R"(","findings":[)",
                        finding, "]}");
}

std::string route(const std::string& first)
{
    return check("route", "targets",
                 base::concat(first, ",", target("8.8.8.8", "udp", ""), ",",
                              target("1.1.1.1", "udp and tcp", "")));
}

class BasketSightingsTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(BasketSightingsTest);
    CPPUNIT_TEST(garbage_says_nothing);
    CPPUNIT_TEST(a_night_without_verdict_says_nothing);
    CPPUNIT_TEST(a_host_may_fail_by_itself);
    CPPUNIT_TEST(what_interceptors_show_is_suspect);
    CPPUNIT_TEST(beside_a_suspect_nothing_fails);
    CPPUNIT_TEST(who_fails_is_the_odd_one_out);
    CPPUNIT_TEST(a_name_fails_when_no_control_knows_it);
    CPPUNIT_TEST(a_control_that_is_silent);
    CPPUNIT_TEST(who_is_led_elsewhere_has_not_failed);
    CPPUNIT_TEST(a_probe_that_is_answered_otherwise);
    CPPUNIT_TEST(a_server_that_is_silent);
    CPPUNIT_TEST(a_target_that_is_gone);
    CPPUNIT_TEST_SUITE_END();

    const Basket m_basket = *parse_basket(k_seen_basket, "/");

    std::string seen(const std::string& text, std::string_view check_name,
                     std::string_view entry) const
    {
        const auto parsed = json::parse(text);
        CPPUNIT_ASSERT_MESSAGE(text, parsed);
        for (const Sighting& each : sightings_of(m_basket, parsed->get()))
            if (each.entry.check == check_name && each.entry.name == entry)
                return each.why.empty() ? std::string{to_text(each.seen)}
                                        : base::concat(to_text(each.seen), " ", each.why);
        return "no such entry";
    }

    std::string first_host(const std::string& row) const
    {
        return seen(artifact(tls(row)), "tls", "a.example");
    }

    std::string first_name(const std::string& row) const
    {
        return seen(artifact(dns(row)), "dns", "a.example");
    }

    std::string first_probe(const std::string& row) const
    {
        return seen(artifact(portal(row)), "portal", "http://p.a.example/");
    }

public:
    void garbage_says_nothing()
    {
        const std::string rows = "null,7,[],{},{\"host\":1},{\"host\":\"a.example\"}";
        for (const std::string& text :
             {std::string{"[]"}, std::string{"{}"}, artifact("null,3,{}"),
              artifact(R"({"check":"tls","verdict":"OK"})"),
              artifact(R"({"check":"tls","verdict":"OK","evidence":{"hosts":7}})"),
              artifact(check("ntp", "servers", rows)), artifact(check("dns", "names", rows)),
              artifact(check("route", "targets", rows))}) {
            const auto parsed = json::parse(text);
            const auto all = sightings_of(m_basket, parsed->get());
            CPPUNIT_ASSERT_EQUAL(entries_of(m_basket).size(), all.size());
            for (const Sighting& each : all)
                CPPUNIT_ASSERT_MESSAGE(text, each.seen == Seen::unseen);
        }
    }

    void a_night_without_verdict_says_nothing()
    {
        const std::string expired = bad_host("a.example", "expired");
        CPPUNIT_ASSERT_EQUAL(std::string{"failed expired"}, first_host(expired));
        CPPUNIT_ASSERT_EQUAL(std::string{"unseen"},
                             seen(artifact(tls(expired), "true"), "tls", "a.example"));
        const std::string no_verdict =
            check("tls", "hosts", good_host("a.example"), "INCONCLUSIVE");
        CPPUNIT_ASSERT_EQUAL(std::string{"unseen"}, seen(artifact(no_verdict), "tls", "a.example"));
        CPPUNIT_ASSERT_EQUAL(std::string{"unseen"}, seen(artifact(""), "tls", "a.example"));
    }

    void a_host_may_fail_by_itself()
    {
        for (const char* kind : {"expired", "name_mismatch", "handshake_failed", "unreachable"})
            CPPUNIT_ASSERT_EQUAL(base::concat("failed ", kind),
                                 first_host(bad_host("a.example", kind)));
        CPPUNIT_ASSERT_EQUAL(std::string{"fine"}, first_host(good_host("a.example")));
        CPPUNIT_ASSERT_EQUAL(std::string{"fine"},
                             seen(artifact(tls(good_host("a.example"))), "tls", "d.example:8443"));
        // Two rows, and it is not known which is which.
        CPPUNIT_ASSERT_EQUAL(std::string{"unseen"},
                             first_host(base::concat(bad_host("a.example", "expired"), ",",
                                                     good_host("a.example"))));
    }

    void what_interceptors_show_is_suspect()
    {
        for (const char* kind : {"local_root", "untrusted"})
            CPPUNIT_ASSERT_EQUAL(base::concat("suspect ", kind),
                                 first_host(bad_host("a.example", kind)));
        const auto expired = [](std::string_view more) {
            return host("a.example", "expired", more);
        };
        const std::string by = R"("reason":"expired","interceptor":"sslsplit","signals":[])";
        CPPUNIT_ASSERT_EQUAL(std::string{"suspect expired"}, first_host(expired(by)));
        for (const char* sign : {"same_key_on_unrelated_hosts", "made_just_now", "tcp_ends_early",
                                 "no_sct", "attributed_to_dns", "one of tomorrow"})
            CPPUNIT_ASSERT_EQUAL(std::string{"suspect expired"},
                                 first_host(expired(base::concat(
                                     R"("reason":"expired","signals":[")", sign, "\"]"))));
        for (const char* reason :
             {"same_key_on_unrelated_hosts", "targeted_interception_suspected"}) {
            const std::string more =
                base::concat(R"("verdict":"CRITICAL","reason":")", reason, R"(","signals":[])");
            const std::string expected = base::concat("suspect ", reason);
            CPPUNIT_ASSERT_EQUAL(expected, first_host(expired(more)));
            CPPUNIT_ASSERT_EQUAL(expected, first_host(host("a.example", "public", more)));
        }
    }

    void beside_a_suspect_nothing_fails()
    {
        const std::string rows =
            base::concat(bad_host("a.example", "expired"), ",", bad_host("b.example", "local_root"),
                         ",", good_host("c.example"), ",", good_host("d.example"));
        const std::string text = artifact(check("tls", "hosts", rows, "CRITICAL"));
        CPPUNIT_ASSERT_EQUAL(std::string{"unseen expired"}, seen(text, "tls", "a.example"));
        CPPUNIT_ASSERT_EQUAL(std::string{"suspect local_root"}, seen(text, "tls", "b.example"));
        CPPUNIT_ASSERT_EQUAL(std::string{"fine"}, seen(text, "tls", "c.example"));
    }

    void who_fails_is_the_odd_one_out()
    {
        const auto with = [](const std::string& second, const std::string& third) {
            return artifact(check("tls", "hosts",
                                  base::concat(bad_host("a.example", "unreachable"), ",", second,
                                               ",", third, ",", good_host("d.example")),
                                  "WARN"));
        };
        const std::string b = good_host("b.example");
        CPPUNIT_ASSERT_EQUAL(std::string{"failed unreachable"},
                             seen(with(b, good_host("c.example")), "tls", "a.example"));
        // Two of four are no odd ones.
        CPPUNIT_ASSERT_EQUAL(
            std::string{"unseen unreachable"},
            seen(with(b, bad_host("c.example", "unreachable")), "tls", "a.example"));
        // One other operator is fine, and no other was seen.
        CPPUNIT_ASSERT_EQUAL(
            std::string{"unseen unreachable"},
            seen(
                artifact(check("tls", "hosts",
                               base::concat(bad_host("a.example", "unreachable"), ",", b), "WARN")),
                "tls", "a.example"));
    }

    void a_name_fails_when_no_control_knows_it()
    {
        const std::string no_name = R"({"rcode":3,"ips":[]})";
        const std::string address = R"({"rcode":0,"ips":["9.9.9.9"]})";
        const std::string known = R"("9.9.9.8")";
        CPPUNIT_ASSERT_EQUAL(std::string{"failed not_found"},
                             first_name(name("a.example", "no_reference", no_name, "")));
        CPPUNIT_ASSERT_EQUAL(std::string{"failed silent"},
                             first_name(name("a.example", "silent", "", "")));
        CPPUNIT_ASSERT_EQUAL(std::string{"failed bogus"},
                             first_name(name("a.example", "bogus", address, "")));
        // They know it, or they were not heard.
        CPPUNIT_ASSERT_EQUAL(std::string{"unseen silent"},
                             first_name(name("a.example", "silent", "", known)));
        CPPUNIT_ASSERT_EQUAL(std::string{"unseen no_reference"},
                             first_name(name("a.example", "no_reference", address, "")));
        for (const char* kind : {"nx_forged", "bogus", "bogon", "disproven", "double", "unproven",
                                 "filtered_by_policy"})
            CPPUNIT_ASSERT_EQUAL(base::concat("suspect ", kind),
                                 first_name(name("a.example", kind, no_name, known)));
        // IPv4 and IPv6: one that is suspect is enough.
        CPPUNIT_ASSERT_EQUAL(std::string{"suspect bogon"},
                             first_name(base::concat(name("a.example", "same", address, known), ",",
                                                     name("a.example", "bogon", address, known))));
    }

    void a_control_that_is_silent()
    {
        const auto first = [this](std::string_view replies, std::string_view others) {
            const std::string rows =
                base::concat(R"({"url":"https://doh.a.example/","replies":)", replies,
                             R"(},{"url":"https://doh.b.example/","replies":)", others,
                             R"(},{"url":"https://doh.c.example/","replies":14})");
            return seen(artifact(check("dns", "controls", rows)), "doh", "https://doh.a.example/");
        };
        CPPUNIT_ASSERT_EQUAL(std::string{"fine"}, first("1", "14"));
        CPPUNIT_ASSERT_EQUAL(std::string{"failed silent"}, first("0", "14"));
        CPPUNIT_ASSERT_EQUAL(std::string{"unseen silent"}, first("0", "0"));
        CPPUNIT_ASSERT_EQUAL(std::string{"unseen"}, first("null", "14"));
    }

    void who_is_led_elsewhere_has_not_failed()
    {
        const std::string forged =
            dns(name("a.example", "disproven", R"({"rcode":0,"ips":["9.9.9.9"]})", R"("9.9.9.8")"));
        const std::string text =
            artifact(base::concat(forged, ",", tls(bad_host("a.example", "unreachable"))));
        CPPUNIT_ASSERT_EQUAL(std::string{"suspect unreachable"}, seen(text, "tls", "a.example"));
    }

    void a_probe_that_is_answered_otherwise()
    {
        const std::string url = "http://p.a.example/";
        const std::string body = R"(,"status":200,"location_host":"")";
        CPPUNIT_ASSERT_EQUAL(std::string{"fine"}, first_probe(probe(url, "ok")));
        for (const char* kind : {"manipulated", "server_error", "silent", "proxied"})
            CPPUNIT_ASSERT_EQUAL(base::concat("failed ", kind),
                                 first_probe(probe(url, kind, body)));
        CPPUNIT_ASSERT_EQUAL(std::string{"failed unresolved"}, first_probe(""));
        // A portal's own ways.
        for (const char* more :
             {R"(,"status":511,"location_host":"")", R"(,"status":302,"location_host":"login.x")"})
            CPPUNIT_ASSERT_EQUAL(std::string{"suspect manipulated"},
                                 first_probe(probe(url, "manipulated", more)));
        // Right where an encrypted control leads, wrong where the resolver does; or lost once.
        CPPUNIT_ASSERT_EQUAL(
            std::string{"suspect manipulated"},
            first_probe(base::concat(probe(url, "manipulated", body), ",", probe(url, "ok"))));
        CPPUNIT_ASSERT_EQUAL(
            std::string{"unseen silent"},
            first_probe(base::concat(probe(url, "silent"), ",", probe(url, "ok"))));
    }

    // Who contradicts the majority may be right: a majority can be made on the path.
    void a_server_that_is_silent()
    {
        const auto first = [this](std::string_view kind) {
            return seen(artifact(ntp(kind)), "ntp", "t1.a.example");
        };
        CPPUNIT_ASSERT_EQUAL(std::string{"fine"}, first("truechimer"));
        CPPUNIT_ASSERT_EQUAL(std::string{"failed silent"}, first("silent"));
        CPPUNIT_ASSERT_EQUAL(std::string{"failed invalid"}, first("invalid"));
        CPPUNIT_ASSERT_EQUAL(std::string{"suspect falseticker"}, first("falseticker"));
        CPPUNIT_ASSERT_EQUAL(std::string{"unseen unjudged"}, first("unjudged"));
    }

    void a_target_that_is_gone()
    {
        const auto first = [this](const std::string& row) {
            return seen(artifact(route(row)), "route", "9.9.9.9");
        };
        CPPUNIT_ASSERT_EQUAL(std::string{"fine"}, first(target("9.9.9.9", "tcp", "")));
        CPPUNIT_ASSERT_EQUAL(std::string{"failed unreachable"},
                             first(target("9.9.9.9", "nothing", "")));
        CPPUNIT_ASSERT_EQUAL(std::string{"suspect loop"},
                             first(target("9.9.9.9", "nothing", "\"loop\"")));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(BasketSightingsTest);

} // namespace
