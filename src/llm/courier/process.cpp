#include "llm/courier/process.hpp"

#include "base/fault.hpp"
#include "base/hex.hpp"
#include "base/process.hpp"
#include "base/random.hpp"
#include "llm/lines.hpp"
#include "llm/record.hpp"

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>

namespace llm::courier {

namespace {

std::string random_hex()
{
    std::array<std::uint8_t, 16> bytes{};
    base::fill_random(bytes);
    return base::to_hex(bytes);
}

struct Ends {
    base::Fd ours;
    base::Fd theirs;
};

Ends open_line()
{
    std::array<int, 2> ends{-1, -1};
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0)
        throw base::Fault::from_errno("socketpair");
    return {base::Fd{ends[0]}, base::Fd{ends[1]}};
}

} // namespace

Options options_of(const config::Llm& llm, std::string token, std::chrono::milliseconds time)
{
    const Standing standing = standing_of(llm);
    const bool is_measured = standing.level() != Level::none;
    const auto power = [&] {
        const Record& record = *standing.record;
        return Power{record.figures.found, record.set, record.date};
    };
    return {.url = llm.url,
            .token = std::move(token),
            .settings = {.model = llm.model,
                         .expected = llm.expect_model,
                         .context_tokens = llm.context_tokens,
                         .max_output_tokens = llm.max_output_tokens,
                         .seed = Settings{}.seed,
                         .nonce = random_hex(),
                         .level = standing.level(),
                         .measured = is_measured ? std::optional{standing.record->reported_model}
                                                 : std::nullopt,
                         .power = is_measured ? std::optional{power()} : std::nullopt},
            .allowance = {.calls = llm.job_calls,
                          .tokens = llm.job_tokens,
                          .money = llm.job_cost.atoms(),
                          .price_in = llm.price_in.atoms(),
                          .price_out = llm.price_out.atoms(),
                          .time = time},
            .call_timeout = llm.call_timeout};
}

Process::Process(const std::string& program, const Options& options) : m_settings{options.settings}
{
    Ends line = open_line();
    m_line = std::move(line.ours);
    if (options.url.empty()) return;
    std::array<int, 2> pipe{-1, -1};
    if (::pipe2(pipe.data(), O_CLOEXEC) != 0) throw base::Fault::from_errno("pipe2");
    const base::Fd told{pipe[0]};
    const base::Fd tells{pipe[1]};
    m_pid = base::spawn({.command = {program},
                         .environment = {},
                         .descriptors = {-1, -1, 2, line.theirs.get(), told.get()}});
    // Less than a pipe holds, whose other end is open here, too: a courier that did not start is
    // seen when it is asked.
    static_cast<void>(write_all(tells.get(), base::json::dump(options_json(options).get())));
}

Process::~Process()
{
    if (m_pid < 0) return;
    ::kill(m_pid, SIGKILL);
    while (::waitpid(m_pid, nullptr, 0) < 0 && errno == EINTR) {}
}

} // namespace llm::courier
