// POST on a v1 product route: a probe, an order, or an ordered request that comes again (DESIGN.md,
// 6).
#include "api/client_address.hpp"
#include "api/endpoints.hpp"
#include "api/order_problems.hpp"
#include "api/request_body.hpp"
#include "api/source_vetting.hpp"
#include "base/log.hpp"
#include "base/sha256.hpp"
#include "catalog/lanes.hpp"
#include "catalog/limits.hpp"
#include "catalog/rails.hpp"
#include "pay/needs.hpp"
#include "pay/payment_options.hpp"
#include "pay/request_digest.hpp"
#include "request/fields.hpp"

#include <algorithm>

namespace api {

namespace {

using catalog::ProblemCode;
namespace json = base::json;

constexpr std::size_t k_repeat_key_max_chars = 255;
constexpr std::chrono::seconds k_retry_full{60};

// One order for one Idempotency-Key of a client on a route (DESIGN.md, 5).
std::optional<value::Digest> repeat_key(const fcgi::Request& request, const std::string& client)
{
    const std::string* key = request.header("idempotency-key");
    if (key == nullptr || key->empty()) return std::nullopt;
    constexpr char k_nul = '\0';
    const std::string name = base::concat(client, k_nul, request.path, k_nul, *key);
    return value::Digest{base::sha256(base::bytes_of(name))};
}

fcgi::Response busy(const Process& process, ProblemCode code, std::chrono::seconds retry_after)
{
    ProblemExtras extras;
    extras.retry_after = retry_after;
    return process.replies.problem(code, std::move(extras));
}

// The row of the table speaks of rail v2's payment-identifier.
fcgi::Response key_conflict(const Process& process)
{
    ProblemExtras extras;
    extras.detail =
        "One Idempotency-Key names one order: repeat it with the same request, or use a "
        "new one.";
    return process.replies.problem(ProblemCode::idempotency_conflict, std::move(extras));
}

// Nobody would see the transfer while the worker is down: no order is taken that could be paid.
bool has_worker(Context& context)
{
    const auto beat = context.bulletin.heartbeat();
    return beat && store::is_fresh_beat(beat->at, context.process.clock.now());
}

fcgi::Response refused(const Process& process, const store::OrderRefused& refusal)
{
    using Why = store::OrderRefused::Why;
    switch (refusal.why) {
    case Why::awaiting_limit:
    case Why::prefix_limit:
    case Why::hourly_limit: return busy(process, ProblemCode::awaiting_limit, refusal.retry_after);
    case Why::witnesses_missing:
        return busy(process, ProblemCode::chain_unavailable, std::chrono::seconds{15});
    case Why::too_many_in_all: return busy(process, ProblemCode::busy, std::chrono::seconds{60});
    case Why::lane_full: return busy(process, ProblemCode::busy, std::chrono::seconds{15});
    case Why::storage_full: return busy(process, ProblemCode::storage_full, k_retry_full);
    case Why::repeat_conflict: return key_conflict(process);
    }
    return process.replies.problem(ProblemCode::internal_error);
}

// Of an order that has expired: what came in for it, or may be about to.
catalog::Charged charged_of(const job::OrderView& order)
{
    if (!order.view.credits.empty()) return catalog::Charged::yes;
    const bool is_undecided = std::ranges::any_of(order.claims, [](const job::Claim& claim) {
        return claim.state == job::ClaimState::pending;
    });
    return is_undecided ? catalog::Charged::undecided : catalog::Charged::no;
}

// How an order stands (DESIGN.md, 7): what is paid for is never asked for again.
fcgi::Response show_known(const job::OrderView& order, const Process& process,
                          const json_t* hints = nullptr)
{
    switch (order.view.job.state) {
    case job::State::awaiting_payment: return show_order(order, process, hints);
    case job::State::payment_confirmed:
        if (job::is_paid_back(order)) return process.order_replies.paid_back(order);
        return process.order_replies.confirmed(order, 202);
    case job::State::expired: {
        ProblemExtras extras;
        extras.job_id = order.view.job.id;
        extras.credits = credits_json(order.view);
        extras.charged = charged_of(order);
        return process.replies.problem(ProblemCode::job_expired, std::move(extras));
    }
    case job::State::purged: return process.replies.job_gone(order.view);
    case job::State::queued:
    case job::State::running:
    case job::State::complete:
    case job::State::failed:
    case job::State::settling:
    case job::State::rejected: break;
    }
    return process.replies.job_accepted(order.view, process.clock.now());
}

fcgi::Response place(const fcgi::Request& request, const catalog::Offer& offer,
                     const std::string& checked, bool names_pages, Context& context)
{
    const Process& process = context.process;
    const std::string client = client_key(request.client, process.config.limits.ipv6_prefix);
    const auto networks = client_networks(request.client, process.config.limits.ipv6_prefix);
    const auto digest = pay::request_digest(offer.product->key, checked);
    const auto key = repeat_key(request, client);
    const auto hints = json::object();
    if (names_pages)
        json::set(hints.get(), "unread_sources",
                  unread_sources(context.reading.unread_credits_left(client, networks)));
    // Before all that stops a sale: nothing is sold by showing what was ordered.
    if (const auto known = key ? context.orders.find_repeat(*key) : std::nullopt) {
        if (known->order.request_digest != digest) return key_conflict(process);
        return show_known(*known, process, hints.get());
    }
    if (!has_worker(context))
        return busy(process, ProblemCode::worker_down, std::chrono::seconds{30});
    if (const auto need = pay::need_of(offer); !context.bulletin.is_met(need)) {
        const auto without = pay::busy_without(need);
        return busy(process, without.code, without.retry_after);
    }
    const auto& payment = process.config.payment;
    const catalog::Lane lane = catalog::lane_of(offer, names_pages);
    const auto id = value::JobId::make(process.clock.now());
    const auto order =
        context.orders.order({.id = id,
                              .order = {.commitment = pay::commitment_of(id),
                                        .request_digest = digest,
                                        .network = payment.network,
                                        .asset = payment.asset,
                                        .pay_to = payment.pay_to},
                              .product = std::string{offer.product->key},
                              .lane = std::string{catalog::to_text(lane)},
                              .price = offer.price,
                              .sla = offer.sla,
                              .client = client,
                              .networks = networks,
                              .lane_capacity = catalog::lane_capacity(offer, lane, process.config),
                              .max_awaiting = catalog::k_max_awaiting_per_ip,
                              .max_per_hour = catalog::k_max_awaiting_per_ip_hour,
                              .needs_two_witnesses = payment.needs_two_witnesses(offer.price),
                              .repeat_key = key});
    if (!order) return refused(process, order.error());
    // By its state: a twin may have been faster.
    return show_known(*order, process, hints.get());
}

// The request of an order, again. The digest first: who asks for something else learns nothing of
// the payment.
fcgi::Response resubmit(const job::OrderView& order, const catalog::Offer* offer,
                        const ParsedBody& parsed, Context& context)
{
    const Process& process = context.process;
    if (offer == nullptr || offer->product->key != order.view.job.product)
        return process.replies.problem(ProblemCode::request_mismatch);
    const auto checked = request::check_parsed(*offer->product, parsed);
    if (!checked) return process.replies.unprocessable(json::share(checked.error().get()));
    if (pay::request_digest(offer->product->key, *checked) != order.order.request_digest)
        return process.replies.problem(ProblemCode::request_mismatch);
    if (order.view.job.state != job::State::payment_confirmed) return show_known(order, process);
    const auto queued = context.orders.resubmit(order.view.job.id, *checked);
    if (queued)
        base::log::info(
            "sold", {{"job_id", order.view.job.id.text()}, {"product", order.view.job.product}});
    if (!queued && queued.error() == store::ResubmitRefused::storage_full) {
        ProblemExtras extras;
        extras.detail = "The job stays paid: send the same request again after Retry-After.";
        extras.charged = catalog::Charged::yes;
        extras.job_id = order.view.job.id;
        extras.retry_after = k_retry_full;
        extras.credits = credits_json(order.view);
        return process.replies.problem(ProblemCode::storage_full, std::move(extras));
    }
    return show_known(context.orders.find(order.view.job.id).value(), process);
}

} // namespace

fcgi::Response show_order(const job::OrderView& order, const Process& process, const json_t* hints)
{
    for (const job::Claim& claim : order.claims)
        if (claim.state == job::ClaimState::pending)
            return process.order_replies.pending(order, claim);
    return process.order_replies.unpaid(order, {}, {}, {}, hints);
}

fcgi::Response order(const fcgi::Request& request, const catalog::Family& family, Context& context)
{
    const Process& process = context.process;
    if (auto refusal = refuse_unread(request, process.replies)) return std::move(*refusal);
    if (is_other_than_json(request))
        return process.replies.problem(ProblemCode::unsupported_media_type);
    const std::string* key = request.header("idempotency-key");
    if (key != nullptr && key->size() > k_repeat_key_max_chars) {
        ProblemExtras extras;
        extras.detail = "An Idempotency-Key has at most 255 characters.";
        return process.replies.problem(ProblemCode::bad_request, std::move(extras));
    }
    const auto parsed =
        json::parse_within(request.body.empty() ? std::string_view{"{}"} : request.body,
                           catalog::v1_structure_max_bytes(process.catalog, family));
    const json_t* request_view = parsed ? parsed->get() : nullptr;
    const bool is_object = request_view != nullptr && json_is_object(request_view);
    // A probe; where there is one product only, there is nothing left to say.
    if (is_object && json_object_size(request_view) == 0 && !family.selector.empty())
        return process.order_replies.terms_of_route(family, 402);

    const json_t* id_view = is_object ? json::member(request_view, "job_id") : nullptr;
    const catalog::Offer* offer =
        is_object ? find_offer(family, request_view, process.catalog) : nullptr;
    if (id_view != nullptr) {
        const auto id =
            json_is_string(id_view) ? value::JobId::parse(json::text_of(id_view)) : std::nullopt;
        if (!id)
            return process.replies.unprocessable(order_problems(family, parsed, process.catalog));
        const auto view = context.reading.find(*id, store::Reading::Artifact::leave);
        if (!view) return process.replies.problem(ProblemCode::job_unknown);
        const auto known = context.orders.find(*id);
        if (!known) return process.replies.problem(ProblemCode::wrong_rail);
        return resubmit(*known, offer, parsed, context);
    }
    if (offer == nullptr)
        return process.replies.unprocessable(order_problems(family, parsed, process.catalog));
    const auto checked = request::check_parsed(*offer->product, parsed);
    if (!checked) return process.replies.unprocessable(json::share(checked.error().get()));
    const auto pages = pages_of(*offer->product, *checked);
    if (auto problems = misspelt_sources(*offer->product, pages))
        return process.replies.unprocessable(std::move(problems));
    return place(request, *offer, *checked, !pages.empty(), context);
}

} // namespace api
