// The rules behind filter_system_calls(), and what libseccomp makes of them. That takes up to
// a tenth of a small analysis, so that the build does it (make_filters.cpp): no program does at
// work.
#pragma once

#include "analysis/system_calls.hpp"

#include <cstdint>

namespace analysis {

struct FilteredProcess {
    Sockets sockets = Sockets::none;
    bool is_sanitized = false; // it needs more
    std::uint32_t id = 0;      // its process id
};

// Instructions of the kernel's packet filter, one sock_filter after the other. Throws
// std::system_error.
void write_filter(int descriptor, const FilteredProcess& process);

} // namespace analysis
