// A verification with sources, before the service: one request for each spelling of "none", each
// problem with its place, and pages that lead inside cost their buyer nothing.
#include "service_case.hpp"

#include "base/concat.hpp"

namespace {

using namespace api_test;

constexpr const char* k_payload = R"("payload":"1 + 1 = 2.")";
constexpr const char* k_nothing[] = {"", R"(,"sources":[])", R"(,"sources":null)"};

class SourcedRequestsTest : public ServiceCase {
    CPPUNIT_TEST_SUITE(SourcedRequestsTest);
    CPPUNIT_TEST(no_sources_in_any_spelling_is_one_request);
    CPPUNIT_TEST(an_order_without_sources_is_one_in_any_spelling);
    CPPUNIT_TEST(each_problem_has_its_place_on_both_rails);
    CPPUNIT_TEST(basic_takes_none_and_says_who_does);
    CPPUNIT_TEST(what_its_text_tells_is_refused_without_a_look_outside);
    CPPUNIT_TEST(names_are_looked_up_before_the_settlement);
    CPPUNIT_TEST(who_names_pages_hears_what_unread_ones_cost);
    CPPUNIT_TEST(while_the_network_is_away_no_verification_of_pages_is_sold);
    CPPUNIT_TEST_SUITE_END();

    std::vector<std::string> m_looked_up;

    static std::string route_of(std::string_view tier) { return base::concat("/v2/verify/", tier); }
    static std::string body_of(std::string_view more)
    {
        return base::concat('{', k_payload, more, '}');
    }
    static std::string with(std::string_view sources)
    {
        return body_of(base::concat(R"(,"sources":)", sources));
    }

    fcgi::Request shown(std::string_view tier, const std::string& text, unsigned number = 1)
    {
        const auto route = route_of(tier);
        auto out = request("POST", route, text);
        const auto terms_of_route = pay::terms_of(*catalog, *catalog->find_v2_route(route));
        out.headers.push_back(
            {"payment-signature",
             support::good_payment(wallet, terms_of_route, world.clock.now(), number).header()});
        return out;
    }
    fcgi::Response ordered(std::string_view tier, std::string_view members,
                           const char* key = nullptr)
    {
        auto out = request("POST", "/v1/verify",
                           base::concat(R"({"tier":")", tier, R"(",)", members.substr(1)));
        if (key != nullptr) out.headers.push_back({"idempotency-key", key});
        return service->handle(out);
    }

    // Of the first problem of a 422: its place below the body, and its type.
    static std::string problem(const fcgi::Response& answer)
    {
        CPPUNIT_ASSERT_EQUAL_MESSAGE(answer.body, 422, answer.status);
        const json::Ref told = body(answer);
        const json_t* first_view = json_array_get(json::array_member(told.get(), "detail"), 0);
        const auto loc = json::dump(json::array_member(first_view, "loc"));
        return base::concat(loc, ' ', json::text_member(first_view, "type").value_or("-"));
    }
    void expect_problem(const std::string& wanted, std::string_view tier, const std::string& text)
    {
        CPPUNIT_ASSERT_EQUAL(wanted, problem(service->handle(shown(tier, text))));
        CPPUNIT_ASSERT_EQUAL(wanted, problem(ordered(tier, text)));
        CPPUNIT_ASSERT(http->requests.empty());
        const auto quoted = service->handle(request("POST", route_of(tier), text));
        CPPUNIT_ASSERT_EQUAL(402, quoted.status);
        CPPUNIT_ASSERT(quoted.body.find("would_fail") != std::string::npos);
    }

public:
    void setUp() override
    {
        vet = [this](std::span<const std::string> hosts) {
            std::vector<base::Result<net::VettedHost, net::TargetRefusal>> out;
            for (const std::string& host : hosts) {
                m_looked_up.push_back(host);
                if (host == "inside.example.org")
                    out.emplace_back(base::refuse(net::TargetRefusal::not_global));
                else
                    out.emplace_back(net::VettedHost{host, {*net::IpAddress::parse("1.1.1.1")}});
            }
            return out;
        };
        open();
        config.payment.receipt_check_from = value::AtomicUsd::from_atoms(9'000'000);
    }

    void while_the_network_is_away_no_verification_of_pages_is_sold()
    {
        const auto vantage_is = [&](const char* status) {
            world.bulletin.observe({"vantage", status, "", world.clock.now()});
        };
        const std::string page = with(R"(["A text.","https://example.org/a"])");
        vantage_is("offline");
        for (const char* tier : {"standard", "deep"}) {
            const auto refused = service->handle(shown(tier, page));
            CPPUNIT_ASSERT_EQUAL(std::string{"503 pages_offline false"}, gist(refused));
            CPPUNIT_ASSERT(!header(refused, "Retry-After").empty());
            CPPUNIT_ASSERT_EQUAL(std::string{"503 pages_offline false"}, gist(ordered(tier, page)));
        }
        CPPUNIT_ASSERT(http->requests.empty() && m_looked_up.empty());
        CPPUNIT_ASSERT(world.reading.lane_loads().empty());
        // What brings its sources as texts needs no page.
        CPPUNIT_ASSERT_EQUAL(402, ordered("deep", with(R"(["A text."])")).status);
        facilitator_settles();
        bought(service->handle(shown("standard", with(R"(["A text."])"), 2)));
        // The same header buys once the network is seen, also where only the basket is missing.
        for (const auto& [status, number] : {std::pair{"unfit", 3U}, {"ok", 1U}}) {
            vantage_is(status);
            facilitator_settles();
            bought(service->handle(shown("standard", page, number)));
        }
    }

    void no_sources_in_any_spelling_is_one_request()
    {
        unsigned number = 0;
        for (const char* tier : {"basic", "standard", "deep"}) {
            ++number;
            http->requests.clear();
            facilitator_settles();
            std::vector<std::string> jobs;
            for (const char* more : k_nothing) {
                auto paid = shown(tier, body_of(more), number);
                jobs.push_back(bought(service->handle(paid)).text());
            }
            CPPUNIT_ASSERT(jobs[0] == jobs[1] && jobs[1] == jobs[2]);
            CPPUNIT_ASSERT_EQUAL(std::size_t{2}, http->requests.size()); // /verify and /settle
        }
        const auto other = service->handle(shown("deep", with(R"(["A text."])"), number));
        CPPUNIT_ASSERT_EQUAL(std::string{"409 payment_reused false"}, gist(other));
    }

    void an_order_without_sources_is_one_in_any_spelling()
    {
        for (const char* tier : {"basic", "standard", "deep"}) {
            std::vector<std::string> jobs;
            for (const char* more : k_nothing)
                jobs.push_back(std::string{
                    *json::text_member(body(ordered(tier, body_of(more), tier)).get(), "job_id")});
            CPPUNIT_ASSERT(jobs[0] == jobs[1] && jobs[1] == jobs[2]);
        }
        const auto other = ordered("deep", with(R"(["A text."])"), "deep");
        CPPUNIT_ASSERT_EQUAL(409, other.status);
    }

    void each_problem_has_its_place_on_both_rails()
    {
        std::string many = "[";
        for (int i = 0; i < 21; ++i) many += base::concat(i == 0 ? "" : ",", R"("Text )", i, '"');
        const std::string long_one = base::concat('"', std::string(200'001, 'x'), '"');
        for (const char* tier : {"standard", "deep"}) {
            expect_problem(R"(["body","sources"] too_long)", tier, with(many + "]"));
            expect_problem(R"(["body","sources"] list_type)", tier, with(R"("a text")"));
            expect_problem(R"(["body","sources"] list_type)", tier, with(R"({"text":"a"})"));
            expect_problem(R"(["body","sources",1] string_too_long)", tier,
                           with(base::concat(R"(["a",)", long_one, ']')));
            expect_problem(R"(["body","sources",0,"text"] string_too_long)", tier,
                           with(base::concat(R"([{"text":)", long_one, "}]")));
            expect_problem(R"(["body","sources",1] value_error)", tier, with(R"(["a",7])"));
            expect_problem(R"(["body","sources",0,"url"] url_parsing)", tier,
                           with(R"([{"url":"file:///etc/passwd"}])"));
        }
    }

    void basic_takes_none_and_says_who_does()
    {
        for (const char* sources : {R"(["a text"])", R"("a text")", "7", "{}", "false"}) {
            expect_problem(R"(["body","sources"] extra_forbidden)", "basic", with(sources));
            CPPUNIT_ASSERT(ordered("basic", with(sources)).body.find("standard and deep") !=
                           std::string::npos);
        }
    }

    void what_its_text_tells_is_refused_without_a_look_outside()
    {
        for (const auto& [host, word] :
             {std::pair{"127.0.0.1", "host_not_public"}, std::pair{"2130706433", "host_not_public"},
              std::pair{"[::ffff:10.0.0.1]", "host_not_public"},
              std::pair{"localhost", "host_reserved"}, std::pair{"x.org:22", "url_port"}})
            expect_problem(base::concat(R"(["body","sources",1] )", word), "standard",
                           with(base::concat(R"(["A text.","http://)", host, R"(/"])")));
        CPPUNIT_ASSERT(m_looked_up.empty());
    }

    void names_are_looked_up_before_the_settlement()
    {
        http->will_answer(200, k_valid);
        const auto refused = service->handle(
            shown("standard", with(R"(["A text.","http://inside.example.org/page"])")));
        CPPUNIT_ASSERT_EQUAL(std::string{R"(["body","sources",1] host_not_usable)"},
                             problem(refused));
        CPPUNIT_ASSERT(json_is_false(json::member(body(refused).get(), "charged")));
        CPPUNIT_ASSERT_EQUAL(std::size_t{1}, m_looked_up.size());
        CPPUNIT_ASSERT_EQUAL(std::size_t{1}, http->requests.size()); // /verify alone
        // What was not charged may buy something else.
        facilitator_settles();
        bought(service->handle(shown("standard", with(R"(["http://www.example.org/page"])"))));
        CPPUNIT_ASSERT_EQUAL(std::size_t{2}, m_looked_up.size());
    }

    void who_names_pages_hears_what_unread_ones_cost()
    {
        const auto hint = [&](const std::string& text) {
            const auto quoted = service->handle(request("POST", route_of("standard"), text));
            CPPUNIT_ASSERT_EQUAL(402, quoted.status);
            const auto order = ordered("standard", text);
            CPPUNIT_ASSERT_EQUAL(402, order.status);
            const auto has = [](const fcgi::Response& answer) {
                return answer.body.find("credits_left_today") != std::string::npos;
            };
            CPPUNIT_ASSERT_EQUAL(has(quoted), has(order));
            return has(quoted);
        };
        CPPUNIT_ASSERT(hint(with(R"(["http://www.example.org/page"])")));
        CPPUNIT_ASSERT(!hint(with(R"(["A text."])")) && !hint(with("[]")) && !hint(body_of("")));
        CPPUNIT_ASSERT(m_looked_up.empty());
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(SourcedRequestsTest);

} // namespace
