#include "support/payment.hpp"

#include "support/sample_config.hpp"

#include "base/base64.hpp"
#include "base/concat.hpp"
#include "base/fault.hpp"
#include "base/json.hpp"
#include "chain/keccak.hpp"

namespace support {

namespace json = base::json;

pay::Terms sample_terms()
{
    const auto config = sample_config();
    const catalog::Catalog catalog{config};
    return pay::terms_of(catalog, *catalog.find("verify_basic"));
}

std::string PaymentText::json() const
{
    auto accepted = json::object("scheme", scheme, "network", network, "amount", amount, "asset",
                                 asset, "payTo", pay_to, "maxTimeoutSeconds", 300, "extra",
                                 json::object("name", "USD Coin", "version", "2"));
    auto authorization = json::object("from", from, "to", to, "value", value, "validAfter",
                                      valid_after, "validBefore", valid_before, "nonce", nonce);
    auto document = json::object(
        "x402Version", 2, "payload",
        json::object("authorization", std::move(authorization), "signature", signature), "accepted",
        std::move(accepted));
    if (!resource_url.empty())
        json::set(document.get(), "resource", json::object("url", resource_url));
    if (!identifier.empty())
        json::set(
            document.get(), "extensions",
            json::object("payment-identifier",
                         json::object("info", json::object("required", false, "id", identifier))));
    return json::dump(document.get());
}

std::string PaymentText::header() const
{
    return base::to_base64(base::bytes_of(json()));
}

pay::PaymentPayload PaymentText::parsed() const
{
    auto payload = pay::parse_payment_payload(header());
    if (!payload) throw base::Fault{base::concat("test payment: ", pay::word(payload.error()))};
    return std::move(*payload);
}

void PaymentText::sign(const Wallet& wallet, const pay::Terms& terms)
{
    signature = "0x00"; // any, to parse the rest
    const auto digest = chain::signing_digest(terms.token, parsed().authorization);
    signature = base::to_hex_0x(wallet.sign(digest));
}

PaymentText good_payment(const Wallet& wallet, const pay::Terms& terms, base::Instant now,
                         unsigned number)
{
    const auto seconds = base::to_ms(now) / 1000;
    base::Sha256 nonce{};
    nonce[30] = static_cast<std::uint8_t>(number >> 8U);
    nonce[31] = static_cast<std::uint8_t>(number);
    PaymentText out{
        .scheme = "exact",
        .network = terms.token.network.text(),
        .amount = terms.price.atoms_text(),
        .asset = chain::eip55_text(terms.token.contract),
        .pay_to = chain::eip55_text(terms.pay_to),
        .from = chain::eip55_text(wallet.address()),
        .to = chain::eip55_text(terms.pay_to),
        .value = terms.price.atoms_text(),
        .valid_after = "0",
        .valid_before = base::concat(seconds + 300),
        .nonce = base::to_hex_0x(nonce),
        .signature = {},
        .resource_url = terms.resource_url,
    };
    out.sign(wallet, terms);
    return out;
}

} // namespace support
