// Pages of strangers: none of them leads inside, none costs more than its limits, and the others of
// the same run come all the same.
#include "net/page_fetch.hpp"

#include "base/base64.hpp"
#include "base/concat.hpp"
#include "support/http_server.hpp"
#include "support/tls_server.hpp"

#include <cppunit/extensions/HelperMacros.h>

#include <map>

namespace {

using net::IpAddress;
using support::http_answer;
using support::HttpServer;
using Peer = support::HttpServer::Peer;

constexpr std::string_view k_text = "Content-Type: text/plain\r\n";
// gzip of "hello", of 300,000 zeros, and twice of 20,000,000.
constexpr std::string_view k_hello = "H4sIAAAAAAAC/8tIzcnJBwCGphA2BQAAAA==";
constexpr std::string_view k_bomb =
    "H4sIAAAAAAAC/+3BAQ0AAADCoPdPbQ8HFAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
    "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
    "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
    "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
    "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA/Bj74rL24JMEAA==";
constexpr std::string_view k_nested =
    "H4sIAAAAAAAC/+3bsQpBARgF4HsxyIDdQJkNNotiMSuZ5QE8AyWT5S5eA6/gDWxSBg8gg2LC5XoK3b5v+uczns5f"
    "XeaDRCa+7MLwe8yi9+aaLwQAAABAys2O82xSBgS1+NDrDwEAAIC0G5eKuV8p8BxVuuIAAACA1Fu0W+XfQuA2neTE"
    "AQAAAKm3epyjpAro7OPDehv6mgAAgD93yrwG93rQaIYfWJnnFAlMAAA=";

// Names and what each lookup of them gives: the last for good.
class NamesOfATest final : public net::Resolver {
public:
    std::vector<net::Lookup> lookup(std::span<const std::string> names,
                                    std::chrono::steady_clock::time_point) override
    {
        std::vector<net::Lookup> out;
        for (const std::string& name : names) {
            const auto known = addresses.find(name);
            if (known == addresses.end()) {
                out.emplace_back(base::refuse(net::LookupRefusal::no_address));
                continue;
            }
            const std::size_t now = std::min(asked[name]++, known->second.size() - 1);
            out.emplace_back(std::vector{*IpAddress::parse(known->second[now])});
        }
        return out;
    }

    std::map<std::string, std::vector<std::string>> addresses;
    std::map<std::string, std::size_t> asked;
};

class PageFetchTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(PageFetchTest);
    CPPUNIT_TEST(no_redirect_leads_inside);
    CPPUNIT_TEST(a_name_that_moves_inside_is_not_followed);
    CPPUNIT_TEST(the_gate_is_asked_at_every_connection);
    CPPUNIT_TEST(redirects_are_few_and_lead_somewhere);
    CPPUNIT_TEST(slow_pages_cost_their_time_and_no_other_page);
    CPPUNIT_TEST(all_pages_together_have_an_end);
    CPPUNIT_TEST(endless_and_bloated_pages_end_at_the_limit);
    CPPUNIT_TEST(servers_that_lie_are_refused);
    CPPUNIT_TEST(what_is_read_is_as_it_was_sent);
    CPPUNIT_TEST(nothing_of_ours_is_sent_along);
    CPPUNIT_TEST_SUITE_END();

    NamesOfATest names;
    support::LoopbackDial dial;
    int asked_gate = 0;
    net::PageLimits limits{.connect = std::chrono::milliseconds{2'000},
                           .page = std::chrono::milliseconds{5'000}};

    // One page at a name of its own.
    void serve(const std::string& name, const std::string& address, const HttpServer& server)
    {
        names.addresses[name] = {address};
        dial.lead(*IpAddress::parse(address), server.port());
    }

    std::vector<net::PageResult> fetch(const std::vector<std::string>& urls)
    {
        net::PageDoor door{.vet =
                               [this](std::span<const std::string> hosts) {
                                   return net::vet_hosts(hosts, names, {});
                               },
                           .gate = dial.gate()};
        door.gate = [this, inner = door.gate](net::Endpoint& endpoint) {
            ++asked_gate;
            return inner(endpoint);
        };
        return net::fetch_pages(urls, door, limits);
    }

    // What was read, or why nothing was.
    std::string told(const std::string& url)
    {
        const auto results = fetch({url});
        return results[0] ? results[0]->body : std::string{net::name_of(results[0].error())};
    }

    static HttpServer::Handler always(const std::string& answer)
    {
        return [answer](Peer& peer, const std::string&) { return peer.write(answer); };
    }

    static std::string leads_to(std::string_view location)
    {
        return http_answer(302, "moved", base::concat("Location: ", location, "\r\n", k_text));
    }

    static std::string bytes(std::string_view base64) { return *base::from_base64(base64); }

public:
    void no_redirect_leads_inside()
    {
        names.addresses["inside.python.org"] = {"10.0.0.7"};
        names.addresses["mixed.python.org"] = {"192.168.0.1"};
        const std::pair<const char*, const char*> rows[] = {
            {"http://127.0.0.1/", "host_not_usable"},
            {"http://127.0.0.1:80/", "host_not_usable"},
            {"http://2130706433/", "host_not_usable"},
            {"http://0x7f.1/", "host_not_usable"},
            {"http://10.0.0.1/", "host_not_usable"},
            {"//192.168.1.1/", "host_not_usable"},
            {"//169.254.169.254/latest/meta-data/", "host_not_usable"},
            {"http://[::1]/", "host_not_usable"},
            {"http://[::ffff:127.0.0.1]/", "host_not_usable"},
            {"http://[fd00::1]/", "host_not_usable"},
            {"http://localhost/", "host_not_usable"},
            {"http://db.home.arpa/", "host_not_usable"},
            {"http://printer.local/", "host_not_usable"},
            {"http://inside.python.org/", "host_not_usable"},
            {"https://mixed.python.org/", "host_not_usable"},
            {"http://user:secret@www.python.org/", "host_not_usable"},
            {"http://www.python.org:8080/", "host_not_usable"},
            {"http://www.python.org:22/", "host_not_usable"},
            {"file:///etc/passwd", "host_not_usable"},
            {"gopher://127.0.0.1:6379/_INFO", "host_not_usable"},
            {"http://nowhere.python.org/", "host_not_usable"},
        };
        std::string location;
        HttpServer server{
            [&](Peer& peer, const std::string&) { return peer.write(leads_to(location)); }};
        serve("www.python.org", "93.184.216.34", server);
        for (const auto& [target, refusal] : rows) {
            location = target;
            asked_gate = 0;
            CPPUNIT_ASSERT_EQUAL_MESSAGE(target, std::string{refusal},
                                         told("http://www.python.org/"));
            CPPUNIT_ASSERT_EQUAL_MESSAGE(target, 1, asked_gate); // of the first page alone
        }
    }

    void a_name_that_moves_inside_is_not_followed()
    {
        HttpServer server{always(leads_to("http://rebind.python.org/again"))};
        serve("www.python.org", "93.184.216.34", server);
        dial.lead(*IpAddress::parse("93.184.216.35"), server.port());
        names.addresses["rebind.python.org"] = {"93.184.216.35", "127.0.0.1"};
        CPPUNIT_ASSERT_EQUAL(std::string{"host_not_usable"}, told("http://www.python.org/"));
        CPPUNIT_ASSERT_EQUAL(std::size_t{2}, names.asked["rebind.python.org"]);
        CPPUNIT_ASSERT_EQUAL(2, asked_gate);
    }

    void the_gate_is_asked_at_every_connection()
    {
        names.addresses["www.python.org"] = {"93.184.216.34"}; // vetted, and the gate is closed
        CPPUNIT_ASSERT_EQUAL(std::string{"host_not_usable"}, told("http://www.python.org/"));
        CPPUNIT_ASSERT_EQUAL(std::string{"host_not_usable"}, told("http://93.184.216.34/"));
        CPPUNIT_ASSERT_EQUAL(2, asked_gate);
    }

    void redirects_are_few_and_lead_somewhere()
    {
        int left = 0;
        HttpServer server{[&](Peer& peer, const std::string&) {
            return peer.write(left-- > 0 ? leads_to("/next?x=1")
                                         : http_answer(200, "here", k_text));
        }};
        serve("www.python.org", "93.184.216.34", server);
        left = 3;
        CPPUNIT_ASSERT_EQUAL(std::string{"here"}, told("http://www.python.org/"));
        left = 4;
        CPPUNIT_ASSERT_EQUAL(std::string{"too_many_redirects"}, told("http://www.python.org/"));
        HttpServer lost{always(http_answer(302, "moved", k_text))};
        serve("lost.python.org", "93.184.216.36", lost);
        CPPUNIT_ASSERT_EQUAL(std::string{"too_many_redirects"}, told("http://lost.python.org/"));
    }

    void slow_pages_cost_their_time_and_no_other_page()
    {
        limits.page = std::chrono::milliseconds{1'500};
        HttpServer silent{[](Peer& peer, const std::string&) {
            peer.linger();
            return false;
        }};
        HttpServer drop{[](Peer& peer, const std::string&) {
            peer.write(base::concat("HTTP/1.1 200 OK\r\n", k_text, "Content-Length: 9\r\n\r\nab"));
            peer.linger();
            return false;
        }};
        HttpServer quick{always(http_answer(200, "quick", k_text))};
        std::vector<std::string> urls;
        for (int i = 0; i < 3; ++i) {
            const auto number = std::to_string(i);
            serve("silent" + number + ".python.org", "93.184.217." + number, silent);
            serve("drop" + number + ".python.org", "93.184.218." + number, drop);
            urls.push_back("http://silent" + number + ".python.org/");
            urls.push_back("http://drop" + number + ".python.org/");
        }
        serve("www.python.org", "93.184.216.34", quick);
        urls.emplace_back("http://www.python.org/");
        const auto results = fetch(urls);
        for (std::size_t i = 0; i + 1 < results.size(); ++i)
            CPPUNIT_ASSERT_EQUAL_MESSAGE(
                urls[i], std::string{"not_in_time"},
                std::string{results[i] ? "read" : net::name_of(results[i].error())});
        CPPUNIT_ASSERT(results.back().has_value());
        CPPUNIT_ASSERT_EQUAL(std::string{"quick"}, results.back()->body);
    }

    void all_pages_together_have_an_end()
    {
        limits.all = std::chrono::milliseconds{300};
        limits.at_once = 1;
        HttpServer silent{[](Peer& peer, const std::string&) {
            peer.linger();
            return false;
        }};
        serve("www.python.org", "93.184.216.34", silent);
        const std::vector<std::string> urls(20, "http://www.python.org/");
        for (const auto& result : fetch(urls))
            CPPUNIT_ASSERT_EQUAL(std::string{"not_in_time"},
                                 std::string{result ? "read" : net::name_of(result.error())});
        CPPUNIT_ASSERT(asked_gate <= 20);
    }

    void endless_and_bloated_pages_end_at_the_limit()
    {
        limits.page_bytes = 100'000;
        HttpServer endless{[](Peer& peer, const std::string&) {
            peer.write(base::concat("HTTP/1.1 200 OK\r\n", k_text, "\r\n"));
            while (peer.write(std::string(10'000, 'x'))) {}
            return false;
        }};
        serve("endless.python.org", "93.184.216.34", endless);
        CPPUNIT_ASSERT_EQUAL(std::string{"too_large"}, told("http://endless.python.org/"));

        const auto packed = base::concat("Content-Encoding: gzip\r\n", k_text);
        HttpServer bloated{always(http_answer(200, bytes(k_bomb), packed))};
        serve("bomb.python.org", "93.184.216.35", bloated);
        CPPUNIT_ASSERT_EQUAL(std::string{"too_large"}, told("http://bomb.python.org/"));

        HttpServer nested{always(http_answer(
            200, bytes(k_nested), base::concat("Content-Encoding: gzip, gzip\r\n", k_text)))};
        serve("nested.python.org", "93.184.216.36", nested);
        CPPUNIT_ASSERT_EQUAL(std::string{"too_large"}, told("http://nested.python.org/"));

        HttpServer fine{always(http_answer(200, bytes(k_hello), packed))};
        serve("fine.python.org", "93.184.216.37", fine);
        CPPUNIT_ASSERT_EQUAL(std::string{"hello"}, told("http://fine.python.org/"));

        HttpServer most{always(http_answer(200, std::string(100'000, 'x'), k_text))};
        serve("most.python.org", "93.184.216.38", most);
        limits.all_bytes = 250'000;
        const auto results = fetch(std::vector<std::string>(3, "http://most.python.org/"));
        CPPUNIT_ASSERT(results[0] && results[1] && !results[2]);
        CPPUNIT_ASSERT(results[2].error() == net::PageRefusal::too_large);
    }

    void servers_that_lie_are_refused()
    {
        const auto image = http_answer(200, "PNG", "Content-Type: image/png\r\n");
        const std::pair<std::string, const char*> rows[] = {
            {http_answer(200, "no type"), "not_text"},
            {image, "not_text"},
            {http_answer(200, "x", "Content-Type: application/octet-stream\r\n"), "not_text"},
            {http_answer(200, "", k_text), "empty"},
            {http_answer(404, "not found", k_text), "refused_by_server"},
            {http_answer(500, "broken", k_text), "refused_by_server"},
            {http_answer(204, "", k_text), "refused_by_server"},
            {"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 900\r\n\r\nshort",
             "unreachable"},
            {"not HTTP at all\r\n\r\n", "unreachable"},
            {"HTTP/1.1 200 OK\r\nX: " + std::string(200'000, 'x') + "\r\n\r\n", "unreachable"},
            {"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Encoding: gzip\r\n"
             "Content-Length: 5\r\n\r\nplain",
             "unreachable"},
            {"", "unreachable"},
        };
        for (const auto& [answer, refusal] : rows) {
            HttpServer server{[&answer = answer](Peer& peer, const std::string&) {
                peer.write(answer);
                return false;
            }};
            serve("www.python.org", "93.184.216.34", server);
            CPPUNIT_ASSERT_EQUAL_MESSAGE(answer.substr(0, 200), std::string{refusal},
                                         told("http://www.python.org/"));
        }
    }

    void what_is_read_is_as_it_was_sent()
    {
        HttpServer server{always(http_answer(
            200, "gr\xfc\xdf", "Content-Type: Text/HTML; level=1; Charset=\"ISO-8859-1\"\r\n"))};
        serve("www.python.org", "93.184.216.34", server);
        const auto results = fetch({"http://WWW.python.org/a?b#c"});
        CPPUNIT_ASSERT(results[0].has_value());
        CPPUNIT_ASSERT_EQUAL(std::string{"http://www.python.org/a?b"}, results[0]->url);
        CPPUNIT_ASSERT_EQUAL(std::string{"text/html"}, results[0]->media_type);
        CPPUNIT_ASSERT_EQUAL(std::string{"iso-8859-1"}, results[0]->charset);
        CPPUNIT_ASSERT_EQUAL(std::string{"gr\xfc\xdf"}, results[0]->body);
    }

    void nothing_of_ours_is_sent_along()
    {
        ::setenv("http_proxy", "http://127.0.0.1:1/", 1);
        HttpServer server{always(http_answer(200, "x",
                                             "Set-Cookie: a=b\r\nContent-Type: text/plain"
                                             "\r\n"))};
        serve("www.python.org", "93.184.216.34", server);
        const auto results = fetch({"http://www.python.org/1", "http://www.python.org/2"});
        ::unsetenv("http_proxy");
        CPPUNIT_ASSERT(results[0] && results[1]);
        for (const std::string& request : server.requests())
            for (const char* name : {"Cookie", "Authorization", "Referer", "Via", "127.0.0.1"})
                CPPUNIT_ASSERT_MESSAGE(request, request.find(name) == std::string::npos);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(PageFetchTest);

} // namespace
