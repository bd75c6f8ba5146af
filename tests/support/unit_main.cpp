// Runs every registered test, the suites named on the command line, or the one suite or test. More
// than one of them run in several processes at once.
// Last line: "N passed, N failed"; exit 1 when any failed or none ran.
#include <cppunit/BriefTestProgressListener.h>
#include <cppunit/CompilerOutputter.h>
#include <cppunit/TestPath.h>
#include <cppunit/TestResult.h>
#include <cppunit/TestResultCollector.h>
#include <cppunit/extensions/TestFactoryRegistry.h>

#include "base/log.hpp"
#include "support/side_by_side.hpp"

#include <malloc.h>
#include <signal.h>

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

// Suites live in unnamed namespaces, which CppUnit takes for a part of their names.
std::string full_name(const CppUnit::Test& all, const std::string& name)
{
    std::string hidden = "(anonymous namespace)::" + name;
    try {
        static_cast<void>(all.resolveTestPath(hidden));
        return hidden;
    } catch (const std::invalid_argument&) {
        return name;
    }
}

// Throws std::invalid_argument: there is none.
CppUnit::Test& named(CppUnit::Test& all, const std::string& name)
{
    return *all.resolveTestPath(full_name(all, name)).getChildTest();
}

support::Tally run_one(CppUnit::Test& test)
{
    CppUnit::TestResult result;
    CppUnit::TestResultCollector collector;
    CppUnit::BriefTestProgressListener progress;
    result.addListener(&collector);
    result.addListener(&progress);
    test.run(&result);
    CppUnit::CompilerOutputter{&collector, std::cerr}.write();
    return {collector.runTests(), collector.testFailuresTotal()};
}

// Few enough for 128 inotify instances and small machines, whatever runs beside.
int processes()
{
    constexpr int k_processes = 6;
    const char* const wanted = std::getenv("JOBS");
    return wanted == nullptr
               ? k_processes
               : static_cast<int>(std::clamp(std::strtol(wanted, nullptr, 10), 1L, 64L));
}

} // namespace

int main(int argc, char** argv)
{
    // As the daemons do at their start; and their usual chatter is not the tests'.
    ::signal(SIGPIPE, SIG_IGN);
    base::log::set_level(base::log::Level::error);

    // Each of glibc's arenas takes 64 MiB of addresses; the children of some tests may have few.
    ::mallopt(M_ARENA_MAX, 2);

    const std::unique_ptr<CppUnit::Test> all{
        CppUnit::TestFactoryRegistry::getRegistry().makeTest()};
    std::vector<CppUnit::Test*> suites;
    for (int i = 1; i < argc; ++i) {
        try {
            suites.push_back(&named(*all, argv[i]));
        } catch (const std::invalid_argument&) {
            std::cerr << "no test is named " << argv[i] << '\n';
            return 2;
        }
    }
    if (suites.empty()) suites.push_back(all.get());
    const support::Tally tally =
        argc == 2 ? run_one(*suites.front()) : support::run_side_by_side(suites, processes());
    std::cout << tally.ran - tally.failed << " passed, " << tally.failed << " failed" << std::endl;
    return tally.ran == 0 || tally.failed != 0 ? 1 : 0;
}
