// `assay scan`: the operator's own look at the network his service is in. It runs in a child that
// gives up what assay-run gives up: bytes of strangers are parsed there, and its artifact is all
// that is read here.
#include "analysis/confinement.hpp"
#include "analysis/forensics/forensics.hpp"
#include "base/canonical_json.hpp"
#include "base/concat.hpp"
#include "base/config/suggest.hpp"
#include "base/fault.hpp"
#include "base/json.hpp"
#include "base/process.hpp"
#include "cli/arguments.hpp"
#include "cli/installation.hpp"
#include "cli/scan_child.hpp"
#include "cli/scan_report.hpp"
#include "cli/verbs.hpp"
#include "net/ares_resolver.hpp"
#include "net/host_vetting.hpp"

#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <iostream>

namespace cli {

namespace {

namespace forensics = analysis::forensics;
namespace json = base::json;

constexpr std::size_t k_most_hosts = 8; // as a bought scan has it

struct Plan {
    std::string basket;
    std::vector<std::string> hosts; // empty: the fixed basket
};

// How a look ended, and the artifact or what was wrong, a line for each.
struct Told {
    Exit exit = Exit::error;
    std::string text;
};

std::string_view to_text(net::TargetRefusal refusal)
{
    switch (refusal) {
    case net::TargetRefusal::not_a_host: return "neither a host name nor an address";
    case net::TargetRefusal::reserved_name: return "a name that is not of the public internet";
    case net::TargetRefusal::duplicate: return "named twice";
    case net::TargetRefusal::unresolvable: return "no address can be found";
    case net::TargetRefusal::not_global: return "an address is not of the public internet";
    case net::TargetRefusal::own_network: return "an address is of this host's network";
    }
    __builtin_unreachable();
}

base::Result<std::vector<forensics::Target>, std::string> vet(const std::vector<std::string>& hosts)
{
    const net::BuyerEgress egress{net::resolvers_of_this_host()};
    net::AresResolver resolver{egress};
    const auto vetted = net::vet_hosts(hosts, resolver, {net::networks_of_this_host()});
    std::vector<forensics::Target> out;
    std::string problems;
    for (std::size_t i = 0; i < hosts.size(); ++i) {
        if (vetted[i])
            out.push_back({vetted[i]->host, vetted[i]->addresses});
        else
            problems += base::concat(hosts[i], ": ", to_text(vetted[i].error()), '\n');
    }
    if (!problems.empty()) return base::refuse(problems);
    return out;
}

// In the child.
Told look(const Plan& plan)
{
    try {
        analysis::confine(analysis::Sockets::internet, forensics::files_of(plan.basket));
        auto targets = vet(plan.hosts);
        if (!targets) return {Exit::usage, targets.error()};
        const auto artifact = forensics::run(plan.basket, std::move(*targets), [](auto...) {});
        return {Exit::ok, base::canonical_json_of_ours(artifact.get())};
    } catch (const std::exception& fault) {
        return {Exit::error, fault.what()};
    }
}

// The child's whole life. Of what is open here it keeps the standard streams and `out`.
[[noreturn]] void look_and_tell(const Plan& plan, int out)
{
    constexpr int k_out = 3;
    if ((out != k_out && ::dup2(out, k_out) != k_out) || ::close_range(k_out + 1, ~0U, 0) != 0)
        ::_exit(static_cast<int>(Exit::error));
    const Told told = look(plan);
    std::string_view rest = told.text;
    while (!rest.empty()) {
        const ssize_t put = ::write(k_out, rest.data(), rest.size());
        if (put < 0 && errno != EINTR) ::_exit(static_cast<int>(Exit::error));
        if (put > 0) rest.remove_prefix(static_cast<std::size_t>(put));
    }
    ::_exit(static_cast<int>(told.exit));
}

Told look_in_a_child(const Plan& plan)
{
    auto [reader, writer] = open_pipe();
    const pid_t self = ::getpid();
    const pid_t child = ::fork();
    if (child < 0) throw base::Fault::from_errno("fork");
    if (child == 0) {
        ::prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (::getppid() != self) ::_exit(static_cast<int>(Exit::error));
        look_and_tell(plan, writer.get());
    }
    writer.close();
    auto [text, status] = outcome_of_scan(reader, child);
    if (!text) return {Exit::error, "the scan did not end"};
    if (!WIFEXITED(status)) return {Exit::error, base::describe_wait_status(status)};
    return {static_cast<Exit>(WEXITSTATUS(status)), std::move(*text)};
}

void complain(std::string_view lines)
{
    do {
        const std::size_t end = std::min(lines.find('\n'), lines.size());
        std::cerr << "assay scan: " << base::config::printable(lines.substr(0, end)) << '\n';
        lines.remove_prefix(std::min(end + 1, lines.size()));
    } while (!lines.empty());
}

} // namespace

Exit run_scan(Words words)
{
    constexpr AcceptedOption k_options[] = {{"--basket", true}, {"--custom"}};
    const Verb& verb = verb_named("scan");
    const auto arguments = Arguments::parse(words, k_options, k_most_hosts);
    if (!arguments) return complain_usage(verb, arguments.error());
    if (arguments->has("--custom") == arguments->words().empty())
        return complain_usage(verb, "--custom and one to eight hosts go together");
    const Plan plan{
        arguments->value("--basket")
            .value_or(shared_file("basket.json", "src/analysis/forensics/reference/basket.json")),
        arguments->words()};
    const Told told = look_in_a_child(plan);
    if (told.exit != Exit::ok) {
        complain(told.text);
        return told.exit;
    }
    const auto artifact = json::parse(told.text);
    const auto exit = artifact ? exit_of_scan(artifact->get()) : std::nullopt;
    if (!exit) throw base::Fault{"the scan printed no artifact"};
    if (::isatty(STDOUT_FILENO) == 1)
        std::cout << scan_table(artifact->get());
    else
        std::cout << told.text << '\n';
    return *exit;
}

} // namespace cli
