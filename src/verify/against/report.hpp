// What an artifact says of the sources given with a text.
#pragma once

#include "verify/against/support.hpp"

namespace verify::against {

// How much of the map an artifact lists; the summary counts all.
inline constexpr std::size_t k_max_listed_cells = 2'000;

// {source, title, url, published, author, origin, status, reason, chars, sha256, flags} of each.
base::json::Ref sources_json(const Comparison& with);

// How many claims have each word of Agreement as the whole of their sources.
base::json::Ref summary_json(std::span<const Row> rows);

// {claim_id, source, status, start, end}: what a source says of a claim; of those whose rows are
// listed, without what was not found and what could not be read.
base::json::Ref map_json(const Comparison& with, std::span<const Row> rows,
                         std::span<const std::size_t> listed);

} // namespace verify::against
