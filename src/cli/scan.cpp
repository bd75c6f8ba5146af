// `assay scan`: the operator's own look at the network their service is in. It runs in a child that
// gives up what assay-scan gives up: bytes of strangers are parsed there, and its artifact is all
// that is read here.
#include "analysis/confinement.hpp"
#include "base/canonical_json.hpp"
#include "base/concat.hpp"
#include "cli/arguments.hpp"
#include "cli/child.hpp"
#include "cli/scan_report.hpp"
#include "cli/show.hpp"
#include "cli/verbs.hpp"
#include "forensics/forensics.hpp"
#include "net/ares_resolver.hpp"
#include "net/host_vetting.hpp"
#include "startup/installation.hpp"

namespace cli {

namespace {

constexpr std::size_t k_most_hosts = 8; // as a bought scan has it

struct Plan {
    std::string basket;
    std::vector<std::string> hosts; // empty: the fixed basket
};

std::string_view refusal_text(net::TargetRefusal refusal)
{
    switch (refusal) {
    case net::TargetRefusal::not_a_host: return "neither a host name nor an address";
    case net::TargetRefusal::reserved_name: return "a name that is not of the public internet";
    case net::TargetRefusal::duplicate: return "named twice";
    case net::TargetRefusal::unresolvable: return "no address can be found";
    case net::TargetRefusal::private_address:
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
            problems += base::concat(hosts[i], ": ", refusal_text(vetted[i].error()), '\n');
    }
    if (!problems.empty()) return base::refuse(problems);
    return out;
}

// In the child.
Told look(const Plan& plan)
{
    analysis::confine(analysis::Sockets::internet, forensics::files_of(plan.basket));
    auto targets = vet(plan.hosts);
    if (!targets) return {Exit::usage, targets.error()};
    const auto artifact = forensics::run(plan.basket, std::move(*targets), [](auto...) {});
    return {Exit::ok, base::canonical_json_of_ours(artifact.get())};
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
            .value_or(startup::shared_file("basket.json", "src/forensics/reference/basket.json")),
        arguments->words()};
    const Told told = tell_from_child([&] { return look(plan); });
    return show(verb, told, {exit_of_scan, scan_table});
}

} // namespace cli
