// A result that was bought by header and is kept no longer: its buyer hears that they have paid, is
// never told to pay again, and no second job or settlement comes of it (DESIGN.md, 7).
#include "service_case.hpp"

#include "support/retention.hpp"

#include "db/transaction.hpp"
#include "store/audit.hpp"
#include "store/settlements.hpp"

namespace {

using namespace api_test;
using namespace std::chrono_literals;

class PurgedSalesTest : public ServiceCase {
    CPPUNIT_TEST_SUITE(PurgedSalesTest);
    CPPUNIT_TEST(without_its_request_a_repeat_is_answered_as_before);
    CPPUNIT_TEST(without_its_buyers_address_it_is_had_under_its_name);
    CPPUNIT_TEST(the_same_header_again_is_gone_and_charged);
    CPPUNIT_TEST(another_request_learns_nothing);
    CPPUNIT_TEST(a_poll_does_not_wait);
    CPPUNIT_TEST(a_rejected_one_was_not_charged);
    CPPUNIT_TEST_SUITE_END();

    fcgi::Request header_of_the_sale;

    value::JobId sold()
    {
        header_of_the_sale = paid();
        header_of_the_sale.headers.push_back({"idempotency-key", "mine"});
        facilitator_settles();
        auto id = bought(service->handle(header_of_the_sale));
        const auto claimed =
            world.lanes.claim_next({.lane = std::string{support::k_lane}}, support::k_worker, 60s)
                .value();
        CPPUNIT_ASSERT(world.lanes.complete(claimed.job, support::k_worker,
                                            support::result_of("{}"), world.clock.now()));
        store::Settlements settlements{world.at};
        for (int look = 0; look < 2; ++look) { // the second one finds its block final
            world.clock.advance(1h);
            for (const auto& due : settlements.due(1)) settlements.prove(due, {k_tx, 1, 1}, "{}");
        }
        return id;
    }
    value::JobId purged()
    {
        auto id = sold();
        CPPUNIT_ASSERT_EQUAL(1,
                             support::walk_over_after(world, support::k_result_retention).second);
        world.beat();
        return id;
    }
    std::int64_t jobs_there()
    {
        auto row = world.database.query("SELECT count(*) FROM jobs");
        row.step();
        return row.integer(0);
    }

public:
    void without_its_request_a_repeat_is_answered_as_before()
    {
        const auto id = sold();
        CPPUNIT_ASSERT_EQUAL(1,
                             support::walk_over_after(world, support::k_request_retention).first);
        const auto again = service->handle(header_of_the_sale);
        CPPUNIT_ASSERT_EQUAL(id.text(), bought(again).text());
        CPPUNIT_ASSERT_EQUAL(200, service->handle(request("GET", "/v1/job/" + id.text())).status);
    }

    // A purchase without a name: the address is all that showed its buyer.
    void without_its_buyers_address_it_is_had_under_its_name()
    {
        auto unnamed = paid(R"({"payload":"3 + 1 = 4"})", 2);
        facilitator_settles();
        bought(service->handle(unnamed));
        CPPUNIT_ASSERT_EQUAL(202, service->handle(unnamed).status);
        db::write(world.database, "test",
                  [](db::Writer& books) { books.run("UPDATE jobs SET client = ''"); });
        CPPUNIT_ASSERT_EQUAL(std::string{"409 payment_spent true"}, gist(service->handle(unnamed)));
    }

    void the_same_header_again_is_gone_and_charged()
    {
        const auto id = purged();
        const auto calls = http->requests.size();
        for (int i = 0; i < 2; ++i) {
            const auto again = service->handle(header_of_the_sale);
            CPPUNIT_ASSERT_EQUAL(std::string{"410 job_gone true"}, gist(again));
            const auto told = body(again);
            CPPUNIT_ASSERT_EQUAL(id.text(), std::string{*json::text_member(told.get(), "job_id")});
            CPPUNIT_ASSERT(!header(again, "PAYMENT-RESPONSE").empty());
        }
        CPPUNIT_ASSERT_EQUAL(calls, http->requests.size());
        CPPUNIT_ASSERT_EQUAL(std::int64_t{1}, jobs_there());
        CPPUNIT_ASSERT(store::Audit{world.database}.violations().empty());
    }

    void another_request_learns_nothing()
    {
        purged();
        auto other = header_of_the_sale;
        other.body = R"({"payload":"2 + 2 = 4"})";
        const auto answer = service->handle(other);
        CPPUNIT_ASSERT_EQUAL(std::string{"409 payment_reused false"}, gist(answer));
        CPPUNIT_ASSERT(!json::text_member(body(answer).get(), "job_id"));
    }

    void a_poll_does_not_wait()
    {
        const auto id = purged();
        for (const char* path : {"", "/artifact"}) {
            auto poll = request("GET", "/v1/job/" + id.text() + path);
            poll.headers.push_back({"prefer", "wait=25"});
            const auto answer = service->handle(poll);
            CPPUNIT_ASSERT_EQUAL(std::string{"410 job_gone true"}, gist(answer));
            CPPUNIT_ASSERT(header(answer, "Preference-Applied").empty());
        }
    }

    void a_rejected_one_was_not_charged()
    {
        const auto payment = *world.reservations.reserve(support::reservation_order(1));
        world.reservations.refuse(payment, "invalid", "", store::Reservations::Counts::yes);
        store::Settlements settlements{world.at};
        world.clock.advance(1h);
        support::look_no_more(settlements);
        CPPUNIT_ASSERT_EQUAL(1,
                             support::walk_over_after(world, support::k_result_retention).second);
        CPPUNIT_ASSERT_EQUAL(
            std::string{"410 job_gone false"},
            gist(service->handle(request("GET", "/v1/job/" + payment.job_id.text()))));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(PurgedSalesTest);

} // namespace
