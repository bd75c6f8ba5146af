#include "forensics/scan.hpp"

#include "forensics/reference_data.hpp"

#include <algorithm>

namespace forensics {

namespace json = base::json;
using std::chrono::steady_clock;

namespace {

std::chrono::milliseconds since(steady_clock::time_point start)
{
    return std::chrono::duration_cast<std::chrono::milliseconds>(steady_clock::now() - start);
}

// No reader waits for news of a check that is over, or that does not exist.
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

// Half a check is not an observation. What it has kept tells how far it came.
CheckResult overdue(json::Ref evidence)
{
    return {.verdict = Verdict::inconclusive,
            .confidence = 1,
            .summary = "the check did not end in time",
            .reasons = {"overdue"},
            .evidence = std::move(evidence)};
}

json::Ref questions_json(const Questions& questions)
{
    return json::object("asked", questions.asked, "answered", questions.answered);
}

json::Ref checks_json(std::vector<NamedResult>& results)
{
    auto out = json::array();
    for (auto& [check, result] : results) {
        auto reasons = json::array();
        auto texts = json::array();
        for (const Reason reason : result.reasons) {
            json::append(reasons.get(), json::value(reason.code()));
            json::append(texts.get(), json::value(reason.text()));
        }
        auto evidence = result.evidence ? std::move(result.evidence) : json::object();
        json::append(out.get(),
                     json::object("check", check, "verdict", name_of(result.verdict), "confidence",
                                  result.confidence, "summary", result.summary, "reasons",
                                  std::move(reasons), "reason_text", std::move(texts), "questions",
                                  questions_json(result.questions), "evidence", std::move(evidence),
                                  "elapsed_ms", result.elapsed.count()));
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

json::Ref vantage_json(const Scan& scan, const Outcome& outcome)
{
    auto out = json::object("offline", outcome.is_vantage_offline);
    if (!scan.vantage.empty()) json::set(out.get(), "label", json::value(scan.vantage));
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

// What must be added to this host's clock, where ntp could tell.
std::optional<double> clock_offset(const Board& board)
{
    const auto corrections = board.clock.so_far();
    if (corrections.empty()) return std::nullopt;
    return rounded(corrections.back().offset_sec, 6);
}

} // namespace

ScanRun::ScanRun(const Scan& scan, ScanProgress progress)
    : m_scan{scan}, m_progress{std::move(progress)},
      m_started_at{scan.clock.now()}, m_started{steady_clock::now()}
{
    close_topics_of_absent(scan.checks, m_board);
    m_progress("checks", 0, scan.checks.size());
    for (const Check& check : scan.checks) m_work.emplace_back().check = &check;
    for (Work& work : m_work) m_threads.emplace_back([this, &work] { run(work); });
}

void ScanRun::run(Work& work)
{
    const auto start = steady_clock::now();
    CheckResult result =
        run_guarded(*work.check, {m_scan.basket, m_scan.targets, m_started + m_scan.check_limit,
                                  m_scan.egress, m_board, &work.draft});
    result.elapsed = since(start);
    if (result.verdict == Verdict::ok) result.summary += said_of(result.questions);
    close_topics_of(work.check->name, m_board);
    const std::lock_guard lock{m_mutex};
    if (m_is_over) return;
    work.result = std::move(result);
    m_progress("checks", ++m_done, m_work.size());
    m_ended.notify_all();
}

std::vector<NamedResult> ScanRun::results()
{
    std::unique_lock lock{m_mutex};
    m_ended.wait_until(lock, m_started + m_scan.check_limit + m_scan.overdue_after,
                       [this] { return m_done == m_work.size(); });
    m_is_over = true;
    std::vector<NamedResult> out;
    for (Work& work : m_work) {
        CheckResult result = work.result ? std::move(*work.result) : overdue(work.draft.take());
        if (!work.result) result.elapsed = since(m_started);
        out.push_back({work.check->name, std::move(result)});
    }
    return out;
}

bool ScanRun::has_overdue() const
{
    const std::lock_guard lock{m_mutex};
    return m_is_over && m_done < m_work.size();
}

json::Ref ScanRun::artifact()
{
    auto all = results();
    const auto outcome = judge(all);
    auto out = json::object(
        "scan_type", "stateless_single_run", "mode", m_scan.targets.empty() ? "run" : "custom",
        "verdict", name_of(outcome.verdict), "confidence", outcome.confidence, "summary",
        outcome.summary, "checks", checks_json(all), "questions", questions_json(outcome.questions),
        "attribution", attribution_json(outcome));
    if (!m_scan.targets.empty()) json::set(out.get(), "targets", targets_json(m_scan.targets));
    json::set_all(out.get(), "reference_data", reference_data(m_scan.basket, m_started_at),
                  "vantage", vantage_json(m_scan, outcome), "clock_offset_s", clock_offset(m_board),
                  "started_at", base::to_rfc3339(m_started_at), "elapsed_ms",
                  since(m_started).count());
    return out;
}

json::Ref run_scan(const Scan& scan, const ScanProgress& progress)
{
    return ScanRun{scan, progress}.artifact();
}

} // namespace forensics
