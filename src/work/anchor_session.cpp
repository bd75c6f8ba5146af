#include "work/anchor_session.hpp"

#include "base/concat.hpp"
#include "base/log.hpp"
#include "chain/anchor_key.hpp"
#include "chain/keccak.hpp"
#include "config/config_fault.hpp"
#include "config/credentials.hpp"
#include "work/alarms.hpp"

#include <algorithm>

namespace work {

namespace {

using catalog::AlarmCode;

using std::chrono::steady_clock;

constexpr std::chrono::seconds k_anchor_report_period{5};
constexpr std::chrono::minutes k_balance_period{1};
// Two batch intervals and a few blocks are the rule.
constexpr std::chrono::minutes k_patience{5};
// What a transaction with ten hashes costs at the attestation service.
constexpr std::uint64_t k_typical_gas = 300'000;
constexpr std::size_t k_typical_bytes = 600;
// So that no product overflows, whatever an endpoint says.
constexpr std::uint64_t k_most_data_fee_wei = 1'000'000'000'000'000;
constexpr std::uint64_t k_low = 500;     // such transactions
constexpr std::uint64_t k_critical = 50; // likewise

struct AnchorTroubleAlarm {
    AnchorTrouble trouble;
    AlarmCode code;
    std::string_view detail;
};
constexpr AnchorTroubleAlarm k_anchor_trouble_alarms[] = {
    {AnchorTrouble::key_used, AlarmCode::anchor_key_used,
     "the anchor key has sent transactions that this database does not know of"},
    {AnchorTrouble::contract_missing, AlarmCode::anchor_contract_missing,
     "there is no contract at anchor.contract: hashes go out as calldata"},
    {AnchorTrouble::fee_limit, AlarmCode::anchor_fee_limit,
     "the chain asks for more than anchor.max_fee_gwei"},
    {AnchorTrouble::refused, AlarmCode::anchor_refused,
     "the chain would not take a hash on any way"},
};

constexpr AlarmCode k_critical_alarm = AlarmCode::anchor_balance_critical;
constexpr AlarmCode k_low_alarm = AlarmCode::anchor_balance_low;
constexpr AlarmCode k_behind_alarm = AlarmCode::anchor_behind;
constexpr AlarmCode k_off_alarm = AlarmCode::anchor_off;

class AnchorSession final : public DeskSession {
public:
    AnchorSession(const AnchorPlan& plan, const base::Clock& clock, job::Waker& waker)
        : m_clock{clock}, m_database{plan.database}, m_at{m_database, clock, waker},
          m_bulletin{m_at}, m_anchors{m_at}, m_outside{plan.make_outside()},
          m_settings{plan.settings}, m_key{plan.key}, m_anchorer{m_at, m_outside->anchors(),
                                                                 plan.key, plan.settings}
    {
        m_bulletin.observe({.subject = "anchor_address",
                            .status = "ok",
                            .detail = chain::eip55_text(m_key.address()),
                            .at = m_clock.now()});
        set_alarm(m_bulletin, /*raised=*/false, k_off_alarm, "");
    }

    void round(const std::function<bool()>& keep_going) override
    {
        m_anchorer.round(keep_going);
        const auto now = steady_clock::now();
        if (now >= m_next_balance) {
            look_at_balance();
            m_next_balance = now + k_balance_period;
        }
        if (now < m_next_report) return;
        report();
        m_next_report = now + k_anchor_report_period;
    }

private:
    void report()
    {
        const auto& troubles = m_anchorer.troubles();
        for (const auto& [trouble, code, detail] : k_anchor_trouble_alarms)
            set_alarm(m_bulletin, troubles.contains(trouble), code, detail);
        set_alarm(m_bulletin, m_is_critical || troubles.contains(AnchorTrouble::balance_spent),
                  k_critical_alarm, "the anchor account is empty, or nearly so");
        set_alarm(m_bulletin, m_is_low, k_low_alarm,
                  base::concat("the anchor account does not pay for ", k_low, " transactions"));
        const auto queue = m_anchors.queue();
        set_alarm(m_bulletin, queue.oldest && m_clock.now() - *queue.oldest > k_patience,
                  k_behind_alarm,
                  base::concat(queue.waiting, " hashes wait for the chain; last sent: ",
                               m_anchorer.last_sending().empty() ? "nothing"
                                                                 : m_anchorer.last_sending()));
    }

    void look_at_balance()
    {
        chain::AnchorChain& chain = m_outside->anchors();
        const auto balance = chain.balance(m_key.address());
        const auto price = chain.gas_price();
        const auto data_fee = chain.data_fee(k_typical_bytes);
        if (!balance || !price || !data_fee) return;
        const auto fees = first_fees(*price, m_settings.max_fee_wei);
        const std::uint64_t typical =
            k_typical_gas * (fees ? fees->max_fee_wei : m_settings.max_fee_wei) +
            std::min(*data_fee, k_most_data_fee_wei);
        m_is_critical = *balance < chain::Uint256{k_critical * typical};
        m_is_low = !m_is_critical && *balance < chain::Uint256{k_low * typical};
        m_bulletin.observe({.subject = "anchor_balance",
                            .status = m_is_critical || m_is_low ? "low" : "ok",
                            .detail = balance->decimal_text(),
                            .at = m_clock.now()});
    }

    const base::Clock& m_clock;
    db::Database m_database;
    store::Access m_at;
    store::Bulletin m_bulletin;
    store::AnchorRecords m_anchors;
    std::unique_ptr<Outside> m_outside;
    const AnchorSettings& m_settings;
    const chain::SigningKey& m_key;
    Anchorer m_anchorer;
    bool m_is_low = false;
    bool m_is_critical = false;
    steady_clock::time_point m_next_report = steady_clock::now();
    steady_clock::time_point m_next_balance = steady_clock::now();
};

} // namespace

AnchorSettings anchor_settings(const config::Config& config)
{
    return {.method = config.anchor.mode == config::AnchorMode::selfsend
                          ? job::AnchorMethod::selfsend
                          : job::AnchorMethod::eas,
            .network = config.payment.network,
            .contract = config.anchor.contract,
            .batch_interval = config.anchor.batch_interval,
            .batch_max = config.anchor.batch_max,
            .max_fee_wei = config.anchor.max_fee_wei,
            .bump_after = config.anchor.bump_after};
}

chain::SigningKey read_anchor_key(const config::Config& config)
{
    auto key = chain::read_anchor_key(config);
    if (!key) throw config::ConfigFault{key.error()};
    base::log::info("anchor_key", {{"address", chain::eip55_text(key->address())}});
    return *std::move(key);
}

void report_anchoring_off(const store::Access& at)
{
    store::Bulletin bulletin{at};
    for (const auto& each : k_anchor_trouble_alarms)
        set_alarm(bulletin, /*raised=*/false, each.code, "");
    for (const auto code : {k_critical_alarm, k_low_alarm, k_behind_alarm})
        set_alarm(bulletin, /*raised=*/false, code, "");
    const auto queue = store::AnchorRecords{at}.queue();
    set_alarm(bulletin, queue.waiting != 0, k_off_alarm,
              base::concat(queue.waiting, " hashes wait for the chain, and anchor.mode is off"));
}

std::unique_ptr<DeskSession> make_anchor_session(const AnchorPlan& plan, const base::Clock& clock,
                                                 job::Waker& waker)
{
    return std::make_unique<AnchorSession>(plan, clock, waker);
}

} // namespace work
