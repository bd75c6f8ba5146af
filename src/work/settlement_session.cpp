#include "work/settlement_session.hpp"

#include "base/concat.hpp"
#include "base/log.hpp"
#include "store/witnesses.hpp"
#include "work/alarms.hpp"

namespace work {

namespace {

using catalog::AlarmCode;

using chain::EndpointTrouble;
using std::chrono::steady_clock;

// How often the chain is looked at when no buyer pays: /health tells of it.
constexpr std::chrono::seconds k_chain_report_period = store::k_witness_look_period;
// A success that the chain does not show by then was no success, or the chain cannot be seen.
constexpr std::chrono::seconds k_proof_patience{30};

struct EndpointTroubleAlarm {
    EndpointTrouble::Kind kind;
    AlarmCode code;
};
constexpr EndpointTroubleAlarm k_endpoint_trouble_alarms[] = {
    {EndpointTrouble::Kind::wrong_chain, AlarmCode::rpc_wrong_chain},
    {EndpointTrouble::Kind::silent, AlarmCode::rpc_silent},
};

std::string details_of(const std::vector<EndpointTrouble>& troubles, EndpointTrouble::Kind kind)
{
    std::string out;
    for (const EndpointTrouble& each : troubles)
        if (each.kind == kind) out += base::concat(out.empty() ? "" : "; ", each.detail);
    return out;
}

class SettlementSession final : public DeskSession {
public:
    SettlementSession(const SettlementPlan& plan, const base::Clock& clock, job::Waker& waker)
        : m_clock{clock}, m_database{plan.database}, m_at{m_database, clock, waker},
          m_bulletin{m_at}, m_settlements{m_at}, m_outside{plan.make_outside()},
          m_reconciler{m_at, m_outside->facilitator(), m_outside->reader(), plan.settings},
          m_witnesses{plan.witnesses}
    {
    }

    void round(const std::function<bool()>& keep_going) override
    {
        const base::Instant now = m_clock.now();
        if (now < m_last_round) {
            base::log::warning("clock_set_back", {});
            m_settlements.look_at_all_now();
        }
        m_last_round = now;
        // Between two looks as well: what the processes that sell are told must not grow old
        // because a facilitator is slow.
        m_reconciler.round([&] {
            if (!keep_going()) return false;
            report_if_due();
            return true;
        });
        report_if_due();
    }

private:
    void report_if_due()
    {
        if (steady_clock::now() < m_next_report) return;
        report();
        m_next_report = steady_clock::now() + k_chain_report_period;
    }

    void report()
    {
        chain::TransferReader& reader = m_outside->reader();
        const auto head = reader.head();
        // A chain that stands still is not a fault of an endpoint, and nothing is wrong with what
        // was paid before.
        set_alarm(m_bulletin, head && !head->is_fresh, AlarmCode::rpc_halted,
                  head ? base::concat("since block ", head->number) : std::string{});
        const std::size_t fresh = reader.fresh_witnesses();
        m_bulletin.observe(store::witness_observation(fresh, m_clock.now()));
        // After it: who hears of the chain for the first time can sell.
        m_bulletin.observe({.subject = "rpc",
                            .status = !head            ? "failing"
                                      : head->is_fresh ? "ok"
                                                       : "halted",
                            .detail = head ? base::concat("block ", head->number) : "out of sight",
                            .at = m_clock.now()});
        const auto troubles = reader.troubles();
        for (const auto& [kind, code] : k_endpoint_trouble_alarms) {
            const std::string details = details_of(troubles, kind);
            set_alarm(m_bulletin, !details.empty(), code, details);
        }
        const std::string impossible = details_of(troubles, EndpointTrouble::Kind::too_few);
        const bool is_short = fresh < m_witnesses;
        set_alarm(m_bulletin, is_short || !impossible.empty(), AlarmCode::rpc_too_few,
                  is_short ? base::concat("endpoints with a fresh block: ", fresh,
                                          ", needed for the dearest price: ", m_witnesses)
                           : impossible);
        const int unproven = m_settlements.count_unproven(k_proof_patience);
        set_alarm(m_bulletin, unproven != 0, AlarmCode::settlement_unproven,
                  base::concat(unproven, " settlements that the chain does not show"));
    }

    const base::Clock& m_clock;
    db::Database m_database;
    store::Access m_at;
    store::Bulletin m_bulletin;
    store::Settlements m_settlements;
    std::unique_ptr<Outside> m_outside;
    pay::Reconciler m_reconciler;
    std::size_t m_witnesses;
    steady_clock::time_point m_next_report = steady_clock::now();
    base::Instant m_last_round = base::Instant::min();
};

} // namespace

std::unique_ptr<DeskSession> make_settlement_session(const SettlementPlan& plan,
                                                     const base::Clock& clock, job::Waker& waker)
{
    return std::make_unique<SettlementSession>(plan, clock, waker);
}

} // namespace work
