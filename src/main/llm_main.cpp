// assay-llm: carries the questions of one analysis to the operator's model server. No options:
// descriptor 3 is the line to the analysis, descriptor 4 gives the settings and the credential,
// which therefore stand on no command line and in no environment.
//
// It has a socket, and neither a buyer's request nor the database. The host of the server is looked
// up once, before it locks itself in; from then on its client connects to that host's addresses
// and to nothing else, and follows no redirect. That there is no other address is kept by this
// program's code; no other file, program or signal, by the kernel.
#include "analysis/confinement.hpp"
#include "analysis/run.hpp"
#include "base/fault.hpp"
#include "base/log.hpp"
#include "llm/courier/courier.hpp"
#include "net/curl_http_client.hpp"
#include "net/host_pin.hpp"

#include <csignal>
#include <cstdlib>

namespace {

constexpr int k_line_fd = 3;
constexpr int k_options_fd = 4;
constexpr int k_exit_fault = 70;
constexpr std::size_t k_most_options = 65'536;

int run()
{
    signal(SIGPIPE, SIG_IGN);
    if (!analysis::is_open(k_line_fd) || !analysis::is_open(k_options_fd))
        return analysis::k_exit_usage;
    auto options = llm::courier::parse_options(analysis::read_input(k_options_fd, k_most_options));
    if (!options) return analysis::k_exit_usage;
    const auto pin = net::pin_host(options->url);
    if (!pin) {
        // The analysis finds its line closed, as if the server were away.
        base::log::warning("model_host_unknown", {});
        return 0;
    }
    const net::OperatorEgress egress{{&options->url, 1}};
    net::CurlHttpClient http{egress, *pin};
    const std::string readable[] = {"/etc/ssl/certs"};
    analysis::warn_of_missing(analysis::confine(analysis::Sockets::internet, readable));
    llm::courier::Courier courier{http, std::move(*options)};
    llm::courier::serve(k_line_fd, courier);
    return 0;
}

} // namespace

int main()
{
    try {
        std::_Exit(run());
    } catch (const std::exception& fault) {
        base::log::error("fault", {{"what", fault.what()}});
        return k_exit_fault;
    }
}
