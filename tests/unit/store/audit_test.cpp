// The books find every row that lies, and nothing in books that are right. Real SQLite.
#include "store/audit.hpp"

#include "db/sqlite/session.hpp"
#include "support/temp_database.hpp"

#include <cppunit/extensions/HelperMacros.h>

#include <algorithm>

namespace {

using job::Phase;
using std::chrono::minutes;
using support::k_worker;
using support::reservation_order;

class AuditTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(AuditTest);
    CPPUNIT_TEST(each_lie_is_found_by_its_name);
    CPPUNIT_TEST(right_books_have_no_violation);
    CPPUNIT_TEST(payments_are_listed_newest_first);
    CPPUNIT_TEST(what_is_owed_names_the_way_back);
    CPPUNIT_TEST_SUITE_END();

    support::StoreWorld world;
    store::Reservations& reservations = world.reservations;
    store::Queue& lanes = world.lanes;
    store::Audit audit{world.database};

    // One job in each state.
    void fill()
    {
        auto claimed = world.start(reservation_order(1), k_worker);
        lanes.complete(claimed.job, k_worker, support::result_of(R"({"a":1})", "pending"),
                       world.clock.now());
        claimed = world.start(reservation_order(2), k_worker);
        lanes.attempt_failed(claimed.job, k_worker, "crashed", 1);
        world.start(reservation_order(3), k_worker);
        world.queue(reservation_order(4));
        reservations.refuse(*reservations.reserve(reservation_order(5)), "invalid", "",
                            store::Reservations::Counts::yes);
        CPPUNIT_ASSERT(reservations.reserve(reservation_order(6)));
    }
    // Past every rule of the store.
    void lie(const char* sql)
    {
        sqlite3* opened = nullptr;
        CPPUNIT_ASSERT_EQUAL(SQLITE_OK, sqlite3_open(world.database.path().c_str(), &opened));
        const db::sqlite::Handle handle{opened};
        CPPUNIT_ASSERT_EQUAL_MESSAGE(sql, SQLITE_OK,
                                     sqlite3_exec(opened, sql, nullptr, nullptr, nullptr));
    }

public:
    void each_lie_is_found_by_its_name()
    {
        if (world.is_skipped_on_server("lies are written into a file")) return;
        const struct {
            const char* rule;
            const char* sql;
        } lies[] = {
            {"settled_payment_without_job",
             "UPDATE jobs SET state = 'settling', queue_rank = NULL WHERE seq = 4"},
            {"job_without_payment", "UPDATE payment SET phase = 'settle_sent' WHERE job_seq = 4"},
            {"settling_job_decided", "UPDATE payment SET phase = 'refused' WHERE job_seq = 6"},
            {"rejected_job_not_refused", "UPDATE payment SET phase = 'verified' WHERE job_seq = 5"},
            {"price_differs", "UPDATE payment SET value_atoms = 1 WHERE job_seq = 1"},
            {"failed_job_without_credit", "DELETE FROM credit"},
            {"credit_of_a_job_that_did_not_fail", "UPDATE credit SET job_seq = 1"},
            {"offline_scan_without_credit",
             R"(UPDATE job_body SET artifact = '{"vantage":{"offline":true}}' WHERE job_seq = 1)"},
            {"credit_of_what_saw_something", "UPDATE credit SET reason = 'vantage_offline'"},
            {"model_away_and_credit_differ", "UPDATE credit SET reason = 'model_away'"},
            {"model_away_and_credit_differ",
             R"(UPDATE job_body SET artifact = '{"engine":{"degraded_reason":"model_away"}}'
                WHERE job_seq = 1; UPDATE jobs SET lane = 'model' WHERE seq = 1)"},
            {"job_paid_back_twice",
             "INSERT INTO credit (rail, payer, value_atoms, tx_hash, job_seq, reason, created_ms, "
             "updated_ms) SELECT rail, payer, value_atoms, tx_hash, job_seq, 'vantage_offline', 1, "
             "1 "
             "FROM credit"},
            {"refused_payment_received_without_credit",
             "UPDATE payment SET tx_hash = '0x1', block_number = 1, log_index = 1 WHERE job_seq = "
             "5"},
            {"complete_job_without_artifact",
             "UPDATE job_body SET artifact = NULL WHERE job_seq = 1"},
            {"hash_is_not_the_artifacts", "UPDATE job_body SET artifact = '{}' WHERE job_seq = 1"},
            {"anchor_of_another_hash", "UPDATE anchor_outbox SET hash = zeroblob(32)"},
            {"anchor_out_of_step", "UPDATE anchor_outbox SET status = 'mined'"},
            {"refund_without_transaction", "UPDATE credit SET state = 'refunded'"},
            {"job_paid_back_and_done",
             "UPDATE credit SET state = 'refunded', refund_tx = '0x1', reason = "
             "'never_resubmitted'"},
            {"lane_load_is_wrong", "UPDATE lane_load SET jobs = jobs + 1"},
            {"lane_load_is_wrong", "UPDATE lane_load SET places = places + 1"},
            {"open_job_without_request", "DELETE FROM job_body WHERE job_seq = 4"},
            {"open_job_without_request", "UPDATE job_body SET request = '' WHERE job_seq = 4"},
            {"request_of_nothing_sent", "UPDATE payment SET payload = 'x' WHERE job_seq = 6"},
            {"request_of_nothing_sent", "INSERT INTO job_body (job_seq, request) VALUES (5, 'x')"},
            {"open_job_given_up", "UPDATE jobs SET kept = 'result' WHERE seq = 4"},
            {"purged_job_with_remains", "UPDATE jobs SET kept = 'books' WHERE seq = 1"},
        };
        for (const auto& lie_told : lies) {
            AuditTest other;
            other.fill();
            other.lie(lie_told.sql);
            const auto found = other.audit.violations();
            const bool is_found = std::any_of(found.begin(), found.end(), [&](const auto& each) {
                return each.rule == lie_told.rule && !each.job_id.empty();
            });
            CPPUNIT_ASSERT_MESSAGE(lie_told.rule, is_found);
        }
    }

    void right_books_have_no_violation()
    {
        fill();
        const auto found = audit.violations();
        CPPUNIT_ASSERT_EQUAL_MESSAGE(found.empty() ? "" : found[0].rule, std::size_t{0},
                                     found.size());
    }

    void payments_are_listed_newest_first()
    {
        fill();
        const auto all = audit.payments(std::nullopt, 100);
        CPPUNIT_ASSERT_EQUAL(std::size_t{6}, all.size());
        CPPUNIT_ASSERT_EQUAL(std::int64_t{6}, all.front().payment.job_seq);
        CPPUNIT_ASSERT_EQUAL(std::size_t{2}, audit.payments(std::nullopt, 2).size());
        const auto refused = audit.payments(Phase::refused, 100);
        CPPUNIT_ASSERT_EQUAL(std::size_t{1}, refused.size());
        CPPUNIT_ASSERT(refused[0].job_state == job::State::rejected);
        CPPUNIT_ASSERT(audit.payment_of(refused[0].payment.job_id));
        CPPUNIT_ASSERT(!audit.payment_of(value::JobId::make(world.clock.now())));
    }

    void what_is_owed_names_the_way_back()
    {
        if (world.is_skipped_on_server("lies are written into a file")) return;
        fill();
        const auto owed = audit.owed();
        CPPUNIT_ASSERT_EQUAL(std::size_t{1}, owed.size());
        CPPUNIT_ASSERT_EQUAL(std::string{"job_failed"}, owed[0].credit.reason);
        CPPUNIT_ASSERT_EQUAL(std::string{"eip155:8453"}, owed[0].network);
        CPPUNIT_ASSERT_EQUAL(std::string{"0x833589fcd6edb6e08f4c7c32d4f71b54bda02913"},
                             owed[0].asset);
        CPPUNIT_ASSERT_EQUAL(std::int64_t{500'000}, owed[0].credit.value.atoms());
        lie("UPDATE credit SET state = 'refunded'");
        CPPUNIT_ASSERT(audit.owed().empty());
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(AuditTest);

} // namespace
