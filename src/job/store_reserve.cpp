// Rail v2 as the process sees it that answers the buyer: reserve, send, decide.
#include "base/concat.hpp"
#include "base/fault.hpp"
#include "db/transaction.hpp"
#include "job/store.hpp"
#include "job/store_rows.hpp"

#include <chrono>

namespace job {

namespace {

using base::to_ms;

// 80 random bits never meet; a bounded loop all the same.
constexpr int k_id_attempts = 3;
// Most blocks of the chain come within seconds: the first look for a transfer that should be there,
// and for one that should not.
constexpr std::chrono::seconds k_first_proof_look{4};
constexpr std::chrono::seconds k_first_refusal_look{15};

struct NewJob {
    std::int64_t seq;
    value::JobId id;
};

NewJob insert_job(db::Connection& connection, const ReservationOrder& order, base::Instant now)
{
    for (int attempt = 0; attempt < k_id_attempts; ++attempt) {
        const value::JobId id = value::JobId::make(now);
        const int added = connection.run(
            "INSERT INTO jobs (job_id, rail, product, state, lane, client, price_atoms, sla_sec, "
            "created_ms, updated_ms) VALUES (?1, 'v2', ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?8) "
            "ON CONFLICT (job_id) DO NOTHING",
            id.text(), order.product, to_text(State::settling), order.lane, order.client,
            order.price.atoms(), order.sla.count(), to_ms(now));
        if (added == 1) return {connection.last_row(), id};
    }
    throw base::Fault{"no fresh job id could be made"};
}

// False: another reservation holds the authorization or the identifier, or the nonce is the
// commitment of an order of rail v1.
bool insert_payment(db::Connection& connection, const ReservationOrder& order,
                    const Payment& payment, base::Instant now)
{
    const int added = connection.run(
        "INSERT INTO payment (job_seq, network, asset, payer, nonce, phase, value_atoms, "
        "valid_before_s, owner, lease_until_ms, request_digest, created_ms, updated_ms, signature, "
        "payload, requirements, pay_to, identifier, signed_by_payer) SELECT ?1, ?2, ?3, ?4, ?5, "
        "?6, ?7, ?8, ?9, ?10, ?11, ?12, ?12, ?13, ?14, ?15, ?16, ?17, ?18 WHERE NOT EXISTS "
        "(SELECT 1 FROM v1_order WHERE commitment = ?5) ON CONFLICT DO NOTHING",
        payment.job_seq, payment.key.network.text(), payment.key.asset.bytes(),
        payment.key.payer.bytes(), payment.key.nonce.bytes(), to_text(payment.phase),
        payment.value.atoms(), order.valid_before, order.owner, to_ms(payment.lease_until),
        payment.request_digest.bytes(), to_ms(now), payment.signature, order.payload,
        order.requirements, order.pay_to.bytes(), order.identifier,
        std::int64_t{order.is_signer_known});
    return added == 1;
}

bool worker_is_fresh(db::Connection& connection, base::Instant now)
{
    auto row = connection.query("SELECT at_ms FROM heartbeat WHERE id = 1");
    return row.step() && is_fresh_beat(base::instant_from_ms(row.integer(0)), now);
}

std::int64_t recent_refusals(db::Connection& connection, std::string_view client, base::Instant now)
{
    auto row = connection.query(
        "SELECT count(*) FROM refusal WHERE client = ?1 AND at_ms > ?2 AND at_ms <= ?3", client,
        to_ms(now - rows::k_refusal_window), to_ms(now));
    row.step();
    return row.integer(0);
}

// What a facilitator called a success, as `phase`; the worker looks for the transfer after `wait`.
bool take_success(db::Connection& connection, const Payment& payment, Phase phase,
                  std::string_view response, std::string_view tx_hash, base::Instant now,
                  std::chrono::seconds wait)
{
    return connection.run(
               "UPDATE payment SET phase = ?3, response = ?4, tx_hash = ?5, updated_ms = ?6, "
               "due_ms = ?7, looks = 0 WHERE job_seq = ?1 AND phase = ?2",
               payment.job_seq, to_text(Phase::settle_sent), to_text(phase), response, tx_hash,
               to_ms(now), to_ms(now + wait)) == 1;
}

void reject_job(db::Connection& connection, std::int64_t seq, base::Instant now)
{
    const Move& move = move_of(Event::not_paid);
    rows::require_one(
        connection.run("UPDATE jobs SET state = ?3, updated_ms = ?4 WHERE seq = ?1 AND state = ?2",
                       seq, to_text(move.from), to_text(move.to), to_ms(now)),
        "reject");
}

} // namespace

bool is_fresh_beat(base::Instant beat, base::Instant now)
{
    return std::chrono::abs(now - beat) <= k_heartbeat_fresh;
}

base::Result<Payment, ReserveRefusal> Store::reserve(const ReservationOrder& order)
{
    rows::require_room(m_connection);
    return db::write(m_connection, "reserve", [&] { return add_reservation(order); });
}

base::Result<Payment, ReserveRefusal> Store::add_reservation(const ReservationOrder& order)
{
    const base::Instant now = m_clock.now();
    // Rows first, questions after: a refusal rolls them back, and the index has decided who was
    // first. The lane's count therefore holds this job too.
    const NewJob job = insert_job(m_connection, order, now);
    Payment payment{
        .job_seq = job.seq,
        .job_id = job.id,
        .rail = "v2",
        .key = order.key,
        .phase = Phase::reserved,
        .value = order.price,
        .signature = order.signature,
        .request_digest = order.request_digest,
        .response = {},
        .tx_hash = {},
        .reason = {},
        .lease_until = now + k_reservation_lease,
        .identifier = order.identifier,
        .block_number = std::nullopt,
    };
    using enum ReserveRefusal;
    if (!insert_payment(m_connection, order, payment, now)) return base::refuse(known_payment);
    if (!worker_is_fresh(m_connection, now)) return base::refuse(worker_stale);
    if (order.needs_vantage && !is_vantage_fit()) return base::refuse(vantage_unfit);
    if (rows::open_jobs(m_connection, order.lane) > order.lane_capacity)
        return base::refuse(lane_full);
    if (recent_refusals(m_connection, order.client, now) >= order.refusals_allowed)
        return base::refuse(too_many_refusals);
    m_connection.run("INSERT INTO job_body (job_seq, request) VALUES (?1, ?2)", job.seq,
                     order.request);
    return payment;
}

std::optional<Payment> Store::payment_of(std::optional<std::int64_t> job_seq)
{
    if (!job_seq) return std::nullopt;
    return rows::view(m_connection, *job_seq).payment;
}

bool Store::is_bound_to_order(const value::Digest& nonce)
{
    return rows::first_integer(
               m_connection.query("SELECT 1 FROM v1_order WHERE commitment = ?1", nonce.bytes()))
        .has_value();
}

bool Store::was_refused_before(const Payment& payment)
{
    return rows::first_integer(
               m_connection.query("SELECT 1 FROM payment WHERE payer = ?1 AND request_digest = ?2 "
                                  "AND network = ?3 AND asset = ?4 AND nonce = ?5 "
                                  "AND signature = ?6 AND phase = 'refused' "
                                  "AND signed_by_payer = 1 AND job_seq < ?7 LIMIT 1",
                                  payment.key.payer.bytes(), payment.request_digest.bytes(),
                                  payment.key.network.text(), payment.key.asset.bytes(),
                                  payment.key.nonce.bytes(), payment.signature, payment.job_seq))
        .has_value();
}

std::optional<Payment> Store::find_payment(const PaymentKey& key)
{
    const db::ReadTxn snapshot{m_connection};
    return payment_of(rows::first_integer(m_connection.query(
        "SELECT job_seq FROM payment WHERE network = ?1 AND asset = ?2 "
        "AND payer = ?3 AND nonce = ?4 AND phase <> 'refused'",
        key.network.text(), key.asset.bytes(), key.payer.bytes(), key.nonce.bytes())));
}

std::optional<Payment> Store::find_identified(const value::EvmAddress& payer,
                                              std::string_view identifier)
{
    const db::ReadTxn snapshot{m_connection};
    return payment_of(rows::first_integer(
        m_connection.query("SELECT job_seq FROM payment WHERE payer = ?1 AND identifier = ?2 "
                           "AND identifier IS NOT NULL AND phase <> 'refused'",
                           payer.bytes(), identifier)));
}

bool Store::mark_settle_sent(const Payment& payment, std::string_view owner, std::size_t endpoint)
{
    return db::write(m_connection, "settle_sent", [&] {
        return m_connection.run(
                   "UPDATE payment SET phase = ?4, updated_ms = ?5, endpoint = ?6, "
                   "due_ms = lease_until_ms, signed_by_payer = 1 "
                   "WHERE job_seq = ?1 AND owner = ?2 AND phase = ?3 AND lease_until_ms > ?5",
                   payment.job_seq, owner, to_text(Phase::reserved), to_text(Phase::settle_sent),
                   to_ms(m_clock.now()), endpoint) != 0;
    });
}

bool Store::leave_to_chain(const Payment& payment, std::string_view owner)
{
    return db::write(m_connection, "hand_over", m_waker, [&] {
        return m_connection.run(
                   "UPDATE payment SET phase = ?4, owner = ?6, updated_ms = ?5, due_ms = ?5, "
                   "lease_until_ms = ?5, signed_by_payer = 1 "
                   "WHERE job_seq = ?1 AND owner = ?2 AND phase = ?3 AND lease_until_ms > ?5",
                   payment.job_seq, owner, to_text(Phase::reserved), to_text(Phase::settle_sent),
                   to_ms(m_clock.now()), rows::k_nobody_sends) != 0;
    });
}

void Store::hand_over(const Payment& payment, std::string_view owner)
{
    db::write(m_connection, "hand_over", m_waker, [&] {
        return m_connection.run("UPDATE payment SET due_ms = ?4, lease_until_ms = ?4 "
                                "WHERE job_seq = ?1 AND owner = ?2 AND phase = ?3",
                                payment.job_seq, owner, to_text(Phase::settle_sent),
                                to_ms(m_clock.now())) != 0;
    });
}

bool Store::mark_unproven(const Payment& payment, std::string_view response,
                          std::string_view tx_hash)
{
    return db::write(m_connection, "mark_unproven", m_waker, [&] {
        return take_success(m_connection, payment, Phase::settled_unproven, response, tx_hash,
                            m_clock.now(), std::chrono::seconds{0});
    });
}

bool Store::mark_settled(const Payment& payment, std::string_view response,
                         std::string_view tx_hash)
{
    return db::write(m_connection, "mark_settled", m_waker, [&] {
        const base::Instant now = m_clock.now();
        if (!take_success(m_connection, payment, Phase::settled, response, tx_hash, now,
                          k_first_proof_look))
            return false;
        const Move& move = move_of(Event::settled);
        rows::require_one(
            m_connection.run("UPDATE jobs SET state = ?3, queue_rank = ?4, updated_ms = ?4 "
                             "WHERE seq = ?1 AND state = ?2",
                             payment.job_seq, to_text(move.from), to_text(move.to), to_ms(now)),
            "settled");
        return true;
    });
}

bool Store::refuse(const Payment& payment, std::string_view reason, std::string_view response,
                   Counts counts)
{
    return db::write(m_connection, "refuse", m_waker, [&] {
        const base::Instant now = m_clock.now();
        const int changed = m_connection.run(
            "UPDATE payment SET phase = ?2, reason = ?3, response = ?4, updated_ms = ?5, "
            "due_ms = CASE signed_by_payer WHEN 1 THEN ?6 END, looks = 0 WHERE job_seq = ?1 "
            "AND (phase = 'reserved' OR phase = 'settle_sent' AND owner <> '')",
            payment.job_seq, to_text(Phase::refused), reason, response, to_ms(now),
            to_ms(now + k_first_refusal_look));
        if (changed == 0) return false;
        reject_job(m_connection, payment.job_seq, now);
        if (counts == Counts::yes) rows::count_refusal(m_connection, payment.job_seq, now);
        return true;
    });
}

int Store::release_abandoned()
{
    db::WriteTxn transaction{m_connection, "release_abandoned"};
    const base::Instant now = m_clock.now();
    std::vector<std::int64_t> released;
    {
        // A lease that ends later than any lease can was given before the clock was set back.
        auto row = m_connection.query(
            "UPDATE payment SET phase = ?1, reason = 'released', updated_ms = ?2, "
            "due_ms = CASE WHEN signed_by_payer AND requirements <> '' THEN ?4 END "
            "WHERE phase = 'reserved' "
            "AND (lease_until_ms <= ?2 OR lease_until_ms > ?3) "
            "RETURNING job_seq",
            to_text(Phase::refused), to_ms(now), to_ms(now + k_reservation_lease),
            to_ms(now + k_first_refusal_look));
        while (row.step()) released.push_back(row.integer(0));
    }
    if (released.empty()) return 0;
    for (const std::int64_t seq : released) reject_job(m_connection, seq, now);
    transaction.commit();
    m_waker.notify();
    return static_cast<int>(released.size());
}

} // namespace job
