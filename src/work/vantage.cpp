#include "work/vantage.hpp"

#include "base/json.hpp"
#include "work/alarms.hpp"
#include "work/child.hpp"

#include <unistd.h>

namespace work {

namespace {

namespace json = base::json;
using std::chrono::steady_clock;

// assay-run's own word for the look (analysis/run.hpp), no product of the table.
constexpr std::string_view k_test = "vantage_test";
constexpr std::chrono::seconds k_test_limit{20};

} // namespace

Vantage::Vantage(VantagePlan plan, const base::Clock& clock)
    : m_plan{std::move(plan)}, m_clock{clock}
{
}

void Vantage::look(job::Store& store, const std::function<bool()>& keep_going)
{
    const bool is_readable = ::access(m_plan.basket.c_str(), R_OK) == 0;
    const auto seen = store.observation(job::k_vantage);
    const bool is_ok = is_readable && (!seen || seen->status == job::k_vantage_ok);
    if (is_ok == m_was_ok && (is_ok || steady_clock::now() < m_next_test)) return;
    say(store, is_ok ? Finding::ok : is_readable ? test(keep_going) : Finding::unfit);
    m_next_test = steady_clock::now() + m_plan.test_period;
}

Vantage::Finding Vantage::test(const std::function<bool()>& keep_going) const
{
    const ChildOutcome outcome = run_child({.program = m_plan.run_program,
                                            .product = std::string{k_test},
                                            .arguments = {"--basket", m_plan.basket},
                                            .request = {},
                                            .deadline = k_test_limit,
                                            .keep_going = keep_going,
                                            .on_progress = [](const job::Progress&) {}});
    if (outcome.end != ChildEnd::artifact) return Finding::unfit;
    const auto said = json::parse(outcome.output);
    const bool is_online = said && json::boolean_member(said->get(), "online").value_or(false);
    return is_online ? Finding::ok : Finding::offline;
}

void Vantage::say(job::Store& store, Finding finding)
{
    const bool is_offline = finding == Finding::offline;
    const bool is_unfit = finding == Finding::unfit;
    const std::string_view status = is_offline ? "offline" : is_unfit ? "unfit" : job::k_vantage_ok;
    store.observe({.subject = std::string{job::k_vantage},
                   .status = std::string{status},
                   .detail = {},
                   .at = m_clock.now()});
    set_alarm(store, is_offline, "vantage_offline",
              "the last look at the network saw nothing; no scan is sold until one does");
    set_alarm(store, is_unfit, "scanner_unfit",
              "the scan's basket cannot be read or the scanner fails; no scan is sold");
    m_was_ok = finding == Finding::ok;
}

} // namespace work
