// Races made instead of hoped for: a process of a test waits at a named place of the code
// (base/failpoint.hpp, so only where that is built for tests) until the test lets it go on.
#pragma once

#include "support/temp_dir.hpp"

#include <string>

namespace support {

// Made before the processes that are to wait; those find it in their environment. One at a time.
class SyncPoints {
public:
    SyncPoints();
    ~SyncPoints();
    SyncPoints(const SyncPoints&) = delete;
    SyncPoints& operator=(const SyncPoints&) = delete;

    // The next process that comes to `point` ("mark_settled.before") waits there.
    void hold(const std::string& point) const;
    // Returns when one waits; throws Fault when none comes.
    void await(const std::string& point) const;
    void release(const std::string& point) const;

private:
    TempDir m_directory;
};

} // namespace support
