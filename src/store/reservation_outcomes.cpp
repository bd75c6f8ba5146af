// Rail v2 as the process sees it that answers the buyer: send, decide, release; and what is given
// up of payments that bought nothing.
#include "base/log.hpp"
#include "base/sha256.hpp"
#include "db/fault.hpp"
#include "db/transaction.hpp"
#include "store/changes.hpp"
#include "store/reservations.hpp"
#include "store/rows.hpp"

#include <chrono>

namespace store {

namespace {

using base::to_ms;
using std::chrono::seconds;

// Most blocks of the chain come within seconds: the first look for a transfer that should be there.
constexpr seconds k_first_proof_look{4};

// The first one buys where the signer of several was not known: payment_authorization and
// payment_identifier, the indexes, have room for one.
constexpr db::Text k_is_first{
    " AND NOT EXISTS (SELECT 1 FROM payment AS rival WHERE rival.network = payment.network "
    "AND rival.asset = payment.asset AND rival.payer = payment.payer "
    "AND rival.nonce = payment.nonce AND rival.phase <> 'refused' AND rival.signed_by_payer = 1 "
    "AND rival.job_seq <> payment.job_seq) AND NOT EXISTS (SELECT 1 FROM payment AS rival WHERE "
    "rival.payer = payment.payer AND rival.identifier = payment.identifier "
    "AND rival.phase <> 'refused' AND rival.signed_by_payer = 1 "
    "AND rival.job_seq <> payment.job_seq)"};

constexpr auto k_intend =
    "UPDATE payment SET phase = ?4, updated_ms = ?5, endpoint = ?6, due_ms = lease_until_ms, "
    "signed_by_payer = 1, is_sent = 1, payload = ?7, requirements = ?8, shown_s = ?9, "
    "shown_block = ?10 WHERE job_seq = ?1 AND owner = ?2 AND phase = ?3 AND lease_until_ms > ?5" +
    k_is_first;

constexpr auto k_leave =
    "UPDATE payment SET phase = ?4, owner = ?6, updated_ms = ?5, due_ms = ?5, lease_until_ms = ?5, "
    "signed_by_payer = 1, is_sent = 1, payload = ?7, requirements = ?8, undecided_ms = ?5, "
    "undecided_client = ?9, undecided_site = ?10 "
    "WHERE job_seq = ?1 AND owner = ?2 AND phase = ?3 AND lease_until_ms > ?5" +
    k_is_first;

// What a facilitator called a success.
struct Success {
    job::Phase phase; // what the payment is by it
    std::string_view response;
    std::string_view tx_hash;
};

// The worker looks for the transfer after `wait`.
bool take_success(db::Writer& writer, const job::Payment& payment, const Success& success,
                  base::Instant now, seconds wait)
{
    return writer.run(
               "UPDATE payment SET phase = ?3, response = ?4, tx_hash = ?5, updated_ms = ?6, "
               "due_ms = ?7, looks = 0 WHERE job_seq = ?1 AND phase = ?2",
               payment.job_seq, to_text(job::Phase::settle_sent), to_text(success.phase),
               success.response, success.tx_hash, to_ms(now), to_ms(now + wait)) == 1;
}

// From now on the worker may have to find out, or to do the job: with all that it takes.
void store_request(db::Writer& writer, const job::Payment& payment, const ReservationOrder& order)
{
    writer.run("INSERT INTO job_body (job_seq, request) VALUES (?1, ?2)", payment.job_seq,
               order.request);
}

// Keeps only the newest refusal of the same payment for the same request, with the time of the
// first one.
void supersede(db::Writer& writer, const job::Payment& payment)
{
    std::vector<std::int64_t> older;
    std::optional<rows::BlockPlace> shown;
    {
        auto row = writer.query(
            "SELECT job_seq, shown_s, shown_block FROM payment WHERE payer = ?1 AND nonce = ?2 "
            "AND phase = 'refused' AND is_sent = 0 AND signature = ?3 AND request_digest = ?4 "
            "AND job_seq < ?5 AND log_index IS NULL AND network = ?6 AND asset = ?7",
            payment.key.payer.bytes(), payment.key.nonce->bytes(), payment.signature,
            payment.request_digest.bytes(), payment.job_seq, payment.key.network.text(),
            payment.key.asset.bytes());
        while (row.step()) {
            older.push_back(row.integer(0));
            const rows::BlockPlace its{row.integer(1), static_cast<std::uint64_t>(row.integer(2))};
            shown = std::min(shown.value_or(its), its);
        }
    }
    if (shown)
        writer.run("UPDATE payment SET shown_s = ?2, shown_block = ?3 WHERE job_seq = ?1 "
                   "AND is_sent = 0 AND (shown_s, shown_block) > (?2, ?3)",
                   payment.job_seq, shown->time_s, shown->number);
    for (const std::int64_t seq : older) rows::forget(writer, seq);
}

} // namespace

base::Result<std::monostate, NotSent> Reservations::mark_settle_sent(const job::Payment& payment,
                                                                     const ReservationOrder& order,
                                                                     std::size_t endpoint)
{
    using Intent = base::Result<std::monostate, NotSent>;
    const base::Instant now = m_at.clock.now();
    const auto intend = [&](db::Writer& writer) -> Intent {
        if (!rows::has_room(writer, order.goods)) return base::refuse(NotSent::lane_full);
        const auto newest = rows::newest_block(writer, payment.key.network, now);
        const int changed =
            writer.run(k_intend, payment.job_seq, order.owner, to_text(job::Phase::reserved),
                       to_text(job::Phase::settle_sent), to_ms(now), endpoint, order.payload,
                       order.requirements, newest.time_s, newest.number);
        if (changed == 0) return base::refuse(NotSent::overtaken);
        writer.run("UPDATE jobs SET has_left_lane = 0 WHERE seq = ?1 AND has_left_lane = 1",
                   payment.job_seq);
        store_request(writer, payment, order);
        return std::monostate{};
    };
    try {
        const auto written =
            db::if_room([&] { return db::write(m_at.database, "settle_sent", intend); });
        return written ? *written : Intent{base::refuse(NotSent::storage_full)};
    } catch (const db::AwayFault& away) {
        base::log::error("storage_away",
                         {{"job_id", payment.job_id.text()}, {"detail", away.what()}});
        return base::refuse(NotSent::storage_away);
    }
}

bool Reservations::leave_to_chain(const job::Payment& payment, const ReservationOrder& order)
{
    return db::write(m_at.database, "hand_over", m_at.waker, [&](db::Writer& writer) {
        const int changed = writer.run(
            k_leave, payment.job_seq, order.owner, to_text(job::Phase::reserved),
            to_text(job::Phase::settle_sent), to_ms(m_at.clock.now()), rows::k_nobody_sends,
            order.payload, order.requirements, order.buyer.client, order.buyer.networks.site);
        if (changed == 0) return false;
        store_request(writer, payment, order);
        return true;
    });
}

void Reservations::hand_over(const job::Payment& payment, std::string_view owner)
{
    db::write(m_at.database, "hand_over", m_at.waker, [&](db::Writer& writer) {
        return writer.run(
                   "UPDATE payment SET due_ms = ?4, lease_until_ms = ?4, undecided_ms = ?4, "
                   "(undecided_client, undecided_site) = (SELECT client, site FROM jobs WHERE "
                   "seq = ?1) WHERE job_seq = ?1 AND owner = ?2 AND phase = ?3",
                   payment.job_seq, owner, to_text(job::Phase::settle_sent),
                   to_ms(m_at.clock.now())) != 0;
    });
}

bool Reservations::mark_unproven(const job::Payment& payment, std::string_view response,
                                 std::string_view tx_hash)
{
    return db::write(m_at.database, "mark_unproven", m_at.waker, [&](db::Writer& writer) {
        return take_success(writer, payment, {job::Phase::settled_unproven, response, tx_hash},
                            m_at.clock.now(), seconds{0});
    });
}

bool Reservations::mark_settled(const job::Payment& payment, std::string_view response,
                                std::string_view tx_hash)
{
    return db::write(m_at.database, "mark_settled", m_at.waker, [&](db::Writer& writer) {
        const base::Instant now = m_at.clock.now();
        if (!take_success(writer, payment, {job::Phase::settled, response, tx_hash}, now,
                          k_first_proof_look))
            return false;
        rows::require(rows::move_job(writer, payment.job_seq, job::Event::settled, now), "settled");
        return true;
    });
}

bool Reservations::refuse(const job::Payment& payment, std::string_view reason,
                          std::string_view response, Counts counts, Watch watch)
{
    return db::write(m_at.database, "refuse", m_at.waker, [&](db::Writer& writer) {
        const base::Instant now = m_at.clock.now();
        const std::int64_t is_watched = watch == Watch::yes ? 1 : 0;
        const int changed = writer.run(
            "UPDATE payment SET phase = ?2, reason = ?3, response = ?4, updated_ms = ?5, "
            "signed_by_payer = signed_by_payer * ?7, "
            "due_ms = CASE WHEN signed_by_payer = 1 AND ?7 = 1 THEN CAST(?6 AS BIGINT) END, looks "
            "= 0 WHERE "
            "job_seq = ?1 "
            "AND (phase = 'reserved' OR phase = 'settle_sent' AND owner <> '')",
            payment.job_seq, to_text(job::Phase::refused), reason, response, to_ms(now),
            to_ms(now + rows::k_first_refusal_look), is_watched);
        if (changed == 0) return false;
        rows::require(rows::move_job(writer, payment.job_seq, job::Event::not_paid, now), "reject");
        supersede(writer, payment);
        if (counts == Counts::yes || counts == Counts::other_signer)
            rows::count_refusal(writer, rows::Refusal::refused, payment, now);
        if (counts == Counts::other_signer)
            rows::count_refusal(writer, rows::Refusal::other_signer, payment, now);
        if (counts == Counts::release)
            rows::count_refusal(writer, rows::Refusal::released, payment, now);
        return true;
    });
}

} // namespace store
