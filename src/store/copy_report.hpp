// What a copy of the database says of itself, before it is trusted.
#pragma once

#include "store/audit.hpp"

#include "value/evm.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace store {

struct CopyReport {
    int schema = 0;
    bool is_current = false; // false: the worker migrates it at its start
    std::int64_t jobs = 0;
    std::optional<std::int64_t> last_block; // to which it had read the chain
    std::optional<base::Instant> last_beat; // until then it has what was sold
    std::int64_t stamp = 0;                 // see store/restorations.hpp
    std::vector<Violation> violations;      // not looked for in another schema than ours
};

// Reads all of it. Throws Fault: damaged, empty, not ours, or of a newer version.
CopyReport report_on_copy(db::Database& copy, const value::EvmNetwork& network);

} // namespace store
