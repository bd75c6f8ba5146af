// Pages that a request names, read by the one run for synthesize that has sockets.
#pragma once

#include "base/json.hpp"
#include "net/page_fetch.hpp"

namespace analysis {

// What has to stay readable: where names are asked for, and whose certificates are believed.
std::vector<std::string> files_of_fetch();

// Does catalog::k_fetch: {"urls": [..], "own_host": ".."} in, {"pages": [..]} out, one for each URL
// in their order: {"status": "read", "url", "media_type", "charset", "body" (base64)}, or
// {"status": "unreachable" | "refused" | "unsupported" | "empty", "reason"}. nullptr: it is not a
// request.
base::json::Ref fetch(const json_t* request);

// What a page comes to, as above. For tests.
base::json::Ref page_json(const net::PageResult& result);

} // namespace analysis
