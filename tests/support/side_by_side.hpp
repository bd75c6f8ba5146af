// Runs tests in several processes at once: most of their time they wait, for a time-out or a child.
#pragma once

#include <cppunit/Test.h>

#include <vector>

namespace support {

struct Tally {
    int ran = 0;
    int failed = 0; // also a process that ended in the middle of a test
};

// Runs every test below one of `suites`; each process takes the next one. Failures go to standard
// error.
// To be called while there is one thread only. Throws base::Fault: no process can be made.
Tally run_side_by_side(const std::vector<CppUnit::Test*>& suites, int processes);

} // namespace support
