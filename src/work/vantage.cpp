#include "work/vantage.hpp"

#include "base/fault.hpp"
#include "base/fd.hpp"
#include "base/json.hpp"
#include "catalog/ct_policy.hpp"
#include "catalog/errands.hpp"
#include "work/alarms.hpp"
#include "work/child.hpp"

#include <unistd.h>

#include <filesystem>
#include <thread>

namespace work {

namespace {

using catalog::AlarmCode;

namespace json = base::json;
using std::chrono::steady_clock;

constexpr std::chrono::seconds k_test_limit{20};
constexpr std::chrono::milliseconds k_lock_poll{50};
constexpr std::size_t k_basket_limit = std::size_t{1} << 20U;

} // namespace

Vantage::Vantage(VantagePlan plan, const base::Clock& clock)
    : m_plan{std::move(plan)}, m_clock{clock}
{
}

void Vantage::look(store::Bulletin& bulletin, const std::function<bool()>& keep_going)
{
    const std::unique_lock looking{m_looking, std::try_to_lock};
    if (!looking) return; // its finding is as good, and comes soon
    say_policy(bulletin);
    const Finding by_files = files();
    const bool has_files = by_files == Finding::ok;
    const auto seen = bulletin.observation(store::k_vantage);
    const bool is_ok = has_files && (!seen || seen->status == store::k_need_met);
    const bool is_news = is_ok != m_was_ok || by_files != m_files;
    if (!is_news && (is_ok || steady_clock::now() < m_next_test)) return;
    m_files = by_files;
    say(bulletin, has_files && !is_ok ? test(keep_going) : by_files);
    m_next_test = steady_clock::now() + m_plan.test_period;
}

bool Vantage::is_blind(store::Bulletin& bulletin, steady_clock::time_point begun,
                       const std::function<bool()>& keep_going)
{
    std::unique_lock looking{m_looking, std::defer_lock};
    while (!looking.try_lock()) {
        if (!keep_going()) return false;
        std::this_thread::sleep_for(k_lock_poll);
    }
    if (m_sight.load() >= begun) return false;
    if (files() != Finding::ok) return false; // nothing to look at
    const auto known = bulletin.observation(store::k_vantage);
    const bool is_young =
        known && std::chrono::abs(m_clock.now() - known->at) <= m_plan.test_period;
    if (is_young && known->status == store::k_offline) return true;
    const auto looked = steady_clock::now();
    const Finding finding = test(keep_going);
    m_next_test = steady_clock::now() + m_plan.test_period;
    if (finding == Finding::ok) note_sight(looked);
    if (finding != Finding::offline) return false;
    say(bulletin, finding);
    return true;
}

void Vantage::note_sight(steady_clock::time_point begun)
{
    auto last = m_sight.load();
    while (last < begun && !m_sight.compare_exchange_weak(last, begun)) continue;
}

Vantage::Finding Vantage::files() const
{
    try {
        const auto basket = json::parse(base::read_file(m_plan.basket, k_basket_limit));
        if (!basket || !json_is_object(basket->get())) return Finding::unfit;
        // A basket that names none leaves the check out by its operator's will.
        const auto list = json::text_member(basket->get(), "ct_log_list_json");
        if (!list) return Finding::ok;
        const auto path = std::filesystem::path{m_plan.basket}.parent_path() / *list;
        return ::access(path.c_str(), R_OK) == 0 ? Finding::ok : Finding::without_log_list;
    } catch (const base::Fault&) {
        return Finding::unfit;
    }
}

Vantage::Finding Vantage::test(const std::function<bool()>& keep_going) const
{
    const ChildOutcome outcome = run_child({.program = m_plan.programs.of(catalog::k_vantage_test),
                                            .product = std::string{catalog::k_vantage_test},
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

std::string_view Vantage::status_of(Finding finding)
{
    switch (finding) {
    case Finding::ok: return store::k_need_met;
    case Finding::offline: return store::k_offline;
    case Finding::unfit: return "unfit";
    case Finding::without_log_list: return store::k_without_log_list;
    }
    __builtin_unreachable();
}

void Vantage::say_policy(store::Bulletin& bulletin)
{
    const bool is_old = catalog::CtPolicy::is_old(m_clock.now());
    if (is_old == m_policy_was_old) return;
    set_alarm(bulletin, is_old, AlarmCode::ct_policy_old,
              "the rule for certificate timestamps is older than a year: scans are sold, but what "
              "misses it is only noted; install a newer release");
    m_policy_was_old = is_old;
}

void Vantage::say(store::Bulletin& bulletin, Finding finding)
{
    bulletin.observe({.subject = std::string{store::k_vantage},
                      .status = std::string{status_of(finding)},
                      .detail = {},
                      .at = m_clock.now()});
    set_alarm(bulletin, finding == Finding::offline, AlarmCode::vantage_offline,
              "the last look at the network saw nothing; no scan is sold until one does, nor a "
              "verification that names pages");
    set_alarm(bulletin, finding == Finding::unfit, AlarmCode::scanner_unfit,
              "the scan's basket cannot be read or the scanner fails; no scan is sold");
    set_alarm(
        bulletin, finding == Finding::without_log_list, AlarmCode::ct_log_list_missing,
        "the list of certificate transparency logs is missing: assay reference update fetches "
        "it; no scan is sold");
    m_was_ok = finding == Finding::ok;
}

} // namespace work
