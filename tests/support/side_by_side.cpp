#include "support/side_by_side.hpp"

#include "base/fault.hpp"
#include "base/process.hpp"

#include <cppunit/CompilerOutputter.h>
#include <cppunit/TestResult.h>
#include <cppunit/TestResultCollector.h>

#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstddef>
#include <cstdlib>
#include <iostream>
#include <map>
#include <new>
#include <sstream>
#include <string>
#include <vector>

namespace support {
namespace {

using Tests = std::vector<CppUnit::Test*>;

// What the processes share.
struct Board {
    std::atomic<std::size_t> next{0};
    std::atomic<int> ran{0};
    std::atomic<int> failed{0};
    std::atomic<std::size_t> in_work[64]{}; // of each process, the test it runs
};

Board& shared_board()
{
    void* const memory =
        ::mmap(nullptr, sizeof(Board), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) throw base::Fault::from_errno("mmap");
    return *new (memory) Board;
}

void collect(CppUnit::Test& test, Tests& out)
{
    const int children = test.getChildTestCount();
    if (children == 0 && test.countTestCases() == 1) out.push_back(&test);
    for (int i = 0; i < children; ++i) collect(*test.getChildTestAt(i), out);
}

void run_one(CppUnit::Test& test, Board& board)
{
    CppUnit::TestResult result;
    CppUnit::TestResultCollector collector;
    result.addListener(&collector);
    test.run(&result);
    ++board.ran;
    if (collector.wasSuccessful()) return;
    ++board.failed;
    std::ostringstream told;
    CppUnit::CompilerOutputter{&collector, told}.write();
    std::cerr << told.str() << std::flush;
}

pid_t start(std::size_t slot, const Tests& tests, Board& board)
{
    std::cerr << std::flush;
    const pid_t parent = ::getpid();
    const pid_t child = ::fork();
    if (child < 0) throw base::Fault::from_errno("fork");
    if (child > 0) return child;
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() != parent) std::_Exit(1);
    for (;;) {
        const std::size_t number = board.next++;
        board.in_work[slot] = number;
        if (number >= tests.size()) std::exit(0); // sanitizers have their say now
        run_one(*tests[number], board);
    }
}

} // namespace

Tally run_side_by_side(const std::vector<CppUnit::Test*>& suites, int processes)
{
    Tests tests;
    for (CppUnit::Test* const each : suites) collect(*each, tests);
    Board& board = shared_board();
    std::map<pid_t, std::size_t> running;
    for (std::size_t slot = 0; slot < static_cast<std::size_t>(processes); ++slot)
        running[start(slot, tests, board)] = slot;
    while (!running.empty()) {
        int status = 0;
        const pid_t ended = ::waitpid(-1, &status, 0);
        if (ended < 0 && errno != EINTR) throw base::Fault::from_errno("waitpid");
        const auto found = running.find(ended);
        if (found == running.end()) continue;
        const std::size_t slot = found->second;
        running.erase(found);
        if (WIFEXITED(status) && WEXITSTATUS(status) == 0) continue;
        const std::size_t number = board.in_work[slot];
        std::cerr << "a process of the tests: " << base::describe_wait_status(status) << ", in "
                  << (number < tests.size() ? tests[number]->getName() : "none of them") << '\n';
        ++board.ran;
        ++board.failed;
        if (number < tests.size()) running[start(slot, tests, board)] = slot;
    }
    return {board.ran, board.failed};
}

} // namespace support
