// One of several processes leads a store that is on a server.
#include "db/lead.hpp"

#include "support/postgres.hpp"

#include <cppunit/extensions/HelperMacros.h>

#include <iostream>
#include <optional>
#include <string>
#include <thread>

namespace {

using support::Postgres;
using namespace std::chrono_literals;

class LeadTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(LeadTest);
    CPPUNIT_TEST(a_file_is_led_by_the_lock_of_its_node);
    if (!Postgres::is_installed()) {
        std::cout << "skipped: who leads a server, PostgreSQL is not installed\n";
        return;
    }
    CPPUNIT_TEST(one_leads_until_it_ends);
    CPPUNIT_TEST(stores_of_one_server_are_led_apart);
    CPPUNIT_TEST(one_that_was_cut_off_is_told_so);
    CPPUNIT_TEST_SUITE_END();

    static db::Options on(const std::string& url)
    {
        return {.path = {}, .url = url, .patience = 20s};
    }

public:
    void a_file_is_led_by_the_lock_of_its_node()
    {
        db::Lead lead{{.path = "/nonexistent"}};
        CPPUNIT_ASSERT(lead.hold());
    }

    void one_leads_until_it_ends()
    {
        const auto store = on(Postgres::here().fresh_url());
        std::optional<db::Lead> first{std::in_place, store};
        db::Lead second{store};
        CPPUNIT_ASSERT(first->hold());
        CPPUNIT_ASSERT(!second.hold());
        CPPUNIT_ASSERT(first->hold());
        first.reset();
        // The server ends a session in its own time.
        for (int i = 0; i < 500 && !second.hold(); ++i) std::this_thread::sleep_for(10ms);
        CPPUNIT_ASSERT(second.hold());
    }

    void stores_of_one_server_are_led_apart()
    {
        db::Lead first{on(Postgres::here().fresh_url())};
        db::Lead second{on(Postgres::here().fresh_url())};
        CPPUNIT_ASSERT(first.hold());
        CPPUNIT_ASSERT(second.hold());
    }

    void one_that_was_cut_off_is_told_so()
    {
        const auto store = on(Postgres::here().fresh_url());
        db::Lead first{store};
        db::Lead second{store};
        CPPUNIT_ASSERT(first.hold());
        Postgres::here().run(
            "SELECT pg_terminate_backend(pid, 5000) FROM pg_locks WHERE locktype = "
            "'advisory' AND granted");
        CPPUNIT_ASSERT(second.hold());
        // It comes back, and does not lead.
        bool leads = true;
        for (int i = 0; i < 2 && leads; ++i) try {
                leads = first.hold();
            } catch (const db::AwayFault&) {
                continue;
            }
        CPPUNIT_ASSERT(!leads);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(LeadTest);

} // namespace
