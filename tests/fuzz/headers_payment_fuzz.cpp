// What a stranger's PAYMENT-SIGNATURE header goes through before anybody is asked about it: base64,
// JSON, values, terms, signature recovery. And what a facilitator's answer goes through.
#include "pay/facilitator_answer.hpp"
#include "pay/facilitator_reasons.hpp"
#include "pay/payment_payload.hpp"
#include "pay/terms_check.hpp"

#include "base/base64.hpp"
#include "chain/recover.hpp"
#include "net/url.hpp"

#include <cstdlib>
#include <string_view>

namespace {

pay::Terms terms()
{
    return {.token = {"USD Coin", "2", *value::EvmNetwork::parse("eip155:8453"),
                      *value::EvmAddress::parse("0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913")},
            .pay_to = *value::EvmAddress::parse("0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC"),
            .price = value::AtomicUsd::from_atoms(250'000),
            .resource_url = "https://assay.example/v2/verify/basic",
            .requirements = "{}"};
}

void require(bool holds)
{
    if (!holds) std::abort();
}

void try_header(std::string_view header)
{
    static const pay::Terms s_terms = terms();
    const auto payload = pay::parse_payment_payload(header);
    if (!payload) {
        require(!pay::word(payload.error()).empty());
        require(!pay::explain(payload.error()).empty());
        return;
    }
    require(!payload->signature.empty());
    const auto now = base::instant_from_ms(1'790'000'000'000);
    const auto shown = pay::signer_of(*payload, s_terms);
    const auto terms_refused = pay::check_terms(*payload, s_terms, now);
    // A payer who passes both has signed exactly our terms.
    if (shown == pay::Signer::payer && !terms_refused)
        require(payload->authorization.to == s_terms.pay_to);

    const auto digest = chain::signing_digest(s_terms.token, payload->authorization);
    const auto signer = chain::recover_signer(digest, payload->signature);
    require((shown == pay::Signer::contract) ==
            (payload->signature.size() != chain::k_ecdsa_signature_bytes));
    const bool is_payers = signer && *signer == payload->authorization.from;
    require((shown == pay::Signer::payer) == is_payers);
    if (payload->resource_url) static_cast<void>(net::parse_url(*payload->resource_url));
}

void try_answer(std::string_view body)
{
    static const pay::Terms s_terms = terms();
    static const auto s_payload = pay::PaymentPayload{
        "{}", {}, {s_terms.pay_to, s_terms.pay_to, {}, {}, {}, value::Digest{base::Sha256{}}},
        {0},  {}, {}};
    const net::HttpResponse response{200, std::string{body}};
    const auto verified = pay::read_verify_answer(response, s_payload, 0);
    if (const auto* invalid = std::get_if<pay::VerifyInvalid>(&verified))
        require(!invalid->reason.empty() && invalid->reason.size() <= 100);
    const auto settled = pay::read_settle_answer(response, s_payload, s_terms);
    if (const auto* refused = std::get_if<pay::SettleRefused>(&settled))
        require(pay::is_pre_broadcast_reason(refused->reason));
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const base::ByteView bytes{data, size};
    const std::string_view text{reinterpret_cast<const char*>(data), size};
    try_header(text);
    // As the fuzzer would rarely write good base64 by itself.
    try_header(base::to_base64(bytes));
    try_answer(text);
    return 0;
}
