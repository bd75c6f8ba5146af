// A scan of hosts that a buyer names, vetted and pinned before it as the service does.
//
//   netlab-custom-scan BASKET HOST...
//
// Prints the artifact; when hosts are refused, {"refused": [HOST...]} and no packet goes to any.
#include "analysis/forensics/forensics.hpp"
#include "net/ares_resolver.hpp"
#include "net/host_vetting.hpp"

#include <csignal>
#include <iostream>

namespace {

namespace forensics = analysis::forensics;
namespace json = base::json;

json::Ref run(const std::string& basket, const std::vector<std::string>& hosts)
{
    const net::BuyerEgress egress{net::resolvers_of_this_host()};
    net::AresResolver resolver{egress};
    json::Ref refused = json::array();
    std::vector<forensics::Target> targets;
    const auto vetted = net::vet_hosts(hosts, resolver, net::networks_of_this_host());
    for (std::size_t i = 0; i < hosts.size(); ++i)
        if (vetted[i])
            targets.push_back({vetted[i]->host, vetted[i]->addresses});
        else
            json::append(refused.get(), json::value(hosts[i]));
    if (json_array_size(refused.get()) > 0) return json::object("refused", std::move(refused));
    const auto tell_nobody = [](std::string_view, std::size_t, std::size_t) {};
    return forensics::run(basket, std::move(targets), tell_nobody);
}

} // namespace

int main(int argc, char** argv)
{
    if (argc < 3) return 2;
    std::signal(SIGPIPE, SIG_IGN);
    try {
        std::cout << json::dump(run(argv[1], {argv + 2, argv + argc}).get()) << '\n';
    } catch (const std::exception& fault) {
        std::cerr << fault.what() << '\n';
        return 1;
    }
    return std::cout ? 0 : 1;
}
