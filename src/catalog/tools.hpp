// What of the shop a language model is offered as tools (Model Context Protocol): each product, and
// a free tool that reads a result. All texts are constants: no byte of a request, a source or a
// model may enter them.
#pragma once

#include "catalog/catalog.hpp"

#include <chrono>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace catalog {

// The path at which all tools are offered.
inline constexpr std::string_view k_mcp_path = "/mcp";
// The tool that sells nothing; any other has the key of its product as name.
inline constexpr std::string_view k_result_tool = "get_result";
// How long that tool and a paid call may wait for a job.
inline constexpr std::chrono::seconds k_tool_wait_max{25};
inline constexpr std::size_t k_tool_description_max_chars = 600;

struct Tool {
    std::string_view name;
    std::string_view title;
    const Offer* offer;      // nullptr: it is free
    std::string description; // what it does, when another is better, its price, what comes back
    bool looks_outside;      // it may reach servers of others
};

// In the order of the table, the free one last. While rail v2 is off it is the only one.
std::vector<Tool> tools(const Catalog& catalog);

// What the tool of this name sells; nullptr: no tool that sells has it.
const Offer* find_tool_offer(const Catalog& catalog, std::string_view name);

} // namespace catalog
