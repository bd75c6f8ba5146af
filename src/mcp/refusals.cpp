#include "mcp/refusals.hpp"

#include "base/concat.hpp"
#include "base/fault.hpp"
#include "base/json_text.hpp"

namespace mcp {

namespace json = base::json;

namespace {

constexpr int k_parse_error = -32700;
constexpr int k_invalid_request = -32600;
constexpr int k_method_not_found = -32601;
constexpr int k_invalid_params = -32602;
constexpr int k_internal_error = -32603;
constexpr int k_header_mismatch = -32020;
constexpr int k_missing_capability = -32021;
constexpr int k_unsupported_version = -32022;
// The revisions before 2026-07-28 only; that one forbids it.
constexpr int k_resource_not_found = -32002;

constexpr RefusalRow k_rows[] = {
    {Refusal::foreign_origin, 403, k_invalid_request,
     "This installation answers its own machine only: Origin or Host names another one."},
    {Refusal::too_large, 413, k_invalid_request, "The message is too large."},
    {Refusal::not_json, 400, k_parse_error, "The body is not one JSON value."},
    {Refusal::batch, 400, k_invalid_request, "Batches are not served: send one message."},
    {Refusal::not_an_object, 400, k_invalid_request, "A message is a JSON object."},
    {Refusal::wrong_version, 400, k_invalid_request, "`jsonrpc` has to be \"2.0\"."},
    {Refusal::wrong_id, 400, k_invalid_request,
     "`id` has to be an integer or a text of at most 128 bytes."},
    {Refusal::wrong_method, 400, k_invalid_request, "`method` has to be a text."},
    {Refusal::unwanted_answer, 400, k_invalid_request, "This server asks its clients nothing."},
    {Refusal::unknown_method, 404, k_method_not_found, "Unknown method."},
    {Refusal::legacy_unknown_method, 200, k_method_not_found, "Unknown method."},
    {Refusal::header_mismatch, 400, k_header_mismatch,
     "A header of this request is missing or contradicts its body."},
    {Refusal::version_not_served, 400, k_unsupported_version,
     "This revision of the protocol is not served."},
    {Refusal::meta_missing, 400, k_invalid_params,
     "`params._meta` has to name the revision of the protocol and the client's capabilities."},
    {Refusal::capability_missing, 400, k_missing_capability,
     "This needs a capability that the request does not declare."},
    {Refusal::wrong_params, 200, k_invalid_params, "`params` are not what this method takes."},
    {Refusal::unknown_tool, 200, k_invalid_params, "Unknown tool."},
    {Refusal::unknown_prompt, 200, k_invalid_params, "Unknown prompt."},
    {Refusal::unknown_cursor, 200, k_invalid_params, "Unknown cursor: there is one page."},
    {Refusal::unknown_resource, 200, k_invalid_params, "Unknown resource."},
    {Refusal::legacy_unknown_resource, 200, k_resource_not_found, "Unknown resource."},
    {Refusal::unknown_task, 200, k_invalid_params, "Unknown task."},
    {Refusal::internal_error, 500, k_internal_error,
     "Internal error. The same call may be sent again."},
};

constexpr std::string_view k_version = "2.0";

} // namespace

std::span<const RefusalRow> refusal_rows()
{
    return k_rows;
}

const RefusalRow& row_of(Refusal refusal)
{
    for (const auto& row : k_rows)
        if (row.refusal == refusal) return row;
    throw base::Fault{"a refusal without a row"};
}

Answer answer(const Refused& refused)
{
    const auto& row = row_of(refused.refusal);
    auto error = json::object("code", row.code, "message",
                              refused.detail.empty() ? row.message : refused.detail);
    if (refused.data) json::set(error.get(), "data", json::share(refused.data.get()));
    json::ObjectText out;
    out.text("jsonrpc", k_version);
    if (!refused.id.empty()) out.json("id", refused.id);
    return {row.status, out.json("error", json::dump(error.get())).take()};
}

Answer answer(std::string_view id, std::string_view result)
{
    json::ObjectText out;
    return {200, out.text("jsonrpc", k_version).json("id", id).json("result", result).take()};
}

} // namespace mcp
