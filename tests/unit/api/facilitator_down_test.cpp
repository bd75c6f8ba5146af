// A process whose facilitators are down, hang or talk: offers are made as ever, payments are not
// lost, and the log never repeats what facilitators were told or said.
#include "api/service.hpp"

#include "base/concat.hpp"
#include "base/fd.hpp"
#include "base/log.hpp"
#include "net/curl_http_client.hpp"
#include "support/captured_log.hpp"
#include "support/http_server.hpp"
#include "support/payment.hpp"
#include "support/sample_config.hpp"
#include "support/temp_database.hpp"

#include <cppunit/extensions/HelperMacros.h>

namespace {

namespace json = base::json;
using base::concat;
using support::HttpServer;

class FacilitatorDownTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(FacilitatorDownTest);
    CPPUNIT_TEST(offers_need_no_facilitator);
    CPPUNIT_TEST(a_payment_that_nobody_checked_is_good_later);
    CPPUNIT_TEST(the_log_holds_no_secrets);
    CPPUNIT_TEST_SUITE_END();

    support::StoreWorld world;
    db::Database writer{{.path = world.database.path()}};
    support::Wallet wallet{1};
    config::Config config = support::sample_config();
    std::optional<catalog::Catalog> catalog;
    std::optional<api::Replies> replies;
    std::optional<api::TermsReplies> terms;
    std::optional<api::OrderReplies> order_replies;
    job::WakeWatcher watcher{world.file("wake")};
    api::Shares shares = api::shares_of(12);
    std::optional<api::Process> process;
    pay::FacilitatorSettings settings;
    std::optional<pay::FacilitatorHealth> health;
    std::optional<net::OperatorEgress> egress;
    std::unique_ptr<api::Service> service;

    // One thread of the slow pool, on real connections.
    void open(std::vector<std::string> urls, pay::FacilitatorAuth auth = {})
    {
        service.reset();
        config.store.path = world.database.path();
        catalog.emplace(config);
        replies.emplace(config.service.base_url);
        terms.emplace(*catalog, *replies);
        order_replies.emplace(*catalog, *replies);
        process.emplace(api::Process{config, *catalog, *replies, *terms, *order_replies,
                                     world.clock, watcher, writer, world.waker, shares,
                                     api::Pool::slow,
                                     /*vet=*/{}});
        settings = {.urls = std::move(urls), .auth = std::move(auth)};
        health.emplace(settings.urls.size());
        egress.emplace(settings.urls);
        service = std::make_unique<api::Service>(
            *process, std::make_unique<net::CurlHttpClient>(*egress), settings, *health);
    }

    static fcgi::Request order(const std::string& path)
    {
        fcgi::Request out;
        out.method = "POST";
        out.path = path;
        out.client = "192.0.2.1";
        out.content_type = "application/json";
        out.body = R"({"payload":"1 + 1 = 2"})";
        out.begun = std::chrono::steady_clock::now();
        return out;
    }

    fcgi::Request paid(unsigned number)
    {
        auto out = order("/v2/verify/basic");
        const auto terms_of_route = pay::terms_of(*catalog, *catalog->find("verify_basic"));
        out.headers.push_back(
            {"payment-signature",
             support::good_payment(wallet, terms_of_route, world.clock.now(), number).header()});
        out.headers.push_back({"idempotency-key", base::concat(number)}); // a purchase of its own
        return out;
    }

    // A port without a listener.
    static std::string closed_url()
    {
        int port = 0;
        const auto listener = support::listen_on_loopback(1, port);
        return concat("http://127.0.0.1:", port, "/pathsecret");
    }

public:
    void offers_need_no_facilitator()
    {
        HttpServer silent{[](HttpServer::Peer& peer, const std::string&) {
            peer.linger();
            return false;
        }};
        open({closed_url(), silent.url("")});
        std::size_t routes = 0;
        for (const auto& offer : catalog->offers()) {
            if (offer.product->v2_path.empty()) continue;
            const auto response = service->handle(order(std::string{offer.product->v2_path}));
            CPPUNIT_ASSERT_EQUAL(402, response.status);
            CPPUNIT_ASSERT(
                std::any_of(response.headers.begin(), response.headers.end(),
                            [](const auto& each) { return each.first == "PAYMENT-REQUIRED"; }));
            ++routes;
        }
        CPPUNIT_ASSERT(routes > 0);
        CPPUNIT_ASSERT_EQUAL(0, silent.connections());
    }

    void a_payment_that_nobody_checked_is_good_later()
    {
        open({closed_url(), closed_url()});
        auto request = paid(1);
        for (int i = 0; i < 8; ++i) {
            const support::CapturedLog log{world.file("log")};
            const auto response = service->handle(request);
            CPPUNIT_ASSERT_EQUAL(503, response.status);
            const auto problem = json::parse(response.body);
            CPPUNIT_ASSERT(json::boolean_member(problem->get(), "charged") == false);
        }
        HttpServer well{[](HttpServer::Peer& peer, const std::string&) {
            return peer.write(support::http_answer(
                200, concat(R"({"isValid":true,"success":true,"network":"eip155:8453",)",
                            R"("transaction":"0x)", std::string(64, 'c'), "\"}")));
        }};
        open({closed_url(), well.url("")});
        const auto response = service->handle(request);
        CPPUNIT_ASSERT_EQUAL_MESSAGE(response.body, 202, response.status);
    }

    void the_log_holds_no_secrets()
    {
        std::string authorization;
        bool is_valid = false;
        // Says back all it was told.
        HttpServer echo{[&](HttpServer::Peer& peer, const std::string& request) {
            const auto at = request.find("Authorization: ") + 15;
            authorization = request.substr(at, request.find("\r\n", at) - at);
            const bool verifies = is_valid && request.find("/verify HTTP") != std::string::npos;
            const auto said = concat("pathsecret ", authorization);
            peer.write(support::http_answer(verifies ? 200 : 401,
                                            verifies ? R"({"isValid":true})"
                                                     : concat(R"({"error":")", said, "\"}"),
                                            concat("X-Error: ", said, "\r\n")));
            return false;
        }};
        base::log::set_level(base::log::Level::debug);
        unsigned number = 0;
        for (const bool is_cdp : {false, true})
            for (const bool settles : {false, true}) {
                is_valid = settles;
                open({closed_url(), echo.url("/pathsecret")},
                     (is_cdp ? pay::FacilitatorAuth::cdp(
                                   "keyid", "nWGxne/9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2DXWpgBgrEKt"
                                            "9VL/tPJZAc6DuFy89qmIyWvAhpo9wdRGg==")
                             : pay::FacilitatorAuth::bearer("bearersecret"))
                         .value());
                const support::CapturedLog log{world.file("log")};
                const auto response = service->handle(paid(++number));
                CPPUNIT_ASSERT_EQUAL(503, response.status);
                const auto told = concat(log.text(), response.body);
                CPPUNIT_ASSERT(log.text().find("facilitator 2: status 401") != std::string::npos);
                for (const std::string& secret :
                     {std::string{"pathsecret"}, std::string{"bearersecret"}, std::string{"Bearer"},
                      std::string{"keyid"}, authorization.substr(7, 12), std::string{"nWGxne"}})
                    CPPUNIT_ASSERT_MESSAGE(told, told.find(secret) == std::string::npos);
            }
        base::log::set_level(base::log::Level::info);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(FacilitatorDownTest);

} // namespace
