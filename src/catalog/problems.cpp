#include "catalog/problems.hpp"

#include "base/enumerators.hpp"

namespace catalog {

namespace {

// In the order of the enumerators.
constexpr Problem k_problems[] = {
    {ProblemCode::bad_request, "bad_request", 400, "The request cannot be read", true, Charged::no,
     "The body ended early or the request is malformed: send it again, whole."},
    {ProblemCode::payment_header_invalid, "payment_header_invalid", 400,
     "PAYMENT-SIGNATURE cannot be read", false, Charged::no,
     "Send one base64 text of an x402 version 2 payload of the scheme exact (EIP-3009)."},
    {ProblemCode::payment_header_repeated, "payment_header_repeated", 400,
     "More than one PAYMENT-SIGNATURE", false, Charged::no, "Send the header once."},
    {ProblemCode::headers_too_large, "headers_too_large", 400, "The request headers are too large",
     false, Charged::no, "One header may have 32 KB."},
    {ProblemCode::not_found, "not_found", 404, "No such route", false, Charged::no,
     "See the catalog at / or /openapi.json."},
    {ProblemCode::rail_off, "rail_off", 404, "This payment rail is off", false, Charged::no,
     "The operator has configured no facilitator."},
    {ProblemCode::job_unknown, "job_unknown", 404, "No such job", false, Charged::no,
     "Check the job id; it is shown only to the buyer."},
    {ProblemCode::method_not_allowed, "method_not_allowed", 405, "Method not allowed", false,
     Charged::no, "Use a method of the Allow header."},
    {ProblemCode::payment_reused, "payment_reused", 409, "This payment has bought something else",
     false, Charged::no,
     "One authorization pays for one request: sign a new one for a new request."},
    {ProblemCode::payment_spent, "payment_spent", 409,
     "This payment is settled, and on the chain for anybody to read", false, Charged::yes,
     "Send it from where it was bought, or with the payment-identifier or Idempotency-Key of the "
     "first call. A new signature would buy again, unless the answer says otherwise."},
    {ProblemCode::idempotency_conflict, "idempotency_conflict", 409,
     "This identifier names another purchase", false, Charged::no,
     "One payment-identifier names one request: repeat it with the same request, or use a new "
     "one."},
    {ProblemCode::request_mismatch, "request_mismatch", 409,
     "This is not the request that was ordered", false, Charged::no,
     "Send the same members as in the order, and job_id beside them."},
    {ProblemCode::wrong_rail, "wrong_rail", 409, "This job belongs to rail v2", false, Charged::no,
     "Jobs of /v2 are paid by header and polled; they have no webhook."},
    {ProblemCode::already_used, "already_used", 409, "This transfer has bought something else",
     false, Charged::no, "One transfer pays for one job: send another one."},
    {ProblemCode::already_paid, "already_paid", 409, "This job is paid by another transfer", false,
     Charged::no, "Nothing more is due; what came in twice is a credit of the job."},
    {ProblemCode::paid_on_v2, "paid_on_v2", 409, "This authorization was settled on rail v2 first",
     false, Charged::yes,
     "Whoever presents an authorization first on rail v2 buys with it, unless its nonce is that of "
     "an order: sign the nonce that the order names."},
    {ProblemCode::payment_rejected, "payment_rejected", 410, "The payment of this job was refused",
     false, Charged::no, "Nothing was charged: buy again with a new authorization."},
    {ProblemCode::job_expired, "job_expired", 410, "The order has expired", false, Charged::no,
     "Order again, under a new Idempotency-Key; what came in late is a credit of the job."},
    {ProblemCode::job_gone, "job_gone", 410, "The result of this job is no longer kept", false,
     Charged::yes, "What was paid for it is on record and buys nothing again: order anew."},
    {ProblemCode::paid_before_restore, "paid_before_restore", 410,
     "This payment bought something that our books have lost", false, Charged::yes,
     "The service had to put back an older copy of its books, and read on the chain that this "
     "payment came in. It is owed to the wallet that paid it: nothing more is to be done. Sign a "
     "new payment to buy anew."},
    {ProblemCode::lost_in_restore, "lost_in_restore", 410,
     "A job of that time is not in our books any more", false, Charged::undecided,
     "The service had to put back an older copy of its books. What was paid for a job that it "
     "lost is owed to the wallet that paid it."},
    {ProblemCode::body_too_large, "body_too_large", 413, "The body is too large", false,
     Charged::no, "See the limits of the route in /openapi.json."},
    {ProblemCode::unsupported_media_type, "unsupported_media_type", 415,
     "The body must be JSON in UTF-8, without a Content-Encoding", false, Charged::no,
     "Send Content-Type: application/json."},
    {ProblemCode::awaiting_limit, "awaiting_limit", 429, "Too many orders", true, Charged::no,
     "Pay for an order that waits, or come back after Retry-After."},
    {ProblemCode::too_many_claims, "too_many_claims", 429, "Too many transactions for one job",
     false, Charged::no, "Transfers are found without a claim too; five may be claimed for a job."},
    {ProblemCode::too_many_refusals, "too_many_refusals", 429, "Too many refused payments", true,
     Charged::no, "Wait for Retry-After, and check the wallet's balance and clock."},
    {ProblemCode::rate_limited, "rate_limited", 429, "Too many requests", true, Charged::no,
     "Wait for Retry-After."},
    {ProblemCode::job_failed, "job_failed", 500, "The job failed after it was paid", false,
     Charged::yes,
     "The money is recorded as a credit of the job and will be paid back by the operator."},
    {ProblemCode::internal_error, "internal_error", 500, "Something broke here", true,
     Charged::undecided, "Send the same request with the same header again."},
    {ProblemCode::bad_gateway, "bad_gateway", 502, "The service did not answer", true,
     Charged::undecided, "Send the same request with the same header again."},
    {ProblemCode::busy, "busy", 503, "Too busy to finish in time", true, Charged::no,
     "Nothing was charged: send the same request with the same header after Retry-After."},
    {ProblemCode::worker_down, "worker_down", 503, "Nothing is sold right now", true, Charged::no,
     "Nothing was charged: send the same request with the same header later."},
    {ProblemCode::restoring, "restoring", 503, "An older copy of the books was put back", true,
     Charged::undecided,
     "The chain is being read for payments that the copy lacks, for minutes. Send the same request "
     "with the same header again after Retry-After; never sign a new one."},
    {ProblemCode::engine_unfit, "engine_unfit", 503, "Nothing can be analysed right now", true,
     Charged::no, "Nothing was charged: send the same request with the same header later."},
    {ProblemCode::vantage_offline, "vantage_offline", 503, "The network cannot be seen from here",
     true, Charged::no,
     "Nothing was charged: no scan is sold until a look at the network succeeds."},
    {ProblemCode::log_list_missing, "log_list_missing", 503,
     "The list of certificate logs is not there yet", true, Charged::no,
     "Nothing was charged: the list is fetched again within minutes, and scans are sold then."},
    {ProblemCode::accounts_unjudged, "accounts_unjudged", 503,
     "No record of accounts holds for the language model", true, Charged::no,
     "Nothing was charged: accounts are sold again once the operator has judged what the model "
     "writes today, and with model: false the map is sold now."},
    {ProblemCode::pages_offline, "pages_offline", 503, "No page can be read from here", true,
     Charged::no,
     "Nothing was charged: a verification that names pages is sold again once a look at the "
     "network succeeds; one that brings its sources as texts is sold now."},
    {ProblemCode::model_away, "model_away", 503, "The language model does not answer", true,
     Charged::no,
     "Nothing was charged: what is sold with the model is sold again once it answers, and with "
     "model: false it is sold now."},
    {ProblemCode::model_busy, "model_busy", 503, "Too many wait for the language model", true,
     Charged::no,
     "Nothing was charged: send the same request with the same header after Retry-After, or buy it "
     "now with model: false."},
    {ProblemCode::storage_full, "storage_full", 503, "The store is full", true, Charged::no,
     "Nothing was charged: send the same request with the same header later."},
    {ProblemCode::storage_away, "storage_away", 503, "The store does not answer", true, Charged::no,
     "Nothing is sold until it does. Send the same request with the same header again after "
     "Retry-After; never sign a new one."},
    {ProblemCode::facilitator_unavailable, "facilitator_unavailable", 503,
     "The payment facilitator does not answer", true, Charged::no,
     "Nothing was charged: send the same request with the same header later."},
    {ProblemCode::too_many_undecided, "too_many_undecided", 503,
     "Earlier settlements are not decided yet", true, Charged::no,
     "Nothing was charged: send the same request with the same header after Retry-After, when "
     "earlier payments of this wallet or client are decided."},
    {ProblemCode::chain_unavailable, "chain_unavailable", 503,
     "The chain cannot be seen well enough", true, Charged::no,
     "Nothing was charged: this payment could not be seen on the chain just now. Send the same "
     "request with the same header after Retry-After."},
    {ProblemCode::settlement_pending, "settlement_pending", 503,
     "The settlement is not decided yet", true, Charged::undecided,
     "Send the same header again after Retry-After; never sign a new one."},
    {ProblemCode::overloaded, "overloaded", 503, "Too many connections", true, Charged::undecided,
     "Send the same request with the same header after Retry-After."},
    {ProblemCode::gateway_timeout, "gateway_timeout", 504, "The service took too long", true,
     Charged::undecided, "Send the same request with the same header again."},
};

static_assert(base::is_in_order(k_problems, &Problem::code));

} // namespace

std::span<const Problem> problems()
{
    return k_problems;
}

const Problem& problem(ProblemCode code)
{
    return base::row_of(k_problems, code);
}

} // namespace catalog
