// assay-run PRODUCT [--basket FILE]: a request on standard input, an artifact on standard output.
// From the worker also: progress goes to descriptor 3, an envelope comes from descriptor 4, and a
// model is asked through descriptor 5.
#include "analysis/confinement.hpp"
#include "analysis/fetch.hpp"
#include "analysis/run.hpp"
#include "base/failpoint.hpp"
#include "base/fault.hpp"
#include "base/log.hpp"
#include "forensics/forensics.hpp"
#include "llm/line.hpp"

#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

namespace {

enum Descriptor { k_progress_fd = 3, k_envelope_fd, k_model_fd };
constexpr int k_exit_fault = 70;

int usage()
{
    std::fputs("usage: assay-run PRODUCT [--basket FILE] < request.json\n", stderr);
    return analysis::k_exit_usage;
}

int run(std::string_view product, const std::string& basket)
{
    // Decided before anything else is opened: later a file of ours could be such a descriptor.
    analysis::RunOptions options{.basket_path = basket};
    if (analysis::is_open(k_progress_fd)) options.progress_fd = k_progress_fd;
    const bool has_envelope = analysis::is_open(k_envelope_fd);
    llm::Line line{k_model_fd};
    if (analysis::is_open(k_model_fd)) options.model = &line;
    signal(SIGPIPE, SIG_IGN);
    // The basket is the operator's, and names the files that must stay readable.
    std::vector<std::string> readable;
    if (!basket.empty()) readable = forensics::files_of(basket);
    if (product == analysis::k_fetch) readable = analysis::files_of_fetch();
    analysis::be_modest(product);
    analysis::warn_of_missing(analysis::confine(analysis::sockets_of(product), readable));
    const std::string request = analysis::read_input(STDIN_FILENO, analysis::most_input_bytes());
    auto envelope = has_envelope ? analysis::Envelope::parse(analysis::read_input(
                                       k_envelope_fd, analysis::most_input_bytes()))
                                 : analysis::Envelope{};
    if (!envelope) return usage();
    options.envelope = std::move(*envelope);
    analysis::arm_deadline(product, options.envelope);
    base::failpoint("run_product", "before");
    auto result = analysis::run_product(product, request, options);
    if (result.exit_status == analysis::k_exit_usage) return usage();
    base::failpoint("run_product", "after");
    result.output += '\n';
    if (std::fwrite(result.output.data(), 1, result.output.size(), stdout) !=
            result.output.size() ||
        std::fflush(stdout) != 0)
        throw base::Fault::from_errno("the artifact cannot be written");
    return result.exit_status;
}

} // namespace

int main(int argc, char** argv)
{
    const bool has_basket = argc == 4 && std::string_view{argv[2]} == "--basket" && *argv[3] != 0;
    if ((argc != 2 && !has_basket) || argv[1][0] == '-') return usage();
    try {
        // A check of a scan that hangs may still be at work: nothing is taken down under it.
        _exit(run(argv[1], has_basket ? argv[3] : ""));
    } catch (const std::exception& fault) {
        base::log::error("fault", {{"what", fault.what()}});
        return k_exit_fault;
    }
}
