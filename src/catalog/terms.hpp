// Payment terms as buyers see them (DESIGN.md, 3; x402 version 2, scheme `exact`).
#pragma once

#include "base/json.hpp"
#include "base/result.hpp"
#include "catalog/rails.hpp"

#include <string>
#include <string_view>

namespace catalog {

inline constexpr int k_x402_version = 2;
// The scheme of every offer, and how wallets sign it (EIP-3009).
inline constexpr std::string_view k_scheme = "exact";
// Served as a file at the origin, and named as the icon of what is sold.
inline constexpr std::string_view k_icon_path = "/favicon.ico";
// PaymentRequired.error when nothing was paid at all.
inline constexpr std::string_view k_payment_missing = "Payment required";
// The same to a client of x402 version 1, whose payment came in the header of that version.
inline constexpr std::string_view k_payment_in_old_header =
    "Payment required: X-PAYMENT is not read, send the payment in PAYMENT-SIGNATURE (x402 version "
    "2)";

// One entry of `accepts`. Deterministic: the same offer gives the same bytes under json::dump().
// The rails differ in how long the payment may take: rail v1 takes transfers, not authorizations.
base::json::Ref accepts_entry(const Catalog& catalog, const Offer& offer, Rail rail = Rail::v2);

// The `resource` of a PaymentRequired object, which lists and wallets show: {url, description,
// mimeType, serviceName?, tags, iconUrl?} as x402 version 2 bounds them.
struct Resource {
    std::string_view path;
    std::string_view description;
    std::string_view family; // its name; the tags are it and the category of its products
};
base::json::Ref resource_json(const Catalog& catalog, const Resource& resource);

// " Measured: URL." behind the description of what is measured in public; empty for the others.
std::string measured_note(const Catalog& catalog, std::string_view family);

// A PaymentRequired object: {x402Version, error, resource, accepts, extensions}. `error` is
// k_payment_missing or the facilitators' word for what is wrong with the payment.
base::json::Ref payment_required(const Catalog& catalog, const Offer& offer,
                                 std::string_view error);

// A PaymentRequired object as the value of the PAYMENT-REQUIRED header: padded base64, one line.
std::string payment_required_header(const json_t* payment_required);

// The price as the JSON number `price_usdc`: the only place where money becomes a double.
double price_number(value::AtomicUsd price);

// Start-up check: nullopt when every offer's PAYMENT-REQUIRED header is short enough for the
// facilitators and clients in use; else a sentence that names the product and the sizes.
std::optional<std::string> find_oversized_header(const Catalog& catalog);

} // namespace catalog
