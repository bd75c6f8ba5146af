#include "api/endpoints.hpp"
#include "api/source_vetting.hpp"

#include "api/body_bounds.hpp"
#include "api/client_address.hpp"
#include "api/hold.hpp"
#include "api/request_body.hpp"
#include "api/terms_replies.hpp"
#include "base/fault.hpp"
#include "base/log.hpp"
#include "pay/goods.hpp"
#include "pay/payment_payload.hpp"
#include "pay/request_digest.hpp"
#include "request/fields.hpp"

#include <algorithm>

namespace api {

namespace {

using catalog::ProblemCode;
namespace json = base::json;

// DESIGN.md, 5 (j): then the buyer gets 202 or settlement_pending; nginx waits 75 s.
constexpr std::chrono::seconds k_inline_budget{55};
// With the look itself, no thread is held for more than two seconds.
constexpr std::chrono::milliseconds k_lookup_patience{1000};

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
    // `take_place`: see pay::Sale.
    Teller(const fcgi::Request& request, const catalog::Offer& offer,
           const std::function<bool()>& take_place, Context& context)
        : m_request{request}, m_offer{offer}, m_take_place{take_place}, m_context{context}
    {
    }

    // What the table says of it a moment after it was queued; of an inline one, when it is done.
    fcgi::Response operator()(const pay::Accepted& sold) const
    {
        if (m_offer.product->is_inline) return job_answer(sold.job_id, sold.payment_response);
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
        extras.job_id = pending.job_id;
        extras.retry_after = k_pending_retry;
        return process().replies.problem(ProblemCode::settlement_pending, std::move(extras));
    }

private:
    [[nodiscard]] const Process& process() const { return m_context.process; }

    // Of an inline product, as it is when the work is done, or when this request may wait no
    // longer: then 202, and the buyer polls or sends the same header again.
    [[nodiscard]] std::optional<job::View> seen(const value::JobId& id) const
    {
        if (!m_offer.product->is_inline)
            return m_context.reading.find(id, store::Reading::Artifact::leave);
        auto view = m_context.reading.find(id, store::Reading::Artifact::fetch);
        if (!view || !is_unfinished(view->job.state) || !m_take_place()) return view;
        return hold(
            m_request, std::move(*view), m_request.begun + k_inline_budget,
            [](const job::View& now) { return !is_unfinished(now.job.state); }, m_context);
    }

    // Status and progress of now; PAYMENT-RESPONSE as in the first answer.
    [[nodiscard]] fcgi::Response job_answer(const value::JobId& id,
                                            const std::string& payment_response) const
    {
        const auto view = seen(id);
        if (!view) throw base::Fault{"a sold job is not in the table"};
        const bool is_result =
            m_offer.product->is_inline && view->job.state == job::State::complete;
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

    const fcgi::Request& m_request;
    const catalog::Offer& m_offer;
    const std::function<bool()>& m_take_place;
    Context& m_context;
};

json::Ref misspelt_names(const catalog::Product& product, std::string_view checked,
                         std::span<const NamedPage> pages)
{
    auto problems = misspelt_targets(product, checked);
    return problems ? std::move(problems) : misspelt_sources(product, pages);
}

// Looks up what the request names: for a payment that is good, and for few at once.
base::Result<pay::Prepared, pay::Unprepared> look_outside(const catalog::Product& product,
                                                          std::string_view checked,
                                                          std::span<const NamedPage> pages,
                                                          const std::string& client,
                                                          const Process& process)
{
    const auto place = process.shares.lookups.take(client, k_lookup_patience);
    if (!place) return base::refuse(pay::Unprepared{});
    if (catalog::hosts_field(product) == nullptr) {
        const auto problems = unfit_sources(product, pages, process.vet);
        if (problems) return base::refuse(pay::Unprepared{json::dump(problems.get())});
        return pay::Prepared{};
    }
    auto pinned = pin_targets(product, checked, process.vet);
    if (!pinned) return base::refuse(pay::Unprepared{json::dump(pinned.error().get())});
    return pay::Prepared{std::move(*pinned)};
}

// A paid request, read and valid in itself.
struct PaidRequest {
    pay::PaymentPayload payload;
    std::string asked; // canonical JSON of the known members
    std::vector<NamedPage> pages;
};

// The refusal is the answer.
base::Result<PaidRequest, fcgi::Response> read_paid(const fcgi::Request& request,
                                                    const catalog::Offer& offer,
                                                    const Process& process)
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
    if (is_other_than_json(request))
        return base::refuse(process.replies.problem(ProblemCode::unsupported_media_type));
    auto checked = request::check_request(*offer.product, request.body);
    if (!checked)
        return base::refuse(process.replies.unprocessable(json::share(checked.error().get())));
    auto pages = pages_of(*offer.product, *checked);
    if (auto problems = misspelt_names(*offer.product, *checked, pages))
        return base::refuse(process.replies.unprocessable(std::move(problems)));
    return PaidRequest{*std::move(payload), *std::move(checked), std::move(pages)};
}

// Takes one place, once.
std::function<bool()> taker_of(base::Slots& slots, std::optional<base::Slots::Permit>& place)
{
    return [&slots, &place] {
        if (place) return true;
        if (auto taken = slots.try_take()) place.emplace(std::move(*taken));
        return place.has_value();
    };
}

} // namespace

fcgi::Response quote(const fcgi::Request& request, const catalog::Offer& offer,
                     const Process& process, const std::function<int()>& unread_credits_left)
{
    if (auto refusal = unreadable(request, process)) return std::move(*refusal);
    if (request.body.empty()) return process.terms.unpaid(offer);
    const auto hints = json::object();
    const auto checked = request::check_request(*offer.product, request.body);
    if (!checked) {
        json::set(hints.get(), "would_fail", json::share(checked.error().get()));
        return process.terms.unpaid_saying(offer, hints.get());
    }
    // As far as it can be told without a look outside.
    const auto pages = pages_of(*offer.product, *checked);
    auto problems = misspelt_names(*offer.product, *checked, pages);
    if (!problems && pages.empty()) return process.terms.unpaid(offer);
    if (problems) json::set(hints.get(), "would_fail", std::move(problems));
    if (!pages.empty())
        json::set(hints.get(), "unread_sources", unread_sources(unread_credits_left()));
    return process.terms.unpaid_saying(offer, hints.get());
}

fcgi::Response prices(const catalog::Offer& offer, const Process& process)
{
    if (!process.catalog.sells_on_v2()) return not_sold(ProblemCode::rail_off, process);
    return process.terms.prices(offer);
}

fcgi::Response sell(fcgi::Request& request, const catalog::Offer& offer, Context& context)
{
    const Process& process = context.process;
    auto paid = read_paid(request, offer, process);
    if (!paid) return paid.error();
    std::string& asked = paid->asked;
    const auto& pages = paid->pages;
    // What is sold counts until it is on disk: facilitators take time, and buyers come in crowds.
    auto room = held_room(process.shares.held, asked.size());
    if (!room) return no_room(process.replies);
    request.drop_body(); // up to six times as long as what is sold

    // nginx sends paid requests to the slow pool; one that strayed here costs no buyer anything.
    if (context.rail == nullptr) return process.replies.problem(ProblemCode::busy);
    const pay::Terms terms = pay::terms_of(process.catalog, offer);
    std::optional<base::Slots::Permit> place;
    const auto take_place = taker_of(context.process.shares.waiting_sales, place);
    const job::Buyer buyer = buyer_of(request.client, process.config.limits.ipv6_prefix);
    const bool looks_outside = catalog::hosts_field(*offer.product) != nullptr || !pages.empty();
    pay::Sale sale{.payload = paid->payload,
                   .terms = terms,
                   .goods = pay::goods_of(offer, !pages.empty(), process.config),
                   .request = asked,
                   .request_digest = pay::request_digest(offer.product->key, asked),
                   .buyer = buyer,
                   .deadline = request.begun + k_inline_budget,
                   .client_gone = request.client_gone};
    if (looks_outside)
        sale.prepare = [&] {
            return look_outside(*offer.product, asked, pages,
                                buyer.networks.site.empty() ? buyer.client : buyer.networks.site,
                                process);
        };
    if (offer.product->is_inline) sale.take_place = take_place;
    sale.stored = [&] {
        std::string{}.swap(asked);
        room.reset();
    };
    return std::visit(Teller{request, offer, take_place, context}, context.rail->sell(sale));
}

} // namespace api
