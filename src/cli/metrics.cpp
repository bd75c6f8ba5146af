#include "base/fd.hpp"
#include "cli/arguments.hpp"
#include "cli/metric_rows.hpp"
#include "cli/verbs.hpp"
#include "config/places.hpp"
#include "db/transaction.hpp"
#include "startup/certificates.hpp"
#include "startup/load_config.hpp"
#include "startup/open_store.hpp"

#include <iostream>

namespace cli {

namespace {

constexpr std::string_view k_textfile = "--textfile";
// Collectors and nginx read it under users of their own; it holds sums alone.
constexpr unsigned k_textfile_mode = 0644;

std::string read_metrics(const config::Config& config)
{
    const auto database = startup::open_store(config);
    const base::SystemClock clock;
    job::Waker waker{config::places().wake_file()};
    const store::Access at{*database, clock, waker};
    const catalog::Tally tally{catalog::Tally::Use::look, config::places().tally_file()};
    const db::ReadTxn snapshot{*database};
    return metrics_text({.at = at,
                         .tally = tally,
                         .ended = store::Measures{*database}.ended(),
                         .certificate_ends = startup::first_certificate_end()});
}

} // namespace

Exit run_metrics(Words words)
{
    constexpr AcceptedOption k_options[] = {k_config_option, {k_textfile, true}};
    const auto arguments = Arguments::parse(words, k_options, 0);
    if (!arguments) return complain_usage(verb_named("metrics"), arguments.error());
    const auto loaded = startup::load_config(arguments->value(k_config_option.name));
    if (!loaded) return Exit::usage;
    const std::string text = read_metrics(loaded->config);
    if (const auto file = arguments->value(k_textfile))
        base::replace_file(*file, text, k_textfile_mode);
    else
        std::cout << text;
    return Exit::ok;
}

} // namespace cli
