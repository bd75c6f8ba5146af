// A program is started as from a fresh process, while its owner goes on as before.
#include "base/process.hpp"

#include <cppunit/extensions/HelperMacros.h>

#include <signal.h>
#include <sys/wait.h>

#include <csignal>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace {

std::string end_of(std::vector<std::string> command)
{
    const pid_t pid = base::spawn({.command = std::move(command), .environment = {}});
    int status = 0;
    CPPUNIT_ASSERT_EQUAL(pid, waitpid(pid, &status, 0));
    return base::describe_wait_status(status);
}

// While it lives, SIGUSR1 is blocked here and SIGUSR2 has a handler.
class OwnSignals {
public:
    OwnSignals()
    {
        sigset_t blocked;
        sigemptyset(&blocked);
        sigaddset(&blocked, SIGUSR1);
        pthread_sigmask(SIG_BLOCK, &blocked, &m_mask);
        m_handler = std::signal(SIGUSR2, [](int) {});
    }
    ~OwnSignals()
    {
        std::signal(SIGUSR2, m_handler);
        pthread_sigmask(SIG_SETMASK, &m_mask, nullptr);
    }
    OwnSignals(const OwnSignals&) = delete;
    OwnSignals& operator=(const OwnSignals&) = delete;

    static bool is_as_it_was()
    {
        sigset_t now;
        pthread_sigmask(SIG_BLOCK, nullptr, &now);
        struct sigaction action {};
        sigaction(SIGUSR2, nullptr, &action);
        return sigismember(&now, SIGUSR1) == 1 && sigismember(&now, SIGUSR2) == 0 &&
               action.sa_handler != SIG_DFL;
    }

private:
    sigset_t m_mask{};
    void (*m_handler)(int) = nullptr;
};

class ProcessTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(ProcessTest);
    CPPUNIT_TEST(a_program_that_is_not_there_exits_with_127);
    CPPUNIT_TEST(a_program_has_no_signals_of_its_owner);
    CPPUNIT_TEST(an_owner_keeps_its_signals);
    CPPUNIT_TEST(a_program_ends_with_its_owner);
    CPPUNIT_TEST(a_program_has_what_is_added_to_the_environment);
    CPPUNIT_TEST_SUITE_END();

public:
    void a_program_that_is_not_there_exits_with_127()
    {
        CPPUNIT_ASSERT_EQUAL(std::string{"exit 127"}, end_of({"/nowhere/to/be/found"}));
        CPPUNIT_ASSERT_EQUAL(std::string{"exit 127"}, end_of({"no-such-program-on-any-path"}));
        CPPUNIT_ASSERT_EQUAL(std::string{"exit 127"}, end_of({std::string(100'000, 'x')}));
    }

    void a_program_has_no_signals_of_its_owner()
    {
        const OwnSignals signals;
        for (const char* number : {"10", "12", "13"})
            CPPUNIT_ASSERT_EQUAL(
                "signal " + std::string{number},
                end_of({"sh", "-c", "kill -" + std::string{number} + " $$; exit 0"}));
    }

    void an_owner_keeps_its_signals()
    {
        const OwnSignals signals;
        end_of({"true"});
        CPPUNIT_ASSERT(OwnSignals::is_as_it_was());
    }

    void a_program_ends_with_its_owner()
    {
        pid_t pid = -1;
        std::thread{[&pid] {
            pid = base::spawn(
                {.command = {"sleep", "60"}, .environment = {}, .death_signal = SIGTERM});
        }}.join();
        int status = 0;
        CPPUNIT_ASSERT_EQUAL(pid, waitpid(pid, &status, 0));
        CPPUNIT_ASSERT_EQUAL(std::string{"signal 15"}, base::describe_wait_status(status));
    }

    void a_program_has_what_is_added_to_the_environment()
    {
        const pid_t pid = base::spawn({.command = {"sh", "-c", "test \"$ADDED\" = 'a b'"},
                                       .environment = {{"ADDED", "a b"}}});
        int status = 0;
        CPPUNIT_ASSERT_EQUAL(pid, waitpid(pid, &status, 0));
        CPPUNIT_ASSERT_EQUAL(std::string{"exit 0"}, base::describe_wait_status(status));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(ProcessTest);

} // namespace
