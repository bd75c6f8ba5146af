// A fetched page to the text of a source, in a run of its own: without sockets, and nothing of any
// other page.
#pragma once

#include "base/json.hpp"

namespace sources {

// Does catalog::k_extract: {"media_type", "charset", "body"} as analysis::fetch() tells of a page
// in; {"status": "used", "text", "is_cut", "title", "published"} out, or {"status": "empty"}.
// nullptr: it is not a request.
base::json::Ref extract(const json_t* request);

} // namespace sources
