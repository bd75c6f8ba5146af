#include "support/processes.hpp"

#include "base/fault.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <iostream>
#include <utility>

namespace support {

namespace {

void make_pipe(base::Fd& reading, base::Fd& writing)
{
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) throw base::Fault::from_errno("pipe");
    reading = base::Fd{ends[0]};
    writing = base::Fd{ends[1]};
}

[[noreturn]] void run(const std::function<int()>& body)
{
    // A test that dies takes its children along.
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    int code = k_child_threw;
    try {
        code = body();
    } catch (const std::exception& error) {
        std::cerr << "child: " << error.what() << std::endl;
    }
    // No destructors of the parent's objects: they belong to the parent.
    ::_exit(code);
}

} // namespace

Child::Child(const std::function<int()>& body) : m_pid{::fork()}
{
    if (m_pid < 0) throw base::Fault::from_errno("fork");
    if (m_pid == 0) run(body);
}

Child::~Child()
{
    if (m_pid > 0) kill();
}

Child::Child(Child&& other) noexcept : m_pid{std::exchange(other.m_pid, -1)} {}

int Child::wait()
{
    int status = 0;
    while (::waitpid(m_pid, &status, 0) < 0)
        if (errno != EINTR) throw base::Fault::from_errno("waitpid");
    m_pid = -1;
    return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

void Child::kill()
{
    ::kill(m_pid, SIGKILL);
    wait();
}

StartLine::StartLine()
{
    make_pipe(m_reading, m_writing);
}

void StartLine::wait()
{
    m_writing.close();
    char byte = 0;
    // End of file is the signal: it reaches everybody at once.
    while (::read(m_reading.get(), &byte, 1) < 0 && errno == EINTR) continue;
}

void StartLine::go()
{
    m_writing.close();
}

Ledger::Ledger()
{
    make_pipe(m_reading, m_writing);
}

void Ledger::write(const std::string& line) const
{
    const std::string whole = line + "\n";
    if (::write(m_writing.get(), whole.data(), whole.size()) != static_cast<ssize_t>(whole.size()))
        throw base::Fault::from_errno("the ledger took no line");
}

std::string Ledger::read()
{
    for (;;) {
        const std::size_t end = m_rest.find('\n');
        if (end != std::string::npos) {
            std::string line = m_rest.substr(0, end);
            m_rest.erase(0, end + 1);
            return line;
        }
        std::array<char, 4096> block{};
        const ssize_t got = ::read(m_reading.get(), block.data(), block.size());
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) throw base::Fault::from_errno("the ledger cannot be read");
        if (got == 0) return {};
        m_rest.append(block.data(), static_cast<std::size_t>(got));
    }
}

void Ledger::only_read()
{
    m_writing.close();
}

std::vector<std::string> Ledger::read_all()
{
    std::vector<std::string> lines;
    for (std::string line = read(); !line.empty(); line = read()) lines.push_back(std::move(line));
    return lines;
}

std::vector<int> race(int count, const std::function<int(int)>& body)
{
    StartLine line;
    std::vector<Child> children;
    for (int number = 0; number < count; ++number)
        children.emplace_back([&, number] {
            line.wait();
            return body(number);
        });
    line.go();
    std::vector<int> codes;
    for (Child& child : children) codes.push_back(child.wait());
    return codes;
}

} // namespace support
