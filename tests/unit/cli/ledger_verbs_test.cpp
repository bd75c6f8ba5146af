// `assay db` and `assay payments` as the operator types them, on a real database.
#include "cli/verbs.hpp"

#include "base/concat.hpp"
#include "base/fault.hpp"
#include "base/fd.hpp"
#include "job/store_settlements.hpp"
#include "support/quiet_output.hpp"
#include "support/sample_config.hpp"
#include "support/temp_database.hpp"

#include <cppunit/extensions/HelperMacros.h>

#include <algorithm>
#include <cstdlib>
#include <vector>

namespace {

using cli::Exit;
using support::reservation_order;

class LedgerVerbsTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(LedgerVerbsTest);
    CPPUNIT_TEST(wrong_words_are_usage);
    CPPUNIT_TEST(no_database_is_made);
    CPPUNIT_TEST(right_books_are_ok_and_wrong_ones_an_error);
    CPPUNIT_TEST(payments_are_listed_and_shown);
    CPPUNIT_TEST(the_refund_plan_names_each_transfer);
    CPPUNIT_TEST(reconcile_makes_a_payment_due);
    CPPUNIT_TEST_SUITE_END();

    support::StoreWorld world;
    std::string m_out;

    Exit run(std::vector<std::string> words, const std::string& database)
    {
        const auto file = world.file("assay.toml");
        base::replace_file(
            file,
            base::concat(support::k_sample_toml, "[store]\nurl = \"sqlite:", database, "\"\n"),
            0644);
        words.push_back("--config=" + file);
        const std::vector<std::string_view> views{words.begin(), words.end()};
        const support::QuietOutput quiet;
        const auto exit = cli::run(views);
        m_out = quiet.out();
        return exit;
    }
    Exit run(const std::vector<std::string>& words) { return run(words, world.connection.path()); }
    job::ClaimedJob fail_one()
    {
        auto claimed = world.start(reservation_order(1), support::k_worker);
        world.jobs.attempt_failed(claimed.job, support::k_worker, "crashed", 1);
        return claimed;
    }

public:
    void wrong_words_are_usage()
    {
        for (const auto& words : std::vector<std::vector<std::string>>{{"db"},
                                                                       {"db", "chek"},
                                                                       {"db", "check", "x"},
                                                                       {"payments", "x"},
                                                                       {"payments", "list", "x"},
                                                                       {"payments", "show"},
                                                                       {"payments", "show", "x"},
                                                                       {"payments", "reconcile"}})
            CPPUNIT_ASSERT(run(words) == Exit::usage);
        CPPUNIT_ASSERT(run({"payments", "list", "--phase=paid"}) == Exit::usage);
    }

    void no_database_is_made()
    {
        CPPUNIT_ASSERT_THROW(run({"db", "check"}, world.file("none.db")), base::Fault);
        CPPUNIT_ASSERT_THROW(base::read_file(world.file("none.db"), 10), base::Fault);
    }

    void right_books_are_ok_and_wrong_ones_an_error()
    {
        fail_one();
        CPPUNIT_ASSERT(run({"db", "check"}) == Exit::ok);
        CPPUNIT_ASSERT(m_out.starts_with("0 violations in "));
        sqlite3* opened = nullptr;
        sqlite3_open(world.connection.path().c_str(), &opened);
        const db::Handle handle{opened};
        sqlite3_exec(opened, "DELETE FROM credit", nullptr, nullptr, nullptr);
        CPPUNIT_ASSERT(run({"db", "check"}) == Exit::error);
        CPPUNIT_ASSERT(m_out.starts_with("failed_job_without_credit job_"));
    }

    void payments_are_listed_and_shown()
    {
        const auto id = world.queue(reservation_order(1)).job_id.text();
        world.jobs.refuse(*world.jobs.reserve(reservation_order(2)), "invalid", "",
                          job::Store::Counts::no);
        CPPUNIT_ASSERT(run({"payments"}) == Exit::ok);
        CPPUNIT_ASSERT_EQUAL(std::ptrdiff_t{2}, std::count(m_out.begin(), m_out.end(), '\n'));
        CPPUNIT_ASSERT(run({"payments", "list", "--phase", "settled"}) == Exit::ok);
        CPPUNIT_ASSERT(m_out.starts_with(base::concat(R"({"job_id":")", id)));
        CPPUNIT_ASSERT(run({"payments", "show", id}) == Exit::ok);
        CPPUNIT_ASSERT(m_out.find(R"("state":"queued","phase":"settled")") != std::string::npos);
        CPPUNIT_ASSERT(run({"payments", "show", "job_00000000000000000000000000"}) == Exit::error);
    }

    void the_refund_plan_names_each_transfer()
    {
        CPPUNIT_ASSERT(run({"payments", "refund-plan"}) == Exit::ok);
        CPPUNIT_ASSERT(m_out.empty());
        fail_one();
        CPPUNIT_ASSERT(run({"payments", "refund-plan"}) == Exit::ok);
        CPPUNIT_ASSERT(m_out.find(R"("to":"0x00000000000000000000000000000000000000aa",)"
                                  R"("amount":"500000","amount_usdc":"0.50")") !=
                       std::string::npos);
    }

    void reconcile_makes_a_payment_due()
    {
        CPPUNIT_ASSERT_EQUAL(0, ::setenv("ASSAY_RUN_DIR", world.path().c_str(), 1));
        const auto id = world.queue(reservation_order(1)).job_id;
        job::SettlementStore settlements{world.connection, world.clock, world.waker};
        CPPUNIT_ASSERT(settlements.due(10).empty());
        CPPUNIT_ASSERT(run({"payments", "reconcile", id.text()}) == Exit::ok);
        world.clock.advance(std::chrono::hours{24 * 365 * 20}); // the verb has the real clock
        CPPUNIT_ASSERT_EQUAL(std::size_t{1}, settlements.due(10).size());
        CPPUNIT_ASSERT(run({"payments", "reconcile", "job_00000000000000000000000000"}) ==
                       Exit::error);
        ::unsetenv("ASSAY_RUN_DIR");
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(LedgerVerbsTest);

} // namespace
