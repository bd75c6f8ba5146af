// What a store's server says of itself, against what an operator must be able to rely on.
#include "cli/online_store.hpp"

#include "base/concat.hpp"
#include "db/migrations.hpp"
#include "support/postgres.hpp"
#include "support/quiet_output.hpp"
#include "support/sample_config.hpp"

#include <cppunit/extensions/HelperMacros.h>

#include <iostream>
#include <string>

namespace {

using cli::Exit;
using support::Postgres;

class OnlineStoreTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(OnlineStoreTest);
    CPPUNIT_TEST(a_file_says_nothing);
    CPPUNIT_TEST(a_server_that_is_away_is_unreachable);
    CPPUNIT_TEST(what_may_lose_a_payment_is_wrong);
    CPPUNIT_TEST(what_loses_none_is_good);
    if (!Postgres::is_installed()) {
        std::cout << "skipped: what a store's server says, PostgreSQL is not installed\n";
        return;
    }
    CPPUNIT_TEST(a_server_without_the_schema_is_wrong);
    CPPUNIT_TEST(the_tests_own_server_does_not_sync);
    CPPUNIT_TEST_SUITE_END();

    config::Config m_config = support::sample_config();
    std::string m_told;

    Exit check(const std::string& url)
    {
        m_config.store.url = url;
        const support::QuietOutput quiet;
        cli::OnlineReport report;
        cli::check_store(m_config, report);
        m_told = quiet.out() + quiet.err();
        return report.exit();
    }

public:
    void a_file_says_nothing()
    {
        CPPUNIT_ASSERT(check("") == Exit::ok);
        CPPUNIT_ASSERT_EQUAL(std::string{}, m_told);
    }

    void a_server_that_is_away_is_unreachable()
    {
        CPPUNIT_ASSERT(check("postgresql://x@/assay?host=/nonexistent") == Exit::unreachable);
        require_in("store: the store does not answer");
    }

    Exit judge(const db::Durability& found, bool may_lose = false)
    {
        const support::QuietOutput quiet;
        cli::OnlineReport report;
        cli::tell_durability(found, may_lose, report);
        m_told = quiet.out() + quiet.err();
        return report.exit();
    }

    void what_may_lose_a_payment_is_wrong()
    {
        CPPUNIT_ASSERT(judge({.syncs = false}) == Exit::usage);
        require_in("fsync is off");
        CPPUNIT_ASSERT(judge({.is_standby = true}) == Exit::usage);
        require_in("target_session_attrs=read-write");
        CPPUNIT_ASSERT(judge({.standbys = 2}) == Exit::usage);
        require_in("store.may_lose = ");
        CPPUNIT_ASSERT(judge({.standbys = 2}, true) == Exit::ok);
        require_in("older copy put back");
    }

    void what_loses_none_is_good()
    {
        CPPUNIT_ASSERT(judge({}) == Exit::ok);
        require_in("no standby follows");
        CPPUNIT_ASSERT(
            judge({.synchronous_standbys = "ANY 1 (*)", .standbys = 1, .synchronous = 1}) ==
            Exit::ok);
        require_in("each commit waits for ANY 1 (*)");
        CPPUNIT_ASSERT(judge({.synchronous_standbys = "one"}) == Exit::ok);
        require_in("nothing is sold until one does");
        CPPUNIT_ASSERT(judge({.synchronous_standbys = "one", .standbys = 2, .synchronous = 1}) ==
                       Exit::ok);
        require_in("1 of 2 standbys are not synchronous");
    }

    void a_server_without_the_schema_is_wrong()
    {
        CPPUNIT_ASSERT(check(Postgres::here().fresh_url()) == Exit::usage);
        require_in("assay db migrate");
    }

    void the_tests_own_server_does_not_sync()
    {
        const std::string url = Postgres::here().fresh_url();
        db::Database server{{.path = {}, .url = url}};
        db::migrate_server(server);
        CPPUNIT_ASSERT(check(url) == Exit::usage);
        require_in(base::concat("store: schema ", db::schema_version(server)));
        require_in("fsync is off");
    }

private:
    void require_in(const std::string& part) const
    {
        CPPUNIT_ASSERT_MESSAGE(m_told, m_told.find(part) != std::string::npos);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(OnlineStoreTest);

} // namespace
