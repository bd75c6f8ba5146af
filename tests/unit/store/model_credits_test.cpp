// Who was sold a review with a model and got one without it is paid back, once. Real SQLite.
#include "support/order_world.hpp"
#include "support/retention.hpp"

#include "store/audit.hpp"
#include "store/settlements.hpp"

#include <cppunit/extensions/HelperMacros.h>

namespace {

using support::k_worker;

class ModelCreditsTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(ModelCreditsTest);
    CPPUNIT_TEST(a_model_that_was_away_is_a_credit_of_the_whole_price);
    CPPUNIT_TEST(what_was_delivered_all_the_same_is_kept);
    CPPUNIT_TEST(a_payer_a_client_and_the_shop_have_so_many_a_day);
    CPPUNIT_TEST(what_a_text_did_to_the_model_is_none);
    CPPUNIT_TEST(nobody_is_paid_back_twice);
    CPPUNIT_TEST(the_record_goes_with_the_request);
    CPPUNIT_TEST(nobody_has_asked_a_model_yet);
    CPPUNIT_TEST_SUITE_END();

    support::OrderWorld world;
    store::Reservations& reservations = world.reservations;
    store::Queue& lanes = world.lanes;
    store::Bulletin& bulletin = world.bulletin;
    store::Reading& reading = world.reading;
    unsigned m_number = 0;

    store::ClaimedJob start(std::uint8_t payer = 1, const std::string& client = {})
    {
        world.beat();
        bulletin.observe({"model", "ok", "", world.clock.now()});
        auto order = support::reservation_order(++m_number);
        order.key.payer = value::EvmAddress{value::EvmAddress::Raw{payer}};
        order.buyer.client = client;
        order.goods.lane = "model";
        order.goods.need = job::Need::model;
        world.queue(order);
        return *lanes.claim_next({.lane = "model"}, k_worker, std::chrono::minutes{1});
    }

    static job::Result lacking(const std::string& lack, const std::string& more = {})
    {
        auto result = support::result_of(
            base::concat(R"({"engine":{"degraded_reason":")", lack, "\"}", more, "}"));
        result.model_lack = lack;
        result.owed_without_model = value::AtomicUsd::from_atoms(500'000);
        result.transcript = R"({"calls":[]})";
        return result;
    }

    // "model_away open 500000"
    std::string credits_after(const job::Result& result)
    {
        const auto claimed = start();
        CPPUNIT_ASSERT(lanes.complete(claimed.job, k_worker, result, world.clock.now()));
        std::string out;
        const auto view = *reading.find(claimed.job.id, store::Reading::Artifact::leave);
        for (const auto& each : view.credits)
            out += base::concat(out.empty() ? "" : ", ", each.reason, " ", each.state, " ",
                                each.value.atoms());
        const auto wrong = store::Audit{world.database}.violations(10);
        CPPUNIT_ASSERT_MESSAGE(wrong.empty() ? "" : wrong[0].rule, wrong.empty());
        return out;
    }

public:
    void a_model_that_was_away_is_a_credit_of_the_whole_price()
    {
        CPPUNIT_ASSERT_EQUAL(std::string{"model_away open 500000"},
                             credits_after(lacking("model_away")));
    }

    void what_was_delivered_all_the_same_is_kept()
    {
        auto result = lacking("model_away");
        result.owed_without_model = value::AtomicUsd::from_atoms(250'000);
        CPPUNIT_ASSERT_EQUAL(std::string{"model_away open 250000"}, credits_after(result));
    }

    // Three of a payer, ten of a client, twenty in all; a day later they count no more.
    void a_payer_a_client_and_the_shop_have_so_many_a_day()
    {
        const auto buy = [&](std::uint8_t payer, const std::string& client) {
            const auto claimed = start(payer, client);
            CPPUNIT_ASSERT(
                lanes.complete(claimed.job, k_worker, lacking("model_away"), world.clock.now()));
            return reading.find(claimed.job.id, store::Reading::Artifact::leave)->credits[0].state;
        };
        for (int i = 0; i < 3; ++i) CPPUNIT_ASSERT_EQUAL(std::string{"open"}, buy(1, "192.0.2.1"));
        CPPUNIT_ASSERT_EQUAL(std::string{"waived"}, buy(1, "192.0.2.2"));
        for (std::uint8_t payer = 2; payer < 9; ++payer)
            CPPUNIT_ASSERT_EQUAL(std::string{"open"}, buy(payer, "192.0.2.1"));
        CPPUNIT_ASSERT_EQUAL(std::string{"waived"}, buy(9, "192.0.2.1"));
        for (std::uint8_t payer = 10; payer < 20; ++payer)
            CPPUNIT_ASSERT_EQUAL(std::string{"open"}, buy(payer, "192.0.2.3"));
        CPPUNIT_ASSERT_EQUAL(std::string{"waived"}, buy(20, "192.0.2.4"));
        // What no source could be read for is counted apart.
        CPPUNIT_ASSERT_EQUAL(10, reading.unread_credits_left("192.0.2.1", {}));
        world.clock.advance(std::chrono::hours{24});
        CPPUNIT_ASSERT_EQUAL(std::string{"open"}, buy(1, "192.0.2.1"));
        CPPUNIT_ASSERT(store::Audit{world.database}.violations(10).empty());
    }

    void what_a_text_did_to_the_model_is_none()
    {
        CPPUNIT_ASSERT_EQUAL(std::string{}, credits_after(lacking("model_canary")));
    }

    void nobody_is_paid_back_twice()
    {
        auto result = lacking("model_away", R"(,"sources":[{"status":"refused"}])");
        result.are_sources_unread = true;
        CPPUNIT_ASSERT_EQUAL(std::string{"sources_unread open 500000, model_away waived 500000"},
                             credits_after(result));
    }

    void the_record_goes_with_the_request()
    {
        const auto claimed = start();
        store::Settlements settlements{world.at};
        for (int look = 0; look < 2; ++look) { // the second one finds its block final
            world.clock.advance(std::chrono::hours{1});
            for (const auto& due : settlements.due(10))
                settlements.prove(due, {.tx_hash = "0x1", .block_number = 1, .log_index = 1}, "{}");
        }
        CPPUNIT_ASSERT(reading.transcript(claimed.job).empty());
        CPPUNIT_ASSERT(lanes.complete(claimed.job, k_worker, lacking(""), world.clock.now()));
        CPPUNIT_ASSERT_EQUAL(std::string{R"({"calls":[]})"}, reading.transcript(claimed.job));
        CPPUNIT_ASSERT_EQUAL(1,
                             support::walk_over_after(world, support::k_request_retention).first);
        CPPUNIT_ASSERT(reading.transcript(claimed.job).empty());
        CPPUNIT_ASSERT(reading.find(claimed.job.id, store::Reading::Artifact::fetch)->result);
    }

    void nobody_has_asked_a_model_yet()
    {
        world.beat();
        auto order = support::reservation_order(1);
        order.goods.need = job::Need::model;
        for (const char* status : {"", "away"}) {
            if (*status != '\0') bulletin.observe({"model", status, "", world.clock.now()});
            const auto refused = reservations.reserve(order);
            CPPUNIT_ASSERT(!refused && refused.error() == store::ReserveRefusal::need_unmet);
        }
        bulletin.observe({"model", "ok", "", world.clock.now()});
        CPPUNIT_ASSERT(reservations.reserve(order));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(ModelCreditsTest);

} // namespace
