// The endpoints, one file each. All are called by the router with the method already allowed.
#pragma once

#include "api/context.hpp"
#include "fcgi/message.hpp"
#include "pay/busy.hpp"
#include "pay/goods.hpp"

#include <functional>
#include <optional>
#include <string_view>

namespace api {

// What an unpaid answer tells of this moment, asked only where it is told.
struct Outlook {
    std::function<int()> unread_credits_left;
    // See Fitness::stops().
    std::function<std::optional<pay::Busy>(const pay::Asking& asking)> stops;
};

// POST on a v2 product route without PAYMENT-SIGNATURE: 402 whatever the body and whatever stops a
// sale, which it tells. Needs no facilitator.
fcgi::Response quote(const fcgi::Request& request, const catalog::Offer& offer,
                     const Process& process, const Outlook& outlook);

// The same with PAYMENT-SIGNATURE: the sale, steps (a) to (j) (DESIGN.md, 5). Drops the
// body before it asks anybody.
fcgi::Response sell(fcgi::Request& request, const catalog::Offer& offer, Context& context);

// GET on a v2 product route of which the table says so: the terms, 200.
fcgi::Response prices(const catalog::Offer& offer, const Process& process);

// POST on a v1 product route: a probe (402), an order (402 with a job), or the request of an order
// again (202 once it is paid).
fcgi::Response order(const fcgi::Request& request, const catalog::Family& family, Context& context);

// 404 `not_found` or `rail_off` with the routes that do sell.
fcgi::Response not_sold(catalog::ProblemCode code, const Process& process);

// How an order stands that is not paid yet: 402 with its own terms and `hints`, more members where
// there are some, or 202 while a claim is undecided.
fcgi::Response show_order(const job::OrderView& order, const Process& process,
                          const json_t* hints = nullptr);

// POST /v1/webhook/payment.
fcgi::Response payment_webhook(const fcgi::Request& request, Context& context);

// GET /v1/job/{job_id}; `Prefer: wait=N` holds the answer.
fcgi::Response job_status(const fcgi::Request& request, std::string_view job_id, Context& context);

// 404 `job_unknown`; 410 `lost_in_restore` of a time that our books have lost.
fcgi::Response unknown_job(const value::JobId& id, Context& context);

// GET /v1/job/{job_id}/artifact: the canonical bytes whose hash is anchored.
fcgi::Response job_artifact(const fcgi::Request& request, std::string_view job_id,
                            Context& context);

// GET /v1/job/{job_id}/transcript: what a model was asked and answered for the job. 404 of a job
// that asked none, or whose request is kept no longer.
fcgi::Response job_transcript(std::string_view job_id, Context& context);

// GET /health: the worker's last words, never a call to anything outside.
fcgi::Response health(Context& context);

// GET /health/live: 200 while the process answers. Reads nothing.
fcgi::Response liveness(const Process& process);

// GET /health/ready: 200 while at least one product can be sold on a rail that is on; else 503 with
// what stops each, by the codes that a paid call would get.
fcgi::Response readiness(const Process& process, db::Database& database);

// GET on the domain-ownership proof: the file is read on every request.
fcgi::Response ownership_proof(const Process& process);

// GET /.well-known/security.txt (RFC 9116). 404 where the operator gives no contact. Made here and
// not rendered: its Expires has to move on while nothing else does.
inline constexpr std::string_view k_security_contact_path = "/.well-known/security.txt";
fcgi::Response security_contact(const Process& process);

} // namespace api
