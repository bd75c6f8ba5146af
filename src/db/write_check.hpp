// A seam for tests: what looks at each write transaction before it is committed.
#pragma once

#include "db/reader.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace db {

// A row that a transaction has inserted, changed or deleted, of a table that has row numbers.
struct ChangedRow {
    std::string table;
    std::int64_t row = 0;
    auto operator<=>(const ChangedRow&) const = default;
};

// `after`: as the transaction leaves it. What it throws rolls the transaction back. `changed` may
// tell of rows that were changed back since.
using WriteCheck = void (*)(std::string_view step, Reader after,
                            const std::vector<ChangedRow>& changed);

// For every database that this process opens from now on; nullptr: none, as in every program that
// is shipped.
void check_writes_with(WriteCheck check);
[[nodiscard]] WriteCheck write_check();

} // namespace db
