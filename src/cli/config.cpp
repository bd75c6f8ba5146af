#include "base/concat.hpp"
#include "base/origin.hpp"
#include "catalog/lanes.hpp"
#include "cli/arguments.hpp"
#include "cli/ip_deny.hpp"
#include "cli/online_check.hpp"
#include "cli/verbs.hpp"
#include "config/show.hpp"
#include "llm/account_record.hpp"
#include "net/ares_resolver.hpp"
#include "pay/facilitator_auth.hpp"
#include "startup/load_config.hpp"

#include <iostream>
#include <set>

namespace cli {

namespace {

using config::Loaded;

// Half of the accounts that a shop sells would be cut off, and their buyers get a map.
std::optional<std::string> find_short_time(const config::Config& config)
{
    if (!config.llm.is_set()) return std::nullopt;
    const auto standing = llm::account_standing_of(config.llm);
    if (!standing.is_sold()) return std::nullopt;
    const std::chrono::milliseconds median{standing.record->median_ms};
    for (const auto& product : catalog::products()) {
        if (product.model_part != catalog::ModelPart::writes) continue;
        const auto sla = config.slas.find(product.key)->second;
        const auto asking = catalog::asked_time(product.model_part, sla, config.llm).asking;
        if (asking >= median) continue;
        return base::concat("llm.job_time and the sla of ", product.key, " leave a model ",
                            asking.count(), " s to write an account, and half of those of ",
                            standing.record->date, " took longer than ",
                            std::chrono::floor<std::chrono::seconds>(median).count(),
                            " s: raise llm.job_time (", config.llm.job_time.count(), " s) or sla.",
                            product.key, " (", sla.count(), " s), or remove ",
                            config.llm.account_record, " and sell the map alone");
    }
    return std::nullopt;
}

Exit check_offline(const Loaded& loaded)
{
    const auto auth = pay::FacilitatorAuth::from(loaded.config);
    if (!auth) {
        std::cerr << auth.error() << '\n';
        return Exit::usage;
    }
    if (const auto problem = find_short_time(loaded.config)) {
        std::cerr << *problem << '\n';
        return Exit::usage;
    }
    if (loaded.config.facilitator.urls.empty())
        std::cerr << "note: facilitator.urls is empty, so rail v2 is off; rail v1 sells where "
                     "payment.rpc_urls are set\n";
    const auto& urls = loaded.config.payment.rpc_urls;
    std::set<std::optional<std::string>> witnesses;
    for (const auto& url : urls) witnesses.insert(base::origin_of(url));
    if (witnesses.size() < urls.size())
        std::cerr << "note: payment.rpc_urls names " << urls.size() << " endpoints of "
                  << witnesses.size() << (witnesses.size() == 1 ? " origin" : " origins")
                  << ": those of one origin stand in for each other and count as one witness\n";
    return Exit::ok;
}

Exit check_config(const Arguments& arguments)
{
    const auto loaded = startup::load_config(arguments.value(k_config_option.name));
    if (!loaded) return Exit::usage;
    auto outcome = check_offline(*loaded);
    if (outcome == Exit::ok && arguments.has("--online")) outcome = check_online(loaded->config);
    if (outcome == Exit::ok) {
        std::cout << loaded->file << ": good\n"
                  << "payment.pay_to " << loaded->config.payment.pay_to_text
                  << " must belong to this installation alone\n";
    }
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
    constexpr AcceptedOption k_options[] = {k_config_option, {"--online"}};
    const auto arguments = Arguments::parse(words, k_options, 1);
    if (!arguments) return complain_usage(verb, arguments.error());
    if (arguments->words().empty()) return complain_usage(verb, k_choice);

    const auto& what = arguments->words().front();
    if (arguments->has("--online") && what != "check")
        return complain_usage(verb, "--online belongs to check");
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
