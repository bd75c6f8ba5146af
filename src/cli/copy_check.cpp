#include "cli/copy_check.hpp"

#include "base/concat.hpp"
#include "db/copy.hpp"

#include <algorithm>
#include <iostream>

namespace cli {

store::CopyReport check_copy(const std::string& path, const config::Config& config)
{
    db::Database copy{{.path = path}};
    auto report = store::report_on_copy(copy, config.payment.network);
    db::make_one_file(copy);
    for (const store::Violation& each : report.violations)
        std::cerr << each.rule << ' ' << (each.job_id.empty() ? "-" : each.job_id) << ' '
                  << each.detail << '\n';
    return report;
}

std::string words_of(const store::CopyReport& report)
{
    return base::concat("schema ", report.schema, ", ", report.jobs, " jobs, ",
                        report.last_block ? base::concat("chain read to block ", *report.last_block)
                                          : "chain not read");
}

std::string time_of_name(base::Instant instant)
{
    std::string out = base::to_rfc3339(std::chrono::floor<std::chrono::seconds>(instant));
    out.erase(out.find('.'), 4);
    std::erase_if(out, [](char letter) { return letter == '-' || letter == ':'; });
    return out;
}

} // namespace cli
