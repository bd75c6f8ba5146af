#include "api/service.hpp"

#include "api/client_address.hpp"
#include "api/endpoints.hpp"
#include "api/mcp.hpp"
#include "base/concat.hpp"
#include "base/log.hpp"
#include "catalog/limits.hpp"
#include "db/fault.hpp"

#include <algorithm>

namespace api {

namespace {

using catalog::Charged;
using catalog::ProblemCode;

// Whether the client may have paid for it: then it is not known here what became of the money, and
// the same request again finds out.
bool may_have_paid(const fcgi::Request& request, const std::optional<Route>& route)
{
    if (request.count_headers("payment-signature") != 0) return true;
    if (!route) return false;
    switch (route->endpoint) {
    case Route::Endpoint::order:
        return request.header("idempotency-key") != nullptr ||
               request.body.find("\"job_id\"") != std::string::npos;
    case Route::Endpoint::mcp: // in its body
    case Route::Endpoint::payment_webhook:
    case Route::Endpoint::job_status:
    case Route::Endpoint::job_artifact:
    case Route::Endpoint::job_transcript: return true;
    case Route::Endpoint::sell:
    case Route::Endpoint::health:
    case Route::Endpoint::liveness:
    case Route::Endpoint::readiness:
    case Route::Endpoint::ownership_proof:
    case Route::Endpoint::security_contact: return false;
    }
    return false;
}

// A client that asks below the prefix of a rail wants to buy: the answer says where it can.
fcgi::Response unknown_route(std::string_view path, const Process& process)
{
    if (path.starts_with("/v1/") || path.starts_with("/v2/"))
        return not_sold(ProblemCode::not_found, process);
    return process.replies.problem(ProblemCode::not_found);
}

pay::OrderSettings order_settings(const config::Config& config)
{
    return {.network = config.payment.network,
            .asset = config.payment.asset,
            .pay_to = config.payment.pay_to,
            .max_awaiting = catalog::k_max_awaiting_per_ip,
            .max_per_hour = catalog::k_max_awaiting_per_ip_hour};
}

} // namespace

struct Service::Session {
    Session(const Process& process, pay::Facilitator* facilitator)
        : database{{.path = {}, .writer = &process.writer}},
          at{database, process.clock, process.waker}, reading{at}, bulletin{at}, orders{at},
          anchors{at}, history{at}, order_rail{at, order_settings(process.config)}
    {
        if (facilitator != nullptr)
            rail.emplace(
                at, *facilitator, process.watcher, process.shares.waiting,
                pay::RailSettings{.facilitator_timeout = process.config.facilitator.timeout,
                                  .refusals_allowed = process.config.limits.refused_payments_per_ip,
                                  .undecided_allowed = process.config.limits.undecided_per_ip,
                                  .receipt_check_from = process.config.payment.receipt_check_from});
    }

    db::Database database;
    store::Access at;
    store::Reading reading;
    store::Bulletin bulletin;
    store::Orders orders;
    store::AnchorRecords anchors;
    store::History history;
    pay::OrderRail order_rail;
    std::optional<pay::FacilitatorRail> rail;
};

Service::Service(const Process& process, std::unique_ptr<net::HttpClient> http,
                 const pay::FacilitatorSettings& settings, pay::FacilitatorHealth& health)
    : m_process{process}, m_fitness{process}, m_http{std::move(http)}
{
    if (m_http)
        m_facilitator =
            std::make_unique<pay::HttpFacilitator>(*m_http, settings, health, process.clock);
}

Service::~Service() = default;

Service::Session& Service::session()
{
    if (!m_session) m_session = std::make_unique<Session>(m_process, m_facilitator.get());
    return *m_session;
}

fcgi::Response Service::handle(fcgi::Request request)
{
    const base::log::Tag tag{"request", request.id};
    const auto route =
        match(request.path, m_process.catalog, m_process.config.discovery.proof_path);
    ProblemExtras extras; // where nothing below has an answer
    extras.charged = may_have_paid(request, route) ? Charged::undecided : Charged::no;
    extras.retry_after = std::chrono::seconds{2};
    try {
        return dispatch(request, route);
    } catch (const db::HeldFault& held) {
        base::log::error("database_held", {{"path", request.path}, {"detail", held.what()}});
        extras.detail = "The database is held: send the same request with the same header again.";
        return m_process.replies.problem(ProblemCode::busy, std::move(extras));
    } catch (const db::AwayFault& away) {
        base::log::error("storage_away", {{"path", request.path}, {"detail", away.what()}});
        return m_process.replies.problem(ProblemCode::storage_away, std::move(extras));
    } catch (const std::exception& fault) {
        // Whatever broke, the connection may be part of it.
        m_session.reset();
        base::log::error("request_fault", {{"path", request.path}, {"detail", fault.what()}});
        // Ties the answer a stranger sees to our log line, without telling them anything.
        extras.detail = base::concat("Request id ", request.id);
        return m_process.replies.problem(ProblemCode::internal_error, std::move(extras));
    }
}

fcgi::Response Service::dispatch(fcgi::Request& request, const std::optional<Route>& route)
{
    if (!route) return unknown_route(request.path, m_process);
    const std::string_view method =
        request.method == "HEAD" ? "GET" : std::string_view{request.method};
    const bool is_sale = route->endpoint == Route::Endpoint::sell;
    const bool is_known = method == "GET" || method == "POST";
    if (!is_known || route->allow.find(method) == std::string_view::npos)
        return m_process.replies.method_not_allowed(route->allow);
    if (route->endpoint == Route::Endpoint::order && method == "GET")
        return m_process.order_replies.terms_of_route(*route->family, 200);
    if (is_sale && method == "GET") return prices(*route->offer, m_process);
    // Most unpaid answers come from memory: a broken database must not stop them.
    if (is_sale && request.count_headers("payment-signature") == 0)
        return quote(request, *route->offer, m_process, outlook(request, *route->offer));

    if (route->endpoint == Route::Endpoint::liveness) return liveness(m_process);
    if (route->endpoint == Route::Endpoint::mcp && m_process.lists != nullptr)
        return answer_mcp(request, m_process,
                          [this](fcgi::Request inner) { return handle(std::move(inner)); });
    Session& mine = session();
    Context context{m_process,    mine.reading, mine.bulletin,   mine.orders,
                    mine.anchors, mine.history, mine.order_rail, mine.rail ? &*mine.rail : nullptr};
    switch (route->endpoint) {
    case Route::Endpoint::sell: return sell(request, *route->offer, context);
    case Route::Endpoint::order: return order(request, *route->family, context);
    case Route::Endpoint::payment_webhook: return payment_webhook(request, context);
    case Route::Endpoint::job_status: return job_status(request, route->job_id, context);
    case Route::Endpoint::job_artifact: return job_artifact(request, route->job_id, context);
    case Route::Endpoint::job_transcript: return job_transcript(route->job_id, context);
    case Route::Endpoint::health: return health(context);
    case Route::Endpoint::mcp: break;      // likewise
    case Route::Endpoint::liveness: break; // answered above, without a database
    case Route::Endpoint::readiness: return readiness(m_process, mine.database);
    case Route::Endpoint::ownership_proof: return ownership_proof(m_process);
    case Route::Endpoint::security_contact: return security_contact(m_process);
    }
    return m_process.replies.problem(ProblemCode::not_found);
}

Outlook Service::outlook(const fcgi::Request& request, const catalog::Offer& offer)
{
    return {.unread_credits_left =
                [&] {
                    const auto buyer = buyer_of(request, m_process.config.limits.ipv6_prefix);
                    return session().reading.unread_credits_left(buyer.client, buyer.networks);
                },
            .stops =
                [&](const pay::Asking& asking) {
                    return m_fitness.stops(offer, asking,
                                           [&]() -> db::Database& { return session().database; });
                }};
}

} // namespace api
