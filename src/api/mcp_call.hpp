// A call of a tool, and of a task that one has become: to the route of the product or of the job,
// and back.
#pragma once

#include "api/mcp.hpp"
#include "mcp/eras.hpp"
#include "mcp/refusals.hpp"

namespace api {

// The size of a message, in the two measures that bound requests.
struct MessageSize {
    std::size_t bytes;
    std::size_t structure; // json::structure_bytes() of it
};

// What an answer to a call is made of.
struct McpCall {
    const Process& process;
    const AskRoute& ask;
    fcgi::Request& request; // as it came; what is asked inside is from the same client
    MessageSize size;
    mcp::Call& call; // its `params` are let go once they are read: they may be megabytes
};

// tools/call.
mcp::Answer call_tool(const McpCall& call);

// tasks/get, tasks/update, tasks/cancel. The id of a task is that of its job; a job that was paid
// for goes on whatever is asked of its task.
mcp::Answer ask_task(const McpCall& call);

} // namespace api
