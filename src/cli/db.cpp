#include "cli/arguments.hpp"
#include "cli/backup.hpp"
#include "cli/config_check.hpp"
#include "cli/restore.hpp"
#include "cli/verbs.hpp"
#include "startup/load_config.hpp"
#include "startup/open_store.hpp"
#include "store/audit.hpp"

#include <charconv>
#include <iostream>

namespace cli {

namespace {

constexpr std::string_view k_keep = "--keep";
constexpr std::size_t k_most_kept = 10'000;

// Root opens what the services' user may not: then the books are sound, and nothing is sold.
Exit check(const config::Config& config, const std::string& file)
{
    const auto report = check_key(file, "store.url");
    print(report);
    const auto database = startup::open_store(config);
    const auto violations = store::Audit{*database}.violations();
    for (const store::Violation& each : violations)
        std::cout << each.rule << ' ' << (each.job_id.empty() ? "-" : each.job_id) << ' '
                  << each.detail << '\n';
    std::cout << violations.size() << " violations in " << config.store.path << '\n';
    return violations.empty() && report.problems.empty() ? Exit::ok : Exit::error;
}

std::optional<std::size_t> count_of(const std::string& text)
{
    std::size_t out = 0;
    const char* const end = text.data() + text.size();
    const auto read = std::from_chars(text.data(), end, out);
    const bool is_count = read.ec == std::errc{} && read.ptr == end;
    return is_count && out > 0 && out <= k_most_kept ? std::optional{out} : std::nullopt;
}

} // namespace

Exit run_db(Words words)
{
    constexpr AcceptedOption k_options[] = {k_config_option, {k_keep, true}};
    const Verb& verb = verb_named("db");
    const auto arguments = Arguments::parse(words, k_options, 2);
    if (!arguments) return complain_usage(verb, arguments.error());
    const auto& given = arguments->words();
    const std::string what = given.empty() ? "" : given.front();
    if (what != "check" && what != "backup" && what != "restore")
        return complain_usage(verb, "say what: check, backup or restore");
    if (what == "check" && given.size() != 1) return complain_usage(verb, "check takes no file");
    if (what != "check" && given.size() != 2) return complain_usage(verb, "say which file");
    const auto keep_text = arguments->value(k_keep);
    const auto keep = keep_text ? count_of(*keep_text) : std::nullopt;
    if (keep_text && (what != "backup" || !keep))
        return complain_usage(verb, "--keep is for backup, and a number from 1 to 10000");
    const auto loaded = startup::load_config(arguments->value(k_config_option.name));
    if (!loaded) return Exit::usage;

    if (what == "check") return check(loaded->config, loaded->file);
    if (what == "restore") return restore(loaded->config, given[1]);
    return keep ? back_up_keeping(loaded->config, given[1], *keep)
                : back_up(loaded->config, given[1]);
}

} // namespace cli
