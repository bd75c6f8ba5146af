// A child ends in one of five ways, whatever it does with its pipes, and by its deadline.
#include "work/child.hpp"

#include "base/fault.hpp"
#include "base/fd.hpp"
#include "support/temp_dir.hpp"

#include <cppunit/extensions/HelperMacros.h>

#include <signal.h>

#include <cerrno>
#include <fstream>

namespace {

using namespace std::chrono_literals;
using work::ChildEnd;

class ChildTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(ChildTest);
    CPPUNIT_TEST(a_program_that_is_not_there_crashes);
    CPPUNIT_TEST(exit_codes_have_their_meaning);
    CPPUNIT_TEST(a_signal_is_a_crash);
    CPPUNIT_TEST(a_child_that_hangs_meets_its_deadline);
    CPPUNIT_TEST(a_child_that_closed_its_pipes_meets_its_deadline);
    CPPUNIT_TEST(a_child_that_prints_without_end_is_killed);
    CPPUNIT_TEST(the_owner_can_stop_it);
    CPPUNIT_TEST(a_fault_of_the_owner_leaves_no_child_behind);
    CPPUNIT_TEST(a_child_that_reads_nothing_still_delivers);
    CPPUNIT_TEST(a_large_request_and_a_large_artifact_cross);
    CPPUNIT_TEST(progress_is_heard_and_garbage_is_not);
    CPPUNIT_TEST_SUITE_END();

    support::TempDir directory;
    std::vector<job::Progress> heard;
    bool may_go_on = true;

    work::ChildOutcome run(const std::string& script, std::string request = "{}",
                           std::chrono::milliseconds deadline = 20s)
    {
        const std::string program = directory.file("engine");
        base::replace_file(program, "#!/bin/bash\n" + script, 0700);
        return work::run_child(
            {.program = program,
             .product = "verify_basic",
             .request = std::move(request),
             .deadline = deadline,
             .keep_going = [this] { return may_go_on; },
             .on_progress = [this](const job::Progress& each) { heard.push_back(each); }});
    }

public:
    void a_program_that_is_not_there_crashes()
    {
        const auto outcome = work::run_child({.program = directory.file("absent"),
                                              .product = "verify_basic",
                                              .request = "{}",
                                              .deadline = 5s,
                                              .keep_going = [] { return true; },
                                              .on_progress = [](const job::Progress&) {}});
        CPPUNIT_ASSERT(outcome.end == ChildEnd::crashed);
        CPPUNIT_ASSERT_EQUAL(std::string{"exit 127"}, outcome.detail);
    }

    void exit_codes_have_their_meaning()
    {
        const auto good = run("cat; echo \" for $1\"", "[1]");
        CPPUNIT_ASSERT(good.end == ChildEnd::artifact);
        CPPUNIT_ASSERT_EQUAL(std::string{"[1] for verify_basic\n"}, good.output);
        CPPUNIT_ASSERT(run("exit 3").end == ChildEnd::refused);
        CPPUNIT_ASSERT(run("exit 4").end == ChildEnd::deadline);
        for (const char* code : {"1", "2", "5", "127"})
            CPPUNIT_ASSERT(run(std::string{"exit "} + code).end == ChildEnd::crashed);
    }

    void a_signal_is_a_crash()
    {
        const auto outcome = run("echo half; kill -SEGV $$");
        CPPUNIT_ASSERT(outcome.end == ChildEnd::crashed);
        CPPUNIT_ASSERT_EQUAL(std::string{"signal 11"}, outcome.detail);
    }

    void a_child_that_hangs_meets_its_deadline()
    {
        CPPUNIT_ASSERT(run("exec sleep 600", "{}", 300ms).end == ChildEnd::deadline);
    }

    void a_child_that_closed_its_pipes_meets_its_deadline()
    {
        CPPUNIT_ASSERT(run("exec sleep 600 <&- >&- 2>&- 3>&-", "{}", 300ms).end ==
                       ChildEnd::deadline);
    }

    void a_child_that_prints_without_end_is_killed()
    {
        const auto outcome = run("exec yes");
        CPPUNIT_ASSERT(outcome.end == ChildEnd::crashed);
        CPPUNIT_ASSERT_EQUAL(std::string{"printed too much"}, outcome.detail);
        CPPUNIT_ASSERT(outcome.output.size() <= work::k_max_output + 65'536);
    }

    void the_owner_can_stop_it()
    {
        may_go_on = false;
        CPPUNIT_ASSERT(run("exec sleep 600").end == ChildEnd::stopped);
    }

    void a_fault_of_the_owner_leaves_no_child_behind()
    {
        const std::string program = directory.file("engine");
        const std::string told = directory.file("pid");
        base::replace_file(program, "#!/bin/bash\necho $$ > " + told + "\nexec sleep 600", 0700);
        pid_t child = 0;
        const auto fail_once_it_runs = [&] {
            if (std::ifstream{told} >> child) throw base::Fault{"the database broke"};
            return true;
        };
        CPPUNIT_ASSERT_THROW(work::run_child({.program = program,
                                              .product = "verify_basic",
                                              .request = "{}",
                                              .deadline = 20s,
                                              .keep_going = fail_once_it_runs,
                                              .on_progress = [](const job::Progress&) {}}),
                             base::Fault);
        // Neither running nor a zombie: both can be told a signal.
        CPPUNIT_ASSERT_EQUAL(-1, ::kill(child, 0));
        CPPUNIT_ASSERT_EQUAL(ESRCH, errno);
    }

    void a_child_that_reads_nothing_still_delivers()
    {
        // The pipe holds 64 KB: writing on must meet a broken pipe, not end this process.
        const auto outcome = run("exec <&-; sleep 0.1; echo done", std::string(1'000'000, 'x'));
        CPPUNIT_ASSERT(outcome.end == ChildEnd::artifact);
        CPPUNIT_ASSERT_EQUAL(std::string{"done\n"}, outcome.output);
    }

    void a_large_request_and_a_large_artifact_cross()
    {
        const std::string large(5'000'000, 'x');
        CPPUNIT_ASSERT(run("exec cat", large).output == large);
    }

    void progress_is_heard_and_garbage_is_not()
    {
        const auto outcome = run(R"(cat >/dev/null
            echo '{"stage":"skeptic","done":1,"total":3}' >&3
            echo 'not json' >&3
            echo '{"stage":7}' >&3
            printf '{"stage":"half' >&3
            echo '{}')");
        CPPUNIT_ASSERT(outcome.end == ChildEnd::artifact);
        CPPUNIT_ASSERT_EQUAL(std::size_t{1}, heard.size());
        CPPUNIT_ASSERT_EQUAL(std::string{"skeptic"}, heard[0].stage);
        CPPUNIT_ASSERT_EQUAL(std::int64_t{1}, heard[0].done);
        CPPUNIT_ASSERT_EQUAL(std::int64_t{3}, heard[0].total);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(ChildTest);

} // namespace
