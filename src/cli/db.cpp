#include "base/concat.hpp"
#include "cli/arguments.hpp"
#include "cli/backup.hpp"
#include "cli/config_check.hpp"
#include "cli/db_move.hpp"
#include "cli/restore.hpp"
#include "cli/verbs.hpp"
#include "db/migrations.hpp"
#include "startup/load_config.hpp"
#include "startup/open_store.hpp"
#include "store/audit.hpp"

#include <charconv>
#include <iostream>

namespace cli {

namespace {

constexpr std::string_view k_keep = "--keep";
constexpr std::string_view k_from = "--from";
constexpr std::string_view k_to = "--to";
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
    std::cout << violations.size() << " violations in " << config.store.name() << '\n';
    return violations.empty() && report.problems.empty() ? Exit::ok : Exit::error;
}

// This verb alone makes a server's schema: of several programs that start at once none may do it
// while an older one sells.
Exit migrate(const config::Config& config)
{
    db::Database database{startup::store_options(config)};
    const int steps = database.is_file() ? db::migrate(database) : db::migrate_server(database);
    std::cout << config.store.name() << ": " << steps << " steps made, schema "
              << db::schema_version(database) << '\n';
    return Exit::ok;
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
    constexpr AcceptedOption k_options[] = {
        k_config_option, {k_keep, true}, k_dry_run_option, {k_from, true}, {k_to, true}};
    const Verb& verb = verb_named("db");
    const auto arguments = Arguments::parse(words, k_options, 2);
    if (!arguments) return complain_usage(verb, arguments.error());
    const auto& given = arguments->words();
    const std::string what = given.empty() ? "" : given.front();
    const bool names_file = what == "backup" || what == "restore";
    const bool is_move = what == "move";
    if (what != "check" && what != "migrate" && !names_file && !is_move)
        return complain_usage(verb, "say what: check, migrate, backup, restore or move");
    if (!names_file && given.size() != 1)
        return complain_usage(verb, base::concat(what, " takes no file"));
    if (names_file && given.size() != 2) return complain_usage(verb, "say which file");
    const Deeds deeds{*arguments};
    if (!names_file && deeds.are_only_told())
        return complain_usage(verb, base::concat(what, " takes no --dry-run"));
    const auto from = arguments->value(k_from);
    const auto to = arguments->value(k_to);
    if (is_move != to.has_value() || (from && !is_move))
        return complain_usage(verb,
                              "--to says where move moves the database to, --from from where");
    const auto keep_text = arguments->value(k_keep);
    const auto keep = keep_text ? count_of(*keep_text) : std::nullopt;
    if (keep_text && (what != "backup" || !keep))
        return complain_usage(verb, "--keep is for backup, and a number from 1 to 10000");
    const auto loaded = startup::load_config(arguments->value(k_config_option.name));
    if (!loaded) return Exit::usage;

    if (names_file && !loaded->config.store.is_file())
        return complain_usage(verb, "backup and restore are for a file: a server has its own");
    if (what == "migrate") return migrate(loaded->config);
    if (is_move)
        return move_store({.from = from.value_or(loaded->config.store.name()),
                           .to = *to,
                           .password = startup::store_options(loaded->config).password});
    if (what == "check") return check(loaded->config, loaded->file);
    if (what == "restore") return restore(loaded->config, given[1], deeds);
    return keep ? back_up_keeping(loaded->config, given[1], *keep, deeds)
                : back_up(loaded->config, given[1], deeds);
}

} // namespace cli
