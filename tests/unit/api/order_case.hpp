// A buyer of rail v1 before the service: they order, pay, tell and ask again.
#pragma once

#include "service_case.hpp"

#include "store/claims.hpp"
#include "store/ledger.hpp"
#include "store/order_clocks.hpp"
#include "store/order_names.hpp"
#include "store/orders.hpp"
#include "store/scans.hpp"
#include "support/judgements.hpp"

namespace api_test {

inline constexpr const char* k_order = R"({"tier":"basic","payload":"1 + 1 = 2"})";
inline const std::string k_same_tx = "0x" + std::string(64, 'a');
inline const std::string k_other_tx = "0x" + std::string(64, 'b');

class OrderCase : public ServiceCase {
protected:
    store::Orders orders{world.at};
    store::Claims claims{world.at};
    store::OrderNames names{world.at};
    store::Ledger ledger{world.at};
    store::OrderClocks clocks{world.at};
    store::Scans scans{world.at};

    value::JobId ordered()
    {
        const auto answer = service->handle(request("POST", "/v1/verify", k_order));
        CPPUNIT_ASSERT_EQUAL_MESSAGE(answer.body, 402, answer.status);
        return *value::JobId::parse(*json::text_member(body(answer).get(), "job_id"));
    }
    job::Transfer transfer_for(const value::JobId& id, const std::string& tx_hash)
    {
        const auto order = orders.find(id).value();
        return {.network = order.order.network,
                .tx_hash = tx_hash,
                .log_index = 1,
                .asset = order.order.asset,
                .payer = wallet.address(),
                .value = order.view.job.price,
                .nonce = std::nullopt,
                .block_number = 7,
                .block_time_s = 1};
    }
    void pay(const value::JobId& id)
    {
        CPPUNIT_ASSERT(support::confirm(ledger, names.named(id).value(),
                                        transfer_for(id, k_same_tx)) == store::Confirmed::now);
    }
    store::ClaimedJob run(const value::JobId& id)
    {
        CPPUNIT_ASSERT_EQUAL(std::string{"202 queued"}, again(id));
        return *world.lanes.claim_next({.lane = std::string{support::k_lane}}, support::k_worker,
                                       std::chrono::minutes{1});
    }

    // Status and `status`, or `code` of a problem.
    static std::string told(const fcgi::Response& response)
    {
        const json::Ref parsed = body(response);
        auto word = json::text_member(parsed.get(), "code");
        if (!word) word = json::text_member(parsed.get(), "status");
        return base::concat(response.status, " ", word.value_or("-"));
    }
    std::string poll(const std::string& id)
    {
        return told(service->handle(request("GET", "/v1/job/" + id)));
    }
    std::string poll(const value::JobId& id) { return poll(id.text()); }
    std::string again(const std::string& id, const char* payload = "1 + 1 = 2")
    {
        const auto text =
            base::concat(R"({"tier":"basic","payload":")", payload, R"(","job_id":")", id, R"("})");
        return told(service->handle(request("POST", "/v1/verify", text)));
    }
    std::string again(const value::JobId& id) { return again(id.text()); }
    std::string webhook(const std::string& id, const std::string& tx_hash)
    {
        const auto text = base::concat(R"({"job_id":")", id, R"(","tx_hash":")", tx_hash, R"("})");
        return told(service->handle(request("POST", "/v1/webhook/payment", text)));
    }
    std::string webhook(const value::JobId& id, const std::string& tx_hash)
    {
        return webhook(id.text(), tx_hash);
    }
    static void expect(const char* wanted, const std::string& found)
    {
        CPPUNIT_ASSERT_EQUAL(std::string{wanted}, found);
    }

public:
    // The claim's judge is the worker: no test waits for it here.
    void setUp() override { open(api::Pool::fast); }
};

} // namespace api_test
