// Rail v2 as the process sees it that answers the buyer: reserve, and find what was reserved.
#include "store/reservations.hpp"
#include "base/concat.hpp"
#include "base/fault.hpp"
#include "db/transaction.hpp"
#include "store/changes.hpp"
#include "store/fitness.hpp"
#include "store/order_rows.hpp"
#include "store/rows.hpp"

#include <chrono>

namespace store {

namespace {

using base::to_ms;

// 80 random bits never meet; a bounded loop all the same.
constexpr int k_id_attempts = 3;

struct Begun {
    std::int64_t seq;
    value::JobId id;
};

Begun begin_job(db::Writer& writer, const ReservationOrder& order, base::Instant now)
{
    for (int attempt = 0; attempt < k_id_attempts; ++attempt) {
        const value::JobId id = value::JobId::make(now);
        const auto seq = rows::insert_job(writer,
                                          {.id = id,
                                           .rail = "v2",
                                           .product = order.goods.product,
                                           .state = job::State::settling,
                                           .lane = order.goods.lane,
                                           .has_place = false,
                                           .client = order.buyer.client,
                                           .networks = order.buyer.networks,
                                           .price = order.goods.price,
                                           .sla = order.goods.sla,
                                           .places = order.goods.places,
                                           .request_id = order.buyer.request_id},
                                          now);
        if (seq) return {*seq, id};
    }
    throw base::Fault{"no fresh job id could be made"};
}

// Whether a reservation that its payer is known to have signed holds the authorization or the
// identifier.
bool is_taken(db::Reader reader, const ReservationOrder& order)
{
    const job::PaymentKey& key = order.key;
    if (rows::first_integer(reader.query(
            "SELECT 1 FROM payment WHERE network = ?1 AND asset = ?2 AND payer = ?3 AND nonce = ?4 "
            "AND phase <> 'refused' AND signed_by_payer = 1",
            key.network.text(), key.asset.bytes(), key.payer.bytes(), key.nonce->bytes())))
        return true;
    return order.identifier &&
           rows::first_integer(reader.query(
               "SELECT 1 FROM payment WHERE payer = ?1 AND identifier = ?2 "
               "AND identifier IS NOT NULL AND phase <> 'refused' AND signed_by_payer = 1",
               key.payer.bytes(), *order.identifier));
}

// False: another reservation holds the authorization or the identifier, or the nonce names an order
// of rail v1. The index tells of what is signed; one whose signer is not known yet is not in it.
bool hold(db::Writer& writer, const ReservationOrder& order, const job::Payment& payment,
          base::Instant now)
{
    if (rows::is_bound_to_order(writer, payment.key.nonce.value())) return false;
    if (!order.is_signer_known && is_taken(writer, order)) return false;
    return rows::insert_payment(writer,
                                {.job_seq = payment.job_seq,
                                 .key = payment.key,
                                 .phase = payment.phase,
                                 .value = payment.value,
                                 .request_digest = payment.request_digest,
                                 .pay_to = order.pay_to,
                                 .owner = order.owner,
                                 .lease_until = payment.lease_until,
                                 .valid_before = order.valid_before,
                                 .signature = payment.signature,
                                 .identifier = order.identifier,
                                 .is_signed_by_payer = order.is_signer_known,
                                 .shown = rows::newest_block(writer, payment.key.network, now)},
                                now);
}

// The payments of the last ten minutes, and how often a facilitator was asked about them.
struct Recent {
    std::int64_t payments = 0;
    std::int64_t times = 0;
};

Recent recent(db::Reader reader, rows::Refusal kind, std::string_view client, base::Instant now)
{
    auto row =
        reader.query("SELECT count(*), coalesce(sum(times), 0) FROM refusal "
                     "WHERE client = ?1 AND kind = ?2 AND at_ms > ?3 AND at_ms <= ?4",
                     client, rows::to_text(kind), to_ms(now - rows::k_refusal_window), to_ms(now));
    row.step();
    return {row.integer(0), row.integer(1)};
}

// Whether a client, or a site, has too many refusals.
bool has_too_many_refusals(db::Reader reader, std::string_view client, std::int64_t allowed,
                           base::Instant now)
{
    // A client that repeats what a facilitator refuses makes us ask it each time. Those whom none
    // answered may repeat as they like.
    const auto often = std::int64_t{k_tries_for_a_refusal} * allowed;
    const auto refused = recent(reader, rows::Refusal::refused, client, now);
    return refused.payments >= allowed || refused.times >= often ||
           recent(reader, rows::Refusal::released, client, now).payments >= often;
}

bool has_too_many_refusals(db::Reader reader, const ReservationOrder& order, base::Instant now)
{
    const std::string& site = order.buyer.networks.site;
    return has_too_many_refusals(reader, order.buyer.client, order.refusals_allowed, now) ||
           (!site.empty() &&
            has_too_many_refusals(reader, site,
                                  std::int64_t{job::k_clients_of_a_site} * order.refusals_allowed,
                                  now));
}

bool has_too_many_undecided(db::Reader reader, const ReservationOrder& order)
{
    const auto of_payer =
        rows::first_integer(reader.query("SELECT count(*) FROM payment WHERE payer = ?1 "
                                         "AND phase = 'settle_sent' AND undecided_ms IS NOT NULL",
                                         order.key.payer.bytes()));
    if (of_payer >= k_undecided_of_a_payer) return true;
    const auto of_client =
        rows::first_integer(reader.query("SELECT count(*) FROM payment WHERE undecided_client = ?1 "
                                         "AND phase = 'settle_sent' AND undecided_ms IS NOT NULL",
                                         order.buyer.client));
    if (of_client >= order.undecided_allowed) return true;
    if (order.buyer.networks.site.empty()) return false;
    return rows::first_integer(
               reader.query("SELECT count(*) FROM payment WHERE undecided_site = ?1 "
                            "AND phase = 'settle_sent' AND undecided_ms IS NOT NULL",
                            order.buyer.networks.site)) >=
           std::int64_t{job::k_clients_of_a_site} * order.undecided_allowed;
}

} // namespace

base::Result<job::Payment, ReserveRefusal> Reservations::reserve(const ReservationOrder& order)
{
    if (!rows::has_space(m_at.database)) return base::refuse(ReserveRefusal::storage_full);
    auto reserved = db::if_room([&] {
        return db::write(m_at.database, "reserve",
                         [&](db::Writer& writer) { return add_reservation(writer, order); });
    });
    if (!reserved) return base::refuse(ReserveRefusal::storage_full);
    return *std::move(reserved);
}

base::Result<job::Payment, ReserveRefusal> Reservations::add_reservation(
    db::Writer& writer, const ReservationOrder& order)
{
    const base::Instant now = m_at.clock.now();
    // What is counted of a payer and of a client is in many rows.
    writer.alone_with(order.key.payer.text());
    writer.alone_with(order.buyer.crowd());
    // Rows first, questions after: a refusal rolls them back, and the index has decided who was
    // first. The lane does not count this job before it is about to be paid for.
    const Begun job = begin_job(writer, order, now);
    job::Payment payment{
        .job_seq = job.seq,
        .job_id = job.id,
        .rail = "v2",
        .key = order.key,
        .phase = job::Phase::reserved,
        .value = order.goods.price,
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
    if (!hold(writer, order, payment, now)) return base::refuse(known_payment);
    // What a buyer names is a purchase of its own.
    if (order.is_signer_known && !order.identifier &&
        same_request(writer, {order.key, order.request_digest}, order.goods.stands_in, now,
                     job.seq))
        return base::refuse(known_payment);
    if (const auto why = unfit_to_sell<ReserveRefusal>(writer, order.goods, now))
        return base::refuse(*why);
    if (!rows::has_room(writer, order.goods)) return base::refuse(lane_full);
    if (has_too_many_undecided(writer, order)) return base::refuse(too_many_undecided);
    if (has_too_many_refusals(writer, order, now)) return base::refuse(too_many_refusals);
    return payment;
}

std::optional<job::Payment> Reservations::payment_of(std::optional<std::int64_t> job_seq)
{
    if (!job_seq) return std::nullopt;
    return rows::view(m_at.database, *job_seq).payment;
}

bool Reservations::may_show_another_signer(const job::Buyer& buyer)
{
    const auto count = [&](const std::string& who) {
        return recent(m_at.database, rows::Refusal::other_signer, who, m_at.clock.now()).times;
    };
    const std::string& site = buyer.networks.site;
    return count(buyer.client) < k_other_signers &&
           (site.empty() || count(site) < std::int64_t{job::k_clients_of_a_site} * k_other_signers);
}

bool Reservations::is_of_client(const job::Payment& payment, std::string_view client)
{
    return rows::first_integer(
               m_at.database.query("SELECT 1 FROM jobs WHERE seq = ?1 AND client = ?2 "
                                   "AND client <> ''",
                                   payment.job_seq, client))
        .has_value();
}

bool Reservations::is_bound_to_order(const value::Digest& nonce)
{
    return rows::is_bound_to_order(m_at.database, nonce);
}

bool Reservations::was_refused_before(const job::Payment& payment)
{
    return rows::first_integer(
               m_at.database.query("SELECT 1 FROM payment WHERE payer = ?1 AND request_digest = ?2 "
                                   "AND network = ?3 AND asset = ?4 AND nonce = ?5 "
                                   "AND signature = ?6 AND phase = 'refused' "
                                   "AND signed_by_payer = 1 AND is_sent = 1 "
                                   "AND job_seq < ?7 LIMIT 1",
                                   payment.key.payer.bytes(), payment.request_digest.bytes(),
                                   payment.key.network.text(), payment.key.asset.bytes(),
                                   payment.key.nonce->bytes(), payment.signature, payment.job_seq))
        .has_value();
}

std::optional<job::Payment> Reservations::find_payment(const job::PaymentKey& key)
{
    const db::ReadTxn snapshot{m_at.database};
    return payment_of(rows::first_integer(m_at.database.query(
        "SELECT job_seq FROM payment WHERE network = ?1 AND asset = ?2 "
        "AND payer = ?3 AND nonce = ?4 AND phase <> 'refused' AND signed_by_payer = 1",
        key.network.text(), key.asset.bytes(), key.payer.bytes(), key.nonce->bytes())));
}

bool Reservations::is_bought(const RequestKey& key, const job::StandsIn& stands_in)
{
    return standing_purchase(m_at.database, key, stands_in, m_at.clock.now()).has_value();
}

std::optional<job::Payment> Reservations::find_same_request(const RequestKey& key,
                                                            const job::StandsIn& stands_in)
{
    const db::ReadTxn snapshot{m_at.database};
    return payment_of(same_request(m_at.database, key, stands_in, m_at.clock.now()));
}

std::optional<job::Payment> Reservations::find_identified(const value::EvmAddress& payer,
                                                          std::string_view identifier)
{
    const db::ReadTxn snapshot{m_at.database};
    return payment_of(rows::first_integer(m_at.database.query(
        "SELECT job_seq FROM payment WHERE payer = ?1 AND identifier = ?2 "
        "AND identifier IS NOT NULL AND phase <> 'refused' AND signed_by_payer = 1",
        payer.bytes(), identifier)));
}

} // namespace store
