// Orders that are not paid, from whole networks: they are counted by network, they hide no other's
// payment, and they are forgotten (DESIGN.md, 7).
#include "support/judgements.hpp"
#include "support/order_world.hpp"

#include "db/transaction.hpp"
#include "store/audit.hpp"

#include <cppunit/extensions/HelperMacros.h>

namespace {

using store::OrderRefused;
using namespace std::chrono_literals;
using support::OrderWorld;

class CrowdsTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(CrowdsTest);
    CPPUNIT_TEST(a_site_makes_eight_times_what_a_client_makes);
    CPPUNIT_TEST(a_crowded_prefix_leaves_room_for_others);
    CPPUNIT_TEST(there_is_an_end_to_orders);
    CPPUNIT_TEST(what_awaits_is_counted_through_all_its_states);
    CPPUNIT_TEST(an_order_is_found_among_many);
    CPPUNIT_TEST(what_nobody_paid_is_forgotten_after_a_day);
    CPPUNIT_TEST(what_may_be_paid_is_not_forgotten);
    CPPUNIT_TEST(claims_on_nothing_keep_no_place);
    CPPUNIT_TEST(a_site_is_refused_as_its_clients_are);
    CPPUNIT_TEST_SUITE_END();

    OrderWorld world;

    base::Result<job::OrderView, OrderRefused> order_of(const std::string& client,
                                                        const job::ClientNetworks& networks)
    {
        auto wish = world.wish(client);
        wish.buyer.networks = networks;
        return world.orders.order(wish);
    }
    // As if so many orders of that network were awaiting.
    void crowd(const char* network, std::int64_t orders)
    {
        db::write(world.database, "test", [&](db::Writer& writer) {
            writer.run("INSERT INTO awaiting_load (network, jobs) VALUES (?1, ?2) "
                       "ON CONFLICT (network) DO UPDATE SET jobs = ?2",
                       std::string{network}, orders);
        });
    }
    std::int64_t awaiting(const char* network)
    {
        auto row = world.database.query("SELECT jobs FROM awaiting_load WHERE network = ?1",
                                        std::string{network});
        return row.step() ? row.integer(0) : 0;
    }
    std::int64_t count(db::Select sql)
    {
        auto row = world.database.query(sql);
        row.step();
        return row.integer(0);
    }
    void books_agree()
    {
        const auto wrong = store::Audit{world.database}.violations(10);
        CPPUNIT_ASSERT_MESSAGE(wrong.empty() ? "" : wrong[0].rule + ": " + wrong[0].detail,
                               wrong.empty());
    }
    void clocks()
    {
        CPPUNIT_ASSERT(world.scan());
        world.judge.run_clocks();
    }

public:
    void a_site_makes_eight_times_what_a_client_makes()
    {
        const job::ClientNetworks site{"2001:db8:1::/48", "2001:db8::/32"};
        for (int i = 0; i < 40; ++i)
            CPPUNIT_ASSERT(order_of(base::concat("2001:db8:1:", i, "::/64"), site));
        const auto refused = order_of("2001:db8:1:ffff::/64", site);
        CPPUNIT_ASSERT(!refused && refused.error().why == OrderRefused::Why::awaiting_limit);
        CPPUNIT_ASSERT(order_of("2001:db8:2:1::/64", {"2001:db8:2::/48", "2001:db8::/32"}));
        // And in an hour, whatever became of them.
        for (int i = 0; i < 80; ++i) {
            const auto order = order_of(base::concat("2001:db8:3:", i, "::/64"),
                                        {"2001:db8:3::/48", "2001:db8::/32"});
            CPPUNIT_ASSERT(order || i >= 40);
        }
        for (int round = 0; round < 3; ++round) {
            world.pass(16min);
            clocks();
            for (int i = 0; i < 40; ++i)
                static_cast<void>(
                    order_of(base::concat("2001:db8:1:", 100 * round + i, "::/64"), site));
        }
        CPPUNIT_ASSERT_EQUAL(std::int64_t{120},
                             count("SELECT count(*) FROM jobs WHERE site = '2001:db8:1::/48'"));
        books_agree();
    }

    void a_crowded_prefix_leaves_room_for_others()
    {
        if (world.is_skipped_on_server(
                "crowds are written into counters, which a server does not have"))
            return;
        crowd("", 100'000);
        crowd("203.0.0.0/16", 1'001);
        crowd("198.51.0.0/16", 999);
        const auto refused = order_of("203.0.113.9", {"", "203.0.0.0/16"});
        CPPUNIT_ASSERT(!refused && refused.error().why == OrderRefused::Why::prefix_limit);
        CPPUNIT_ASSERT(order_of("198.51.100.9", {"", "198.51.0.0/16"}));
        CPPUNIT_ASSERT(order_of("192.0.2.9", {"", "192.0.0.0/16"}));
        crowd("", 99'000);
        CPPUNIT_ASSERT(order_of("203.0.113.9", {"", "203.0.0.0/16"}));
    }

    void there_is_an_end_to_orders()
    {
        if (world.is_skipped_on_server(
                "crowds are written into counters, which a server does not have"))
            return;
        crowd("", 200'000);
        const auto refused = order_of("192.0.2.9", {"", "192.0.0.0/16"});
        CPPUNIT_ASSERT(!refused && refused.error().why == OrderRefused::Why::too_many_in_all);
    }

    void what_awaits_is_counted_through_all_its_states()
    {
        const job::ClientNetworks networks{"", "192.0.0.0/16"};
        const auto paid = order_of("192.0.2.9", networks).value();
        order_of("192.0.2.9", networks).value();
        CPPUNIT_ASSERT_EQUAL(std::int64_t{2}, awaiting(""));
        CPPUNIT_ASSERT_EQUAL(std::int64_t{2}, awaiting("192.0.0.0/16"));
        const auto named = world.names.named(paid.view.job.id).value();
        CPPUNIT_ASSERT(support::confirm(world.ledger, named, world.transfer(1)) ==
                       store::Confirmed::now);
        CPPUNIT_ASSERT_EQUAL(std::int64_t{1}, awaiting("192.0.0.0/16"));
        books_agree();
        // It fell out of the chain: it awaits again.
        for (const auto& due : [&] {
                 world.pass(1min);
                 return world.claims.due({.seen = 1, .unseen = 1, .confirmed = 1});
             }())
            world.ledger.lose(due);
        CPPUNIT_ASSERT_EQUAL(std::int64_t{2}, awaiting("192.0.0.0/16"));
        books_agree();
        clocks();
        world.pass(20min);
        clocks();
        books_agree();
        // The one without a claim has expired.
        CPPUNIT_ASSERT_EQUAL(std::int64_t{1}, awaiting("192.0.0.0/16"));
    }

    // The newest hundreds of thousands were known once, and a buyer who came before them had paid
    // for nothing that anybody could name.
    void an_order_is_found_among_many()
    {
        if (world.is_skipped_on_server(
                "crowds are written into counters, which a server does not have"))
            return;
        const auto mine = world.order();
        CPPUNIT_ASSERT(world.scan());
        db::write(world.database, "test", [&](db::Writer& writer) {
            writer.run(
                "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 450000) "
                "INSERT INTO jobs (job_id, rail, product, state, lane, client, price_atoms, "
                "sla_sec, "
                "created_ms, updated_ms) SELECT 'job_' || i, 'v1', 'verify_basic', "
                "'awaiting_payment', 'analysis', 'c' || i, 500000, 300, created_ms, created_ms "
                "FROM n JOIN jobs ON seq = ?1",
                mine.view.job.seq);
            writer.run("INSERT INTO v1_order (job_seq, commitment, request_digest, network, "
                       "asset, pay_to) SELECT seq, CAST(printf('%032d', seq) AS BLOB), "
                       "zeroblob(32), network, asset, pay_to FROM jobs JOIN v1_order "
                       "ON job_seq = ?1 WHERE seq > ?1",
                       mine.view.job.seq);
        });
        world.pass(10s);
        world.chain.include(world.suffixed(1, mine));
        CPPUNIT_ASSERT(world.scan());
        CPPUNIT_ASSERT(world.state_of(mine) == job::State::payment_confirmed);
    }

    void what_nobody_paid_is_forgotten_after_a_day()
    {
        const auto unpaid = world.order();
        const auto claimed = world.order();
        clocks();
        world.claim(claimed, OrderWorld::tx(9)); // what was never seen
        for (int i = 0; i < 30; ++i) {
            world.pass(1min);
            world.judge_claims();
            clocks();
        }
        CPPUNIT_ASSERT(world.state_of(unpaid) == job::State::expired);
        CPPUNIT_ASSERT(world.state_of(claimed) == job::State::expired);
        world.pass(23h);
        while (!world.scan()) continue;
        clocks();
        CPPUNIT_ASSERT(world.orders.find(unpaid.view.job.id));
        world.pass(2h);
        // Our clock alone forgets nothing: the chain's time has to have passed as well.
        world.judge.run_clocks();
        CPPUNIT_ASSERT(world.orders.find(unpaid.view.job.id));
        while (!world.scan()) continue;
        clocks();
        CPPUNIT_ASSERT(!world.orders.find(unpaid.view.job.id));
        CPPUNIT_ASSERT(!world.orders.find(claimed.view.job.id));
        CPPUNIT_ASSERT_EQUAL(std::int64_t{0}, count("SELECT count(*) FROM jobs"));
        CPPUNIT_ASSERT_EQUAL(std::int64_t{0}, count("SELECT count(*) FROM claim"));
        books_agree();
        // Money that comes for it all the same is owed.
        world.chain.include(world.suffixed(1, unpaid));
        CPPUNIT_ASSERT(world.scan());
        world.pass(2h);
        while (!world.scan()) continue;
        clocks();
        CPPUNIT_ASSERT_EQUAL(std::string{"orphan 500000"}, world.credits().at(0));
        books_agree();
    }

    // A crowd of them would keep every place of an order taken for a day. A buyer who has paid in
    // time is found all the same.
    void claims_on_nothing_keep_no_place()
    {
        const auto nothing = world.order("192.0.2.1");
        const auto paid = world.order("192.0.2.2");
        clocks();
        world.claim(nothing, OrderWorld::tx(8));
        world.claim(paid, OrderWorld::tx(9));
        const auto in_time = world.suffixed(9, paid);
        world.pass(20min);
        clocks();
        CPPUNIT_ASSERT(world.state_of(nothing) == job::State::expired);
        CPPUNIT_ASSERT_EQUAL(std::int64_t{0}, awaiting(""));
        world.chain.include(in_time);
        world.judge_claims();
        CPPUNIT_ASSERT(world.state_of(paid) == job::State::payment_confirmed);
        books_agree();
    }

    void what_may_be_paid_is_not_forgotten()
    {
        const auto pending = world.order("192.0.2.1");
        const auto late = world.order("192.0.2.2");
        const auto seen = world.order("192.0.2.3");
        clocks();
        world.pass(20min);
        world.chain.include(world.suffixed(1, late));
        world.chain.include(world.payment(2, world.price));
        world.claim(seen, OrderWorld::tx(2)); // without a name: memo_missing
        world.judge_claims();
        clocks();
        world.claim(pending, OrderWorld::tx(9));
        for (int i = 0; i < 3; ++i) {
            world.pass(13h);
            while (!world.scan()) continue;
            world.judge.run_clocks();
        }
        CPPUNIT_ASSERT(world.orders.find(pending.view.job.id));
        CPPUNIT_ASSERT(world.orders.find(late.view.job.id));
        CPPUNIT_ASSERT(world.orders.find(seen.view.job.id));
        books_agree();
    }

    void a_site_is_refused_as_its_clients_are()
    {
        const job::ClientNetworks site{"2001:db8:1::/48", "2001:db8::/32"};
        world.beat();
        for (int i = 0; i < 17; ++i) {
            auto sale = support::reservation_order(static_cast<std::uint8_t>(i + 1));
            sale.buyer.client = base::concat("2001:db8:1:", i, "::/64");
            sale.buyer.networks = site;
            sale.refusals_allowed = 2;
            const auto payment = world.reservations.reserve(sale);
            CPPUNIT_ASSERT_EQUAL(i < 16, payment.has_value());
            if (payment)
                world.reservations.refuse(*payment, "scripted", "{}",
                                          store::Reservations::Counts::yes);
        }
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(CrowdsTest);

} // namespace
