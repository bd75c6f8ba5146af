#include "work/child.hpp"

#include "base/fault.hpp"
#include "base/fd.hpp"
#include "base/json.hpp"
#include "base/log.hpp"
#include "base/process.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <iterator>
#include <string_view>

namespace work {

namespace {

using std::chrono::steady_clock;
namespace json = base::json;

constexpr std::chrono::milliseconds k_poll_period{200};
constexpr std::size_t k_max_progress_line = 4096;
constexpr std::size_t k_max_progress_total = std::size_t{1024} * 1024;
constexpr std::size_t k_kept_of_errors = 2048;
constexpr int k_logged_lines = 4;

struct Pipe {
    base::Fd reader;
    base::Fd writer;
};

Pipe make_pipe()
{
    int ends[2] = {-1, -1};
    if (::pipe2(ends, O_CLOEXEC) != 0) throw base::Fault::from_errno("pipe2");
    return {base::Fd{ends[0]}, base::Fd{ends[1]}};
}

void make_nonblocking(const base::Fd& fd)
{
    if (::fcntl(fd.get(), F_SETFL, O_NONBLOCK) != 0) throw base::Fault::from_errno("O_NONBLOCK");
}

// The child prints for us, but it may have been taken over by what it parsed: its progress is
// data from outside.
void report_line(std::string_view line,
                 const std::function<void(const job::Progress&)>& on_progress)
{
    const auto parsed = json::parse(line);
    if (!parsed || !json_is_object(parsed->get())) return;
    const auto stage = json::text_member(parsed->get(), "stage");
    if (!stage || stage->size() > 64) return;
    on_progress({std::string{*stage}, json::integer_member(parsed->get(), "done").value_or(0),
                 json::integer_member(parsed->get(), "total").value_or(0)});
}

// What a child is told on one pipe.
class Feed {
public:
    Feed(std::string_view text, base::Fd pipe) : m_rest{text}, m_pipe{std::move(pipe)}
    {
        make_nonblocking(m_pipe);
        if (m_rest.empty()) m_pipe.close();
    }

    [[nodiscard]] int descriptor() const { return m_pipe.get(); }

    void go_on()
    {
        const ssize_t put = ::write(m_pipe.get(), m_rest.data(), m_rest.size());
        if (put > 0) m_rest.remove_prefix(static_cast<std::size_t>(put));
        const bool broken = put < 0 && errno != EAGAIN && errno != EINTR;
        if (broken || m_rest.empty()) m_pipe.close();
    }

private:
    std::string_view m_rest;
    base::Fd m_pipe;
};

// Our ends of a child's pipes.
struct Ends {
    base::Fd input;
    base::Fd output;
    base::Fd errors;
    base::Fd progress;
    base::Fd envelope;
};

// The conversation with one child over its pipes.
class Conversation {
public:
    Conversation(const ChildPlan& plan, Ends ends)
        : m_plan{plan}, m_request{plan.request, std::move(ends.input)},
          m_envelope{plan.envelope, std::move(ends.envelope)}, m_output{std::move(ends.output)},
          m_errors{std::move(ends.errors)}, m_progress{std::move(ends.progress)}
    {
        make_nonblocking(m_output);
        make_nonblocking(m_errors);
        make_nonblocking(m_progress);
    }

    [[nodiscard]] bool is_over() const { return !m_output.is_open() && !m_progress.is_open(); }
    [[nodiscard]] bool printed_too_much() const { return m_printed_too_much; }
    std::string take_output() { return std::move(m_text); }

    // Moves what can be moved within `limit`.
    void exchange(std::chrono::milliseconds limit)
    {
        pollfd watched[] = {{m_request.descriptor(), POLLOUT, 0},
                            {m_envelope.descriptor(), POLLOUT, 0},
                            {m_output.get(), POLLIN, 0},
                            {m_errors.get(), POLLIN, 0},
                            {m_progress.get(), POLLIN, 0}};
        if (::poll(watched, std::size(watched), static_cast<int>(limit.count())) <= 0) return;
        if (watched[0].revents != 0) m_request.go_on();
        if (watched[1].revents != 0) m_envelope.go_on();
        if (watched[2].revents != 0) drain_output();
        if (watched[3].revents != 0) drain_errors();
        if (watched[4].revents != 0) drain_progress();
    }

    // As words of the child, a line each.
    void log_errors()
    {
        if (m_errors.is_open()) drain_errors(); // written just before its end
        std::string_view rest = m_said;
        for (int i = 0; i < k_logged_lines && !rest.empty(); ++i) {
            const auto line = rest.substr(0, rest.find('\n'));
            rest.remove_prefix(std::min(rest.size(), line.size() + 1));
            base::log::warning("run_said", {{"product", m_plan.product}, {"line", line}});
        }
    }

private:
    void drain_output()
    {
        char block[65536];
        const ssize_t got = ::read(m_output.get(), block, sizeof block);
        if (got > 0) m_text.append(block, static_cast<std::size_t>(got));
        if (got == 0) m_output.close();
        if (m_text.size() > k_max_output) m_printed_too_much = true;
    }

    void drain_errors()
    {
        char block[4096];
        const ssize_t got = ::read(m_errors.get(), block, sizeof block);
        if (got == 0) m_errors.close();
        if (got <= 0) return;
        const auto room = k_kept_of_errors - m_said.size();
        m_said.append(block, std::min(static_cast<std::size_t>(got), room));
    }

    void drain_progress()
    {
        char block[4096];
        const ssize_t got = ::read(m_progress.get(), block, sizeof block);
        if (got == 0) m_progress.close();
        if (got <= 0) return;
        m_progress_total += static_cast<std::size_t>(got);
        if (m_progress_total > k_max_progress_total) m_progress.close();
        m_line.append(block, static_cast<std::size_t>(got));
        for (std::size_t end = m_line.find('\n'); end != std::string::npos;
             end = m_line.find('\n')) {
            report_line(std::string_view{m_line}.substr(0, end), m_plan.on_progress);
            m_line.erase(0, end + 1);
        }
        if (m_line.size() > k_max_progress_line) m_line.clear();
    }

    const ChildPlan& m_plan;
    Feed m_request;
    Feed m_envelope;
    base::Fd m_output;
    base::Fd m_errors;
    base::Fd m_progress;
    std::string m_text;
    std::string m_said; // on standard error
    std::string m_line;
    std::size_t m_progress_total = 0;
    bool m_printed_too_much = false;
};

// The process itself: killed and reaped whatever happens to its owner, an exception included.
class Process {
public:
    explicit Process(pid_t pid)
        : m_pid{pid}, m_end{static_cast<int>(::syscall(SYS_pidfd_open, pid, 0))}
    {
        if (m_end.is_open()) return;
        const auto fault = base::Fault::from_errno("pidfd_open");
        end();
        throw fault;
    }
    ~Process()
    {
        if (!m_has_ended) end();
    }
    Process(const Process&) = delete;
    Process& operator=(const Process&) = delete;

    void kill() const { ::kill(m_pid, SIGKILL); }

    // Whether it has ended within `limit`.
    bool has_ended(std::chrono::milliseconds limit)
    {
        pollfd watched{m_end.get(), POLLIN, 0};
        if (::poll(&watched, 1, static_cast<int>(limit.count())) <= 0) return false;
        const pid_t ended = ::waitpid(m_pid, &m_status, WNOHANG);
        if (ended < 0) throw base::Fault::from_errno("waitpid");
        m_has_ended = ended == m_pid;
        return m_has_ended;
    }
    [[nodiscard]] int status() const { return m_status; }

private:
    void end()
    {
        kill();
        static_cast<void>(::waitpid(m_pid, &m_status, 0));
    }

    pid_t m_pid;
    base::Fd m_end;
    int m_status = 0;
    bool m_has_ended = false;
};

ChildEnd end_of(int status)
{
    if (!WIFEXITED(status)) return ChildEnd::crashed;
    switch (WEXITSTATUS(status)) {
    case 0: return ChildEnd::artifact;
    case 3: return ChildEnd::refused;
    case 4: return ChildEnd::deadline;
    default: return ChildEnd::crashed;
    }
}

} // namespace

ChildOutcome run_child(const ChildPlan& plan)
{
    const auto begun = steady_clock::now();
    Pipe input = make_pipe();
    Pipe output = make_pipe();
    Pipe errors = make_pipe();
    Pipe progress = make_pipe();
    Pipe envelope = make_pipe();
    std::vector<std::string> command{plan.program, plan.product};
    command.insert(command.end(), plan.arguments.begin(), plan.arguments.end());
    std::vector<int> descriptors{input.reader.get(), output.writer.get(), errors.writer.get(),
                                 progress.writer.get(), envelope.reader.get()};
    const bool has_line = plan.model_line >= 0;
    if (has_line) descriptors.push_back(plan.model_line);
    Process process{base::spawn({.command = std::move(command),
                                 .environment = {},
                                 .descriptors = std::move(descriptors),
                                 .death_signal = SIGKILL})};
    input.reader.close();
    output.writer.close();
    errors.writer.close();
    progress.writer.close();
    envelope.reader.close();

    ChildOutcome outcome;
    std::optional<ChildEnd> killed_as;
    const auto kill_as = [&](ChildEnd end, std::string_view why) {
        if (killed_as) return;
        killed_as = end;
        outcome.detail = why;
        process.kill();
    };
    Conversation talk{plan,
                      {.input = std::move(input.writer),
                       .output = std::move(output.reader),
                       .errors = std::move(errors.reader),
                       .progress = std::move(progress.reader),
                       .envelope = std::move(envelope.writer)}};
    bool has_ended = false;
    while (!has_ended) {
        // Killed; or its pipes are closed and it is exiting, or hangs and meets its deadline.
        if (talk.is_over() || killed_as)
            has_ended = process.has_ended(k_poll_period);
        else
            talk.exchange(k_poll_period);
        if (talk.printed_too_much()) kill_as(ChildEnd::crashed, "printed too much");
        if (steady_clock::now() - begun > plan.deadline)
            kill_as(ChildEnd::deadline, "killed at the deadline");
        if (!plan.keep_going()) kill_as(ChildEnd::stopped, "stopped");
    }
    talk.log_errors();
    outcome.output = talk.take_output();
    outcome.wall =
        std::chrono::duration_cast<std::chrono::milliseconds>(steady_clock::now() - begun);
    outcome.end = killed_as.value_or(end_of(process.status()));
    if (outcome.detail.empty()) outcome.detail = base::describe_wait_status(process.status());
    return outcome;
}

} // namespace work
