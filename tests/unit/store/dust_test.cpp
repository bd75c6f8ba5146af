// Dust is owed in one row for each payer: each transfer is in it once, and so is each refund of it.
// Real SQLite.
#include "db/sqlite/session.hpp"
#include "db/transaction.hpp"
#include "store/audit.hpp"
#include "store/credits.hpp"
#include "support/judgements.hpp"
#include "support/order_world.hpp"

#include <cppunit/extensions/HelperMacros.h>

namespace {

using job::Fate;
using store::CloseRefused;
using support::OrderWorld;
using value::AtomicUsd;
using Credits = std::vector<std::string>;

class DustTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(DustTest);
    CPPUNIT_TEST(dust_of_a_payer_is_one_credit);
    CPPUNIT_TEST(what_is_no_dust_stays_a_credit_of_its_own);
    CPPUNIT_TEST(nothing_is_added_twice);
    CPPUNIT_TEST(who_claims_it_in_time_has_it);
    CPPUNIT_TEST(it_moves_in_its_block_and_stays_in_its_sum);
    CPPUNIT_TEST(sums_are_kept_apart);
    CPPUNIT_TEST(a_refund_says_how_much);
    CPPUNIT_TEST(what_came_after_the_refund_is_owed_anew);
    CPPUNIT_TEST(a_waived_sum_is_closed);
    CPPUNIT_TEST(lies_are_found);
    CPPUNIT_TEST(thousands_cost_a_row_each_and_one_credit);
    CPPUNIT_TEST_SUITE_END();

    OrderWorld world;
    store::Credits credits{world.at};
    store::Audit audit{world.database};
    const value::TxHash refund = OrderWorld::tx(200);
    static constexpr AtomicUsd k_small = AtomicUsd::from_atoms(9'999);

    job::Transfer dust(unsigned number, AtomicUsd value = k_small, std::uint8_t payer = 1)
    {
        auto out = world.transfer(number);
        out.value = value;
        out.payer = OrderWorld::address(payer);
        return out;
    }
    // Waits, and is owed when an hour is over.
    void receive(const job::Transfer& transfer) { support::note(world.ledger, transfer); }
    int credit_all()
    {
        const auto due = world.waiting.orphans(world.network, world.chain_time() + 1, 10'000);
        return world.waiting.credit_orphans(world.network, due);
    }
    void run(const char* sql)
    {
        sqlite3* opened = nullptr;
        CPPUNIT_ASSERT_EQUAL(SQLITE_OK, sqlite3_open(world.database.path().c_str(), &opened));
        const db::sqlite::Handle handle{opened};
        CPPUNIT_ASSERT_EQUAL_MESSAGE(sql, SQLITE_OK,
                                     sqlite3_exec(opened, sql, nullptr, nullptr, nullptr));
    }
    void refused(const base::Result<job::Credit, CloseRefused>& closed, CloseRefused why)
    {
        CPPUNIT_ASSERT(!closed && closed.error() == why);
    }
    void books_agree()
    {
        const auto wrong = audit.violations(10);
        CPPUNIT_ASSERT_MESSAGE(wrong.empty() ? "" : wrong[0].rule + wrong[0].detail, wrong.empty());
    }

public:
    void dust_of_a_payer_is_one_credit()
    {
        for (unsigned number = 1; number <= 3; ++number) receive(dust(number));
        CPPUNIT_ASSERT(audit.credits().empty());
        CPPUNIT_ASSERT_EQUAL(3, credit_all());
        receive(dust(4, AtomicUsd::from_atoms(1)));
        CPPUNIT_ASSERT_EQUAL(1, credit_all());
        CPPUNIT_ASSERT((world.credits() == Credits{"dust 29998"}));
        const auto line = audit.owed().at(0);
        CPPUNIT_ASSERT_EQUAL(OrderWorld::address(1).text(), line.credit.payer);
        CPPUNIT_ASSERT_EQUAL(world.network.text(), line.network);
        CPPUNIT_ASSERT_EQUAL(world.token.text(), line.asset);
        CPPUNIT_ASSERT(line.is_proven && line.job_id.empty());
        books_agree();
    }

    void what_is_no_dust_stays_a_credit_of_its_own()
    {
        receive(dust(1, AtomicUsd::from_atoms(10'000)));
        auto named = dust(2);
        named.names_order = true;
        receive(named);
        CPPUNIT_ASSERT(support::credit(world.ledger, dust(3), std::nullopt, "late"));
        CPPUNIT_ASSERT_EQUAL(2, credit_all());
        CPPUNIT_ASSERT((world.credits() == Credits{"late 9999", "orphan 10000", "orphan 9999"}));
        books_agree();
    }

    void nothing_is_added_twice()
    {
        receive(dust(1));
        const auto due = world.waiting.orphans(world.network, world.chain_time() + 1, 10);
        for (int i = 0; i < 2; ++i) world.waiting.credit_orphans(world.network, due);
        receive(dust(1));
        CPPUNIT_ASSERT(!support::credit(world.ledger, dust(1), std::nullopt, "late"));
        CPPUNIT_ASSERT_EQUAL(0, world.waiting.drop_waiting(world.network, dust(1).tx_hash));
        CPPUNIT_ASSERT_EQUAL(0, credit_all());
        CPPUNIT_ASSERT(world.ledger.fate_of(dust(1)) == Fate::credited);
        CPPUNIT_ASSERT((world.credits() == Credits{"dust 9999"}));
        books_agree();
    }

    void who_claims_it_in_time_has_it()
    {
        const auto order = world.order();
        receive(dust(1));
        world.claim(order, OrderWorld::tx(1));
        CPPUNIT_ASSERT_EQUAL(0, credit_all());
        // The claim came between the look and the deed.
        CPPUNIT_ASSERT_EQUAL(
            0, world.waiting.credit_orphans(
                   world.network,
                   {{.tx_hash = dust(1).tx_hash, .log_index = 3, .block_number = 900}}));
        CPPUNIT_ASSERT(support::credit(world.ledger, dust(1), order.view.job.seq, "late"));
        CPPUNIT_ASSERT((world.credits() == Credits{"late 9999"}));
        books_agree();
    }

    void it_moves_in_its_block_and_stays_in_its_sum()
    {
        receive(dust(1));
        receive(dust(2));
        const auto moved = [&](unsigned number) {
            auto out = dust(number);
            out.log_index += 4;
            out.block_number += 1;
            return out;
        };
        world.ledger.relocate({moved(1)});
        CPPUNIT_ASSERT_EQUAL(2, credit_all());
        world.ledger.relocate({moved(2)});
        receive(moved(1));
        receive(moved(2));
        CPPUNIT_ASSERT_EQUAL(0, credit_all());
        CPPUNIT_ASSERT((world.credits() == Credits{"dust 19998"}));
        books_agree();
    }

    void sums_are_kept_apart()
    {
        receive(dust(1, k_small, 1));
        receive(dust(2, k_small, 2));
        auto other_token = dust(3);
        other_token.asset = OrderWorld::address(0x77);
        receive(other_token);
        CPPUNIT_ASSERT_EQUAL(3, credit_all());
        CPPUNIT_ASSERT((world.credits() == Credits{"dust 9999", "dust 9999", "dust 9999"}));
        books_agree();
    }

    void a_refund_says_how_much()
    {
        receive(dust(1));
        receive(dust(2));
        credit_all();
        const auto seq = audit.owed().at(0).credit.seq;
        refused(credits.refunded(seq, refund), CloseRefused::amount_missing);
        refused(credits.refunded(seq, OrderWorld::tx(1), k_small), CloseRefused::own_receipt);
        refused(credits.refunded(seq, refund, AtomicUsd::from_atoms(19'999)),
                CloseRefused::amount_differs);
        // It has grown since the plan was read: the rest stays owed.
        for (int i = 0; i < 2; ++i) {
            const auto closed = credits.refunded(seq, refund, k_small);
            CPPUNIT_ASSERT_EQUAL(std::string{"refunded"}, closed->state);
            CPPUNIT_ASSERT(closed->value == k_small);
        }
        refused(credits.refunded(seq, refund, AtomicUsd::from_atoms(1)), CloseRefused::closed);
        refused(credits.refunded(seq, OrderWorld::tx(201), k_small), CloseRefused::closed);
        const auto rest = audit.owed();
        CPPUNIT_ASSERT_EQUAL(std::size_t{1}, rest.size());
        CPPUNIT_ASSERT(rest[0].credit.value == k_small && rest[0].credit.seq != seq);
        CPPUNIT_ASSERT_EQUAL(world.token.text(), rest[0].asset);
        books_agree();
        // Of one transfer the amount may be said, and is what came.
        CPPUNIT_ASSERT(support::credit(world.ledger, world.transfer(9), std::nullopt, "late"));
        const auto late = audit.owed().back().credit.seq;
        refused(credits.refunded(late, refund, k_small), CloseRefused::amount_differs);
        CPPUNIT_ASSERT(credits.refunded(late, refund, world.price));
    }

    void what_came_after_the_refund_is_owed_anew()
    {
        receive(dust(1));
        credit_all();
        CPPUNIT_ASSERT(credits.refunded(audit.owed().at(0).credit.seq, refund, k_small));
        receive(dust(2, AtomicUsd::from_atoms(5)));
        credit_all();
        receive(dust(3, AtomicUsd::from_atoms(5)));
        credit_all();
        CPPUNIT_ASSERT((world.credits() == Credits{"dust 9999", "dust 10"}));
        CPPUNIT_ASSERT_EQUAL(std::size_t{1}, audit.owed().size());
        books_agree();
    }

    void a_waived_sum_is_closed()
    {
        receive(dust(1));
        credit_all();
        const auto seq = audit.owed().at(0).credit.seq;
        for (int i = 0; i < 2; ++i)
            CPPUNIT_ASSERT_EQUAL(std::string{"waived"}, credits.waive(seq)->state);
        refused(credits.refunded(seq, refund, k_small), CloseRefused::closed);
        receive(dust(2));
        credit_all();
        CPPUNIT_ASSERT((world.credits() == Credits{"dust 9999", "dust 9999"}));
        books_agree();
    }

    void lies_are_found()
    {
        if (world.is_skipped_on_server("a file is measured, and lies are written into it")) return;
        receive(dust(1));
        credit_all();
        books_agree();
        const struct {
            const char* rule;
            const char* lie;
            const char* mend;
        } lies[] = {
            {"dust_differs_from_its_sums", "UPDATE credit SET value_atoms = value_atoms + 1",
             "UPDATE credit SET value_atoms = value_atoms - 1"},
            {"dust_differs_from_its_sums", "UPDATE transfer SET fate = 'gone'",
             "UPDATE transfer SET fate = 'credited'"},
            {"credited_transfer_without_credit", "UPDATE transfer SET is_dust = 0",
             "UPDATE transfer SET is_dust = 1"},
            {"dust_has_a_credit_of_its_own",
             "INSERT INTO credit (rail, payer, value_atoms, tx_hash, log_index, reason, "
             "created_ms, "
             "updated_ms) SELECT 'v1', '0x', 1, tx_hash, log_index, 'orphan', 1, 1 FROM transfer",
             "DELETE FROM credit WHERE reason = 'orphan'"},
        };
        for (const auto& each : lies) {
            run(each.lie);
            const auto found = audit.violations();
            CPPUNIT_ASSERT_MESSAGE(each.rule,
                                   std::ranges::any_of(found, [&](const auto& violation) {
                                       return violation.rule == each.rule;
                                   }));
            run(each.mend);
            books_agree();
        }
    }

    // A stranger pays for the gas of each; what is kept of it here is small, and the same whatever
    // its fate: the row that lets none add it again.
    void thousands_cost_a_row_each_and_one_credit()
    {
        if (world.is_skipped_on_server("a file is measured, and lies are written into it")) return;
        constexpr unsigned k_count = 2'000;
        const auto pages = [&] {
            auto row = world.database.query("SELECT page_count * page_size FROM "
                                            "pragma_page_count, pragma_page_size");
            row.step();
            return row.integer(0);
        };
        const auto before = pages();
        for (unsigned number = 0; number < k_count; ++number) {
            auto each = dust(1, AtomicUsd::from_atoms(1));
            base::Sha256 raw{0x7b};
            for (std::size_t i = 0; i < 4; ++i)
                raw[31 - i] = static_cast<std::uint8_t>(number >> (8 * i));
            each.tx_hash = value::TxHash{value::Digest{raw}}.text();
            receive(each);
        }
        CPPUNIT_ASSERT_EQUAL(static_cast<int>(k_count), credit_all());
        CPPUNIT_ASSERT((world.credits() == Credits{"dust 2000"}));
        const auto each = (pages() - before) / k_count;
        CPPUNIT_ASSERT_MESSAGE(base::concat(each, " bytes"), each < 400);
        books_agree();
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(DustTest);

} // namespace
