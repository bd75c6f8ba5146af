// Every error word a buyer can meet (RFC 9457 problem details; DESIGN.md, 4), once: the
// service answers with them, nginx's own error pages use them, and the page explains each under
// #errors-<word>, which is the problem's `type`.
//
// 402 and 422 are not here: they have bodies of their own (PaymentRequired, validation detail).
#pragma once

#include <span>
#include <string_view>

namespace catalog {

enum class ProblemCode {
    bad_request,
    payment_header_invalid,
    payment_header_repeated,
    headers_too_large,
    not_found,
    rail_off,
    job_unknown,
    method_not_allowed,
    payment_reused,
    payment_spent,
    idempotency_conflict,
    request_mismatch,
    wrong_rail,
    already_used,
    already_paid,
    paid_on_v2,
    payment_rejected,
    job_expired,
    job_gone,
    paid_before_restore,
    lost_in_restore,
    body_too_large,
    unsupported_media_type,
    awaiting_limit,
    too_many_claims,
    too_many_refusals,
    rate_limited,
    job_failed,
    internal_error,
    bad_gateway,
    busy,
    worker_down,
    restoring,
    engine_unfit,
    vantage_offline,
    log_list_missing,
    accounts_unjudged,
    pages_offline,
    model_away,
    model_busy,
    storage_full,
    storage_away,
    facilitator_unavailable,
    too_many_undecided,
    chain_unavailable,
    settlement_pending,
    overloaded,
    gateway_timeout,
};

// Whether money moved. `undecided` is JSON null: send the same header again, never a new one.
enum class Charged { no, yes, undecided };

struct Problem {
    ProblemCode code;
    std::string_view word; // stable: programs branch on it
    int status;
    std::string_view title;
    bool retryable;          // the same request may succeed later
    Charged charged;         // what holds unless the answer says otherwise
    std::string_view advice; // one sentence for the page: what to do
};

// What scripts of other origins may read of an answer, problem or not (DESIGN.md, 4).
inline constexpr std::string_view k_exposed_headers =
    "PAYMENT-REQUIRED, PAYMENT-RESPONSE, Location, Link, Retry-After, ETag, Content-Digest, "
    "Preference-Applied, RateLimit, RateLimit-Policy, X-Request-Id";

std::span<const Problem> problems();
const Problem& problem(ProblemCode code);

} // namespace catalog
