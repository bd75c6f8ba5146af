// What clients of the Model Context Protocol read without buying: who we are, tools, resources and
// prompts, rendered from the tables once. What a call of a tool does is not here.
#pragma once

#include "base/json.hpp"
#include "catalog/catalog.hpp"
#include "mcp/speech.hpp"

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace tools {

inline constexpr std::string_view k_catalog_uri = "assay://catalog";

// An array: each with a closed inputSchema without any reference; an outputSchema that admits the
// terms and a problem beside the result, because clients hold errors to it as well.
base::json::Ref tool_list(const catalog::Catalog& catalog);

// Immutable once made; threads may share it.
class Lists {
public:
    // `catalog` need not outlive the object. `catalog_document`: what GET / answers.
    Lists(const catalog::Catalog& catalog, std::string catalog_document);

    // For results that are made elsewhere.
    [[nodiscard]] const mcp::Speech& speech() const { return m_speech; }

    // The extension `bazaar` of the terms of a tool, for facilitators and indexers: how it is
    // called (x402, specs/extensions/bazaar, "MCP Tools"). The product must be one that is sold.
    [[nodiscard]] const json_t* bazaar(const catalog::Product& product) const
    {
        return m_bazaar.at(&product).get();
    }

    // The answer to each method that needs neither a sale nor a job; nullopt: call_tool, and those
    // of tasks.
    [[nodiscard]] std::optional<mcp::Answer> answer(const mcp::Call& call) const;

private:
    // The same result as each era wants it.
    struct Both {
        std::string modern;
        std::string legacy;
    };

    [[nodiscard]] Both in_both(std::string_view member, std::string_view json) const;
    [[nodiscard]] mcp::Answer resource(const mcp::Call& call) const;
    [[nodiscard]] mcp::Answer prompt_of(const mcp::Call& call) const;

    mcp::Speech m_speech;
    std::map<mcp::Method, Both> m_lists;
    std::map<std::string, Both, std::less<>> m_resources; // by URI
    std::map<const catalog::Product*, base::json::Ref> m_bazaar;
};

} // namespace tools
