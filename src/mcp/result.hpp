// What a call of a tool comes to, and the payment that came with it (x402 over MCP: the binding by
// tool results). Every result has its JSON as `structuredContent` and as text, since some clients
// show one and some the other. Each function gives the text of a JSON object, the `result` of an
// answer.
#pragma once

#include "mcp/speech.hpp"

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mcp {

// An envelope longer than this is told as text without its artifact, which has a link.
inline constexpr std::size_t k_text_max_bytes = std::size_t{64} * 1024;

// The texts are JSON, but for URLs, ids and words. They live within the call.
struct Finished {
    std::string_view envelope;     // of the job, with its artifact
    std::string_view artifact_url; // where the artifact is read alone
    std::string_view receipt{};    // the SettleResponse; empty: none belongs to this call
};
std::string complete(const Speech& speech, const Era& era, const Finished& finished);

// What belongs to the `_meta` of a result; `receipt` must outlive it.
std::vector<Meta> receipt_meta(std::string_view receipt);

struct Unfinished {
    std::string_view job_id;
    std::string_view status;
    std::chrono::seconds retry_after;
    std::string_view tool;      // that reads the result later
    std::string_view earlier{}; // an object: the purchase that this call found; empty: it made one
    std::string_view receipt{}; // as above
};
std::string not_yet(const Speech& speech, const Era& era, const Unfinished& unfinished);

// `required`: a PaymentRequired object. Nothing was charged. `receipt`: of the refused payment.
std::string terms(const Speech& speech, const Era& era, std::string_view required,
                  std::string_view receipt = {});

struct Trouble {
    std::string_view problem; // an object with `code` and `charged`
    std::string_view advice;  // a constant: what to do, in one sentence; empty: none
    std::string_view receipt{};
};
std::string problem(const Speech& speech, const Era& era, const Trouble& trouble);

// The arguments cannot be taken. `detail`: a JSON array, all that is wrong with them. Nothing was
// charged.
std::string wrong_arguments(const Speech& speech, const Era& era, std::string_view detail);

// The payment of a call, as the header PAYMENT-SIGNATURE would have it: that of `params._meta`, an
// object or its base64, else the header's. nullopt: none came. It may still be garbage.
std::optional<std::string> payment_of(const json_t* params_view,
                                      std::optional<std::string_view> header);

} // namespace mcp
