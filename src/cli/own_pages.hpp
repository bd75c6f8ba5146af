// Pages named on a command line, read as the worker reads a buyer's.
#pragma once

#include "base/json.hpp"
#include "base/result.hpp"
#include "cli/child.hpp"

#include <string>
#include <vector>

namespace cli {

// What each page came to, as an envelope's "pages" has it; of an empty text null. One child has
// sockets and fetches all; another one, without, makes each a text. The error is what failed.
base::Result<base::json::Ref, Told> read_pages(const std::vector<std::string>& urls);

} // namespace cli
