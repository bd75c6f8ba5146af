#include "cli/scan_child.hpp"

#include "base/fault.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>

namespace cli {

namespace {

using std::chrono::steady_clock;

// A scan ends by itself long before.
constexpr std::chrono::seconds k_patience{20};
constexpr std::size_t k_most_output = std::size_t{4} << 20U;

// Everything until the child closes its end; nullopt when that takes too long, or it is too much.
std::optional<std::string> listen_to(const base::Fd& in)
{
    const auto end = steady_clock::now() + k_patience;
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

} // namespace

Pipe open_pipe()
{
    std::array<int, 2> ends{-1, -1};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) throw base::Fault::from_errno("pipe2");
    return {base::Fd{ends[0]}, base::Fd{ends[1]}};
}

ScanOutcome outcome_of_scan(const base::Fd& in, pid_t child)
{
    ScanOutcome out{listen_to(in)};
    if (!out.text) ::kill(child, SIGKILL);
    while (::waitpid(child, &out.status, 0) < 0)
        if (errno != EINTR) throw base::Fault::from_errno("waitpid");
    return out;
}

} // namespace cli
