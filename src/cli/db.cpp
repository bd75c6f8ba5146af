#include "cli/arguments.hpp"
#include "cli/verbs.hpp"
#include "startup/load_config.hpp"
#include "startup/open_store.hpp"
#include "store/audit.hpp"

#include <iostream>

namespace cli {

Exit run_db(Words words)
{
    constexpr AcceptedOption k_options[] = {k_config_option};
    const auto arguments = Arguments::parse(words, k_options, 1);
    if (!arguments) return complain_usage(verb_named("db"), arguments.error());
    if (arguments->words() != std::vector<std::string>{"check"})
        return complain_usage(verb_named("db"), "say what: check");
    const auto loaded = startup::load_config(arguments->value(k_config_option.name));
    if (!loaded) return Exit::usage;

    const auto database = startup::open_store(loaded->config);
    const auto violations = store::Audit{*database}.violations();
    for (const store::Violation& each : violations)
        std::cout << each.rule << ' ' << (each.job_id.empty() ? "-" : each.job_id) << ' '
                  << each.detail << '\n';
    std::cout << violations.size() << " violations in " << loaded->config.store.path << '\n';
    return violations.empty() ? Exit::ok : Exit::error;
}

} // namespace cli
