// The programs that make what was bought, one process for each job.
#pragma once

#include "catalog/errands.hpp"

#include <string>
#include <string_view>

namespace work {

struct Programs {
    std::string texts; // path of assay-run
    std::string scans; // path of assay-scan

    // The one that makes a product of the table, or does an errand.
    [[nodiscard]] const std::string& of(std::string_view key) const
    {
        return catalog::needs_sockets(key) ? scans : texts;
    }
};

} // namespace work
