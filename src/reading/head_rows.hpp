// Which rows of a table name its columns.
#pragma once

#include "reading/grid.hpp"

namespace reading {

// How many of the first rows name the columns: years or units may stand under the names. At least
// one, and fewer than there are rows.
std::size_t head_rows(const Document& document, const Grid& grid);

} // namespace reading
