#include "api/terms_replies.hpp"

#include "base/base64.hpp"
#include "catalog/terms.hpp"

namespace api {

namespace json = base::json;

namespace {

// Puts the members of `extra` behind those of an object, as JSON text: terms are long, and most who
// ask for them pay nothing.
void append_members(std::string& object_text, const json_t* extra)
{
    if (json_object_size(extra) == 0) return;
    object_text.back() = ',';
    object_text.append(json::dump(extra), 1);
}

} // namespace

TermsReplies::TermsReplies(const catalog::Catalog& catalog, const Replies& replies)
    : m_catalog{catalog}, m_replies{replies}
{
    for (const catalog::Offer& offer : catalog.offers())
        m_unpaid.emplace(offer.product, make(offer, catalog::k_payment_missing));
}

fcgi::Response TermsReplies::make(const catalog::Offer& offer, std::string_view error) const
{
    const json::Ref terms = catalog::payment_required(m_catalog, offer, error);
    fcgi::Response response = m_replies.json(402, json::dump(terms.get()));
    response.headers[1].second = "no-store";
    response.headers.emplace_back("PAYMENT-REQUIRED",
                                  catalog::payment_required_header(terms.get()));
    return response;
}

fcgi::Response TermsReplies::unpaid(const catalog::Offer& offer, std::string_view error,
                                    const json_t* hints) const
{
    // The header holds the protocol's object alone; hints for people and programs are body only.
    fcgi::Response response =
        error == catalog::k_payment_missing ? m_unpaid.at(offer.product) : make(offer, error);
    append_members(response.body, hints);
    return response;
}

fcgi::Response TermsReplies::prices(const catalog::Offer& offer) const
{
    const json::Ref terms = catalog::payment_required(m_catalog, offer, catalog::k_payment_missing);
    fcgi::Response response = m_replies.json(200, json::dump(terms.get()));
    response.headers[1].second = "no-store";
    return response;
}

fcgi::Response TermsReplies::refused(const catalog::Offer& offer, std::string_view error,
                                     std::string_view code, std::string_view detail,
                                     std::string_view payment_response) const
{
    fcgi::Response response = make(offer, error);
    append_members(
        response.body,
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
