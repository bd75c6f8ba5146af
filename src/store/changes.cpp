#include "store/changes.hpp"

#include "base/concat.hpp"
#include "base/fault.hpp"
#include "base/sha256.hpp"

#include <vector>

namespace store::rows {

namespace {

using base::to_ms;

} // namespace

std::optional<std::int64_t> insert_job(db::Writer& writer, const NewJob& job, base::Instant now)
{
    auto row = writer.returning(
        "INSERT INTO jobs (job_id, rail, product, state, lane, client, price_atoms, sla_sec, "
        "created_ms, updated_ms, site, prefix, has_left_lane, places, request_id) "
        "VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?9, ?10, ?11, ?12, ?13, ?14) "
        "ON CONFLICT (job_id) DO NOTHING RETURNING seq",
        job.id.text(), job.rail, job.product, to_text(job.state), job.lane, job.client,
        job.price.atoms(), job.sla.count(), to_ms(now), job.networks.site, job.networks.prefix,
        std::int64_t{!job.has_place}, job.places, job.request_id);
    if (!row.step()) return std::nullopt;
    return row.integer(0);
}

bool insert_payment(db::Writer& writer, const NewPayment& payment, base::Instant now)
{
    const job::PaymentKey& key = payment.key;
    return writer.run(
               "INSERT INTO payment (job_seq, network, asset, payer, nonce, phase, value_atoms, "
               "valid_before_s, owner, lease_until_ms, request_digest, created_ms, updated_ms, "
               "signature, payload, pay_to, identifier, signed_by_payer, shown_s, "
               "shown_block, is_sent, tx_hash, block_number, log_index) VALUES (?1, ?2, ?3, ?4, "
               "?5, ?6, ?7, ?8, ?9, ?10, "
               "?11, ?12, ?12, ?13, '', ?14, ?15, ?16, ?17, ?18, ?19, ?20, ?21, ?22) "
               "ON CONFLICT DO NOTHING",
               payment.job_seq, key.network.text(), key.asset.bytes(), key.payer.bytes(),
               key.nonce ? std::optional<base::ByteView>{key.nonce->bytes()} : std::nullopt,
               to_text(payment.phase), payment.value.atoms(), payment.valid_before, payment.owner,
               payment.lease_until ? to_ms(*payment.lease_until) : 0,
               payment.request_digest.bytes(), to_ms(now), payment.signature,
               payment.pay_to.bytes(), payment.identifier, std::int64_t{payment.is_signed_by_payer},
               payment.shown.time_s, payment.shown.number, std::int64_t{payment.is_sent},
               payment.tx_hash, payment.block_number, payment.log_index) == 1;
}

bool move_job(db::Writer& writer, std::int64_t seq, job::Event event, base::Instant now)
{
    const job::Move& move = job::move_of(event);
    return writer.run("UPDATE jobs SET state = ?3, updated_ms = ?4, "
                      "queue_rank = CASE WHEN ?5 = 1 THEN CAST(?4 AS BIGINT) END "
                      "WHERE seq = ?1 AND state = ?2 AND kept <> 'books'",
                      seq, to_text(move.from), to_text(move.to), to_ms(now),
                      std::int64_t{move.to == job::State::queued}) == 1;
}

void observe(db::Writer& writer, const Observation& observation)
{
    writer.run("INSERT INTO observation (subject, status, detail, at_ms) VALUES (?1, ?2, ?3, ?4) "
               "ON CONFLICT (subject) DO UPDATE SET status = ?2, detail = ?3, at_ms = ?4",
               observation.subject, observation.status, observation.detail,
               base::to_ms(observation.at));
}

std::string_view to_text(Refusal kind)
{
    switch (kind) {
    case Refusal::refused: return "refused";
    case Refusal::released: return "released";
    case Refusal::other_signer: return "other_signer";
    }
    __builtin_unreachable();
}

void count_refusal(db::Writer& writer, Refusal kind, const job::Payment& payment, base::Instant now)
{
    base::Bytes header;
    const auto add = [&](base::ByteView bytes) {
        header.insert(header.end(), bytes.begin(), bytes.end());
    };
    add(payment.key.payer.bytes());
    add(payment.key.nonce->bytes());
    add(payment.request_digest.bytes());
    add(payment.signature);
    // What was sent to settle counts each time: its row and its request stay longer.
    const auto once = value::Digest{base::sha256(header)};
    add(base::bytes_of(base::concat(payment.job_seq)));
    const auto each = value::Digest{base::sha256(header)};
    writer.run("DELETE FROM refusal WHERE at_ms <= ?1", base::to_ms(now - k_refusal_window));
    // What was counted in the future was so before the clock was set back.
    std::vector<std::string> counted;
    {
        auto row = writer.query("SELECT client, site FROM jobs WHERE seq = ?1", payment.job_seq);
        if (row.step()) counted = {std::string{row.text(0)}, std::string{row.text(1)}};
    }
    for (const std::string& client : counted)
        if (!client.empty())
            writer.run("INSERT INTO refusal (client, kind, header, at_ms) SELECT ?6, ?2, "
                       "CASE WHEN is_sent = 1 THEN CAST(?5 AS BLOB) ELSE CAST(?3 AS BLOB) END, ?4 "
                       "FROM payment "
                       "WHERE job_seq = ?1 ON CONFLICT (client, kind, header) "
                       "DO UPDATE SET at_ms = CASE WHEN refusal.at_ms < ?4 THEN refusal.at_ms ELSE "
                       "?4 END, times = refusal.times + 1",
                       payment.job_seq, to_text(kind), once.bytes(), base::to_ms(now), each.bytes(),
                       client);
}

void forget(db::Writer& writer, std::int64_t seq)
{
    writer.run("DELETE FROM job_body WHERE job_seq = ?1", seq);
    require_one(writer.run("DELETE FROM payment WHERE job_seq = ?1 AND phase = 'refused' "
                           "AND is_sent = 0",
                           seq),
                "forget a payment");
    require_one(writer.run("DELETE FROM jobs WHERE seq = ?1 AND state = ?2", seq,
                           to_text(job::State::rejected)),
                "forget a job");
}

void require_one(int changed, std::string_view what)
{
    if (changed != 1)
        throw db::ConflictFault{base::concat("rows out of step: ", what, " changed ", changed)};
}

} // namespace store::rows
