#include "work/transfer_session.hpp"

#include "base/concat.hpp"
#include "base/log.hpp"
#include "pay/transfer_scanner.hpp"
#include "store/restorations.hpp"
#include "work/alarms.hpp"

namespace work {

namespace {

using catalog::AlarmCode;

using std::chrono::steady_clock;

constexpr std::chrono::seconds k_scan_period{4};
constexpr std::chrono::seconds k_clock_period{10};
// Rounds come as fast as anybody writes. Claims on what no endpoint has seen cost the endpoints no
// more than this: the scan finds what they point at as soon as it is there.
constexpr std::chrono::seconds k_unseen_period{1};
// A scan that cannot reach the head, or a transfer that cannot be decided, for this long delays
// buyers who called no webhook.
constexpr std::chrono::minutes k_scan_patience{5};
// So that an operator sees it: a contradiction is looked at again every few seconds while it lasts.
constexpr std::chrono::minutes k_disagreement_shown{2};

class TransferSession final : public DeskSession {
public:
    TransferSession(const TransferPlan& plan, const base::Clock& clock, job::Waker& waker)
        : m_database{plan.database}, m_at{m_database, clock, waker},
          m_bulletin{m_at}, m_claims{m_at}, m_ledger{m_at}, m_scans{m_at},
          m_outside{plan.make_outside()}, m_judge{m_at, m_outside->transactions(), plan.settings},
          m_scanner{m_at, m_outside->transactions(), m_judge, plan.settings},
          m_restorations{m_at}, m_network{plan.settings.network}, m_clock{clock}
    {
    }

    void round(const std::function<bool()>& keep_going) override
    {
        do take_turns(keep_going);
        while (m_has_more && keep_going());
    }

private:
    // Claims, then a share of what the chain shows: no crowd of the one holds up the other.
    void take_turns(const std::function<bool()>& keep_going)
    {
        const auto now = steady_clock::now();
        const bool looks_for_unseen = now >= m_next_unseen;
        if (looks_for_unseen) m_next_unseen = now + k_unseen_period;
        m_judge.judge_claims(keep_going, looks_for_unseen ? pay::TransferJudge::Unseen::look
                                                          : pay::TransferJudge::Unseen::leave);
        if (m_has_more || now >= m_next_scan) {
            using Scanned = pay::TransferScanner::Scanned;
            const Scanned scanned = m_scanner.scan(keep_going);
            if (scanned == Scanned::to_the_head) {
                m_last_scan = now;
                note_read();
            }
            m_has_more = scanned == Scanned::in_part;
            m_next_scan = now + k_scan_period;
        }
        if (now >= m_next_clock) run_clocks(now);
    }

    // The first head may be what the copy has told; what is newer was seen since.
    void note_read()
    {
        const auto cursor = m_scans.cursor(m_network);
        if (!cursor || m_scans.has_undecided(m_network, m_clock.now() - k_scan_patience)) return;
        if (!m_first_head) m_first_head = cursor->head_block;
        if (cursor->head_block <= *m_first_head) return;
        if (const auto owed =
                m_restorations.note_read(m_network, cursor->next_block, cursor->head_block))
            base::log::warning("restoration_read", {{"credits", *owed}});
    }

    void run_clocks(steady_clock::time_point now)
    {
        m_judge.run_clocks();
        set_alarm(m_bulletin, now - m_last_scan > k_scan_patience, AlarmCode::scan_behind,
                  "the chain could not be read to its head for minutes");
        set_alarm(m_bulletin, m_judge.has_disagreed(k_disagreement_shown), AlarmCode::rpc_disagree,
                  "two endpoints tell different things of one transaction");
        const int undecided = m_scans.count_undecided(m_clock.now() - k_scan_patience);
        set_alarm(m_bulletin, undecided != 0, AlarmCode::transfer_undecided,
                  base::concat(undecided, " transfers that too few endpoints tell of"));
        const int lost = m_ledger.count_lost();
        set_alarm(m_bulletin, lost != 0, AlarmCode::payment_lost,
                  base::concat(lost, " jobs whose payment fell out of the chain"));
        const int elsewhere = m_claims.count_elsewhere();
        set_alarm(m_bulletin, elsewhere != 0, AlarmCode::network_changed,
                  base::concat(elsewhere, " claims of orders on another network or token than the "
                                          "configured one"));
        set_alarm(m_bulletin, m_judge.has_left_out_recipients(), AlarmCode::pay_to_left_out,
                  "open orders name more earlier payTo addresses than are looked at");
        m_next_clock = now + k_clock_period;
    }

    db::Database m_database;
    store::Access m_at;
    store::Bulletin m_bulletin;
    store::Claims m_claims;
    store::Ledger m_ledger;
    store::Scans m_scans;
    std::unique_ptr<Outside> m_outside;
    pay::TransferJudge m_judge;
    pay::TransferScanner m_scanner;
    store::Restorations m_restorations;
    value::EvmNetwork m_network;
    std::optional<std::uint64_t> m_first_head;
    const base::Clock& m_clock;
    bool m_has_more = false; // to be scanned at once
    steady_clock::time_point m_next_unseen = steady_clock::now();
    steady_clock::time_point m_next_scan = steady_clock::now();
    steady_clock::time_point m_last_scan = steady_clock::now();
    steady_clock::time_point m_next_clock = steady_clock::now();
};

} // namespace

std::unique_ptr<DeskSession> make_transfer_session(const TransferPlan& plan,
                                                   const base::Clock& clock, job::Waker& waker)
{
    return std::make_unique<TransferSession>(plan, clock, waker);
}

} // namespace work
