#include "work/housekeeper.hpp"

#include "base/concat.hpp"
#include "base/fault.hpp"
#include "base/fd.hpp"
#include "base/log.hpp"
#include "db/fault.hpp"
#include "work/alarms.hpp"

#include <algorithm>

namespace work {

namespace {

using catalog::AlarmCode;

using std::chrono::steady_clock;

constexpr std::chrono::seconds k_beat_period{5};
constexpr std::chrono::minutes k_stamp_period{1};
// A lane shows life every few hundred milliseconds; half a minute of silence is a hang.
constexpr std::chrono::seconds k_longest_silence{30};
constexpr std::int64_t k_wal_limit = std::int64_t{64} * 1024 * 1024;
// Money may have moved unseen: a person must look.
constexpr std::chrono::seconds k_undecided_patience{120};
// Time to make room before what is sold must stop (store/rows, has_space).
constexpr std::int64_t k_low_room = std::int64_t{256} * 1024 * 1024;
// One call that fails is a facilitator's bad moment.
constexpr std::chrono::minutes k_facilitator_patience{2};
constexpr std::chrono::hours k_certificate_period{1};
constexpr std::chrono::hours k_certificate_notice{std::chrono::hours{24} * 14};

} // namespace

Housekeeper::Housekeeper(const store::Access& at, const HousekeepingPlan& plan,
                         const std::vector<std::unique_ptr<Lane>>& lanes)
    : m_database{at.database}, m_bulletin{at}, m_history{at}, m_queue{at}, m_sweeper{at},
      m_retention{at, plan.store, plan.network}, m_stamp{at, plan.network, plan.stamp},
      m_clock{at.clock}, m_plan{plan}, m_lanes{lanes}, m_started{at.clock.now()},
      m_next_beat{steady_clock::now()}, m_next_stamp{m_next_beat}, m_next_certificate{m_next_beat}
{
}

bool Housekeeper::lanes_are_alive() const
{
    return std::all_of(m_lanes.begin(), m_lanes.end(),
                       [](const auto& lane) { return lane->silence() < k_longest_silence; });
}

bool Housekeeper::is_in_work(const job::Job& job) const
{
    return std::any_of(m_lanes.begin(), m_lanes.end(),
                       [&](const auto& lane) { return lane->has(job); });
}

bool Housekeeper::round()
{
    if (!lanes_are_alive()) return false;
    if (steady_clock::now() >= m_next_stamp) {
        m_stamp.keep();
        m_next_stamp = steady_clock::now() + k_stamp_period;
    }
    if (steady_clock::now() >= m_next_beat) {
        beat_now();
        m_next_beat = steady_clock::now() + k_beat_period;
    }
    take_back();
    checkpoint();
    m_retention.round(); // last: it wants the most room on a disk that may be full
    return true;
}

void Housekeeper::beat_now()
{
    beat();
    check_documents();
    check_pools();
    const int undecided = m_sweeper.count_undecided(k_undecided_patience);
    set_alarm(m_bulletin, undecided != 0, AlarmCode::settlement_undecided,
              base::concat(undecided, " settlements without an outcome"));
    // Checkpoints empty it every second: it stays long only under a reader that never ends.
    const std::int64_t wal_bytes = m_database.wal_bytes();
    set_alarm(m_bulletin, wal_bytes > k_wal_limit, AlarmCode::wal_large,
              base::concat("the write-ahead log has ", wal_bytes, " bytes"));
    check_room();
    check_facilitator();
    check_certificate();
    keep_history();
}

void Housekeeper::beat()
{
    m_bulletin.beat({.at = m_clock.now(),
                     .started = m_started,
                     .version = ASSAY_VERSION,
                     .worker = m_plan.worker});
}

void Housekeeper::keep_history()
{
    // Nothing depends on it: on a full disk the round goes on to what makes room.
    static_cast<void>(db::if_room([&] {
        m_history.live(m_bulletin.alarms().empty());
        return true;
    }));
}

void Housekeeper::take_back()
{
    if (const int released = m_sweeper.release_abandoned(); released != 0)
        base::log::warning("reservations_released", {{"count", released}});
    m_sweeper.mark_undecided();
    m_sweeper.forget_refused();
    for (const auto& [job, worker] : m_queue.lost_claims(m_plan.worker, k_claim_lease)) {
        // Its lease lapsed because the clock was set ahead, or a full disk took no renewal.
        if (is_in_work(job)) continue;
        const bool taken =
            m_queue.attempt_failed(job, worker, "worker_lost", attempts_allowed(job.lane));
        base::log::warning(
            "claim_taken_back",
            {{"job_id", job.id.text()}, {"from", worker}, {"taken", taken ? "yes" : "no"}});
    }
}

void Housekeeper::checkpoint()
{
    const bool is_long = m_database.wal_bytes() > k_wal_limit;
    m_database.checkpoint(is_long ? db::CheckpointMode::truncate : db::CheckpointMode::passive);
}

void Housekeeper::check_documents()
{
    std::string rendered;
    try {
        rendered = base::read_file(m_plan.documents_digest_file, 4096);
    } catch (const base::Fault&) {
        rendered.clear(); // absent is as wrong as stale
    }
    while (rendered.ends_with('\n')) rendered.pop_back();
    set_alarm(m_bulletin, rendered != m_plan.documents_digest, AlarmCode::documents_stale,
              "the published documents are not of this configuration: run assay render");
}

void Housekeeper::check_pools()
{
    const auto mine = m_bulletin.observation(store::k_documents);
    if (!mine || mine->status != m_plan.documents_digest)
        m_bulletin.observe({.subject = std::string{store::k_documents},
                            .status = m_plan.documents_digest,
                            .detail = {},
                            .at = m_clock.now()});
    const auto other = m_bulletin.observation(store::k_other_pool);
    const bool is_other = other && other->status != m_plan.documents_digest &&
                          std::chrono::abs(m_clock.now() - other->at) < store::k_pool_word_stands;
    set_alarm(m_bulletin, is_other, AlarmCode::restart_needed,
              is_other ? base::concat("the pool ", other->detail,
                                      " and the worker have different configurations")
                       : std::string{});
}

void Housekeeper::check_room()
{
    const std::int64_t room = m_database.free_bytes();
    set_alarm(m_bulletin, room < k_low_room, AlarmCode::disk_low,
              base::concat(room, " bytes are left"));
}

void Housekeeper::check_facilitator()
{
    const base::Instant now = m_clock.now();
    const auto seen = m_bulletin.observation("facilitator");
    if (!m_plan.asks_facilitator || !seen || seen->status == store::k_need_met)
        m_facilitator_fails_since.reset();
    else if (!m_facilitator_fails_since || *m_facilitator_fails_since > now)
        m_facilitator_fails_since = now; // also when the clock was set back
    set_alarm(m_bulletin,
              m_facilitator_fails_since &&
                  now - *m_facilitator_fails_since >= k_facilitator_patience,
              AlarmCode::facilitator_failing, seen ? seen->detail : std::string{});
}

void Housekeeper::check_certificate()
{
    if (!m_plan.certificate_end || steady_clock::now() < m_next_certificate) return;
    m_next_certificate = steady_clock::now() + k_certificate_period;
    const auto end = m_plan.certificate_end();
    set_alarm(m_bulletin, end && *end - m_clock.now() < k_certificate_notice,
              AlarmCode::certificate_ends, end ? base::to_rfc3339(*end) : std::string{});
}

} // namespace work
