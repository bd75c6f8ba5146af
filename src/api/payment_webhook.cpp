// POST /v1/webhook/payment: a buyer says which transaction pays for their job. The worker records
// and judges it; it never takes the buyer's word (DESIGN.md, 6).
#include "api/client_address.hpp"
#include "api/endpoints.hpp"
#include "api/request_body.hpp"
#include "base/concat.hpp"
#include "base/hex.hpp"
#include "catalog/transfer_refusals.hpp"

#include <algorithm>

namespace api {

namespace {

using catalog::ProblemCode;
using std::chrono::steady_clock;
namespace json = base::json;

// How long the call waits for the worker's judgement; most transfers are in a block by then.
constexpr std::chrono::seconds k_webhook_patience{3};
constexpr std::chrono::seconds k_retry_full{60};
constexpr std::size_t k_signature_max_bytes = 4096; // EIP-1271: as long as the contract likes

struct Notice {
    value::JobId id;
    value::TxHash tx_hash;
    std::optional<base::Bytes> payer_signature;
};

json::Ref field_error(const char* name, std::string_view message, std::string_view type)
{
    return json::object("loc", json::array("body", name), "msg", message, "type", type);
}

// The error is the 422's `detail`.
base::Result<Notice, json::Ref> read_notice(std::string_view body)
{
    const auto parsed = json::parse_within(body, json::k_small_structure);
    if (!parsed || !json_is_object(parsed->get()))
        return base::refuse(one_validation_error(
            json::array("body"), "Input should be a valid JSON object", "json_invalid"));
    const json_t* body_view = parsed->get();
    json::Ref problems = json::array();
    const auto text = [&](const char* name) -> std::optional<std::string_view> {
        const auto found = json::text_member(body_view, name);
        if (found) return found;
        const bool is_missing = json::member(body_view, name) == nullptr;
        json::append(problems.get(),
                     is_missing
                         ? field_error(name, "Field required", "missing")
                         : field_error(name, "Input should be a valid string", "string_type"));
        return std::nullopt;
    };
    const auto id_text = text("job_id");
    const auto tx_text = text("tx_hash");
    const auto id = id_text ? value::JobId::parse(*id_text) : std::nullopt;
    const auto tx_hash = tx_text ? value::TxHash::parse(*tx_text) : std::nullopt;
    if (id_text && !id)
        json::append(problems.get(),
                     json::share(json_array_get(malformed_job_id("body").get(), 0)));
    if (tx_text && !tx_hash)
        json::append(problems.get(),
                     field_error("tx_hash", "String should match pattern '^0x[0-9a-fA-F]{64}$'",
                                 "string_pattern_mismatch"));
    std::optional<base::Bytes> signature;
    if (json::member(body_view, "payer_signature") != nullptr) {
        const auto given = text("payer_signature");
        if (given) signature = base::from_hex_0x(*given);
        if (given &&
            (!signature || signature->empty() || signature->size() > k_signature_max_bytes))
            json::append(problems.get(),
                         field_error("payer_signature", "String should be 0x and hex digits",
                                     "string_pattern_mismatch"));
    }
    if (json_array_size(problems.get()) > 0) return base::refuse(std::move(problems));
    return Notice{*id, *tx_hash, std::move(signature)};
}

std::string_view advice(std::string_view code)
{
    const auto rows = catalog::transfer_refusals();
    const auto found = std::ranges::find(rows, code, &catalog::TransferRefusal::word);
    return found == rows.end() ? std::string_view{} : found->advice;
}

// Until the claim is decided, the wait is over, the client has left, or the process drains.
job::OrderView await_judgement(const fcgi::Request& request, job::OrderView order,
                               const std::string& tx_hash, Context& context)
{
    const Process& process = context.process;
    const auto is_pending = [&] {
        const auto claim = std::ranges::find(order.claims, tx_hash, &job::Claim::tx_hash);
        return claim != order.claims.end() && claim->state == job::ClaimState::pending;
    };
    if (!may_wait(process.pool) || !is_pending()) return order;
    const auto place = process.shares.waiting.try_take(
        job::Waiting::claim, buyer_of(request, process.config.limits.ipv6_prefix).client,
        order.view.job.id.text());
    const auto ends = steady_clock::now() + k_webhook_patience;
    while (place && is_pending() && steady_clock::now() < ends && !process.watcher.is_stopped() &&
           !request.client_gone()) {
        const auto ticket = process.watcher.ticket();
        if (auto now = context.orders.find(order.view.job.id)) order = *std::move(now);
        if (!is_pending()) break;
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(ends - steady_clock::now());
        process.watcher.wait(ticket, std::max(left, std::chrono::milliseconds{0}));
    }
    if (auto now = context.orders.find(order.view.job.id)) return *std::move(now);
    return order;
}

fcgi::Response paid_on_v2(const job::OrderView& order, const job::Claim& claim,
                          const Process& process)
{
    const auto found = json::parse(claim.found);
    const auto settled_in =
        found ? json::text_member(found->get(), "settled_in") : std::optional<std::string_view>{};
    ProblemExtras extras;
    extras.detail =
        base::concat("The authorization was settled in the transaction ", settled_in.value_or("?"),
                     " for a purchase on rail v2. Sign the nonce of the order itself: "
                     "payment_options.eip3009.nonce.");
    extras.job_id = order.view.job.id;
    extras.credits = credits_json(order.view);
    return process.replies.problem(ProblemCode::paid_on_v2, std::move(extras));
}

fcgi::Response tell(const job::OrderView& order, const std::string& tx_hash, const Process& process)
{
    if (const auto& payment = order.view.payment;
        payment && payment->phase == job::Phase::settled) {
        if (job::is_paid_back(order)) return process.order_replies.paid_back(order);
        if (payment->tx_hash == tx_hash) return process.order_replies.confirmed(order, 200);
        return process.replies.problem(ProblemCode::already_paid);
    }
    const auto claim = std::ranges::find(order.claims, tx_hash, &job::Claim::tx_hash);
    if (claim == order.claims.end()) return process.replies.problem(ProblemCode::job_expired);
    if (claim->state == job::ClaimState::pending)
        return process.order_replies.pending(order, *claim);
    if (claim->reason == job::k_already_used)
        return process.replies.problem(ProblemCode::already_used);
    if (claim->reason == job::k_already_paid)
        return process.replies.problem(ProblemCode::already_paid);
    if (claim->reason == job::k_paid_on_v2) return paid_on_v2(order, *claim, process);
    return process.order_replies.unpaid(order, claim->reason, advice(claim->reason), claim->found);
}

// The scanner finds the transfer without a claim, too.
fcgi::Response no_room_for_paid(const job::OrderView& order, const Process& process)
{
    ProblemExtras extras;
    extras.detail = "Report the transfer again after Retry-After; do not pay again.";
    extras.charged = catalog::Charged::undecided;
    extras.job_id = order.view.job.id;
    extras.retry_after = k_retry_full;
    extras.credits = credits_json(order.view);
    return process.replies.problem(ProblemCode::storage_full, std::move(extras));
}

} // namespace

fcgi::Response payment_webhook(const fcgi::Request& request, Context& context)
{
    const Process& process = context.process;
    if (auto refusal = refuse_unread(request, process.replies)) return std::move(*refusal);
    if (auto refusal = refuse_media(request, process.replies)) return std::move(*refusal);
    const auto notice = read_notice(request.body);
    if (!notice) // of some transfer, which may pay
        return process.replies.unprocessable(json::share(notice.error().get()),
                                             catalog::Charged::undecided);
    const auto job = context.reading.find(notice->id, store::Reading::Artifact::leave);
    if (!job) return unknown_job(notice->id, context);
    auto order = context.orders.find(notice->id);
    if (!order) return process.replies.problem(ProblemCode::wrong_rail);
    if (order->view.job.state == job::State::purged) return process.replies.job_gone(order->view);

    const std::string tx_hash = notice->tx_hash.text();
    const auto claimed = context.orders.claim(notice->id, notice->tx_hash, notice->payer_signature);
    if (!claimed && claimed.error() == store::ClaimRefused::too_many)
        return process.replies.problem(ProblemCode::too_many_claims);
    if (!claimed && claimed.error() == store::ClaimRefused::storage_full)
        return no_room_for_paid(*order, process);
    order = context.orders.find(notice->id);
    return tell(await_judgement(request, order.value(), tx_hash, context), tx_hash, process);
}

} // namespace api
