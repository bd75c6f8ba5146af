// Rail v2 as the process sees it that answers the buyer: send, decide, release; and what is given
// up of payments that bought nothing.
#include "base/sha256.hpp"
#include "db/transaction.hpp"
#include "job/store.hpp"
#include "job/store_rows.hpp"

#include <chrono>

namespace job {

namespace {

using base::to_ms;
using std::chrono::seconds;

// Most blocks of the chain come within seconds: the first look for a transfer that should be there,
// and for one that should not.
constexpr seconds k_first_proof_look{4};
constexpr seconds k_first_refusal_look{15};
// In one transaction: others want to write too.
constexpr int k_forgotten_at_once = 200;

// What a facilitator called a success, as `phase`; the worker looks for the transfer after `wait`.
bool take_success(db::Writer& writer, const Payment& payment, Phase phase,
                  std::string_view response, std::string_view tx_hash, base::Instant now,
                  seconds wait)
{
    return writer.run(
               "UPDATE payment SET phase = ?3, response = ?4, tx_hash = ?5, updated_ms = ?6, "
               "due_ms = ?7, looks = 0 WHERE job_seq = ?1 AND phase = ?2",
               payment.job_seq, to_text(Phase::settle_sent), to_text(phase), response, tx_hash,
               to_ms(now), to_ms(now + wait)) == 1;
}

// From now on the worker may have to find out, or to do the job: with all that it takes.
void store_request(db::Writer& writer, const Payment& payment, const ReservationOrder& order)
{
    writer.run("INSERT INTO job_body (job_seq, request) VALUES (?1, ?2)", payment.job_seq,
               order.request);
}

// Of the same payment for the same request only the newest refusal is kept, with the time of the
// first one.
void supersede(db::Writer& writer, const Payment& payment)
{
    std::vector<std::int64_t> older;
    std::optional<std::int64_t> shown_s;
    {
        auto row = writer.query(
            "SELECT job_seq, shown_s FROM payment WHERE payer = ?1 AND nonce = ?2 "
            "AND phase = 'refused' AND is_sent = 0 AND signature = ?3 AND request_digest = ?4 "
            "AND job_seq < ?5 AND log_index IS NULL AND network = ?6 AND asset = ?7",
            payment.key.payer.bytes(), payment.key.nonce->bytes(), payment.signature,
            payment.request_digest.bytes(), payment.job_seq, payment.key.network.text(),
            payment.key.asset.bytes());
        while (row.step()) {
            older.push_back(row.integer(0));
            shown_s = std::min(shown_s.value_or(row.integer(1)), row.integer(1));
        }
    }
    if (shown_s)
        writer.run("UPDATE payment SET shown_s = min(shown_s, ?2) WHERE job_seq = ?1",
                   payment.job_seq, *shown_s);
    for (const std::int64_t seq : older) rows::forget(writer, seq);
}

} // namespace

base::Result<std::monostate, NotSent> Store::mark_settle_sent(const Payment& payment,
                                                              const ReservationOrder& order,
                                                              std::size_t endpoint)
{
    using Intent = base::Result<std::monostate, NotSent>;
    const auto intend = [&](db::Writer& writer) -> Intent {
        if (!rows::has_room(writer, order.lane, order.lane_capacity))
            return base::refuse(NotSent::lane_full);
        // OR IGNORE: of several whose signer was not known, the index lets the first one through.
        const int changed = writer.run(
            "UPDATE OR IGNORE payment SET phase = ?4, updated_ms = ?5, endpoint = ?6, due_ms = "
            "lease_until_ms, signed_by_payer = 1, is_sent = 1, payload = ?7, requirements = ?8 "
            "WHERE job_seq = ?1 AND owner = ?2 AND phase = ?3 AND lease_until_ms > ?5",
            payment.job_seq, order.owner, to_text(Phase::reserved), to_text(Phase::settle_sent),
            to_ms(m_clock.now()), endpoint, order.payload, order.requirements);
        if (changed == 0) return base::refuse(NotSent::overtaken);
        writer.run("UPDATE jobs SET has_left_lane = 0 WHERE seq = ?1 AND has_left_lane = 1",
                   payment.job_seq);
        store_request(writer, payment, order);
        return std::monostate{};
    };
    const auto written = db::if_room([&] { return db::write(m_database, "settle_sent", intend); });
    return written ? *written : Intent{base::refuse(NotSent::storage_full)};
}

bool Store::leave_to_chain(const Payment& payment, const ReservationOrder& order)
{
    return db::write(m_database, "hand_over", m_waker, [&](db::Writer& writer) {
        const int changed = writer.run(
            "UPDATE OR IGNORE payment SET phase = ?4, owner = ?6, updated_ms = ?5, due_ms = ?5, "
            "lease_until_ms = ?5, signed_by_payer = 1, is_sent = 1, payload = ?7, "
            "requirements = ?8, undecided_ms = ?5, undecided_client = ?9, undecided_site = ?10 "
            "WHERE job_seq = ?1 AND owner = ?2 AND phase = ?3 AND lease_until_ms > ?5",
            payment.job_seq, order.owner, to_text(Phase::reserved), to_text(Phase::settle_sent),
            to_ms(m_clock.now()), rows::k_nobody_sends, order.payload, order.requirements,
            order.client, order.networks.site);
        if (changed == 0) return false;
        store_request(writer, payment, order);
        return true;
    });
}

void Store::hand_over(const Payment& payment, std::string_view owner)
{
    db::write(m_database, "hand_over", m_waker, [&](db::Writer& writer) {
        return writer.run(
                   "UPDATE payment SET due_ms = ?4, lease_until_ms = ?4, undecided_ms = ?4, "
                   "(undecided_client, undecided_site) = (SELECT client, site FROM jobs WHERE "
                   "seq = ?1) WHERE job_seq = ?1 AND owner = ?2 AND phase = ?3",
                   payment.job_seq, owner, to_text(Phase::settle_sent), to_ms(m_clock.now())) != 0;
    });
}

bool Store::mark_unproven(const Payment& payment, std::string_view response,
                          std::string_view tx_hash)
{
    return db::write(m_database, "mark_unproven", m_waker, [&](db::Writer& writer) {
        return take_success(writer, payment, Phase::settled_unproven, response, tx_hash,
                            m_clock.now(), seconds{0});
    });
}

bool Store::mark_settled(const Payment& payment, std::string_view response,
                         std::string_view tx_hash)
{
    return db::write(m_database, "mark_settled", m_waker, [&](db::Writer& writer) {
        const base::Instant now = m_clock.now();
        if (!take_success(writer, payment, Phase::settled, response, tx_hash, now,
                          k_first_proof_look))
            return false;
        const Move& move = move_of(Event::settled);
        rows::require_one(writer.run("UPDATE jobs SET state = ?3, queue_rank = ?4, updated_ms = ?4 "
                                     "WHERE seq = ?1 AND state = ?2",
                                     payment.job_seq, to_text(move.from), to_text(move.to),
                                     to_ms(now)),
                          "settled");
        return true;
    });
}

bool Store::refuse(const Payment& payment, std::string_view reason, std::string_view response,
                   Counts counts, Watch watch)
{
    return db::write(m_database, "refuse", m_waker, [&](db::Writer& writer) {
        const base::Instant now = m_clock.now();
        const std::int64_t is_watched = watch == Watch::yes ? 1 : 0;
        const int changed = writer.run(
            "UPDATE payment SET phase = ?2, reason = ?3, response = ?4, updated_ms = ?5, "
            "signed_by_payer = signed_by_payer AND ?7, "
            "due_ms = CASE WHEN signed_by_payer AND ?7 THEN ?6 END, looks = 0 WHERE job_seq = ?1 "
            "AND (phase = 'reserved' OR phase = 'settle_sent' AND owner <> '')",
            payment.job_seq, to_text(Phase::refused), reason, response, to_ms(now),
            to_ms(now + k_first_refusal_look), is_watched);
        if (changed == 0) return false;
        rows::reject_job(writer, payment.job_seq, now);
        supersede(writer, payment);
        if (counts == Counts::yes)
            rows::count_refusal(writer, rows::Refusal::refused, payment, now);
        if (counts == Counts::release)
            rows::count_refusal(writer, rows::Refusal::released, payment, now);
        return true;
    });
}

int Store::release_abandoned()
{
    return db::write(m_database, "release_abandoned", m_waker, [&](db::Writer& writer) {
        const base::Instant now = m_clock.now();
        std::vector<std::int64_t> released;
        {
            // A lease that ends later than any lease can was given before the clock was set back.
            auto row = writer.returning(
                "UPDATE payment SET phase = ?1, reason = 'released', updated_ms = ?2, "
                "due_ms = CASE WHEN signed_by_payer THEN ?4 END "
                "WHERE phase = 'reserved' "
                "AND (lease_until_ms <= ?2 OR lease_until_ms > ?3) "
                "RETURNING job_seq",
                to_text(Phase::refused), to_ms(now), to_ms(now + k_reservation_lease),
                to_ms(now + k_first_refusal_look));
            while (row.step()) released.push_back(row.integer(0));
        }
        for (const std::int64_t seq : released) rows::reject_job(writer, seq, now);
        return static_cast<int>(released.size());
    });
}

int Store::mark_undecided()
{
    const base::Instant now = m_clock.now();
    // Nearly always nothing: looked for outside the gate.
    const auto first = rows::first_integer(
        m_database.query("SELECT 1 FROM payment WHERE phase IN ('settle_sent', 'settled_unproven') "
                         "AND phase = 'settle_sent' AND updated_ms <= ?1 AND "
                         "(undecided_ms IS NULL AND awaits_payer = 0 AND lease_until_ms <= ?1 "
                         "OR undecided_ms <= ?2) LIMIT 1",
                         to_ms(now), to_ms(now - k_undecided_in_lane)));
    if (!first) return 0;
    return db::write(m_database, "mark_undecided", [&](db::Writer& writer) {
        writer.run(
            "UPDATE payment SET undecided_ms = ?1, (undecided_client, undecided_site) = (SELECT "
            "client, site FROM jobs WHERE seq = job_seq) WHERE phase IN ('settle_sent', "
            "'settled_unproven') AND phase = 'settle_sent' AND updated_ms <= ?1 AND undecided_ms "
            "IS NULL AND awaits_payer = 0 AND lease_until_ms <= ?1",
            to_ms(now));
        const int left = writer.run(
            "UPDATE jobs SET has_left_lane = 1 WHERE seq IN (SELECT job_seq FROM payment WHERE "
            "phase = 'settle_sent' AND undecided_ms IS NOT NULL AND undecided_ms <= ?1) AND "
            "state = ?2 AND has_left_lane = 0",
            to_ms(now - k_undecided_in_lane), to_text(State::settling));
        return db::keep(left);
    });
}

int Store::forget_refused()
{
    const base::Instant now = m_clock.now();
    const auto dead_s = to_ms(now - k_refused_kept) / 1000;
    std::vector<std::int64_t> over;
    std::vector<std::int64_t> unwatched;
    {
        auto row =
            m_database.query("SELECT job_seq FROM payment WHERE phase = 'refused' AND is_sent = 0 "
                             "AND valid_before_s <= ?1 AND log_index IS NULL "
                             "AND (awaits_payer = 0 OR due_ms IS NULL) LIMIT ?2",
                             dead_s, k_forgotten_at_once);
        while (row.step()) over.push_back(row.integer(0));
        auto left = m_database.query("SELECT job_seq FROM payment WHERE phase = 'refused' "
                                     "AND due_ms IS NULL AND payload <> '' LIMIT ?1",
                                     k_forgotten_at_once);
        while (left.step()) unwatched.push_back(left.integer(0));
    }
    if (over.empty() && unwatched.empty()) return 0;
    return db::write(m_database, "forget_refused", [&](db::Writer& writer) {
        for (const std::int64_t seq : over) rows::forget(writer, seq);
        for (const std::int64_t seq : unwatched) {
            if (writer.run("UPDATE payment SET payload = '', requirements = '' WHERE job_seq = "
                           "?1 AND phase = 'refused' AND due_ms IS NULL",
                           seq) == 1)
                writer.run("UPDATE job_body SET request = '' WHERE job_seq = ?1", seq);
        }
        return db::keep(static_cast<int>(over.size()));
    });
}

} // namespace job
