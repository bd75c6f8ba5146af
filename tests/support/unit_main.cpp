// Runs every registered test, or the one suite or test named on the command line.
// Last line: "N passed, N failed"; exit 1 when any failed or none ran.
#include <cppunit/BriefTestProgressListener.h>
#include <cppunit/CompilerOutputter.h>
#include <cppunit/TestPath.h>
#include <cppunit/TestResult.h>
#include <cppunit/TestResultCollector.h>
#include <cppunit/TestRunner.h>
#include <cppunit/extensions/TestFactoryRegistry.h>

#include "base/log.hpp"

#include <malloc.h>
#include <signal.h>

#include <iostream>
#include <stdexcept>
#include <string>

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

} // namespace

int main(int argc, char** argv)
{
    CppUnit::TestResult result;
    CppUnit::TestResultCollector collector;
    CppUnit::BriefTestProgressListener progress;
    result.addListener(&collector);
    if (argc > 1) result.addListener(&progress);

    // As the daemons do at their start; and their usual chatter is not the tests'.
    ::signal(SIGPIPE, SIG_IGN);
    base::log::set_level(base::log::Level::error);

    // Each of glibc's arenas takes 64 MiB of addresses; the children of some tests may have few.
    ::mallopt(M_ARENA_MAX, 2);

    CppUnit::TestRunner runner;
    CppUnit::Test* const all = CppUnit::TestFactoryRegistry::getRegistry().makeTest();
    runner.addTest(all); // and owns it
    try {
        runner.run(result, argc > 1 ? full_name(*all, argv[1]) : "");
    } catch (const std::invalid_argument&) {
        std::cerr << "no test is named " << argv[1] << '\n';
        return 2;
    }
    CppUnit::CompilerOutputter{&collector, std::cerr}.write();
    const int failed = collector.testFailuresTotal();
    const int ran = collector.runTests();
    std::cout << ran - failed << " passed, " << failed << " failed" << std::endl;
    return ran == 0 || failed != 0 ? 1 : 0;
}
