// What a judgement comes to in the ledger. A crowd of transfers or claims must not hold up all
// other writes for as long as it takes: real files, real transactions.
#include "store/ledger.hpp"

#include "db/fault.hpp"
#include "db/write_check.hpp"
#include "support/judgements.hpp"
#include "support/order_world.hpp"

#include <cppunit/extensions/HelperMacros.h>

#include <algorithm>
#include <string>
#include <vector>

namespace {

using support::OrderWorld;

int s_judgements = 0; // written while counted

void count(std::string_view step, db::Reader, const std::vector<db::ChangedRow>&)
{
    s_judgements += step == "judge" ? 1 : 0;
}

// Counts writes instead of checking them, from before a database is opened.
class Counted {
public:
    Counted()
    {
        s_judgements = 0;
        db::check_writes_with(&count);
    }
    ~Counted() { db::check_writes_with(m_check); }
    Counted(const Counted&) = delete;
    Counted& operator=(const Counted&) = delete;

private:
    db::WriteCheck m_check = db::write_check();
};

class LedgerTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(LedgerTest);
    CPPUNIT_TEST(a_judgement_is_one_transaction);
    CPPUNIT_TEST(a_crowd_is_written_in_pieces);
    CPPUNIT_TEST(on_a_server_one_that_met_another_is_written_whole);
    CPPUNIT_TEST_SUITE_END();

    const Counted counted;
    OrderWorld world;

    std::vector<job::Transfer> transfers(std::size_t number)
    {
        std::vector<job::Transfer> out;
        for (std::size_t i = 0; i < number; ++i) {
            out.push_back(world.transfer(1));
            out.back().log_index = i;
        }
        return out;
    }
    // Orders that the transaction is claimed for, by as many clients.
    std::vector<store::DueClaim> claims(std::size_t number)
    {
        for (std::size_t i = 0; i < number; ++i)
            world.claim(world.order("client-" + std::to_string(i)), OrderWorld::tx(1));
        return world.claims.pending_claims_of(OrderWorld::tx(1).text());
    }
    store::Recorded refuse_all(const store::Judgement& judgement,
                               const std::vector<store::DueClaim>& due)
    {
        return world.ledger.record(judgement, [&](const store::Recorded& written) {
            CPPUNIT_ASSERT_EQUAL(judgement.came.size(), written.came.size());
            std::vector<store::ClaimAnswer> out;
            for (const auto& each : due)
                out.push_back({.due = each, .word = job::k_memo_missing, .found = "{}"});
            return out;
        });
    }

public:
    void on_a_server_one_that_met_another_is_written_whole()
    {
        if (world.database.is_file()) return; // no body is run again there
        const auto came = transfers(3);
        int tries = 0;
        const auto recorded =
            world.ledger.record({.came = came}, [&](const store::Recorded& written) {
                CPPUNIT_ASSERT_EQUAL(came.size(), written.came.size());
                if (++tries == 1) throw db::ConflictFault{"another one was faster"};
                return std::vector<store::ClaimAnswer>{};
            });
        CPPUNIT_ASSERT_EQUAL(2, tries);
        CPPUNIT_ASSERT_EQUAL(came.size(), recorded.came.size());
        for (const auto& each : came) CPPUNIT_ASSERT(world.ledger.fate_of(each));
    }

    void a_judgement_is_one_transaction()
    {
        const auto order = world.order();
        const auto paid = transfers(4);
        const auto due = claims(3);
        const auto recorded =
            refuse_all({.payments = {{world.names.named(order.view.job.id).value(), paid[0]}},
                        .owed = {{paid[1], order.view.job.seq, "amount"}},
                        .came = paid},
                       due);
        CPPUNIT_ASSERT_EQUAL(1, s_judgements);
        CPPUNIT_ASSERT((recorded.payments == std::vector{store::Confirmed::now}));
        CPPUNIT_ASSERT((recorded.came == std::vector{job::Fate::paid, job::Fate::credited,
                                                     job::Fate::waiting, job::Fate::waiting}));
        CPPUNIT_ASSERT(world.claims.pending_claims_of(OrderWorld::tx(1).text()).empty());
    }

    void a_crowd_is_written_in_pieces()
    {
        const auto came = transfers(450);
        const auto due = claims(250);
        CPPUNIT_ASSERT_EQUAL(std::size_t{250}, due.size());
        const auto recorded = refuse_all({.came = came}, due);
        CPPUNIT_ASSERT_EQUAL(4, s_judgements);
        CPPUNIT_ASSERT_EQUAL(std::size_t{450}, recorded.came.size());
        CPPUNIT_ASSERT(std::ranges::count(recorded.came, job::Fate::waiting) == 450);
        CPPUNIT_ASSERT(world.claims.pending_claims_of(OrderWorld::tx(1).text()).empty());
        // The same once more, as after a death: nothing is added.
        CPPUNIT_ASSERT(refuse_all({.came = came}, {}).came == recorded.came);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(LedgerTest);

} // namespace
