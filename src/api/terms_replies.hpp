// The 402: a PaymentRequired object as body and, for x402 clients, as the PAYMENT-REQUIRED header
// (DESIGN.md, 5). The unpaid ones never change and are made once.
#pragma once

#include "api/replies.hpp"
#include "catalog/catalog.hpp"
#include "fcgi/message.hpp"

#include <map>
#include <string>
#include <string_view>

namespace api {

// Immutable once made; threads may share it.
class TermsReplies {
public:
    // Both must outlive the object.
    TermsReplies(const catalog::Catalog& catalog, const Replies& replies);

    // Nothing was paid. `offer` must be one of the catalog's. `hints`: an object of more members,
    // which say something of the body that came (`would_fail`, ...); none has a name that the terms
    // have.
    [[nodiscard]] fcgi::Response unpaid(const catalog::Offer& offer, std::string_view error,
                                        const json_t* hints) const;
    // For who only asks the price: 200, and no header that a client could take for a demand.
    [[nodiscard]] fcgi::Response prices(const catalog::Offer& offer) const;
    // A payment was refused with `error`, a facilitator's word perhaps, and `code`, one that we
    // know. `payment_response`: the SettleResponse, JSON text; empty
    // when no facilitator was asked.
    [[nodiscard]] fcgi::Response refused(const catalog::Offer& offer, std::string_view error,
                                         std::string_view code, std::string_view detail,
                                         std::string_view payment_response) const;

private:
    fcgi::Response make(const catalog::Offer& offer, std::string_view error) const;

    const catalog::Catalog& m_catalog;
    const Replies& m_replies;
    std::map<const catalog::Product*, fcgi::Response> m_unpaid;
};

// PAYMENT-RESPONSE on an answer: base64 of `payment_response`.
void add_payment_response(fcgi::Response& response, std::string_view payment_response);

} // namespace api
