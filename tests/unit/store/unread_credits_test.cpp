// A price that comes back whenever no source can be read would keep the fetching busy for nothing:
// so many a day, and then the report of what was tried is what was bought.
#include "support/order_world.hpp"

#include "store/audit.hpp"

#include <cppunit/extensions/HelperMacros.h>

namespace {

using namespace std::chrono_literals;
using support::k_lane;
using support::k_worker;

class UnreadCreditsTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(UnreadCreditsTest);
    CPPUNIT_TEST(a_payer_has_three_a_day);
    CPPUNIT_TEST(a_client_has_ten_a_day_and_is_told);
    CPPUNIT_TEST(a_site_has_eight_times_as_many);
    CPPUNIT_TEST(what_is_our_fault_is_always_owed);
    CPPUNIT_TEST_SUITE_END();

    support::StoreWorld world;
    unsigned m_number = 0;

    // Sold, and nothing of it could be read; the state of its credit.
    std::string buy_unread(std::uint8_t payer, const std::string& client,
                           const job::ClientNetworks& networks = {}, bool was_blind = false)
    {
        world.beat();
        auto order = support::reservation_order(++m_number);
        order.key.payer = value::EvmAddress{value::EvmAddress::Raw{payer}};
        order.buyer.client = client;
        order.buyer.networks = networks;
        const auto claimed = world.start(order, k_worker);
        auto result = support::result_of(R"({"sources":[{"status":"refused"}]})");
        result.are_sources_unread = true;
        result.was_blind = was_blind;
        CPPUNIT_ASSERT(world.lanes.complete(claimed.job, k_worker, result, world.clock.now()));
        const auto view = *world.reading.find(claimed.job.id, store::Reading::Artifact::leave);
        CPPUNIT_ASSERT_EQUAL(std::size_t{1}, view.credits.size());
        CPPUNIT_ASSERT_EQUAL(std::string{"sources_unread"}, view.credits[0].reason);
        return view.credits[0].state;
    }
    void books_agree()
    {
        const auto wrong = store::Audit{world.database}.violations(10);
        CPPUNIT_ASSERT_MESSAGE(wrong.empty() ? "" : wrong[0].rule + ": " + wrong[0].detail,
                               wrong.empty());
    }

public:
    void a_payer_has_three_a_day()
    {
        for (int i = 0; i < 3; ++i)
            CPPUNIT_ASSERT_EQUAL(std::string{"open"}, buy_unread(1, "192.0.2.1"));
        CPPUNIT_ASSERT_EQUAL(std::string{"waived"}, buy_unread(1, "192.0.2.2"));
        CPPUNIT_ASSERT_EQUAL(std::string{"open"}, buy_unread(2, "192.0.2.2"));
        books_agree();
        world.clock.advance(24h);
        CPPUNIT_ASSERT_EQUAL(std::string{"open"}, buy_unread(1, "192.0.2.1"));
        books_agree();
    }

    void a_client_has_ten_a_day_and_is_told()
    {
        for (int i = 0; i < 10; ++i) {
            CPPUNIT_ASSERT_EQUAL(10 - i, world.reading.unread_credits_left("192.0.2.1", {}));
            CPPUNIT_ASSERT_EQUAL(std::string{"open"},
                                 buy_unread(static_cast<std::uint8_t>(i + 1), "192.0.2.1"));
        }
        CPPUNIT_ASSERT_EQUAL(0, world.reading.unread_credits_left("192.0.2.1", {}));
        CPPUNIT_ASSERT_EQUAL(std::string{"waived"}, buy_unread(99, "192.0.2.1"));
        CPPUNIT_ASSERT_EQUAL(std::string{"open"}, buy_unread(99, "192.0.2.2"));
        books_agree();
    }

    void a_site_has_eight_times_as_many()
    {
        const job::ClientNetworks site{"2001:db8:1::/48", "2001:db8::/32"};
        for (int i = 0; i < 80; ++i)
            CPPUNIT_ASSERT_EQUAL(std::string{"open"},
                                 buy_unread(static_cast<std::uint8_t>(i + 1),
                                            base::concat("2001:db8:1:", i, "::/64"), site));
        CPPUNIT_ASSERT_EQUAL(0, world.reading.unread_credits_left("2001:db8:1:fff::/64", site));
        CPPUNIT_ASSERT_EQUAL(std::string{"waived"}, buy_unread(200, "2001:db8:1:fff::/64", site));
    }

    void what_is_our_fault_is_always_owed()
    {
        for (int i = 0; i < 3; ++i) buy_unread(1, "192.0.2.1");
        CPPUNIT_ASSERT_EQUAL(std::string{"open"}, buy_unread(1, "192.0.2.1", {}, true));
        // What was seen of the network at another time says nothing of these pages.
        for (const char* word : {"unfit", "offline"}) {
            world.bulletin.observe({std::string{store::k_vantage}, word, "", world.clock.now()});
            CPPUNIT_ASSERT_EQUAL(std::string{"waived"}, buy_unread(1, "192.0.2.1"));
        }
        CPPUNIT_ASSERT_EQUAL(7, world.reading.unread_credits_left("192.0.2.1", {}));
        books_agree();
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(UnreadCreditsTest);

} // namespace
