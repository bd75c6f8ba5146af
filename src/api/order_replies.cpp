#include "api/order_replies.hpp"

#include "base/concat.hpp"
#include "base/fault.hpp"
#include "catalog/rails.hpp"
#include "catalog/terms.hpp"
#include "chain/keccak.hpp"
#include "job/transitions.hpp"
#include "pay/payment_options.hpp"

namespace api {

namespace json = base::json;

namespace {

// Whose money it was, and where it came in; null where that was not seen yet.
void add_transfer(json_t* members, const job::Payment* payment)
{
    if (payment == nullptr) {
        json::set_all(members, "payer", nullptr, "amount", nullptr, "block_number", nullptr);
        return;
    }
    json::set_all(members, "payer", payment->key.payer.text(), "amount",
                  payment->value.atoms_text(), "block_number", payment->block_number);
}

} // namespace

const catalog::Offer& OrderReplies::offer_of(const job::Job& job) const
{
    const catalog::Offer* offer = m_catalog.find(job.product);
    if (offer == nullptr) throw base::Fault{base::concat("no product ", job.product)};
    return *offer;
}

json::Ref OrderReplies::terms(const catalog::Family& family, json::Ref accepts,
                              std::string_view error) const
{
    return json::object("x402Version", catalog::k_x402_version, "error", error, "resource",
                        catalog::resource_json(m_catalog, {.path = family.v1_path,
                                                           .description = family.description,
                                                           .family = family.name}),
                        "accepts", std::move(accepts));
}

fcgi::Response OrderReplies::terms_of_route(const catalog::Family& family, int status) const
{
    json::Ref accepts = json::array();
    for (const catalog::Offer* offer : m_catalog.v1_offers(family)) {
        json::Ref entry = catalog::accepts_entry(m_catalog, *offer, catalog::Rail::v1);
        json::set(entry.get(), "product", json::value(offer->product->key));
        json::append(accepts.get(), std::move(entry));
    }
    const auto body = terms(family, std::move(accepts), catalog::k_payment_missing);
    json::set(body.get(), "webhook", json::value(m_catalog.url(catalog::k_webhook_path)));
    fcgi::Response response = m_replies.json(status, json::dump(body.get()));
    response.headers[1].second = "no-store";
    return response;
}

// As it was sold: prices and addresses of the configuration may have changed since.
fcgi::Response OrderReplies::unpaid(const job::OrderView& order, std::string_view code,
                                    std::string_view detail, std::string_view found,
                                    const json_t* hints) const
{
    const job::Job& job = order.view.job;
    catalog::Offer offer = offer_of(job);
    offer.price = job.price;
    json::Ref entry = catalog::accepts_entry(m_catalog, offer, catalog::Rail::v1);
    json::set_all(entry.get(), "payTo", chain::eip55_text(order.order.pay_to), "asset",
                  chain::eip55_text(order.order.asset), "network", order.order.network.text());
    const auto body =
        terms(catalog::family_named(offer.product->family), json::array(std::move(entry)),
              code.empty() ? catalog::k_payment_missing : code);
    json::set_all(body.get(), "job_id", job.id.text(), "status", job::to_text(job.state), "product",
                  job.product, "amount", job.price.atoms_text(), "expires_at",
                  base::to_rfc3339(job.created + job::k_transfer_window), "ttl_expires_at",
                  base::to_rfc3339(job.created + job::k_awaiting_ttl), "signature_until",
                  base::to_rfc3339(job.created + job::k_awaiting_ttl), "webhook",
                  m_catalog.url(catalog::k_webhook_path), "payment_options",
                  pay::payment_options(job.id, order.order, job.price), "credits",
                  credits_json(order.view));
    if (hints != nullptr)
        json::for_each_member(hints, [&](std::string_view key, const json_t* value) {
            json::set(body.get(), key, json::share(value));
        });
    // A transfer that bought nothing may still have come in: then it is a credit.
    if (!code.empty())
        json::set_all(body.get(), "code", code, "detail", detail, "charged",
                      !order.view.credits.empty());
    if (const auto parsed = json::parse(found.empty() ? "null" : found); parsed && !found.empty())
        json::set(body.get(), "found", json::share(parsed->get()));
    fcgi::Response response = m_replies.json(402, json::dump(body.get()));
    response.headers[1].second = "no-store";
    return response;
}

fcgi::Response OrderReplies::status_reply(int status, const job::OrderView& order,
                                          json::Ref members) const
{
    const job::Job& job = order.view.job;
    const std::string poll_url = m_catalog.url(base::concat("/v1/job/", job.id.text()));
    json::set_all(members.get(), "job_id", job.id.text(), "product", job.product, "poll_url",
                  poll_url, "sla_sec", job.sla.count(), "progress", nullptr, "credits",
                  credits_json(order.view));
    if (status == 202) json::set(members.get(), "retry_after_sec", json::value(2));
    fcgi::Response response = m_replies.json(status, json::dump(members.get()));
    if (status != 202) return response;
    response.headers.emplace_back("Location", poll_url);
    response.headers.emplace_back("Link", base::concat('<', poll_url, ">; rel=monitor"));
    response.headers.emplace_back("Retry-After", base::concat(k_pending_retry.count()));
    return response;
}

fcgi::Response OrderReplies::pending(const job::OrderView& order, const job::Claim& claim) const
{
    json::Ref members = json::object(
        "status", "payment_pending", "tx_hash", claim.tx_hash, "reason",
        claim.reason.empty() ? std::string{"not_looked_at"} : claim.reason, "next", "poll");
    const auto& payment = order.view.payment;
    const bool is_known = payment && payment->tx_hash == claim.tx_hash;
    add_transfer(members.get(), is_known ? &*payment : nullptr);
    return status_reply(202, order, std::move(members));
}

fcgi::Response OrderReplies::confirmed(const job::OrderView& order, int status) const
{
    json::Ref members = json::object("status", job::to_text(order.view.job.state));
    if (const auto& payment = order.view.payment) {
        json::set(members.get(), "tx_hash", json::value(payment->tx_hash));
        add_transfer(members.get(), &*payment);
    }
    const bool is_asked_for = order.view.job.state != job::State::payment_confirmed;
    json::set(members.get(), "next", json::value(is_asked_for ? "poll" : "resubmit"));
    return status_reply(status, order, std::move(members));
}

fcgi::Response OrderReplies::paid_back(const job::OrderView& order) const
{
    return m_replies.problem(
        catalog::ProblemCode::job_expired,
        {.detail = "Nobody asked for the result in time and the money was sent back: order again.",
         .charged = {},
         .job_id = order.view.job.id,
         .retry_after = {},
         .credits = credits_json(order.view)});
}

fcgi::Response OrderReplies::expired(const job::OrderView& order) const
{
    return status_reply(
        200, order,
        json::object("status", "expired", "created_at", base::to_rfc3339(order.view.job.created)));
}

} // namespace api
