// Payments as a buyer's client sends them, each member as text so that a test can bend it.
#pragma once

#include "support/wallet.hpp"

#include "base/clock.hpp"
#include "pay/payment_payload.hpp"
#include "pay/terms.hpp"

#include <string>

namespace support {

// What verify_basic costs under the sample configuration.
pay::Terms sample_terms();

struct PaymentText {
    // accepted
    std::string scheme;
    std::string network;
    std::string amount;
    std::string asset;
    std::string pay_to;
    // payload
    std::string from;
    std::string to;
    std::string value;
    std::string valid_after;
    std::string valid_before;
    std::string nonce;
    std::string signature;
    std::string resource_url;    // empty: no member `resource`
    std::string identifier = {}; // empty: no extension payment-identifier

    [[nodiscard]] std::string json() const;
    [[nodiscard]] std::string header() const; // base64 of json()
    // Throws when it does not parse.
    [[nodiscard]] pay::PaymentPayload parsed() const;
    // Signs the authorization as it stands now, under the domain of `terms`.
    void sign(const Wallet& wallet, const pay::Terms& terms);
};

// Signed, and good for `terms` from `now` on. Each number is another nonce.
PaymentText good_payment(const Wallet& wallet, const pay::Terms& terms, base::Instant now,
                         unsigned number = 1);

} // namespace support
