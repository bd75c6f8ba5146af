#include "work/settlement_desk.hpp"

#include "base/concat.hpp"
#include "base/log.hpp"
#include "work/alarms.hpp"

#include <algorithm>

namespace work {

namespace {

using chain::EndpointTrouble;
using std::chrono::steady_clock;

constexpr std::chrono::milliseconds k_idle_wait{1000};
constexpr std::chrono::seconds k_pause_after_fault{1};
// How often the chain is looked at when nobody pays: /health tells of it.
constexpr std::chrono::seconds k_report_period{10};
// A success that the chain does not show by then was no success, or the chain cannot be seen.
constexpr std::chrono::seconds k_proof_patience{30};
constexpr int k_cache_kib = 4'000;

struct TroubleAlarm {
    EndpointTrouble::Kind kind;
    std::string_view code;
};
constexpr TroubleAlarm k_trouble_alarms[] = {
    {EndpointTrouble::Kind::wrong_chain, "rpc_wrong_chain"},
    {EndpointTrouble::Kind::silent, "rpc_silent"},
    {EndpointTrouble::Kind::too_few, "rpc_too_few"},
};

std::string details_of(const std::vector<EndpointTrouble>& troubles, EndpointTrouble::Kind kind)
{
    std::string out;
    for (const EndpointTrouble& each : troubles)
        if (each.kind == kind) out += base::concat(out.empty() ? "" : "; ", each.detail);
    return out;
}

} // namespace

struct SettlementDesk::Session {
    Session(const SettlementPlan& plan, const base::Clock& clock, job::Waker& waker)
        : connection{{.path = plan.database, .cache_kib = k_cache_kib}}, store{connection, clock,
                                                                               waker},
          settlements{connection, clock, waker}, outside{plan.make_outside()},
          reconciler{store, settlements,  outside->facilitator(), outside->reader(),
                     clock, plan.settings}
    {
    }

    db::Connection connection;
    job::Store store;
    job::SettlementStore settlements;
    std::unique_ptr<Outside> outside;
    pay::Reconciler reconciler;
    steady_clock::time_point next_report = steady_clock::now();

    void report(base::Instant now)
    {
        chain::TransferReader& reader = outside->reader();
        const auto head = reader.head();
        // A chain that stands still is no fault of an endpoint, and nothing is wrong with what was
        // paid before.
        store.observe({.subject = "rpc",
                       .status = !head            ? "failing"
                                 : head->is_fresh ? "ok"
                                                  : "halted",
                       .detail = head ? base::concat("block ", head->number) : "out of sight",
                       .at = now});
        const auto troubles = reader.troubles();
        for (const auto& [kind, code] : k_trouble_alarms) {
            const std::string details = details_of(troubles, kind);
            set_alarm(store, !details.empty(), code, details);
        }
        const int unproven = settlements.count_unproven(k_proof_patience);
        set_alarm(store, unproven != 0, "settlement_unproven",
                  base::concat(unproven, " settlements that the chain does not show"));
    }
};

SettlementDesk::SettlementDesk(SettlementPlan plan, const base::Clock& clock, job::Waker& waker,
                               job::WakeWatcher& watcher)
    : m_plan{std::move(plan)}, m_clock{clock}, m_waker{waker}, m_watcher{watcher},
      m_last_tick{steady_clock::now().time_since_epoch().count()}, m_thread{[this] { work(); }}
{
}

SettlementDesk::~SettlementDesk()
{
    stop();
    m_thread.join();
}

steady_clock::duration SettlementDesk::silence() const
{
    return steady_clock::now().time_since_epoch() - steady_clock::duration{m_last_tick.load()};
}

void SettlementDesk::tick()
{
    m_last_tick = steady_clock::now().time_since_epoch().count();
}

void SettlementDesk::work()
{
    std::unique_ptr<Session> session;
    while (!m_stopping) {
        const std::uint64_t ticket = m_watcher.ticket();
        try {
            if (!session) session = std::make_unique<Session>(m_plan, m_clock, m_waker);
            round(*session);
        } catch (const std::exception& fault) {
            base::log::error("settlement_desk_fault", {{"detail", fault.what()}});
            session.reset();
            std::this_thread::sleep_for(k_pause_after_fault);
        }
        tick();
        m_watcher.wait(ticket, k_idle_wait);
    }
}

void SettlementDesk::round(Session& session)
{
    session.reconciler.round([this] {
        tick();
        return !m_stopping;
    });
    if (steady_clock::now() < session.next_report) return;
    session.report(m_clock.now());
    session.next_report = steady_clock::now() + k_report_period;
}

} // namespace work
