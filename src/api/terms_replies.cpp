#include "api/terms_replies.hpp"

#include "base/base64.hpp"
#include "catalog/terms.hpp"

namespace api {

namespace json = base::json;

TermsReplies::TermsReplies(const catalog::Catalog& catalog, const Replies& replies)
    : m_catalog{catalog}, m_replies{replies}
{
    for (const catalog::Offer& offer : catalog.offers())
        m_unpaid.emplace(offer.product, make(offer, catalog::k_payment_missing, nullptr));
}

fcgi::Response TermsReplies::make(const catalog::Offer& offer, std::string_view error,
                                  const json_t* extra) const
{
    const json::Ref terms = catalog::payment_required(m_catalog, offer, error);
    // The header holds the protocol's object alone; hints for people and programs are body only.
    std::string header = catalog::payment_required_header(terms.get());
    if (extra != nullptr)
        json::for_each_member(extra, [&](std::string_view key, const json_t* value) {
            json::set(terms.get(), key, json::share(value));
        });
    fcgi::Response response = m_replies.json(402, json::dump(terms.get()));
    response.headers[1].second = "no-store";
    response.headers.emplace_back("PAYMENT-REQUIRED", std::move(header));
    return response;
}

const fcgi::Response& TermsReplies::unpaid(const catalog::Offer& offer) const
{
    return m_unpaid.at(offer.product);
}

fcgi::Response TermsReplies::prices(const catalog::Offer& offer) const
{
    const json::Ref terms = catalog::payment_required(m_catalog, offer, catalog::k_payment_missing);
    fcgi::Response response = m_replies.json(200, json::dump(terms.get()));
    response.headers[1].second = "no-store";
    return response;
}

fcgi::Response TermsReplies::unpaid_saying(const catalog::Offer& offer, std::string_view error,
                                           const json_t* hints) const
{
    return make(offer, error, hints);
}

fcgi::Response TermsReplies::refused(const catalog::Offer& offer, std::string_view error,
                                     std::string_view code, std::string_view detail,
                                     std::string_view payment_response) const
{
    fcgi::Response response = make(
        offer, error,
        json::object("code", code, "detail", detail, "retryable", false, "charged", false).get());
    if (!payment_response.empty()) add_payment_response(response, payment_response);
    return response;
}

void add_payment_response(fcgi::Response& response, std::string_view payment_response)
{
    response.headers.emplace_back("PAYMENT-RESPONSE",
                                  base::to_base64(base::bytes_of(payment_response)));
}

} // namespace api
