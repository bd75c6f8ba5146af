// A broken world or a bug: I/O error, corrupt row, impossible answer. Never an answer to a buyer.
// Caught in two places only: the request loop (500 and a log id) and the job loop (retry, failed).
#pragma once

#include <source_location>
#include <stdexcept>
#include <string>

namespace base {

class Fault : public std::runtime_error {
public:
    explicit Fault(const std::string& what,
                   std::source_location where = std::source_location::current());

    // A failed system call: `what` followed by the text of errno as it is now.
    static Fault from_errno(const std::string& what,
                            std::source_location where = std::source_location::current());
};

} // namespace base
