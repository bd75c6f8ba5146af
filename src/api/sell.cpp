#include "api/endpoints.hpp"

#include "api/client_address.hpp"
#include "api/request_body.hpp"
#include "api/terms_replies.hpp"
#include "base/fault.hpp"
#include "base/log.hpp"
#include "catalog/request_fields.hpp"
#include "pay/payment_payload.hpp"
#include "pay/request_digest.hpp"

#include <algorithm>

namespace api {

namespace {

using catalog::ProblemCode;
namespace json = base::json;

// decisions, section 3 (j): then the buyer gets 202 or settlement_pending; nginx waits 75 s.
constexpr std::chrono::seconds k_inline_budget{55};
constexpr std::chrono::seconds k_pending_retry{2};

int lanes_of(catalog::Lane lane, const base::config::Config& config)
{
    switch (lane) {
    case catalog::Lane::analysis: return config.engine.analysis_lanes;
    case catalog::Lane::forensics: return 1; // interface: paid scans are serialized
    }
    return 1;
}

// Jobs that the lane can finish within the sla of the one to be sold.
int lane_capacity(const catalog::Offer& offer, const base::config::Config& config)
{
    const auto in_a_row = std::chrono::milliseconds{offer.sla} / offer.product->typical_time;
    return lanes_of(offer.product->lane, config) *
           static_cast<int>(std::max<std::int64_t>(in_a_row, 1));
}

// What stops a sale or a quote before anything is looked at.
std::optional<fcgi::Response> unreadable(const fcgi::Request& request, const Process& process)
{
    if (!process.catalog.sells_on_v2()) return process.replies.problem(ProblemCode::rail_off);
    if (const auto problem = find_body_problem(request)) return process.replies.problem(*problem);
    return std::nullopt;
}

// Renders what the rail decided. One overload for each alternative: a new one does not compile
// until it has an answer here.
class Teller {
public:
    Teller(const catalog::Offer& offer, Context& context) : m_offer{offer}, m_context{context} {}

    // What the table says of it a moment after it was queued.
    fcgi::Response operator()(const pay::Accepted& sold) const
    {
        const auto now = process().clock.now();
        fcgi::Response response =
            process().replies.job_accepted({.seq = 0,
                                            .id = sold.job_id,
                                            .rail = "v2",
                                            .product = std::string{m_offer.product->key},
                                            .state = job::State::queued,
                                            .lane = {},
                                            .price = m_offer.price,
                                            .sla = m_offer.sla,
                                            .attempt = 0,
                                            .progress = std::nullopt,
                                            .created = now,
                                            .updated = now,
                                            .completed = std::nullopt,
                                            .error = {}},
                                           now);
        add_payment_response(response, sold.payment_response);
        return response;
    }

    fcgi::Response operator()(const pay::Repeat& repeat) const
    {
        return job_answer(repeat.job_id, repeat.payment_response);
    }

    fcgi::Response operator()(const pay::PaymentRequiredAgain& refused) const
    {
        return process().terms.refused(m_offer, refused.error, refused.detail,
                                       refused.payment_response);
    }

    fcgi::Response operator()(const pay::Reused&) const
    {
        return process().replies.problem(ProblemCode::payment_reused);
    }

    fcgi::Response operator()(const pay::IdentifierConflict&) const
    {
        return process().replies.problem(ProblemCode::idempotency_conflict);
    }

    fcgi::Response operator()(const pay::Busy& busy) const
    {
        ProblemExtras extras;
        extras.retry_after = busy.retry_after;
        return process().replies.problem(busy.code, std::move(extras));
    }

    fcgi::Response operator()(const pay::FacilitatorDown& down) const
    {
        base::log::warning("facilitator_unavailable", {{"detail", down.detail}});
        ProblemExtras extras;
        extras.retry_after = std::chrono::seconds{5};
        return process().replies.problem(ProblemCode::facilitator_unavailable, std::move(extras));
    }

    fcgi::Response operator()(const pay::Pending& pending) const
    {
        base::log::warning("settlement_pending",
                           {{"job_id", pending.job_id.text()}, {"detail", pending.detail}});
        ProblemExtras extras;
        extras.job_id = pending.job_id;
        extras.retry_after = k_pending_retry;
        return process().replies.problem(ProblemCode::settlement_pending, std::move(extras));
    }

private:
    [[nodiscard]] const Process& process() const { return m_context.process; }

    // Status and progress of now; PAYMENT-RESPONSE as in the first answer.
    fcgi::Response job_answer(const value::JobId& id, const std::string& payment_response) const
    {
        const auto view = m_context.store.find(id, job::Store::Artifact::leave);
        if (!view) throw base::Fault{"a sold job is not in the table"};
        fcgi::Response response;
        if (view->job.state == job::State::failed) {
            ProblemExtras extras;
            extras.job_id = id;
            extras.credits = credits_json(*view);
            response = process().replies.problem(ProblemCode::job_failed, std::move(extras));
        } else {
            response = process().replies.job_accepted(view->job, process().clock.now());
        }
        add_payment_response(response, payment_response);
        return response;
    }

    const catalog::Offer& m_offer;
    Context& m_context;
};

} // namespace

fcgi::Response quote(const fcgi::Request& request, const catalog::Offer& offer,
                     const Process& process)
{
    if (auto refusal = unreadable(request, process)) return std::move(*refusal);
    if (request.body.empty()) return process.terms.unpaid(offer);
    auto problems = catalog::would_fail(*offer.product, request.body);
    if (!problems) return process.terms.unpaid(offer);
    return process.terms.unpaid_and_invalid(offer, std::move(problems));
}

fcgi::Response sell(const fcgi::Request& request, const catalog::Offer& offer, Context& context)
{
    const Process& process = context.process;
    if (auto refusal = unreadable(request, process)) return std::move(*refusal);
    if (request.count_headers("payment-signature") > 1)
        return process.replies.problem(ProblemCode::payment_header_repeated);
    const auto payload = pay::parse_payment_payload(*request.header("payment-signature"));
    if (!payload) {
        ProblemExtras extras;
        extras.detail = pay::explain(payload.error());
        return process.replies.problem(ProblemCode::payment_header_invalid, std::move(extras));
    }
    if (is_other_than_json(request))
        return process.replies.problem(ProblemCode::unsupported_media_type);
    const auto checked = catalog::check_request(*offer.product, request.body);
    if (!checked) return process.replies.unprocessable(json::share(checked.error().get()));

    // nginx sends paid requests to the slow pool; one that strayed here costs nobody anything.
    if (context.rail == nullptr) return process.replies.problem(ProblemCode::busy);
    const pay::Terms terms = pay::terms_of(process.catalog, offer);
    return std::visit(
        Teller{offer, context},
        context.rail->sell({.payload = *payload,
                            .terms = terms,
                            .product = std::string{offer.product->key},
                            .lane = std::string{catalog::to_text(offer.product->lane)},
                            .sla = offer.sla,
                            .lane_capacity = lane_capacity(offer, process.config),
                            .request = *checked,
                            .request_digest = pay::request_digest(offer.product->key, *checked),
                            .client = client_key(request.client, process.config.limits.ipv6_prefix),
                            .deadline = request.begun + k_inline_budget,
                            .client_gone = request.client_gone}));
}

} // namespace api
