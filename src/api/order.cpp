// POST on a v1 product route: a probe, an order, or an ordered request that comes again (DESIGN.md,
// 6).
#include "api/client_address.hpp"
#include "api/endpoints.hpp"
#include "api/model_wish.hpp"
#include "api/order_problems.hpp"
#include "api/request_body.hpp"
#include "api/source_vetting.hpp"
#include "base/sha256.hpp"
#include "catalog/limits.hpp"
#include "catalog/rails.hpp"
#include "pay/goods.hpp"
#include "pay/order_rail.hpp"
#include "pay/request_digest.hpp"
#include "request/fields.hpp"

#include <algorithm>

namespace api {

namespace {

using catalog::ProblemCode;
namespace json = base::json;

constexpr std::size_t k_repeat_key_max_chars = 255;

// One order for one Idempotency-Key of a client on a route (DESIGN.md, 5).
std::optional<value::Digest> repeat_key(const fcgi::Request& request, const std::string& client)
{
    const std::string* key = request.header("idempotency-key");
    if (key == nullptr || key->empty()) return std::nullopt;
    constexpr char k_nul = '\0';
    const std::string name = base::concat(client, k_nul, request.path, k_nul, *key);
    return value::Digest{base::sha256(base::bytes_of(name))};
}

// What came in for an order, or may be about to.
catalog::Charged charged_of(const job::OrderView& order)
{
    if (job::is_paid_back(order)) return catalog::Charged::no;
    const job::State state = order.view.job.state;
    const bool is_paid = state != job::State::awaiting_payment && state != job::State::expired;
    if (is_paid || !order.view.credits.empty()) return catalog::Charged::yes;
    const bool is_undecided = std::ranges::any_of(order.claims, [](const job::Claim& claim) {
        return claim.state == job::ClaimState::pending;
    });
    return is_undecided ? catalog::Charged::undecided : catalog::Charged::no;
}

// How an order stands (DESIGN.md, 7): a buyer who has paid does not see another request to pay.
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

// Renders what the rail decided. One overload for each alternative: a new one does not compile
// until it has an answer here.
struct OrderTeller {
    fcgi::Response operator()(const pay::Stands& known) const
    {
        return show_known(known.order, process, hints);
    }
    // The row of the table speaks of rail v2's payment-identifier.
    fcgi::Response operator()(const pay::KeyConflict&) const
    {
        ProblemExtras extras;
        extras.detail =
            "One Idempotency-Key names one order: repeat it with the same request, or use a "
            "new one.";
        return process.replies.problem(ProblemCode::idempotency_conflict, std::move(extras));
    }
    fcgi::Response operator()(const pay::Busy& busy) const
    {
        ProblemExtras extras;
        extras.retry_after = busy.retry_after;
        return process.replies.problem(busy.code, std::move(extras));
    }

    const Process& process;
    const json_t* hints;
};

struct ResubmitTeller {
    fcgi::Response operator()(const pay::Stands& known) const
    {
        return show_known(known.order, process);
    }
    fcgi::Response operator()(const pay::Mismatch&) const
    {
        return process.replies.problem(ProblemCode::request_mismatch);
    }
    fcgi::Response operator()(const pay::NoRoom&) const
    {
        ProblemExtras extras;
        extras.detail = "The job stays paid: send the same request again after Retry-After.";
        extras.charged = catalog::Charged::yes;
        extras.job_id = order.view.job.id;
        extras.retry_after = pay::k_retry_storage;
        extras.credits = credits_json(order.view);
        return process.replies.problem(ProblemCode::storage_full, std::move(extras));
    }

    const job::OrderView& order;
    const Process& process;
};

// What the client may still order (draft-ietf-httpapi-ratelimit-headers), on the answers that a
// limit has to do with.
void add_rate_limit(fcgi::Response& response, const std::string& client, Context& context)
{
    if (response.status != 402 && response.status != 429) return;
    constexpr int k_awaiting = catalog::k_max_awaiting_per_ip;
    constexpr int k_hourly = catalog::k_max_awaiting_per_ip_hour;
    const store::OrderCounts counts = context.orders.counts(client);
    response.headers.emplace_back(
        "RateLimit-Policy",
        base::concat(R"("awaiting";q=)", k_awaiting, R"(, "awaiting-hour";q=)", k_hourly,
                     ";w=", std::chrono::seconds{store::k_order_window}.count()));
    response.headers.emplace_back(
        "RateLimit",
        base::concat(R"("awaiting";r=)", std::max(0, k_awaiting - counts.awaiting),
                     R"(, "awaiting-hour";r=)", std::max(0, k_hourly - counts.in_window)));
}

// What was not read of a body that was taken, as rail v2 tells it (sell.cpp).
fcgi::Response with_warnings(fcgi::Response response, const catalog::Offer& offer,
                             const json_t* request_view)
{
    if (response.status != 402 && response.status != 202) return response;
    const auto warnings = request::unknown_order_members(*offer.product, request_view);
    if (json_array_size(warnings.get()) != 0) add_member(response, "warnings", warnings.get());
    return response;
}

fcgi::Response place(const fcgi::Request& request, const catalog::Offer& offer,
                     const std::string& checked, const pay::Asking& asking, Context& context)
{
    const Process& process = context.process;
    const job::Buyer buyer = buyer_of(request, process.config.limits.ipv6_prefix);
    const auto hints = json::object();
    if (asking.names_pages)
        json::set(hints.get(), "unread_sources", unread_sources(*offer.product, [&] {
                      return context.reading.unread_credits_left(buyer.client, buyer.networks);
                  }));
    const auto outcome = context.order_rail.place(
        {.goods = pay::goods_of(offer, catalog::Rail::v1, asking, process.config),
         .buyer = buyer,
         .request_digest = pay::request_digest(offer.product->key, checked),
         .repeat_key = repeat_key(request, buyer.client)});
    fcgi::Response response = std::visit(OrderTeller{process, hints.get()}, outcome);
    add_rate_limit(response, buyer.client, context);
    return response;
}

// The request of an order, again.
fcgi::Response resubmit(const job::OrderView& order, const catalog::Offer* offer,
                        const ParsedBody& parsed, Context& context)
{
    const Process& process = context.process;
    if (offer == nullptr || offer->product->key != order.view.job.product)
        return process.replies.problem(ProblemCode::request_mismatch);
    const auto checked = request::check_parsed(*offer->product, parsed);
    if (!checked)
        return process.replies.unprocessable(json::share(checked.error().get()), charged_of(order));
    const auto outcome = context.order_rail.resubmit(
        order, pay::request_digest(offer->product->key, *checked), *checked);
    return with_warnings(std::visit(ResubmitTeller{order, process}, outcome), *offer,
                         parsed->get());
}

fcgi::Response ask_again(const value::JobId& id, const catalog::Offer* offer,
                         const ParsedBody& parsed, Context& context)
{
    const Replies& replies = context.process.replies;
    if (!context.reading.find(id, store::Reading::Artifact::leave)) return unknown_job(id, context);
    const auto known = context.orders.find(id);
    if (!known) return replies.problem(ProblemCode::wrong_rail);
    return resubmit(*known, offer, parsed, context);
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
    if (auto refusal = refuse_media(request, process.replies)) return std::move(*refusal);
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
        if (!id) // some job, and its buyer may have paid for it
            return process.replies.unprocessable(order_problems(family, parsed, process.catalog),
                                                 catalog::Charged::undecided);
        return ask_again(*id, offer, parsed, context);
    }
    if (offer == nullptr)
        return process.replies.unprocessable(order_problems(family, parsed, process.catalog));
    const auto checked = request::check_parsed(*offer->product, parsed);
    if (!checked) return process.replies.unprocessable(json::share(checked.error().get()));
    const auto pages = pages_of(*offer->product, *checked);
    auto problems = unmet_wish(*offer, request_view);
    if (!problems) problems = misspelt_sources(*offer->product, pages);
    if (problems) return process.replies.unprocessable(std::move(problems));
    const pay::Asking asking{!pages.empty(), declines_model(request_view), checked->size()};
    return with_warnings(place(request, *offer, *checked, asking, context), *offer, request_view);
}

} // namespace api
