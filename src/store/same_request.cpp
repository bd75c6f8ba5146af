#include "store/same_request.hpp"

#include "store/rows.hpp"

namespace store {

namespace {

// Whether the chain shows it, by what is read of all that comes in, or by what is watched of a
// refused payment.
bool is_used(db::Reader reader, const job::PaymentKey& authorization)
{
    return rows::first_integer(
               reader.query("SELECT 1 FROM transfer WHERE payer = ?1 AND nonce = ?2 AND network = "
                            "?3 AND asset = ?4 AND fate <> 'gone' UNION ALL "
                            "SELECT 1 FROM payment WHERE payer = ?1 AND nonce = ?2 AND network = "
                            "?3 AND asset = ?4 AND phase = 'refused' AND log_index IS NOT NULL",
                            authorization.payer.bytes(), authorization.nonce.value().bytes(),
                            authorization.network.text(), authorization.asset.bytes()))
        .has_value();
}

} // namespace

std::optional<std::int64_t> same_request(db::Reader reader, const RequestKey& key,
                                         const job::StandsIn& stands_in, base::Instant now,
                                         std::int64_t but)
{
    const job::PaymentKey& authorization = key.authorization;
    auto row = reader.query(
        "SELECT payment.job_seq, jobs.state, payment.updated_ms, jobs.completed_ms FROM payment "
        "JOIN jobs ON jobs.seq = payment.job_seq WHERE payment.payer = ?1 AND request_digest = ?2 "
        "AND network = ?4 AND asset = ?5 AND signed_by_payer = 1 AND phase <> 'refused' AND "
        "jobs.rail = 'v2' AND jobs.kept <> "
        "'books' AND payment.job_seq <> ?3 AND jobs.state IN ('settling', 'queued', 'running', "
        "'complete') AND NOT EXISTS (SELECT 1 FROM credit WHERE credit.job_seq = payment.job_seq "
        "AND credit.state = 'open') ORDER BY payment.job_seq DESC LIMIT 1",
        authorization.payer.bytes(), key.digest.bytes(), but, authorization.network.text(),
        authorization.asset.bytes());
    if (!row.step()) return std::nullopt;
    if (job::state_from(row.text(1)) == job::State::complete) {
        const auto since = base::instant_from_ms(
            row.integer(stands_in.since == job::StandsIn::Since::settled ? 2 : 3));
        if (now - since >= stands_in.window) return std::nullopt;
    }
    const std::int64_t job = row.integer(0);
    return is_used(reader, authorization) ? std::nullopt : std::optional{job};
}

} // namespace store
