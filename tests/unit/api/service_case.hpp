// One thread of a pool on a real store, with a scripted facilitator.
#pragma once

#include "api/mcp.hpp"
#include "api/service.hpp"

#include "store/witnesses.hpp"
#include "support/fake_http.hpp"
#include "support/payment.hpp"
#include "support/sample_config.hpp"
#include "support/temp_database.hpp"

#include <cppunit/extensions/HelperMacros.h>

#include <filesystem>

namespace api_test {

namespace json = base::json;

inline constexpr const char* k_body = R"({"payload":"1 + 1 = 2"})";
inline constexpr const char* k_route = "/v2/verify/basic";
inline constexpr const char* k_valid = R"({"isValid":true})";
inline constexpr const char* k_tx =
    "0x0000000000000000000000000000000000000000000000000000000000000abc";

class ServiceCase : public CppUnit::TestFixture {
protected:
    support::StoreWorld world;
    db::Database writer{{.path = world.database.path()}};
    support::Wallet wallet{1};
    config::Config config;
    std::unique_ptr<catalog::Catalog> catalog;
    std::unique_ptr<api::Replies> replies;
    std::unique_ptr<api::TermsReplies> terms;
    std::unique_ptr<api::OrderReplies> order_replies;
    std::unique_ptr<job::WakeWatcher> watcher;
    api::Shares shares{.waiting = job::WaitingPlaces{32},
                       .lookups = base::FairPlaces{{.places = 2, .of_a_client = 2, .waiters = 0}},
                       .held = base::ByteBudget{1'000'000, 0, 1'000'000, {}}};
    job::WaitingPlaces& waiting = shares.waiting;
    base::FairPlaces& lookups = shares.lookups;
    base::ByteBudget& held = shares.held;
    api::Vet vet; // of the process that open() makes
    std::unique_ptr<api::Process> process;
    std::unique_ptr<api::Service> service;
    std::unique_ptr<tools::Lists> lists;
    support::FakeHttp* http = nullptr;
    pay::FacilitatorSettings settings;
    pay::FacilitatorHealth health{1};
    std::string more_config; // lines behind those of every test, for the next open()
    std::optional<catalog::JudgedAccounts> accounts; // likewise

    void open(api::Pool pool = api::Pool::slow, bool rail_on = true)
    {
        service.reset();
        config = support::sample_config(more_config);
        config.store.path = world.database.path();
        config.discovery.proof_file = world.file("proof");
        if (!rail_on) config.facilitator.urls.clear();
        catalog = std::make_unique<catalog::Catalog>(config, accounts);
        replies = std::make_unique<api::Replies>(config.service.base_url);
        terms = std::make_unique<api::TermsReplies>(*catalog, *replies);
        order_replies = std::make_unique<api::OrderReplies>(*catalog, *replies);
        watcher = std::make_unique<job::WakeWatcher>(world.file("wake"));
        lists = api::lists_of(pool, *catalog, "{}");
        process = std::make_unique<api::Process>(
            api::Process{config, *catalog, *replies, *terms, *order_replies, world.clock, *watcher,
                         writer, world.waker, shares, pool, vet, lists.get()});
        settings.urls = {"https://facilitator.assay.example"};
        auto fake =
            api::may_wait(pool) && rail_on ? std::make_unique<support::FakeHttp>() : nullptr;
        http = fake.get();
        service = std::make_unique<api::Service>(*process, std::move(fake), settings, health);
        beat();
    }

    // The worker lives, and sees the chain.
    void beat()
    {
        world.beat();
        world.bulletin.observe(
            store::witness_observation(store::k_most_witnesses_needed, world.clock.now()));
    }

    static fcgi::Request request(const std::string& method, const std::string& path,
                                 const std::string& body = {})
    {
        fcgi::Request out;
        out.method = method;
        out.path = path;
        out.client = "192.0.2.1";
        out.body = body;
        out.begun = std::chrono::steady_clock::now();
        if (!body.empty()) out.content_type = "application/json";
        return out;
    }

    // With a payment that a facilitator may settle; each number is another authorization.
    fcgi::Request paid_at(const std::string& path, const std::string& body, unsigned number = 1)
    {
        auto out = request("POST", path, body);
        const auto terms_of_route = pay::terms_of(*catalog, *catalog->find_v2_route(path));
        out.headers.push_back(
            {"payment-signature",
             support::good_payment(wallet, terms_of_route, world.clock.now(), number).header()});
        return out;
    }
    fcgi::Request paid(const std::string& body = k_body, unsigned number = 1)
    {
        return paid_at(k_route, body, number);
    }

    void facilitator_settles()
    {
        http->will_answer(200, k_valid);
        http->will_answer(200, std::string{R"({"success":true,"transaction":")"} + k_tx +
                                   R"(","network":"eip155:8453"})");
    }

    static std::string header(const fcgi::Response& response, std::string_view name)
    {
        for (const auto& [each, value] : response.headers)
            if (each == name) return value;
        return {};
    }

    static json::Ref body(const fcgi::Response& response)
    {
        auto parsed = json::parse(response.body);
        CPPUNIT_ASSERT_MESSAGE(response.body, parsed.has_value());
        return std::move(*parsed);
    }

    // What is opened from now on.
    void break_database()
    {
        const std::string path{world.database.path()};
        std::filesystem::rename(path, path + ".gone");
        std::filesystem::create_directory(path);
    }

    // Status, code and charged of a problem: "409 payment_reused false".
    static std::string gist(const fcgi::Response& response)
    {
        const json::Ref problem = body(response);
        const auto* charged = json::member(problem.get(), "charged");
        return std::to_string(response.status) + ' ' +
               std::string{json::text_member(problem.get(), "code").value_or("-")} + ' ' +
               (charged == nullptr ? "-" : json::dump(charged));
    }

    value::JobId bought(const fcgi::Response& response)
    {
        CPPUNIT_ASSERT_EQUAL_MESSAGE(response.body, 202, response.status);
        return *value::JobId::parse(*json::text_member(body(response).get(), "job_id"));
    }

public:
    void setUp() override { open(); }
};

} // namespace api_test
