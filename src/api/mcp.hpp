// POST /mcp: the shop as tools (Model Context Protocol; its rules: mcp/eras). A call of a tool is
// the very request that the HTTP route of its product would get, asked of this service itself, and
// its answer in the words of the protocol: so nothing is sold here in another way.
#pragma once

#include "api/context.hpp"
#include "fcgi/message.hpp"

#include <functional>
#include <memory>
#include <string>

namespace api {

// What POST /mcp tells without a sale; nullptr in a pool that does not serve it.
// `catalog_document`: what GET / answers.
std::unique_ptr<tools::Lists> lists_of(Pool pool, const catalog::Catalog& catalog,
                                       std::string catalog_document);

// Answers a request of this service's own routes. Throws nothing.
using AskRoute = std::function<fcgi::Response(fcgi::Request request)>;

// `process.lists` is there.
fcgi::Response answer_mcp(fcgi::Request& request, const Process& process, const AskRoute& ask);

} // namespace api
