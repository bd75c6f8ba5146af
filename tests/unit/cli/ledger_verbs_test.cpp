// `assay db`, `assay jobs`, `assay payments` and `assay credits` as operators type them, on a real
// database.
#include "cli/verbs.hpp"

#include "base/concat.hpp"
#include "base/fault.hpp"
#include "base/fd.hpp"
#include "db/sqlite/session.hpp"
#include "store/ledger.hpp"
#include "store/settlements.hpp"
#include "store/waiting_transfers.hpp"
#include "support/judgements.hpp"
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
    CPPUNIT_TEST(jobs_are_listed_and_shown);
    CPPUNIT_TEST(payments_are_listed_and_shown);
    CPPUNIT_TEST(the_refund_plan_names_each_transfer);
    CPPUNIT_TEST(a_credit_is_closed_once);
    CPPUNIT_TEST(dust_is_marked_and_paid_back_by_its_amount);
    CPPUNIT_TEST(reconcile_makes_a_payment_due);
    CPPUNIT_TEST_SUITE_END();

    support::StoreWorld world;
    std::string m_out;
    std::string m_err;

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
        m_err = quiet.err();
        return exit;
    }
    Exit run(const std::vector<std::string>& words) { return run(words, world.database.path()); }
    store::ClaimedJob fail_one()
    {
        auto claimed = world.start(reservation_order(1), support::k_worker);
        world.lanes.attempt_failed(claimed.job, support::k_worker, "crashed", 1);
        return claimed;
    }
    // The chain has shown what was paid.
    void prove()
    {
        store::Settlements settlements{world.at};
        world.clock.advance(std::chrono::hours{1});
        for (const auto& due : settlements.due(10))
            settlements.prove(due, {"0x" + std::string(64, 'a'), 900, 1}, "{}");
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
                                                                       {"payments", "reconcile"},
                                                                       {"payments", "credits"},
                                                                       {"credits", "show"},
                                                                       {"credits", "plan", "1"},
                                                                       {"jobs", "x"},
                                                                       {"jobs", "show"},
                                                                       {"jobs", "show", "x"}})
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
        sqlite3_open(world.database.path().c_str(), &opened);
        const db::sqlite::Handle handle{opened};
        sqlite3_exec(opened, "DELETE FROM credit", nullptr, nullptr, nullptr);
        CPPUNIT_ASSERT(run({"db", "check"}) == Exit::error);
        CPPUNIT_ASSERT(m_out.starts_with("failed_job_without_credit job_"));
    }

    void jobs_are_listed_and_shown()
    {
        for (const char* wrong : {"--state=done", "--product=verify", "--last=0", "--last=1x",
                                  "--last=10001", "--last=-1", "--phase=settled"})
            CPPUNIT_ASSERT(run({"jobs", wrong}) == Exit::usage);
        CPPUNIT_ASSERT(run({"jobs"}) == Exit::ok);
        CPPUNIT_ASSERT(m_out.empty());
        const auto failed = fail_one().job.id.text();
        const auto queued = world.queue(reservation_order(2)).job_id.text();
        CPPUNIT_ASSERT(run({"jobs"}) == Exit::ok);
        CPPUNIT_ASSERT(m_out.starts_with(base::concat(R"({"job_id":")", queued))); // the newest
        CPPUNIT_ASSERT_EQUAL(std::ptrdiff_t{2}, std::count(m_out.begin(), m_out.end(), '\n'));
        CPPUNIT_ASSERT(run({"jobs", "--last", "1"}) == Exit::ok);
        CPPUNIT_ASSERT_EQUAL(std::ptrdiff_t{1}, std::count(m_out.begin(), m_out.end(), '\n'));
        CPPUNIT_ASSERT(run({"jobs", "list", "--state", "failed"}) == Exit::ok);
        CPPUNIT_ASSERT(m_out.starts_with(base::concat(R"({"job_id":")", failed)));
        CPPUNIT_ASSERT(run({"jobs", "--product=brief"}) == Exit::ok);
        CPPUNIT_ASSERT(m_out.empty());
        CPPUNIT_ASSERT(run({"jobs", "show", failed}) == Exit::ok);
        CPPUNIT_ASSERT(m_out.find(R"("error":"crashed")") != std::string::npos);
        CPPUNIT_ASSERT(
            m_out.find(R"("credits":[{"credit":1,"reason":"job_failed","state":"open")") !=
            std::string::npos);
        CPPUNIT_ASSERT(run({"jobs", "show", "job_00000000000000000000000000"}) == Exit::error);
    }

    void payments_are_listed_and_shown()
    {
        const auto id = world.queue(reservation_order(1)).job_id.text();
        world.reservations.refuse(*world.reservations.reserve(reservation_order(2)), "invalid", "",
                                  store::Reservations::Counts::no);
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
        CPPUNIT_ASSERT(run({"credits", "plan"}) == Exit::ok);
        CPPUNIT_ASSERT(m_out.empty());
        fail_one();
        CPPUNIT_ASSERT(run({"credits", "plan"}) == Exit::ok);
        CPPUNIT_ASSERT(m_out.empty()); // only its facilitator says that it was paid
        CPPUNIT_ASSERT(run({"credits", "list"}) == Exit::ok);
        CPPUNIT_ASSERT(m_out.find(R"("seen_on_chain":false)") != std::string::npos);
        prove();
        CPPUNIT_ASSERT(run({"credits", "plan"}) == Exit::ok);
        CPPUNIT_ASSERT(m_out.starts_with(R"({"credit":1,"job_id":"job_)"));
        CPPUNIT_ASSERT(m_out.find(R"("to":"0x00000000000000000000000000000000000000aa",)"
                                  R"("amount":"500000","amount_usdc":"0.50")") !=
                       std::string::npos);
    }

    void a_credit_is_closed_once()
    {
        const std::string tx_hash = "0x" + std::string(64, 'b');
        const auto refunded = [&](const std::string& credit, const std::string& tx) {
            return run({"credits", "refunded", credit, "--tx", tx});
        };
        CPPUNIT_ASSERT_EQUAL(0, ::setenv("ASSAY_RUN_DIR", world.path().c_str(), 1));
        CPPUNIT_ASSERT(refunded("1", tx_hash) == Exit::error); // there is none
        fail_one();
        prove();
        for (const char* credit : {"", "0", "-1", "1x", "one", "99999999999999999999"})
            CPPUNIT_ASSERT(refunded(credit, tx_hash) == Exit::usage);
        for (const char* tx : {"", "0x", "bbbb", "0xbbbb"})
            CPPUNIT_ASSERT(refunded("1", tx) == Exit::usage);
        CPPUNIT_ASSERT(run({"credits", "refunded", "1"}) == Exit::usage);
        CPPUNIT_ASSERT(run({"credits", "waive", "1", "--tx", tx_hash}) == Exit::usage);
        CPPUNIT_ASSERT(run({"credits", "list", "--state", "paid"}) == Exit::usage);

        // A dry run answers as the deed would, and the credit stays open.
        for (int i = 0; i < 2; ++i) {
            CPPUNIT_ASSERT(run({"credits", "waive", "1", "--dry-run"}) == Exit::only_told);
            CPPUNIT_ASSERT_EQUAL(std::string{"would be waived: credit 1\n"}, m_out);
            CPPUNIT_ASSERT(run({"credits", "refunded", "1", "--tx", tx_hash, "--dry-run"}) ==
                           Exit::only_told);
        }
        CPPUNIT_ASSERT(run({"credits", "waive", "2", "--dry-run"}) == Exit::error);
        CPPUNIT_ASSERT(run({"credits", "list", "--dry-run"}) == Exit::usage);
        CPPUNIT_ASSERT(run({"credits", "list", "--state=open"}) == Exit::ok);
        CPPUNIT_ASSERT(m_out.starts_with(R"({"credit":1,)"));

        CPPUNIT_ASSERT(refunded("1", "0x" + std::string(64, 'B')) == Exit::ok);
        CPPUNIT_ASSERT(refunded("1", tx_hash) == Exit::ok);
        CPPUNIT_ASSERT(refunded("1", "0x" + std::string(64, 'c')) == Exit::error);
        CPPUNIT_ASSERT(run({"credits", "waive", "1"}) == Exit::error);
        CPPUNIT_ASSERT(run({"credits", "plan"}) == Exit::ok);
        CPPUNIT_ASSERT(m_out.empty());
        CPPUNIT_ASSERT(run({"credits", "list", "--state=refunded"}) == Exit::ok);
        CPPUNIT_ASSERT(m_out.find(base::concat(R"("refund_tx":")", tx_hash)) != std::string::npos);
        CPPUNIT_ASSERT(run({"db", "check"}) == Exit::ok);
        ::unsetenv("ASSAY_RUN_DIR");
    }

    void dust_is_marked_and_paid_back_by_its_amount()
    {
        CPPUNIT_ASSERT_EQUAL(0, ::setenv("ASSAY_RUN_DIR", world.path().c_str(), 1));
        fail_one();
        prove();
        store::Ledger ledger{world.at};
        store::WaitingTransfers waiting{world.at};
        const auto order = reservation_order(1);
        const job::Transfer dust{.network = order.key.network,
                                 .tx_hash = "0x" + std::string(64, '1'),
                                 .log_index = 3,
                                 .asset = order.key.asset,
                                 .payer = order.key.payer,
                                 .value = value::AtomicUsd::from_atoms(4'000),
                                 .nonce = std::nullopt,
                                 .block_number = 900,
                                 .block_time_s = 1};
        support::note(ledger, dust);
        waiting.credit_orphans(order.key.network, waiting.orphans(order.key.network, 2, 10));

        CPPUNIT_ASSERT(run({"credits", "plan"}) == Exit::ok);
        const auto dear = m_out.find(R"("costs_more_than_it_returns":true)");
        CPPUNIT_ASSERT(dear != std::string::npos && dear > m_out.find(R"("reason":"dust")"));
        CPPUNIT_ASSERT(m_out.find(R"("costs_more_than_it_returns":false)") < dear);
        CPPUNIT_ASSERT_EQUAL(
            std::string{
                "assay credits: 2 credits of 0.504 USDC in all; 1 credit of 0.004 USDC "
                "cost more to send back than they return, at 0.01 USDC for each transfer\n"},
            m_err);
        CPPUNIT_ASSERT(run({"credits", "plan", "--fee", "0.004"}) == Exit::ok);
        CPPUNIT_ASSERT(m_out.find(R"("costs_more_than_it_returns":true)") == std::string::npos);
        CPPUNIT_ASSERT(m_err.find("0 credits of 0.00 USDC cost more") != std::string::npos);

        const std::string tx_hash = "0x" + std::string(64, 'b');
        std::vector<std::string> words{"credits", "refunded", "2", "--tx", tx_hash};
        CPPUNIT_ASSERT(run(words) == Exit::error);
        CPPUNIT_ASSERT(m_err.find("say --amount") != std::string::npos);
        words.emplace_back("--amount=0.0041");
        CPPUNIT_ASSERT(run(words) == Exit::error);
        for (const char* wrong : {"--amount=", "--amount=0", "--amount=-1", "--amount=x"}) {
            words.back() = wrong;
            CPPUNIT_ASSERT(run(words) == Exit::usage);
        }
        CPPUNIT_ASSERT(run({"credits", "plan", "--fee=0"}) == Exit::usage);
        CPPUNIT_ASSERT(run({"credits", "waive", "2", "--amount=1"}) == Exit::usage);
        words.back() = "--amount=0.003";
        for (int i = 0; i < 2; ++i) CPPUNIT_ASSERT(run(words) == Exit::ok);
        CPPUNIT_ASSERT(run({"credits", "list", "--state", "open"}) == Exit::ok);
        CPPUNIT_ASSERT(m_out.find(R"("amount":"1000")") != std::string::npos);
        CPPUNIT_ASSERT(run({"db", "check"}) == Exit::ok);
        ::unsetenv("ASSAY_RUN_DIR");
    }

    void reconcile_makes_a_payment_due()
    {
        CPPUNIT_ASSERT_EQUAL(0, ::setenv("ASSAY_RUN_DIR", world.path().c_str(), 1));
        const auto id = world.queue(reservation_order(1)).job_id;
        store::Settlements settlements{world.at};
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
