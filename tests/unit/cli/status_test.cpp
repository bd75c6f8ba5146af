// `assay status`: what one screen says of the books.
#include "cli/status.hpp"

#include "db/transaction.hpp"
#include "store/bulletin.hpp"
#include "support/temp_database.hpp"

#include <cppunit/extensions/HelperMacros.h>

namespace {

namespace json = base::json;
using support::reservation_order;

class StatusTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(StatusTest);
    CPPUNIT_TEST(nothing_is_well_without_a_worker);
    CPPUNIT_TEST(an_alarm_degrades);
    CPPUNIT_TEST(money_of_today_is_counted);
    CPPUNIT_TEST(a_terminal_is_not_obeyed);
    CPPUNIT_TEST_SUITE_END();

    support::StoreWorld m_world;
    store::Bulletin m_bulletin{m_world.at};

    json::Ref status() { return cli::status_of(m_world.at); }
    std::string text_at(const json::Ref& status, const char* member, const char* key = nullptr)
    {
        const json_t* value = json::member(status.get(), member);
        return json::dump(key == nullptr ? value : json::member(value, key));
    }

public:
    void setUp() override
    {
        const auto now = m_world.clock.now();
        m_bulletin.beat({now, now, "1", "w"});
    }

    void nothing_is_well_without_a_worker()
    {
        CPPUNIT_ASSERT_EQUAL(std::string{R"("ok")"}, text_at(status(), "status"));
        m_world.clock.advance(std::chrono::minutes{1});
        CPPUNIT_ASSERT_EQUAL(std::string{R"("down")"}, text_at(status(), "status"));
    }

    void an_alarm_degrades()
    {
        m_bulletin.raise_alarm("rpc_silent", "endpoint 1: timeout");
        const auto told = status();
        CPPUNIT_ASSERT_EQUAL(std::string{R"("degraded")"}, text_at(told, "status"));
        CPPUNIT_ASSERT(cli::status_text(told.get()).find("code rpc_silent, since ") !=
                       std::string::npos);
    }

    void money_of_today_is_counted()
    {
        const auto claimed = m_world.start(reservation_order(1), support::k_worker);
        m_world.lanes.attempt_failed(claimed.job, support::k_worker, "crashed", 1);
        m_world.queue(reservation_order(2));
        const auto told = status();
        CPPUNIT_ASSERT_EQUAL(std::string{"2"}, text_at(told, "today", "sold"));
        CPPUNIT_ASSERT_EQUAL(std::string{R"("1.00")"}, text_at(told, "today", "sold_usdc"));
        CPPUNIT_ASSERT_EQUAL(std::string{"1"}, text_at(told, "today", "failed"));
        CPPUNIT_ASSERT_EQUAL(std::string{R"("0.50")"}, text_at(told, "owed", "usdc"));
        const auto text = cli::status_text(told.get());
        CPPUNIT_ASSERT_MESSAGE(text, text.find("credits 1, usdc 0.50") != std::string::npos);
        CPPUNIT_ASSERT_MESSAGE(text, text.find("waiting 1, running 0") != std::string::npos);
        m_world.clock.advance(std::chrono::hours{24});
        CPPUNIT_ASSERT_EQUAL(std::string{"0"}, text_at(status(), "today", "sold"));
    }

    void a_terminal_is_not_obeyed()
    {
        m_bulletin.raise_alarm("rpc_silent", "\x1b[31mred");
        const auto text = cli::status_text(status().get());
        CPPUNIT_ASSERT(text.find('\x1b') == std::string::npos);
        CPPUNIT_ASSERT(text.find("?[31mred") != std::string::npos);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(StatusTest);

} // namespace
