// The reasons to refuse a message, once: each case with its HTTP status and its JSON-RPC code
// (facts of the protocol: revisions 2026-07-28 and 2025-11-25, pages "Transports" and "Error
// Codes"). Wrong arguments of a tool are answered by a result instead (mcp/result).
#pragma once

#include "base/json.hpp"

#include <span>
#include <string>
#include <string_view>

namespace mcp {

// What goes back over HTTP: JSON, or nothing.
struct Answer {
    int status;
    std::string body;
};

// In the order in which they are looked for.
enum class Refusal {
    foreign_origin, // of Origin or Host, where only the own machine may ask
    too_large,
    not_json,
    batch,
    not_an_object,
    wrong_version, // `jsonrpc` is not "2.0"
    wrong_id,
    wrong_method,
    unwanted_answer,       // of a client of 2026-07-28, which is asked nothing
    unknown_method,        // to 2026-07-28
    legacy_unknown_method, // to the revisions before it
    header_mismatch,       // a header is missing or contradicts the body
    version_not_served,
    meta_missing, // of what each request of 2026-07-28 has in `params._meta`
    capability_missing,
    wrong_params,
    unknown_tool,
    unknown_prompt,
    unknown_cursor,
    unknown_resource,
    legacy_unknown_resource,
    unknown_task,
    internal_error
};

struct RefusalRow {
    Refusal refusal;
    int status;
    int code;
    std::string_view message; // one sentence, no byte of the request
};

std::span<const RefusalRow> refusal_rows();
const RefusalRow& row_of(Refusal refusal);

// A refusal of one message.
struct Refused {
    Refusal refusal;
    std::string id{};          // as JSON; empty: it has none that can be echoed
    base::json::Ref data{};    // nullptr: none
    std::string_view detail{}; // instead of the row's message; a constant
};

Answer answer(const Refused& refused);

// The answer to `id`, given as JSON, with `result`, a JSON object as text.
Answer answer(std::string_view id, std::string_view result);

} // namespace mcp
