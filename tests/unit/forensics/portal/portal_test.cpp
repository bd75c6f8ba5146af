// The check portal without a network: what an answer says of the path.
#include "forensics/portal/rules.hpp"

#include <cppunit/extensions/HelperMacros.h>

namespace {

namespace forensics = forensics;
using forensics::PortalClass;
using forensics::Verdict;

forensics::PortalProbe no_content()
{
    forensics::PortalProbe out;
    out.url = "http://probe.example/generate_204";
    out.host = "probe.example";
    out.expect_status = 204;
    out.expect_body = "";
    out.operator_name = "one";
    return out;
}

forensics::PortalProbe success_text()
{
    auto out = no_content();
    out.expect_status = 200;
    out.expect_body = "success\n";
    return out;
}

net::HttpProbeAnswer answer(int status, std::string body, std::vector<net::HttpHeader> headers = {})
{
    return {status, std::move(headers), std::move(body), false};
}

class PortalTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(PortalTest);
    CPPUNIT_TEST(answers);
    CPPUNIT_TEST(proxies_show_themselves);
    CPPUNIT_TEST(headers_that_nobody_sent);
    CPPUNIT_TEST(redirects);
    CPPUNIT_TEST(verdicts);
    CPPUNIT_TEST(an_operator_counts_once);
    CPPUNIT_TEST_SUITE_END();

public:
    void answers()
    {
        struct Row {
            forensics::PortalProbe probe;
            net::HttpProbeAnswer answer;
            PortalClass expected;
        };
        const std::string login = "<html><form action=/login></form></html>";
        const Row rows[] = {
            {no_content(), answer(204, ""), PortalClass::ok},
            {no_content(), answer(200, ""), PortalClass::ok},
            {no_content(), answer(200, login), PortalClass::manipulated},
            {no_content(), answer(511, ""), PortalClass::manipulated},
            {no_content(), answer(503, "busy"), PortalClass::server_error},
            {no_content(), answer(403, "<META HTTP-EQUIV=\"Refresh\" content=0>"),
             PortalClass::manipulated},
            {no_content(), answer(404, ""), PortalClass::server_error},
            {success_text(), answer(200, "success\n"), PortalClass::ok},
            {success_text(), answer(200, "success"), PortalClass::manipulated},
            {success_text(), answer(200, ""), PortalClass::manipulated},
            {success_text(), answer(204, ""), PortalClass::manipulated},
            {success_text(), {200, {}, "", /*is_body_cut=*/true}, PortalClass::server_error},
            {success_text(), answer(200, std::string(16'384, '\xFF')), PortalClass::manipulated},
            {success_text(), answer(999, "x"), PortalClass::server_error},
        };
        for (const Row& row : rows)
            CPPUNIT_ASSERT_EQUAL(std::string{name_of(row.expected)},
                                 std::string{name_of(classify(row.probe, row.answer))});
        auto part = success_text();
        part.expect_body.reset();
        part.expect_body_contains = "Success";
        CPPUNIT_ASSERT(classify(part, answer(200, "<B>Success</B>")) == PortalClass::ok);
        CPPUNIT_ASSERT(classify(part, answer(200, login)) == PortalClass::manipulated);
    }

    void proxies_show_themselves()
    {
        for (const net::HttpHeader& header : {net::HttpHeader{"via", "1.1 proxy"},
                                              {"x-cache", "MISS"},
                                              {"x-squid-error", "x"},
                                              {"x-cache-lookup", "HIT"},
                                              {"age", "12"}})
            CPPUNIT_ASSERT(classify(no_content(), answer(204, "", {header})) ==
                           PortalClass::proxied);
        CPPUNIT_ASSERT(classify(no_content(), answer(204, "", {{"age", "0"}, {"server", "x"}})) ==
                       PortalClass::ok);
        auto cached = no_content();
        cached.own_headers = {"via", "age"};
        CPPUNIT_ASSERT(classify(cached, answer(204, "", {{"via", "1.1 own"}, {"age", "7"}})) ==
                       PortalClass::ok);
        CPPUNIT_ASSERT(classify(cached, answer(204, "", {{"x-cache", "HIT"}})) ==
                       PortalClass::proxied);
    }

    void headers_that_nobody_sent()
    {
        const auto with = [](const char* name) { return answer(204, "", {{name, "x"}}); };
        for (const char* name : {"x-tracking-id", "x-uidh", "set-cookie", "p3p", ""})
            CPPUNIT_ASSERT_MESSAGE(name,
                                   classify(no_content(), with(name)) == PortalClass::added_to);
        for (const char* name : {"accept-ranges", "date", "etag", "x-frame-options", "alt-svc",
                                 "access-control-allow-origin", "content-length"})
            CPPUNIT_ASSERT_MESSAGE(name, classify(no_content(), with(name)) == PortalClass::ok);
        auto known = no_content();
        known.own_headers = {"x-tracking-id"};
        CPPUNIT_ASSERT(classify(known, with("x-tracking-id")) == PortalClass::ok);
    }

    void redirects()
    {
        const auto to = [](const char* place) { return answer(302, "", {{"location", place}}); };
        for (const char* place : {"http://login.portal.example/?u=1", "https://9.9.9.9/",
                                  "http://PROBE.example.evil.example/"})
            CPPUNIT_ASSERT_MESSAGE(place,
                                   classify(no_content(), to(place)) == PortalClass::manipulated);
        for (const char* place :
             {"https://probe.example/", "/elsewhere", "", "http://", "::::", "javascript:alert(1)"})
            CPPUNIT_ASSERT_MESSAGE(place,
                                   classify(no_content(), to(place)) == PortalClass::server_error);
        CPPUNIT_ASSERT(classify(no_content(), answer(302, "")) == PortalClass::server_error);
        CPPUNIT_ASSERT_EQUAL(std::string{"9.9.9.9"},
                             landing_host(no_content(), to("http://9.9.9.9:8080/login")));
    }

    void verdicts()
    {
        struct Row {
            std::string_view letters; // of operators: o, a, p, m, e, s
            Verdict verdict;
            std::string_view reason;
            double confidence;
        };
        const Row rows[] = {
            {"oooo", Verdict::ok, "", 1},
            {"ooos", Verdict::ok, "", 0.75},
            {"oooe", Verdict::ok, "", 0.75},
            {"ooss", Verdict::ok, "", 0.5},
            {"o", Verdict::ok, "", 1},
            {"oe", Verdict::ok, "", 0.5},
            {"os", Verdict::inconclusive, "too_few_probes", 0.5},
            {"ee", Verdict::inconclusive, "too_few_probes", 0},
            {"ssss", Verdict::inconclusive, "http_unreachable", 1},
            {"", Verdict::inconclusive, "http_unreachable", 1},
            {"ooop", Verdict::warn, "http_proxy_on_path", 1},
            {"oooa", Verdict::warn, "headers_added", 1},
            {"ooap", Verdict::warn, "http_proxy_on_path", 1},
            {"ooom", Verdict::warn, "single_probe_mismatch", 0.7},
            {"mmss", Verdict::critical, "portal_manipulation", 0.46},
            {"mmmm", Verdict::critical, "portal_manipulation", 0.99},
        };
        constexpr std::string_view k_names[] = {"a", "b", "c", "d"};
        for (const Row& row : rows) {
            std::vector<forensics::PortalVote> votes;
            for (const char letter : row.letters)
                votes.push_back({k_names[votes.size()], letter == 'o'   ? PortalClass::ok
                                                        : letter == 'p' ? PortalClass::proxied
                                                        : letter == 'a' ? PortalClass::added_to
                                                        : letter == 'm' ? PortalClass::manipulated
                                                        : letter == 'e' ? PortalClass::server_error
                                                                        : PortalClass::silent});
            const auto judgement = forensics::judge_portal(votes);
            const std::string letters{row.letters};
            CPPUNIT_ASSERT_EQUAL_MESSAGE(letters, std::string{row.reason},
                                         std::string{judgement.reason});
            CPPUNIT_ASSERT_MESSAGE(letters, judgement.verdict == row.verdict);
            CPPUNIT_ASSERT_EQUAL_MESSAGE(letters, row.confidence,
                                         confidence_of(judgement.verdict, judgement.support));
        }
    }

    void an_operator_counts_once()
    {
        const forensics::PortalVote votes[] = {{"a", PortalClass::manipulated},
                                               {"a", PortalClass::manipulated},
                                               {"b", PortalClass::ok}};
        CPPUNIT_ASSERT(forensics::judge_portal(votes).verdict == Verdict::warn);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(PortalTest);

} // namespace
