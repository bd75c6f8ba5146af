#include "cli/arguments.hpp"
#include "cli/config_check.hpp"
#include "cli/config_checks.hpp"
#include "cli/ip_deny.hpp"
#include "cli/online_check.hpp"
#include "cli/verbs.hpp"
#include "config/places.hpp"
#include "config/show.hpp"
#include "net/ares_resolver.hpp"
#include "startup/load_config.hpp"

#include <cstdlib>
#include <iostream>

namespace cli {

namespace {

// The programs of `--start`. A pool process learns from its unit which one it is.
unsigned stops_of(std::string_view program)
{
    if (program == "assay-worker") return k_stops_worker;
    if (program != "assay-api") return k_stops_none;
    const char* set = std::getenv("ASSAY_POOL");
    const std::string_view pool = set != nullptr ? set : "";
    if (pool == "fast") return k_stops_fast;
    return pool == "agents" ? k_stops_agents : k_stops_slow;
}

Exit check_config(const Arguments& arguments)
{
    const auto file = config::config_file(arguments.value(k_config_option.name));
    const auto program = arguments.value("--start");
    const auto report = program ? check_start(file, stops_of(*program)) : check_config_file(file);
    print(report);
    if (!report.problems.empty()) return Exit::usage;
    if (program) return Exit::ok;
    const auto& config = report.loaded.config;
    OnlineReport online;
    if (arguments.has("--online")) check_online(config, online);
    const auto outcome = online.exit();
    if (outcome == Exit::ok)
        std::cout << file << ": good\n"
                  << "payment.pay_to " << config.payment.pay_to_text
                  << " must belong to this installation alone\n";
    return outcome;
}

Exit print_ip_deny(const config::Config& config)
{
    const net::BuyerEgress egress{net::resolvers_of_this_host()};
    net::AresResolver resolver{egress};
    std::cout << ip_deny_text(config, egress.system_resolvers(), resolver);
    return Exit::ok;
}

constexpr const char* k_choice = "say check, show, init or ip-deny";

} // namespace

Exit run_config(Words words)
{
    const auto& verb = verb_named("config");
    constexpr AcceptedOption k_options[] = {k_config_option, {"--online"}, {"--start", true}};
    const auto arguments = Arguments::parse(words, k_options, 1);
    if (!arguments) return complain_usage(verb, arguments.error());
    if (arguments->words().empty()) return complain_usage(verb, k_choice);

    const auto& what = arguments->words().front();
    if (arguments->has("--online") && what != "check")
        return complain_usage(verb, "--online belongs to check");
    if (const auto program = arguments->value("--start")) {
        if (what != "check" || arguments->has("--online"))
            return complain_usage(verb, "--start belongs to check alone");
        if (stops_of(*program) == k_stops_none)
            return complain_usage(verb, "--start takes assay-api or assay-worker");
    }
    if (what == "check") return check_config(*arguments);
    if (what == "init") {
        std::cout << config::sample_file(startup::knowledge().products);
        return Exit::ok;
    }
    if (what != "show" && what != "ip-deny") return complain_usage(verb, k_choice);
    const auto loaded = startup::load_config(arguments->value(k_config_option.name));
    if (!loaded) return Exit::usage;
    if (what == "ip-deny") return print_ip_deny(loaded->config);
    std::cout << config::show_text(*loaded);
    return Exit::ok;
}

} // namespace cli
