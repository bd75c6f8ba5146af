#include "support/every_statement.hpp"

#include "base/fault.hpp"
#include "store/history.hpp"
#include "store/measures.hpp"
#include "support/retention.hpp"

namespace support {

using std::chrono::minutes;

void EveryStatement::run()
{
    auto claimed = m_world.start(reservation_order(1), k_worker);
    m_world.lanes.extend_lease(claimed.job, k_worker, minutes{1});
    m_world.lanes.report_progress(claimed.job, k_worker, {"skeptic", 1, 2});
    m_world.lanes.attempt_failed(claimed.job, k_worker, "crashed", 3);
    const auto queued = m_world.reading.find(claimed.job.id, store::Reading::Artifact::leave);
    m_world.reading.queue_position(queued->job);
    claimed = *m_world.lanes.claim_next({.lane = std::string{k_lane}}, k_worker, minutes{1});
    m_world.lanes.complete(claimed.job, k_worker, result_of("{}", "pending"), m_world.clock.now());
    m_world.reading.find(claimed.job.id, store::Reading::Artifact::fetch);
    claimed = m_world.start(reservation_order(2), k_worker);
    m_world.lanes.give_back(claimed.job, k_worker, "stopped");
    claimed = *m_world.lanes.claim_next({.lane = std::string{k_lane}, .is_in_turn = true}, k_worker,
                                        minutes{1});
    m_world.lanes.attempt_failed(claimed.job, k_worker, "crashed", 1);
    m_world.reservations.refuse(*m_world.reservations.reserve(reservation_order(3)), "invalid", "",
                                store::Reservations::Counts::yes);
    m_world.reservations.find_payment(reservation_order(1).key);
    m_world.reservations.is_bound_to_order(reservation_order(1).key.nonce.value());
    m_world.reservations.was_refused_before(
        *m_world.reservations.find_payment(reservation_order(1).key));
    m_world.reservations.find_identified(reservation_order(1).key.payer, "order-0123456789-abc");
    const auto handed = *m_world.reservations.reserve(reservation_order(4));
    static_cast<void>(m_world.reservations.mark_settle_sent(handed, reservation_order(4)));
    m_world.reservations.hand_over(handed, "request-4");
    m_world.reservations.mark_unproven(handed, "{}", "0xabc");
    m_world.clock.advance(minutes{1});
    for (const auto& due : m_settlements.due(10)) {
        m_settlements.look_again(
            {{due.payment.job_seq, due.payment.phase, due.due, m_world.clock.now()}});
        m_settlements.take_over(due);
        m_settlements.take_back(due);
        if (due.payment.phase == job::Phase::refused)
            m_settlements.prove(due, {"0xabd", 1, 1}, "{}");
        else
            m_settlements.decide_unpaid(due, "expired", "{}");
        m_settlements.look_now(due.payment.job_id);
    }
    m_settlements.look_at_all_now();
    m_settlements.count_unproven(std::chrono::seconds{30});
    m_world.sweeper.release_abandoned();
    m_world.sweeper.mark_undecided();
    m_world.beat();
    m_world.reservations.refuse(*m_world.reservations.reserve(reservation_order(5)), "invalid", "",
                                store::Reservations::Counts::yes);
    // The authorizations are over.
    m_world.clock.advance(base::instant_from_ms(1000 * reservation_order(1).valid_before) +
                          minutes{20} - m_world.clock.now());
    if (m_world.sweeper.forget_refused() == 0) throw base::Fault{"nothing to forget"};
    m_world.lanes.lost_claims(k_worker, minutes{1});
    m_world.reading.lane_loads();
    m_world.bulletin.heartbeat();
    m_world.bulletin.raise_alarm("wal_large", "");
    m_world.bulletin.raise_alarm("wal_large", "");
    m_world.bulletin.clear_alarm("wal_large");
    m_world.bulletin.alarms();
    m_world.bulletin.observe({"facilitator", "ok", "", m_world.clock.now()});
    m_world.bulletin.observation("facilitator");
    m_waiting.orphans(reservation_order(1).key.network, 0, 10);
    run_anchors();
    store::History history{m_world.at};
    history.live(true);
    history.hours(std::chrono::hours{24});
    store::Measures measures{m_world.database};
    static_cast<void>(measures.ended());
    static_cast<void>(measures.credits());
    static_cast<void>(measures.undecided());
    run_retention();
}

void EveryStatement::run_retention()
{
    m_world.clock.advance(std::chrono::hours{1});
    look_no_more(m_settlements);
    walk_over_after(m_world, 2 * k_result_retention);
}

void EveryStatement::run_anchors()
{
    const auto network = reservation_order(1).key.network;
    const auto sender = reservation_order(1).key.payer;
    const auto attempt = [](std::uint8_t name) {
        return job::AnchorAttempt{.raw = {2},
                                  .tx_hash = value::TxHash{value::Digest{base::Sha256{name}}},
                                  .max_fee_wei = 2,
                                  .tip_wei = 1,
                                  .at = {}};
    };
    const auto batch = m_records.pending(50);
    store::AnchorRecords{m_world.at}.written(5);
    m_anchors.set_aside(batch.at(0), "reverted");
    const auto tx = m_anchors.begin({.network = network,
                                     .sender = sender,
                                     .callee = sender,
                                     .tx_hash = std::nullopt,
                                     .block_number = std::nullopt},
                                    attempt(1), batch);
    m_anchors.attempt_again(tx, attempt(2));
    m_records.attempts(tx);
    m_records.hashes(tx);
    const job::AnchorBlock block{.tx_hash = attempt(2).tx_hash, .number = 7, .time_s = 8};
    m_anchors.mark_mined(tx, block);
    m_anchors.mark_lost(tx);
    m_anchors.mark_failed(tx, block, 1, "");
    m_anchors.mark_final(tx);
    m_anchors.accept_foreign(network, sender, 9);
    m_records.open(network);
    m_records.next_nonce(network, sender);
    m_records.queue();
    m_records.last();
    m_wishes.wish(store::AnchorWishes::Wish::retry);
    m_wishes.take(store::AnchorWishes::Wish::retry);
}

} // namespace support
