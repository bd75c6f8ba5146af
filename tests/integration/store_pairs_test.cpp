// Pairs of transactions, neither of which sees what the other is about to commit: where a server
// runs both at once, each still comes before or after the other, and never half of both.
#include "meeting_case.hpp"

#include "store/audit.hpp"
#include "store/credits.hpp"
#include "store/settlements.hpp"
#include "support/judgements.hpp"
#include "work/writers.hpp"

#include <optional>

namespace {

using namespace std::chrono_literals;
using job::Phase;
using job::State;
using support::OrderSession;
using support::OrderWorld;
using support::reservation_order;

class StorePairsTest : public meeting::MeetingCase {
    CPPUNIT_TEST_SUITE(StorePairsTest);
    CPPUNIT_TEST(two_jobs_are_claimed_by_two);
    CPPUNIT_TEST(money_that_is_sent_back_buys_no_job);
    CPPUNIT_TEST(a_transfer_pays_for_a_job_or_is_owed);
    CPPUNIT_TEST(a_transfer_that_pays_is_not_waiting);
    CPPUNIT_TEST(one_key_is_one_order);
    CPPUNIT_TEST(the_last_order_of_a_client_is_the_firsts);
    CPPUNIT_TEST(the_last_claim_of_a_job_is_the_firsts);
    CPPUNIT_TEST(of_two_whose_signer_was_not_known_one_is_sent);
    CPPUNIT_TEST_SUITE_END();

    void books_agree() const
    {
        with_store([](OrderSession& session) {
            const auto wrong = store::Audit{session.database}.violations(10);
            CPPUNIT_ASSERT_MESSAGE(wrong.empty() ? "" : wrong[0].rule + ": " + wrong[0].detail,
                                   wrong.empty());
        });
    }

    // As a desk of the worker of another node does it.
    template <typename F> static Act at_desk(F body)
    {
        return [body](OrderSession& session) {
            work::Writers writers{session.options};
            db::Database desk{writers.of_desks()};
            return body(session, store::Access{desk, session.clock, session.waker});
        };
    }

    // Paid, never asked for, and owed by now; with the number of the credit.
    struct Forgotten {
        value::JobId id;
        std::int64_t credit;
    };
    Forgotten forgotten(unsigned number) const
    {
        return with_store([&](OrderSession& session) {
            const auto id = session.order().view.job.id;
            const auto named = session.names.named(id).value();
            CPPUNIT_ASSERT(support::confirm(session.ledger, named, session.transfer(number)) ==
                           store::Confirmed::now);
            session.clock.advance(24h * 31);
            CPPUNIT_ASSERT_EQUAL(1, session.clocks.credit_never_resubmitted());
            auto row = session.database.query("SELECT max(seq) FROM credit");
            CPPUNIT_ASSERT(row.step());
            return Forgotten{id, row.integer(0)};
        });
    }
    static Act resubmit(const Forgotten& order)
    {
        return [order](OrderSession& session) {
            return session.orders.resubmit(order.id, "{}").has_value();
        };
    }
    static Act send_back(const Forgotten& order)
    {
        return [order](OrderSession& session) {
            return store::Credits{session.at}
                .refunded(order.credit, OrderSession::tx(200))
                .has_value();
        };
    }

    // Sent to settle, and its outcome was not heard.
    job::Payment unheard(unsigned number) const
    {
        return with_store([&](OrderSession& session) {
            const auto order = reservation_order(number);
            auto payment = session.reservations.reserve(order).value();
            CPPUNIT_ASSERT(session.reservations.mark_settle_sent(payment, order));
            return payment;
        });
    }
    // The chain shows what its authorization has moved; whether it waits now for its end.
    static bool waits(OrderSession& session, const store::Access& at, const job::Payment& payment,
                      unsigned number)
    {
        auto transfer = session.transfer(number);
        transfer.payer = payment.key.payer;
        transfer.nonce = payment.key.nonce;
        store::Judgement judgement;
        judgement.came.push_back(std::move(transfer));
        return store::Ledger{at}
                   .record(judgement,
                           [](const auto&) { return std::vector<store::ClaimAnswer>{}; })
                   .came.at(0) == job::Fate::waiting;
    }
    static Act prove(const job::Payment& payment, unsigned number)
    {
        return at_desk([=](OrderSession& session, const store::Access& at) {
            session.clock.advance(store::k_reservation_lease);
            store::Settlements settlements{at};
            for (const auto& due : settlements.due(10))
                if (due.payment.job_seq == payment.job_seq)
                    return settlements.prove(due,
                                             {.tx_hash = OrderSession::tx(number).text(),
                                              .block_number = 900,
                                              .log_index = 3,
                                              .block_time_s = session.chain_time(),
                                              .head_s = session.chain_time()},
                                             "{}") == store::Proven::queued;
            throw base::Fault{"the payment is not due"};
        });
    }

public:
    void two_jobs_are_claimed_by_two()
    {
        with_store([](OrderSession& session) {
            session.queue(reservation_order(1));
            session.queue(reservation_order(2));
        });
        const auto claim = [](std::string worker) -> Act {
            return [worker = std::move(worker)](OrderSession& session) {
                return session.lanes
                    .claim_next({.lane = std::string{support::k_lane}}, worker, 60s)
                    .has_value();
            };
        };
        expect_both("claim_next.before", claim("one"), claim("other"));
        with_store([](OrderSession& session) {
            auto row = session.database.query(
                "SELECT count(DISTINCT worker) FROM jobs WHERE state = 'running'");
            CPPUNIT_ASSERT(row.step());
            CPPUNIT_ASSERT_EQUAL(std::int64_t{2}, row.integer(0));
        });
    }

    void money_that_is_sent_back_buys_no_job()
    {
        const auto asked = forgotten(1);
        expect_first_wins("resubmit.before", resubmit(asked), send_back(asked));
        const auto sent = forgotten(2);
        expect_first_wins("close_credit.before", send_back(sent), resubmit(sent));
        books_agree();
    }

    void a_transfer_pays_for_a_job_or_is_owed()
    {
        const auto owe = [](unsigned number) {
            return at_desk([=](OrderSession& session, const store::Access& at) {
                const store::Orphan orphan{OrderSession::tx(number).text(), 3, 900};
                return store::WaitingTransfers{at}.credit_orphans(session.network, {orphan}) == 1;
            });
        };
        const auto wait = [this](const job::Payment& payment, unsigned number) {
            with_store([&](OrderSession& session) {
                CPPUNIT_ASSERT(waits(session, session.at, payment, number));
            });
        };
        const auto paid = unheard(1);
        wait(paid, 1);
        expect_first_wins("prove.before", prove(paid, 1), owe(1));
        const auto late = unheard(2);
        wait(late, 2);
        expect_first_wins("credit_orphans.before", owe(2), prove(late, 2));
        books_agree();
    }

    void a_transfer_that_pays_is_not_waiting()
    {
        const auto paid = unheard(1);
        expect_first_wins("prove.before", prove(paid, 1),
                          at_desk([=](OrderSession& session, const store::Access& at) {
                              return waits(session, at, paid, 1);
                          }));
        books_agree();
    }

    void one_key_is_one_order()
    {
        const auto order = [](OrderSession& session) {
            auto wish = session.wish();
            wish.repeat_key = OrderSession::digest(7);
            return session.orders.order(wish).has_value();
        };
        with_store([](OrderSession&) {});
        expect_both("order.before", order, order);
        with_store([](OrderSession& session) {
            CPPUNIT_ASSERT_EQUAL(1, session.orders.counts("192.0.2.1").awaiting);
        });
    }

    void the_last_order_of_a_client_is_the_firsts()
    {
        const auto order = [](OrderSession& session) {
            auto wish = session.wish();
            wish.max_awaiting = 1;
            return session.orders.order(wish).has_value();
        };
        with_store([](OrderSession&) {});
        expect_first_wins("order.before", order, order);
    }

    void the_last_claim_of_a_job_is_the_firsts()
    {
        const auto id = with_store([](OrderSession& session) {
            const auto made = session.order().view.job.id;
            for (unsigned i = 1; i < job::k_most_claims; ++i)
                CPPUNIT_ASSERT(session.orders.claim(made, OrderSession::tx(i), std::nullopt));
            return made;
        });
        const auto claim = [id](unsigned number) -> Act {
            return [id, number](OrderSession& session) {
                return session.orders.claim(id, OrderSession::tx(number), std::nullopt).has_value();
            };
        };
        expect_first_wins("claim.before", claim(101), claim(102));
    }

    // The index that keeps authorizations apart has none whose signer is not known.
    void of_two_whose_signer_was_not_known_one_is_sent()
    {
        const auto order = [](unsigned request) {
            auto out = reservation_order(request);
            out.key = reservation_order(1).key;
            out.is_signer_known = false;
            return out;
        };
        const auto reserved = [&](unsigned request) {
            return with_store([&](OrderSession& session) {
                return session.reservations.reserve(order(request)).value();
            });
        };
        const auto send = [&](const job::Payment& payment, unsigned request) -> Act {
            return [payment, wish = order(request)](OrderSession& session) {
                return session.reservations.mark_settle_sent(payment, wish).has_value();
            };
        };
        const auto one = reserved(1);
        const auto other = reserved(2);
        expect_first_wins("settle_sent.before", send(one, 1), send(other, 2));
        books_agree();
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(StorePairsTest);

} // namespace
