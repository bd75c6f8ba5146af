#include "cli/child.hpp"

#include "base/fault.hpp"
#include "base/process.hpp"
#include "cli/terminal_text.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <iostream>

namespace cli {

namespace {

using std::chrono::steady_clock;

constexpr int k_out = 3; // of the child
constexpr std::size_t k_most_output = std::size_t{16} << 20U;

// Everything until the child closes its end; nullopt when that takes too long, or it is too much.
std::optional<std::string> listen_to(const base::Fd& in, std::chrono::seconds patience)
{
    const auto end = steady_clock::now() + patience;
    std::string out;
    std::array<char, 65'536> block{};
    while (steady_clock::now() < end && out.size() <= k_most_output) {
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(end - steady_clock::now());
        pollfd wait{in.get(), POLLIN, 0};
        if (::poll(&wait, 1, static_cast<int>(left.count())) <= 0) continue;
        const ssize_t got = ::read(in.get(), block.data(), block.size());
        if (got == 0) return out;
        if (got > 0) out.append(block.data(), static_cast<std::size_t>(got));
    }
    return std::nullopt;
}

// Closes what is open here, but for the standard streams, `out` as k_out, and `line` if there is
// one.
bool keep_alone(int out, int line)
{
    constexpr int k_above = 10; // neither is in the other's way there
    const int out_above = ::fcntl(out, F_DUPFD, k_above);
    const int line_above = line < 0 ? -1 : ::fcntl(line, F_DUPFD, k_above);
    if (out_above < 0 || ::dup2(out_above, k_out) != k_out) return false;
    if (line < 0) return ::close_range(k_out + 1, ~0U, 0) == 0;
    return line_above >= 0 && ::dup2(line_above, k_line_of_child) == k_line_of_child &&
           ::close_range(k_line_of_child + 1, ~0U, 0) == 0;
}

// The child's whole life.
[[noreturn]] void work_and_tell(const std::function<Told()>& work, int out, int line)
{
    if (!keep_alone(out, line)) ::_exit(static_cast<int>(Exit::error));
    Told told;
    try {
        told = work();
    } catch (const base::Fault& fault) {
        told = {Exit::error, std::string{fault.said()}};
    } catch (const std::exception& error) {
        told = {Exit::error, error.what()};
    }
    std::string_view rest = told.text;
    while (!rest.empty()) {
        const ssize_t put = ::write(k_out, rest.data(), rest.size());
        if (put < 0 && errno != EINTR) ::_exit(static_cast<int>(Exit::error));
        if (put > 0) rest.remove_prefix(static_cast<std::size_t>(put));
    }
    ::_exit(static_cast<int>(told.exit));
}

} // namespace

Pipe open_pipe()
{
    std::array<int, 2> ends{-1, -1};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) throw base::Fault::from_errno("pipe2");
    return {base::Fd{ends[0]}, base::Fd{ends[1]}};
}

ChildOutcome outcome_of_child(const base::Fd& in, pid_t child, std::chrono::seconds patience)
{
    ChildOutcome out{listen_to(in, patience)};
    if (!out.text) ::kill(child, SIGKILL);
    while (::waitpid(child, &out.status, 0) < 0)
        if (errno != EINTR) throw base::Fault::from_errno("waitpid");
    return out;
}

Told tell_from_child(const std::function<Told()>& work, const ChildTerms& terms)
{
    auto [reader, writer] = open_pipe();
    const pid_t self = ::getpid();
    const pid_t child = ::fork();
    if (child < 0) throw base::Fault::from_errno("fork");
    if (child == 0) {
        ::prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (::getppid() != self) ::_exit(static_cast<int>(Exit::error));
        work_and_tell(work, writer.get(), terms.line);
    }
    writer.close();
    auto [text, status] = outcome_of_child(reader, child, terms.patience);
    if (!text) return {Exit::error, "the work did not end"};
    if (!WIFEXITED(status)) return {Exit::error, base::describe_wait_status(status)};
    return {static_cast<Exit>(WEXITSTATUS(status)), std::move(*text)};
}

void complain(std::string_view verb, std::string_view lines)
{
    do {
        const std::size_t end = std::min(lines.find('\n'), lines.size());
        std::cerr << "assay " << verb << ": " << safe_on_terminal(lines.substr(0, end)) << '\n';
        lines.remove_prefix(std::min(end + 1, lines.size()));
    } while (!lines.empty());
}

} // namespace cli
