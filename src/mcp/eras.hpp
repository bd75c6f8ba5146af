// The two eras of the protocol, which one address serves: 2026-07-28, whose requests each say all
// about themselves and whose headers repeat the body, and the revisions before it, which begin with
// `initialize`. Neither has a session here.
#pragma once

#include "mcp/envelope.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace mcp {

inline constexpr std::string_view k_modern_version = "2026-07-28";
// The newest first.
inline constexpr std::string_view k_legacy_versions[] = {"2025-11-25", "2025-06-18", "2025-03-26"};
inline constexpr std::string_view k_tasks_extension = "io.modelcontextprotocol/tasks";

struct Era {
    bool is_modern;
    std::string_view version; // one of the above

    // Clients of older revisions know no such content and refuse the whole result.
    [[nodiscard]] bool knows_links() const { return version >= "2025-06-18"; }
};

enum class Method {
    initialize, // legacy
    ping,       // legacy
    discover,   // modern
    list_tools,
    call_tool,
    list_resources,
    list_templates,
    read_resource,
    list_prompts,
    get_prompt,
    get_task,    // modern, likewise the others
    update_task, //
    cancel_task
};

struct MethodRow {
    Method method;
    std::string_view word;
    bool is_modern;
    bool is_legacy;
    // The member of `params` that the header Mcp-Name repeats; nullptr: that header is not read.
    const char* named_by = nullptr;
    bool needs_tasks = false;
};

std::span<const MethodRow> method_rows();

// As received; nullopt: not there.
struct Headers {
    std::optional<std::string_view> protocol_version{}; // MCP-Protocol-Version
    std::optional<std::string_view> method{};           // Mcp-Method
    std::optional<std::string_view> name{};             // Mcp-Name
};

// A request that its era serves.
struct Call {
    Method method;
    Era era;
    std::string id;         // as JSON
    base::json::Ref params; // an object, never nullptr
    bool takes_tasks;       // this request declares the extension `tasks`
};

// Refusals in this order: the method, headers, the revision, what `_meta` lacks, capabilities.
base::Result<Call, Refused> judge(Request&& request, const Headers& headers);

// The place of the service, which decides who may ask it.
struct Home {
    bool is_public;     // service.base_url names a public host
    std::string origin; // of service.base_url (base/origin)
};

// A public installation has neither cookies nor ambient rights, so that any Origin may ask. Another
// one takes Origin and Host of itself and of loopback addresses: a page elsewhere that
// has its own name resolve to this machine is refused.
bool admits(const Home& home, std::optional<std::string_view> origin,
            std::optional<std::string_view> host);

} // namespace mcp
