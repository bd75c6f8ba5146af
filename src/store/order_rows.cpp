#include "store/order_rows.hpp"

#include "store/rows.hpp"

namespace store::rows {

namespace {

std::vector<job::Claim> claims(db::Reader reader, std::int64_t job_seq)
{
    std::vector<job::Claim> out;
    auto row = reader.query(
        "SELECT tx_hash, state, reason, found, payer_signature, created_ms, looks FROM claim "
        "WHERE job_seq = ?1 ORDER BY created_ms, tx_hash",
        job_seq);
    while (row.step()) {
        const base::ByteView signature = row.blob(4);
        out.push_back({
            .tx_hash = std::string{row.text(0)},
            .state = job::claim_state_from(row.text(1)),
            .reason = std::string{row.text(2)},
            .found = std::string{row.text(3)},
            .payer_signature =
                row.is_null(4)
                    ? std::nullopt
                    : std::optional<base::Bytes>{std::in_place, signature.begin(), signature.end()},
            .created = base::instant_from_ms(row.integer(5)),
            .looks = static_cast<int>(row.integer(6)),
        });
    }
    return out;
}

std::optional<job::Order> order(db::Reader reader, std::int64_t job_seq)
{
    auto row = reader.query("SELECT commitment, request_digest, network, asset, pay_to "
                            "FROM v1_order WHERE job_seq = ?1",
                            job_seq);
    if (!row.step()) return std::nullopt;
    return job::Order{
        .commitment = sound(value::Digest::from_bytes(row.blob(0)), "commitment"),
        .request_digest = sound(value::Digest::from_bytes(row.blob(1)), "request_digest"),
        .network = sound(value::EvmNetwork::parse(row.text(2)), "network"),
        .asset = address(row.blob(3)),
        .pay_to = address(row.blob(4)),
    };
}

std::optional<job::OrderView> with_order(db::Reader reader, job::View view)
{
    const auto known = order(reader, view.job.seq);
    if (!known) return std::nullopt;
    const std::int64_t seq = view.job.seq;
    return job::OrderView{std::move(view), *known, claims(reader, seq)};
}

} // namespace

std::optional<job::OrderView> order_view(db::Reader reader, const value::JobId& id)
{
    auto known = view(reader, id, false);
    if (!known) return std::nullopt;
    return with_order(reader, *std::move(known));
}

std::optional<job::OrderView> order_view(db::Reader reader, std::int64_t job_seq)
{
    return with_order(reader, view(reader, job_seq));
}

bool is_bound_to_order(db::Reader reader, const value::Digest& nonce)
{
    if (first_integer(reader.query("SELECT 1 FROM v1_order WHERE commitment = ?1", nonce.bytes())))
        return true;
    const auto id = job::job_id_in(nonce);
    return id && first_integer(reader.query("SELECT 1 FROM jobs WHERE job_id = ?1 AND rail = 'v1'",
                                            id->text()));
}

void bring_forward_claims(db::Writer& writer, std::string_view tx_hash, base::Instant now)
{
    writer.run("UPDATE claim SET is_seen = 1, looks = 0, "
               "due_ms = CASE WHEN due_ms < ?2 THEN due_ms ELSE ?2 END "
               "WHERE tx_hash = ?1 AND state = 'pending' AND is_seen = 0 "
               "AND due_ms IS NOT NULL",
               tx_hash, base::to_ms(now));
}

void look_again(db::Writer& writer, const DueClaim& due, const NextLook& next, base::Instant now)
{
    writer.run("UPDATE claim SET due_ms = ?4, reason = ?5, looks = looks + 1, "
               "judged_ms = CASE WHEN ?7 = 1 THEN ?6 ELSE judged_ms END "
               "WHERE job_seq = ?1 AND tx_hash = ?2 AND state = ?3",
               due.order.view.job.seq, due.claim.tx_hash, to_text(due.claim.state),
               next.at ? std::optional{base::to_ms(*next.at)} : std::nullopt, next.reason,
               base::to_ms(now), std::int64_t{next.look == Claims::Look::judged});
}

bool refuse(db::Writer& writer, const DueClaim& due, const ClaimRefusal& refusal, base::Instant now)
{
    return writer.run("UPDATE claim SET state = 'refused', due_ms = NULL, reason = ?3, found = ?4, "
                      "judged_ms = ?5 WHERE job_seq = ?1 AND tx_hash = ?2 AND state = 'pending'",
                      due.order.view.job.seq, due.claim.tx_hash, refusal.reason, refusal.found,
                      base::to_ms(now)) != 0;
}

std::optional<NamedOrder> named_order(db::Reader reader, std::optional<job::OrderView> order)
{
    if (!order) return std::nullopt;
    const job::Job& job = order->view.job;
    NamedOrder out{.job_seq = job.seq,
                   .id = job.id,
                   .price = job.price,
                   .created = job.created,
                   .state = job.state,
                   .network = order->order.network,
                   .asset = order->order.asset,
                   .pay_to = order->order.pay_to,
                   .paid_by = std::nullopt};
    auto row = reader.query("SELECT tx_hash, log_index FROM payment WHERE job_seq = ?1 "
                            "AND phase = 'settled' AND log_index IS NOT NULL",
                            job.seq);
    if (row.step()) out.paid_by.emplace(row.text(0), static_cast<std::uint64_t>(row.integer(1)));
    return out;
}

std::optional<job::Fate> fate_of(db::Reader reader, const job::Transfer& transfer)
{
    auto row = reader.query("SELECT fate FROM transfer WHERE network = ?1 AND tx_hash = ?2 "
                            "AND log_index = ?3 AND fate <> 'gone'",
                            transfer.network.text(), transfer.tx_hash, transfer.log_index);
    if (!row.step()) return std::nullopt;
    return job::fate_from(row.text(0));
}

bool is_facilitators(db::Reader reader, const job::Transfer& transfer)
{
    // Refused, and credited when its transfer came in after all: not once more as an orphan.
    if (rows::first_integer(
            reader.query("SELECT 1 FROM payment WHERE network = ?1 AND tx_hash = ?2 "
                         "AND log_index = ?3 AND phase = 'refused'",
                         transfer.network.text(), transfer.tx_hash, transfer.log_index)))
        return true;
    if (!transfer.nonce) return false;
    return rows::first_integer(
               reader.query("SELECT 1 FROM payment JOIN jobs ON jobs.seq = payment.job_seq "
                            "WHERE network = ?1 AND asset = ?2 AND payer = ?3 AND nonce = ?4 "
                            "AND phase <> 'refused' AND signed_by_payer = 1 "
                            "AND rail = 'v2' AND (phase = 'settled' OR "
                            "phase = 'settled_unproven') "
                            "AND (log_index IS NOT NULL OR (shown_s, shown_block) < (?5, ?6))",
                            transfer.network.text(), transfer.asset.bytes(), transfer.payer.bytes(),
                            transfer.nonce->bytes(), transfer.block_time_s, transfer.block_number))
        .has_value();
}

} // namespace store::rows
