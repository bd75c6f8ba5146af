#include "analysis/forensics/scan.hpp"

#include "analysis/forensics/reference_data.hpp"
#include "analysis/forensics/verdict.hpp"

#include <mutex>
#include <thread>

namespace analysis::forensics {

namespace json = base::json;
using std::chrono::steady_clock;

namespace {

std::chrono::milliseconds since(steady_clock::time_point start)
{
    return std::chrono::duration_cast<std::chrono::milliseconds>(steady_clock::now() - start);
}

// Nobody waits for news of a check that is over, or that does not exist.
void close_topics_of(std::string_view check, Board& board)
{
    if (check == "ntp") board.clock.close();
    if (check == "dns") board.names.close();
    if (check == "ct") board.timestamps.close();
    if (check == "route") board.distances.close();
    if (check == "tls") {
        board.handshakes.close();
        board.https_dates.close();
    }
}

void close_topics_of_absent(std::span<const Check> checks, Board& board)
{
    for (const std::string_view name : {"ntp", "dns", "route", "tls", "ct"}) {
        const auto is_it = [name](const Check& check) { return check.name == name; };
        if (std::none_of(checks.begin(), checks.end(), is_it)) close_topics_of(name, board);
    }
}

CheckResult run_guarded(const Check& check, const ScanContext& context)
{
    try {
        return check.run(context);
    } catch (const std::exception& fault) {
        return {.verdict = Verdict::inconclusive,
                .confidence = 1,
                .summary = "the check failed on our side",
                .reasons = {"check_failed"},
                .evidence = json::object("error", fault.what())};
    }
}

std::vector<NamedResult> run_checks(const Scan& scan, const ScanProgress& progress)
{
    Board board;
    close_topics_of_absent(scan.checks, board);
    const ScanContext context{scan.basket, scan.targets, steady_clock::now() + k_check_limit,
                              scan.egress, board};
    std::vector<NamedResult> results;
    for (const Check& check : scan.checks) results.push_back({check.name, {}});
    std::mutex progress_mutex;
    std::size_t done = 0;
    progress("checks", 0, scan.checks.size());
    std::vector<std::jthread> threads;
    for (std::size_t i = 0; i < scan.checks.size(); ++i)
        threads.emplace_back([&, i] {
            const auto start = steady_clock::now();
            CheckResult result = run_guarded(scan.checks[i], context);
            result.elapsed = since(start);
            close_topics_of(scan.checks[i].name, board);
            const std::lock_guard lock{progress_mutex};
            results[i].result = std::move(result);
            progress("checks", ++done, scan.checks.size());
        });
    threads.clear(); // joins: a check ends by its deadline
    return results;
}

json::Ref checks_json(std::vector<NamedResult>& results)
{
    auto out = json::array();
    for (auto& [check, result] : results) {
        auto reasons = json::array();
        for (const auto& reason : result.reasons) json::append(reasons.get(), json::value(reason));
        auto evidence = result.evidence ? std::move(result.evidence) : json::object();
        json::append(out.get(),
                     json::object("check", check, "verdict", name_of(result.verdict), "confidence",
                                  result.confidence, "summary", result.summary, "reasons",
                                  std::move(reasons), "evidence", std::move(evidence), "elapsed_ms",
                                  result.elapsed.count()));
    }
    return out;
}

json::Ref attribution_json(const Outcome& outcome)
{
    auto out = json::array();
    for (const Attribution& each : outcome.attribution)
        json::append(out.get(), json::object("cause", each.cause, "effect", each.effect, "reason",
                                             each.reason));
    return out;
}

json::Ref targets_json(std::span<const Target> targets)
{
    auto out = json::array();
    for (const Target& target : targets) {
        auto addresses = json::array();
        for (const auto& address : target.addresses)
            json::append(addresses.get(), json::value(address.text()));
        json::append(out.get(),
                     json::object("host", target.host, "addresses", std::move(addresses)));
    }
    return out;
}

} // namespace

json::Ref run_scan(const Scan& scan, const ScanProgress& progress)
{
    const auto started_at = scan.clock.now();
    const auto start = steady_clock::now();
    auto results = run_checks(scan, progress);
    const auto outcome = judge(results);
    auto out = json::object(
        "scan_type", "stateless_single_run", "mode", scan.targets.empty() ? "run" : "custom",
        "verdict", name_of(outcome.verdict), "confidence", outcome.confidence, "summary",
        outcome.summary, "checks", checks_json(results), "attribution", attribution_json(outcome));
    if (!scan.targets.empty()) json::set(out.get(), "targets", targets_json(scan.targets));
    json::set_all(out.get(), "reference_data", reference_data(scan.basket, started_at), "vantage",
                  json::object("offline", outcome.is_vantage_offline), "started_at",
                  base::to_rfc3339(started_at), "elapsed_ms", since(start).count());
    return out;
}

} // namespace analysis::forensics
