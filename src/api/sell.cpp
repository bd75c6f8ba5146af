#include "api/endpoints.hpp"

#include "api/body_bounds.hpp"
#include "api/hold.hpp"
#include "api/model_wish.hpp"
#include "api/purchase.hpp"
#include "api/request_body.hpp"
#include "api/terms_replies.hpp"
#include "api/would_check.hpp"
#include "base/concat.hpp"
#include "base/fault.hpp"
#include "base/log.hpp"
#include "catalog/terms.hpp"
#include "pay/facilitator_reasons.hpp"
#include "pay/payment_payload.hpp"
#include "request/fields.hpp"

#include <algorithm>

namespace api {

namespace {

using catalog::ProblemCode;
namespace json = base::json;

// What stops a sale or a quote before anything is looked at.
std::optional<fcgi::Response> unreadable(const fcgi::Request& request, const Process& process)
{
    if (!process.catalog.sells_on_v2()) return not_sold(ProblemCode::rail_off, process);
    return refuse_unread(request, process.replies);
}

// Renders what the rail decided. One overload for each alternative: a new one does not compile
// until it has an answer here.
class Teller {
public:
    Teller(const catalog::Offer& offer, const Purchase& made, Context& context)
        : m_offer{offer}, m_made{made}, m_context{context}
    {
    }

    // What the table says of it a moment after it was queued, unless the result was waited for.
    fcgi::Response operator()(const pay::Accepted& sold) const
    {
        if (m_made.shows_result) return job_answer(sold.job_id, sold.payment_response);
        const auto now = process().clock.now();
        fcgi::Response response =
            process().replies.job_accepted({.job = {.seq = 0,
                                                    .id = sold.job_id,
                                                    .rail = "v2",
                                                    .product = std::string{m_offer.product->key},
                                                    .state = job::State::queued,
                                                    .price = m_offer.price,
                                                    .sla = m_offer.sla,
                                                    .created = now,
                                                    .updated = now}},
                                           now);
        add_payment_response(response, sold.payment_response);
        return response;
    }

    fcgi::Response operator()(const pay::Repeat& repeat) const
    {
        fcgi::Response response = job_answer(repeat.job_id, repeat.payment_response);
        add_earlier(response, repeat.earlier);
        return response;
    }

    fcgi::Response operator()(const pay::PaymentRequiredAgain& refused) const
    {
        return process().terms.refused(m_offer, refused.error, pay::code_of(refused.error),
                                       refused.detail, refused.payment_response);
    }

    fcgi::Response operator()(const pay::Spent& spent) const
    {
        ProblemExtras extras;
        if (spent.is_free_anew)
            extras.detail = "Sign the same request anew from the same wallet: the new "
                            "authorization is not used.";
        return process().replies.problem(ProblemCode::payment_spent, std::move(extras));
    }

    fcgi::Response operator()(const pay::Lost&) const
    {
        return process().replies.problem(ProblemCode::paid_before_restore);
    }

    fcgi::Response operator()(const pay::Reused&) const
    {
        return process().replies.problem(ProblemCode::payment_reused);
    }

    fcgi::Response operator()(const pay::IdentifierConflict& conflict) const
    {
        ProblemExtras extras;
        if (conflict.is_settled) {
            extras.charged =
                *conflict.is_settled ? catalog::Charged::yes : catalog::Charged::undecided;
            extras.detail =
                "This was bought before: send the first request again, with the payment "
                "and the name that it had. Do not pay again.";
        }
        return process().replies.problem(ProblemCode::idempotency_conflict, std::move(extras));
    }

    fcgi::Response operator()(const pay::Busy& busy) const
    {
        ProblemExtras extras;
        extras.retry_after = busy.retry_after;
        return process().replies.problem(busy.code, std::move(extras));
    }

    fcgi::Response operator()(const pay::Unfit& unfit) const
    {
        const auto detail = json::parse(unfit.detail);
        return process().replies.unprocessable(json::share(detail.value().get()));
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
        if (pending.shows_job) extras.job_id = pending.job_id;
        extras.retry_after = k_pending_retry;
        fcgi::Response response =
            process().replies.problem(ProblemCode::settlement_pending, std::move(extras));
        add_earlier(response, pending.earlier);
        return response;
    }

private:
    [[nodiscard]] const Process& process() const { return m_context.process; }

    void add_earlier(fcgi::Response& response, const std::optional<pay::Earlier>& earlier) const
    {
        if (!earlier) return;
        const auto ago = std::chrono::round<std::chrono::seconds>(
            std::max(process().clock.now() - earlier->created, base::Instant::duration{0}));
        add_member(response, "earlier_purchase",
                   json::object(
                       "created_at", base::to_rfc3339(earlier->created), "authorization_used",
                       false, "message",
                       base::concat(
                           "You bought this ", ago.count(),
                           " s ago; the new authorization was not used. To buy it "
                           "again, name the purchase (payment-identifier or "
                           "Idempotency-Key)",
                           earlier->until ? " or wait until " : "",
                           earlier->until ? base::to_rfc3339(*earlier->until) : std::string{}, "."))
                       .get());
    }

    // Status and progress of now; PAYMENT-RESPONSE as in the first answer.
    [[nodiscard]] fcgi::Response job_answer(const value::JobId& id,
                                            const std::string& payment_response) const
    {
        const auto& view = m_made.view;
        if (!view) throw base::Fault{"a sold job is not in the table"};
        const bool is_result = m_made.shows_result && view->job.state == job::State::complete;
        fcgi::Response response;
        if (view->job.state == job::State::failed) {
            ProblemExtras extras;
            extras.job_id = id;
            extras.credits = credits_json(*view);
            response = process().replies.problem(ProblemCode::job_failed, std::move(extras));
        } else if (view->job.state == job::State::purged) {
            response = process().replies.job_gone(*view);
        } else if (is_result) {
            response = process().replies.job_complete(*view);
        } else {
            response = process().replies.job_accepted(*view, process().clock.now(),
                                                      m_context.reading.queue_position(view->job));
        }
        add_payment_response(response, payment_response);
        return response;
    }

    const catalog::Offer& m_offer;
    const Purchase& m_made;
    Context& m_context;
};

json::Ref misspelt_names(const catalog::Product& product, std::string_view checked,
                         std::span<const NamedPage> pages)
{
    auto problems = misspelt_targets(product, checked);
    return problems ? std::move(problems) : misspelt_sources(product, pages);
}

// An Idempotency-Key names the purchase where its payment does not. What is wrong with it; nullptr:
// nothing.
const char* name_purchase(const fcgi::Request& request, pay::PaymentPayload& payload)
{
    const std::string* key = request.header("idempotency-key");
    if (key == nullptr) return nullptr;
    auto name = pay::identifier_of_key(*key);
    if (!name || request.count_headers("idempotency-key") > 1)
        return "Idempotency-Key must be sent once, as 1 to 255 visible ASCII characters.";
    if (payload.identifier && *payload.identifier != *name)
        return "Idempotency-Key and the extension payment-identifier name two purchases.";
    payload.identifier = std::move(name);
    return nullptr;
}

base::Result<json::Ref, json::ParseRefusal> body_of(const fcgi::Request& request,
                                                    const catalog::Product& product)
{
    if (request.parsed_body) return json::share(request.parsed_body.get());
    return request::parse_body(product, request.body);
}

// The refusal is the answer.
base::Result<Asked, fcgi::Response> read_paid(const fcgi::Request& request,
                                              const catalog::Offer& offer, const Process& process)
{
    if (auto refusal = unreadable(request, process)) return base::refuse(std::move(*refusal));
    if (request.count_headers("payment-signature") > 1)
        return base::refuse(process.replies.problem(ProblemCode::payment_header_repeated));
    auto payload = pay::parse_payment_payload(*request.header("payment-signature"));
    if (!payload) {
        ProblemExtras extras;
        extras.detail = pay::explain(payload.error());
        return base::refuse(
            process.replies.problem(ProblemCode::payment_header_invalid, std::move(extras)));
    }
    if (const auto* refusal = name_purchase(request, *payload)) {
        ProblemExtras extras;
        extras.detail = refusal;
        return base::refuse(process.replies.problem(ProblemCode::bad_request, std::move(extras)));
    }
    if (auto refusal = refuse_media(request, process.replies))
        return base::refuse(std::move(*refusal));
    const auto parsed = body_of(request, *offer.product);
    auto checked = request::check_parsed(*offer.product, parsed);
    if (!checked)
        return base::refuse(process.replies.unprocessable(json::share(checked.error().get())));
    auto pages = pages_of(*offer.product, *checked);
    auto problems = unmet_wish(offer, parsed->get());
    if (!problems) problems = misspelt_names(*offer.product, *checked, pages);
    if (problems) return base::refuse(process.replies.unprocessable(std::move(problems)));
    return Asked{.offer = offer,
                 .payload = *std::move(payload),
                 .checked = *std::move(checked),
                 .pages = std::move(pages),
                 .declines_model = declines_model(parsed->get()),
                 .warnings = request::unknown_members(*offer.product, parsed->get()),
                 .wait = preferred_wait(request, process.config.http.poll_wait_max)};
}

// Sets in `hints` what is to be expected of the body, as far as it can be told without a look
// outside. How it would be sold.
pay::Asking foretell(json_t* hints, const fcgi::Request& request, const catalog::Offer& offer,
                     const Outlook& outlook)
{
    if (const auto detail = wrong_encoding(request); !detail.empty()) {
        json::set(hints, "would_fail",
                  json::array(json::object("type", "unsupported_media_type", "loc",
                                           json::array("header"), "msg", detail)));
        return {};
    }
    const auto parsed = body_of(request, *offer.product);
    const auto checked = request::check_parsed(*offer.product, parsed);
    if (!checked) {
        json::set(hints, "would_fail", json::share(checked.error().get()));
        return {};
    }
    const auto pages = pages_of(*offer.product, *checked);
    auto problems = unmet_wish(offer, parsed->get());
    if (!problems) problems = misspelt_names(*offer.product, *checked, pages);
    if (problems) json::set(hints, "would_fail", std::move(problems));
    if (auto counts = would_check(*offer.product, parsed->get()))
        json::set(hints, "would_check", std::move(counts));
    if (auto warnings = request::unknown_members(*offer.product, parsed->get());
        json_array_size(warnings.get()) != 0)
        json::set(hints, "warnings", std::move(warnings));
    if (!pages.empty())
        json::set(hints, "unread_sources",
                  unread_sources(*offer.product, outlook.unread_credits_left));
    return {.names_pages = !pages.empty(), .declines_model = declines_model(parsed->get())};
}

} // namespace

fcgi::Response quote(const fcgi::Request& request, const catalog::Offer& offer,
                     const Process& process, const Outlook& outlook)
{
    if (auto refusal = unreadable(request, process)) return std::move(*refusal);
    const auto hints = json::object();
    pay::Asking asking;
    const bool has_body = !request.body.empty() || request.parsed_body;
    if (has_body) asking = foretell(hints.get(), request, offer, outlook);
    if (const auto busy = outlook.stops(asking)) {
        const catalog::Problem& problem = catalog::problem(busy->code);
        json::set_all(hints.get(), "available", false, "code", problem.word, "detail",
                      problem.title);
    }
    const auto error = request.header("x-payment") == nullptr ? catalog::k_payment_missing
                                                              : catalog::k_payment_in_old_header;
    return process.terms.unpaid(offer, error, hints.get());
}

fcgi::Response prices(const catalog::Offer& offer, const Process& process)
{
    if (!process.catalog.sells_on_v2()) return not_sold(ProblemCode::rail_off, process);
    return process.terms.prices(offer);
}

fcgi::Response sell(fcgi::Request& request, const catalog::Offer& offer, Context& context)
{
    const Process& process = context.process;
    auto asked = read_paid(request, offer, process);
    if (!asked) return asked.error();
    // What is sold counts until it is on disk: facilitators take time, and buyers come in crowds.
    auto room = held_room(process.shares.held, asked->checked.size());
    if (!room) return no_room(process.replies);
    asked->room.emplace(std::move(*room));
    request.drop_body(); // up to six times as long as what is sold

    // nginx sends paid requests to the slow pool; one that strayed here costs no buyer anything.
    if (context.rail == nullptr) return process.replies.problem(ProblemCode::busy);
    const auto wait = asked->wait;
    const auto warnings = std::move(asked->warnings);
    const Purchase made = purchase(request, *std::move(asked), context);
    fcgi::Response response = std::visit(Teller{offer, made, context}, made.outcome);
    if ((response.status == 200 || response.status == 202) && json_array_size(warnings.get()) != 0)
        add_member(response, "warnings", warnings.get());
    if (made.has_waited) add_preference_applied(response, wait);
    return response;
}

} // namespace api
