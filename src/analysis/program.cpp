#include "analysis/program.hpp"

#include "analysis/confinement.hpp"
#include "analysis/run.hpp"
#include "base/failpoint.hpp"
#include "base/fault.hpp"
#include "base/log.hpp"
#include "llm/line.hpp"

#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

namespace analysis {

namespace {

enum Descriptor { k_progress_fd = 3, k_envelope_fd, k_model_fd };
constexpr int k_exit_fault = 70;

int usage(const char* name)
{
    std::fprintf(stderr, "usage: %s PRODUCT [--basket FILE] < request.json\n", name);
    return k_exit_usage;
}

void print(const std::string& line)
{
    if (std::fwrite(line.data(), 1, line.size(), stdout) != line.size() || std::fflush(stdout) != 0)
        throw base::Fault::from_errno("the artifact cannot be written");
}

int run(const char* name, const Engines& engines, std::string_view product,
        const std::string& basket)
{
    // Decided before anything else is opened: later a file of ours could be such a descriptor.
    RunOptions options{.basket_path = basket};
    if (is_open(k_progress_fd)) options.progress_fd = k_progress_fd;
    const bool has_envelope = is_open(k_envelope_fd);
    llm::Line line{k_model_fd};
    if (is_open(k_model_fd)) options.model = &line;
    signal(SIGPIPE, SIG_IGN);
    std::vector<std::string> readable;
    if (engines.files != nullptr) readable = engines.files(product, basket);
    be_modest(product);
    warn_of_missing(confine(sockets_of(product), readable));
    const std::string request = read_input(STDIN_FILENO, most_input_bytes());
    auto envelope =
        has_envelope ? Envelope::parse(read_input(k_envelope_fd, most_input_bytes())) : Envelope{};
    if (!envelope) return usage(name);
    options.envelope = std::move(*envelope);
    arm_deadline(product, options.envelope);
    base::failpoint("run_product", "before");
    auto result = run_product(engines, product, request, options);
    if (result.exit_status == k_exit_usage) return usage(name);
    base::failpoint("run_product", "after");
    print(result.output + '\n');
    return result.exit_status;
}

} // namespace

int run_program(const char* name, const Engines& engines, int argc, char** argv)
{
    const bool has_basket = argc == 4 && std::string_view{argv[2]} == "--basket" && *argv[3] != 0;
    if ((argc != 2 && !has_basket) || argv[1][0] == '-') return usage(name);
    try {
        // A check of a scan that hangs may still be at work: nothing is taken down under it.
        _exit(run(name, engines, argv[1], has_basket ? argv[3] : ""));
    } catch (const std::exception& fault) {
        base::log::error("fault", {{"what", fault.what()}});
        return k_exit_fault;
    }
}

} // namespace analysis
