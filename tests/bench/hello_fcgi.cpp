// The least a libfcgi program can do: threads that accept, and answer every request of a path with
// the bytes of one file (CGI form: headers, empty line, body). What our own answers are measured
// against.
//
//   hello-fcgi SOCKET PROCESSES THREADS /PATH=FILE...
//
// Ends with its parent.
#include "base/fault.hpp"
#include "base/fd.hpp"

#include <fcgiapp.h>
#include <signal.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <cstdlib>
#include <iostream>
#include <map>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace {

using Answers = std::map<std::string, std::string, std::less<>>;

constexpr int k_backlog = 1024;
constexpr std::size_t k_largest_answer = 16 * 1024 * 1024;
constexpr std::string_view k_unknown = "Status: 404 Not Found\r\nContent-Length: 0\r\n\r\n";

void serve(int listener, const Answers& answers)
{
    FCGX_Request request{};
    FCGX_InitRequest(&request, listener, 0);
    while (FCGX_Accept_r(&request) == 0) {
        const char* path = FCGX_GetParam("DOCUMENT_URI", request.envp);
        const auto found = answers.find(std::string_view{path == nullptr ? "" : path});
        const std::string_view answer = found == answers.end() ? k_unknown : found->second;
        FCGX_PutStr(answer.data(), static_cast<int>(answer.size()), request.out);
    }
}

Answers read_answers(int argc, char** argv)
{
    Answers answers;
    for (int i = 4; i < argc; ++i) {
        const std::string_view pair{argv[i]};
        const std::size_t equals = pair.find('=');
        if (equals == std::string_view::npos) throw base::Fault{"an answer is /PATH=FILE"};
        answers.emplace(pair.substr(0, equals),
                        base::read_file(std::string{pair.substr(equals + 1)}, k_largest_answer));
    }
    return answers;
}

int run(int argc, char** argv)
{
    const Answers answers = read_answers(argc, argv);
    const int processes = std::atoi(argv[2]);
    const int threads = std::atoi(argv[3]);
    if (FCGX_Init() != 0) throw base::Fault{"FCGX_Init failed"};
    const int listener = FCGX_OpenSocket(argv[1], k_backlog);
    if (listener < 0) throw base::Fault{"no socket"};
    for (int i = 1; i < processes; ++i) {
        const pid_t child = ::fork();
        if (child < 0) throw base::Fault::from_errno("fork");
        if (child == 0) {
            ::prctl(PR_SET_PDEATHSIG, SIGKILL);
            break;
        }
    }
    std::vector<std::thread> others;
    for (int i = 1; i < threads; ++i) others.emplace_back([&] { serve(listener, answers); });
    serve(listener, answers);
    for (std::thread& each : others) each.join();
    return 0;
}

} // namespace

int main(int argc, char** argv)
{
    try {
        if (argc < 5) throw base::Fault{"hello-fcgi SOCKET PROCESSES THREADS /PATH=FILE..."};
        return run(argc, argv);
    } catch (const std::exception& fault) {
        std::cerr << "hello-fcgi: " << fault.what() << '\n';
        return 1;
    }
}
