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

std::optional<std::int64_t> standing_purchase(db::Reader reader, const RequestKey& key,
                                              const job::StandsIn& stands_in, base::Instant now,
                                              std::int64_t but)
{
    const job::PaymentKey& authorization = key.authorization;
    auto row = reader.query(
        "SELECT payment.job_seq, jobs.completed_ms FROM payment "
        "JOIN jobs ON jobs.seq = payment.job_seq WHERE payment.payer = ?1 AND request_digest = ?2 "
        "AND network = ?4 AND asset = ?5 AND signed_by_payer = 1 AND phase <> 'refused' AND "
        "jobs.rail = 'v2' AND jobs.kept <> 'books' AND payment.job_seq <> ?3 AND jobs.state IN "
        "('settling', 'queued', 'running', 'complete') AND (jobs.completed_ms IS NULL OR "
        "jobs.completed_ms > ?6) AND NOT EXISTS (SELECT 1 FROM credit WHERE credit.job_seq = "
        "payment.job_seq AND credit.state = 'open') "
        "ORDER BY payment.job_seq DESC LIMIT 1",
        authorization.payer.bytes(), key.digest.bytes(), but, authorization.network.text(),
        authorization.asset.bytes(), base::to_ms(now - stands_in.window));
    return row.step() ? std::optional{row.integer(0)} : std::nullopt;
}

std::optional<std::int64_t> same_request(db::Reader reader, const RequestKey& key,
                                         const job::StandsIn& stands_in, base::Instant now,
                                         std::int64_t but)
{
    const auto job = standing_purchase(reader, key, stands_in, now, but);
    return job && !is_used(reader, key.authorization) ? job : std::nullopt;
}

} // namespace store
