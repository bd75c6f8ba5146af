#include "api/mcp.hpp"

#include "api/body_bounds.hpp"
#include "api/mcp_call.hpp"
#include "api/request_body.hpp"
#include "base/log.hpp"
#include "base/origin.hpp"
#include "catalog/limits.hpp"
#include "catalog/tools.hpp"
#include "tools/lists.hpp"

#include <exception>
#include <optional>

namespace api {

namespace {

std::optional<std::string_view> header_of(const fcgi::Request& request, std::string_view name)
{
    const std::string* found = request.header(name);
    return found == nullptr ? std::nullopt : std::optional<std::string_view>{*found};
}

fcgi::Response response_of(mcp::Answer answer, const Process& process)
{
    fcgi::Response response = process.replies.json(answer.status, std::move(answer.body));
    response.headers[1].second = "no-store";
    return response;
}

// An installation in production has a public address and no cookies: any page may ask it.
bool is_admitted(const fcgi::Request& request, const Process& process)
{
    const auto& service = process.config.service;
    const auto origin = base::origin_of(service.base_url);
    return mcp::admits({.is_public = service.mode == config::Mode::production,
                        .origin = origin.value_or(service.base_url)},
                       header_of(request, "origin"), header_of(request, "host"));
}

mcp::Answer answer_call(const McpCall& call)
{
    using enum mcp::Method;
    if (auto known = call.process.lists->answer(call.call)) return *std::move(known);
    return call.call.method == call_tool ? api::call_tool(call) : ask_task(call);
}

} // namespace

std::unique_ptr<tools::Lists> lists_of(Pool pool, const catalog::Catalog& catalog,
                                       std::string catalog_document)
{
    if (pool != Pool::agents) return nullptr;
    return std::make_unique<tools::Lists>(catalog, std::move(catalog_document));
}

fcgi::Response answer_mcp(fcgi::Request& request, const Process& process, const AskRoute& ask)
{
    using mcp::Refusal;
    const auto refuse = [&](const mcp::Refused& refused) {
        return response_of(mcp::answer(refused), process);
    };
    if (!is_admitted(request, process)) return refuse({.refusal = Refusal::foreign_origin});
    if (auto unread = refuse_unread(request, process.replies)) return *std::move(unread);
    auto message = mcp::parse(request.body, {.bytes = catalog::k_mcp_body_max_bytes,
                                             .structure = mcp_structure_limit(process.catalog)});
    if (!message) return refuse(message.error());
    const mcp::Headers headers{.protocol_version = header_of(request, "mcp-protocol-version"),
                               .method = header_of(request, "mcp-method"),
                               .name = header_of(request, "mcp-name")};
    if (std::holds_alternative<mcp::ClientAnswer>(*message) &&
        headers.protocol_version == mcp::k_modern_version)
        return refuse({.refusal = Refusal::unwanted_answer});
    auto* const asked = std::get_if<mcp::Request>(&*message);
    if (asked == nullptr) return response_of({.status = 202, .body = {}}, process);
    const MessageSize size{request.body.size(), base::json::structure_bytes(request.body)};
    std::string{}.swap(request.body); // it is read
    auto call = mcp::judge(std::move(*asked), headers);
    if (!call) return refuse(call.error());
    try {
        return response_of(answer_call({process, ask, request, size, *call}), process);
    } catch (const std::exception& fault) {
        // The route that was asked may have sold: `charged` is not known.
        base::log::error("request_fault", {{"path", request.path}, {"detail", fault.what()}});
        return refuse({.refusal = Refusal::internal_error,
                       .id = call->id,
                       .data = base::json::object("charged", nullptr)});
    }
}

} // namespace api
