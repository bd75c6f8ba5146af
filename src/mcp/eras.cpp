#include "mcp/eras.hpp"

#include "base/ascii.hpp"
#include "base/base64.hpp"
#include "base/origin.hpp"

#include <algorithm>

namespace mcp {

namespace json = base::json;

namespace {

constexpr const char* k_version_member = "io.modelcontextprotocol/protocolVersion";
constexpr const char* k_capabilities_member = "io.modelcontextprotocol/clientCapabilities";

constexpr MethodRow k_methods[] = {
    {Method::initialize, "initialize", false, true},
    {Method::ping, "ping", false, true},
    {Method::discover, "server/discover", true, false},
    {Method::list_tools, "tools/list", true, true},
    {Method::call_tool, "tools/call", true, true, "name"},
    {Method::list_resources, "resources/list", true, true},
    {Method::list_templates, "resources/templates/list", true, true},
    {Method::read_resource, "resources/read", true, true, "uri"},
    {Method::list_prompts, "prompts/list", true, true},
    {Method::get_prompt, "prompts/get", true, true, "name"},
    {Method::get_task, "tasks/get", true, false, "taskId", true},
    {Method::update_task, "tasks/update", true, false, "taskId", true},
    {Method::cancel_task, "tasks/cancel", true, false, "taskId", true},
};

const MethodRow* find_method(std::string_view word, bool is_modern)
{
    const auto* const found = std::ranges::find_if(k_methods, [&](const MethodRow& row) {
        return row.word == word && (is_modern ? row.is_modern : row.is_legacy);
    });
    return found == std::end(k_methods) ? nullptr : found;
}

// HTTP allows white space around a value.
std::string_view trimmed(std::string_view value)
{
    constexpr std::string_view k_white = " \t";
    value.remove_prefix(std::min(value.find_first_not_of(k_white), value.size()));
    return value.substr(0, value.find_last_not_of(k_white) + 1);
}

// What a header says: a text outside ASCII comes as =?base64?...?=.
std::optional<std::string> said(std::optional<std::string_view> header)
{
    constexpr std::string_view k_begin = "=?base64?";
    constexpr std::string_view k_end = "?=";
    if (!header) return std::nullopt;
    const auto value = trimmed(*header);
    if (!value.starts_with(k_begin) || !value.ends_with(k_end) ||
        value.size() < k_begin.size() + k_end.size())
        return std::string{value};
    return base::from_base64(
        value.substr(k_begin.size(), value.size() - k_begin.size() - k_end.size()));
}

bool is_modern(const Request& request, const json_t* version_view, const Headers& headers)
{
    return version_view != nullptr || request.method == "server/discover" ||
           (headers.protocol_version && trimmed(*headers.protocol_version) == k_modern_version);
}

// A revision is repeated to who asked for it; what cannot be one is not.
json::Ref served_versions(std::string_view requested)
{
    constexpr std::size_t k_longest = 32;
    const bool is_sane = requested.size() <= k_longest &&
                         std::ranges::all_of(requested, [](char c) { return c > ' ' && c <= '~'; });
    auto served = json::array(k_modern_version);
    for (const auto version : k_legacy_versions) json::append(served.get(), json::value(version));
    return json::object("supported", std::move(served), "requested", is_sane ? requested : "");
}

// Which header contradicts the body, if one does.
std::string_view contradiction(const Request& request, const MethodRow& row,
                               const json_t* version_view, const Headers& headers)
{
    if (!headers.protocol_version) return "The header MCP-Protocol-Version is missing.";
    if (json_is_string(version_view) &&
        trimmed(*headers.protocol_version) != json::text_of(version_view))
        return "The header MCP-Protocol-Version contradicts `params._meta`.";
    if (!headers.method) return "The header Mcp-Method is missing.";
    if (trimmed(*headers.method) != request.method)
        return "The header Mcp-Method contradicts `method`.";
    if (row.named_by == nullptr) return {};
    if (!headers.name) return "The header Mcp-Name is missing.";
    const auto name = said(headers.name);
    if (!name || name != json::text_member(request.params.get(), row.named_by))
        return "The header Mcp-Name contradicts `params`.";
    return {};
}

base::Result<Call, Refused> judge_modern(Request&& request, const json_t* meta_view,
                                         const Headers& headers)
{
    const json_t* version_view = json::member(meta_view, k_version_member);
    const MethodRow* row = find_method(request.method, /*is_modern=*/true);
    if (row == nullptr) return base::refuse(Refused{Refusal::unknown_method, request.id});
    if (const auto detail = contradiction(request, *row, version_view, headers); !detail.empty())
        return base::refuse(Refused{Refusal::header_mismatch, request.id, nullptr, detail});
    if (json_is_string(version_view) && json::text_of(version_view) != k_modern_version)
        return base::refuse(Refused{Refusal::version_not_served, request.id,
                                    served_versions(json::text_of(version_view))});
    const json_t* capabilities_view = json::object_member(meta_view, k_capabilities_member);
    if (!json_is_string(version_view) || capabilities_view == nullptr)
        return base::refuse(Refused{Refusal::meta_missing, request.id});
    const bool takes_tasks =
        json::object_member(json::object_member(capabilities_view, "extensions"),
                            std::string{k_tasks_extension}.c_str()) != nullptr;
    if (row->needs_tasks && !takes_tasks)
        return base::refuse(
            Refused{Refusal::capability_missing, request.id,
                    json::object("requiredCapabilities",
                                 json::object("extensions",
                                              json::object(k_tasks_extension, json::object())))});
    return Call{row->method, Era{true, k_modern_version}, std::move(request.id),
                std::move(request.params), takes_tasks};
}

base::Result<Call, Refused> judge_legacy(Request&& request, const Headers& headers)
{
    const MethodRow* row = find_method(request.method, /*is_modern=*/false);
    if (row == nullptr) return base::refuse(Refused{Refusal::legacy_unknown_method, request.id});
    // A client that sends none is of the revision before the header.
    const auto asked = headers.protocol_version ? trimmed(*headers.protocol_version)
                                                : *std::rbegin(k_legacy_versions);
    const auto* const version = std::ranges::find(k_legacy_versions, asked);
    if (version == std::end(k_legacy_versions))
        return base::refuse(
            Refused{Refusal::version_not_served, request.id, served_versions(asked)});
    if (!request.params) request.params = json::object();
    if (!json_is_object(request.params.get()))
        return base::refuse(Refused{Refusal::wrong_params, request.id});
    return Call{row->method, Era{false, *version}, std::move(request.id), std::move(request.params),
                /*takes_tasks=*/false};
}

bool is_loopback(std::string_view origin)
{
    const auto begin = origin.find("://") + 3;
    const auto host = origin.substr(begin, origin.rfind(':') - begin);
    // An origin has an address in its usual spelling; names that begin like one end otherwise.
    const bool is_ipv4 = host.starts_with("127.") && std::ranges::all_of(host, [](char c) {
                             return base::is_digit(c) || c == '.';
                         });
    return is_ipv4 || host == "localhost" || host == "[::1]";
}

bool is_at_home(const Home& home, const std::string& url)
{
    const auto origin = base::origin_of(url);
    return origin && (*origin == home.origin || is_loopback(*origin));
}

} // namespace

std::span<const MethodRow> method_rows()
{
    return k_methods;
}

base::Result<Call, Refused> judge(Request&& request, const Headers& headers)
{
    const json_t* meta_view = json::object_member(request.params.get(), "_meta");
    if (is_modern(request, json::member(meta_view, k_version_member), headers))
        return judge_modern(std::move(request), meta_view, headers);
    return judge_legacy(std::move(request), headers);
}

bool admits(const Home& home, std::optional<std::string_view> origin,
            std::optional<std::string_view> host)
{
    if (home.is_public) return true;
    if (origin && !is_at_home(home, std::string{*origin})) return false;
    if (!host) return true;
    // The scheme is not in Host: it is that of the service.
    const auto scheme = home.origin.substr(0, home.origin.find("://") + 3);
    return is_at_home(home, scheme + std::string{*host});
}

} // namespace mcp
