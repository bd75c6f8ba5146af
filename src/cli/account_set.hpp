// Topics of an operator's own, of which a model edits accounts: JSON Lines, {"query", "sources":
// [{"title"?, "published"?, "text"}]}.
#pragma once

#include "base/json.hpp"
#include "base/result.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace cli {

struct AccountSet {
    std::string name;
    std::vector<base::json::Ref> topics; // requests of a synthesis

    [[nodiscard]] std::string sha256() const;
};

// Adds the topics of one file. The error names the line, and says why a buyer could not order it,
// that it was given before, or that a source of it is a page: none is fetched here.
base::Result<std::size_t, std::string> add_topics(std::string_view file, AccountSet& out);

} // namespace cli
