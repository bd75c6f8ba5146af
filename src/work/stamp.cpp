#include "work/stamp.hpp"

#include "base/concat.hpp"
#include "base/fault.hpp"
#include "base/log.hpp"
#include "store/stamp_file.hpp"
#include "work/alarms.hpp"

#include <algorithm>

namespace work {

Stamp::Stamp(const store::Access& at, const value::EvmNetwork& network, const StampPlan& plan)
    : m_network{network}, m_plan{plan}, m_restorations{at}, m_anchors{at},
      m_bulletin{at}, m_clock{at.clock}
{
}

void Stamp::keep()
{
    if (m_plan.path.empty()) return;
    const store::StampFile file{m_plan.path};
    m_restorations.find(file, m_network, m_plan.reads_chain);
    if (!m_has_compared) compare_anchors();
    m_has_compared = true;
    tell();
    const auto count = m_restorations.advance();
    // The worker makes room on a full disk, and must live on.
    try {
        file.write(count, m_clock.now());
    } catch (const base::Fault& fault) {
        base::log::error("stamp_not_written", {{"detail", fault.what()}});
    }
}

// Each nonce is on disk before it is used: an account that is ahead of the books has worked for
// later ones, or for another program, which cannot be told apart.
void Stamp::compare_anchors()
{
    if (!m_plan.anchors) return;
    const auto next = m_anchors.next_nonce(m_network, m_plan.anchors->address);
    if (!next) return; // an account that is new to the books
    const auto last = m_restorations.last();
    const auto alarms = m_bulletin.alarms();
    const auto code = catalog::alarm_of(catalog::AlarmCode::anchor_key_used).name;
    if ((last && !last->is_read) ||
        std::ranges::find(alarms, code, &store::Alarm::code) != alarms.end())
        return; // it is known
    const auto sent = m_plan.anchors->count_sent();
    if (!sent || *sent <= *next) return;
    base::log::error("database_restored", {{"anchors_sent", *sent}, {"anchors_known", *next}});
    m_restorations.open(m_network, m_restorations.count(), m_plan.reads_chain);
}

void Stamp::tell()
{
    const auto last = m_restorations.last();
    const bool is_told =
        last && (!last->is_read || m_clock.now() - last->found < store::k_restoration_told);
    std::string detail;
    if (is_told)
        detail = base::concat("what was sold from ", base::to_rfc3339(last->copied), " to ",
                              base::to_rfc3339(last->found), " is not in the database",
                              !m_plan.reads_chain ? ", and no chain is read here"
                              : last->is_read     ? ": the chain is read from block "
                                                  : ": the chain is being read from block ",
                              m_plan.reads_chain ? base::concat(last->first_block) : "");
    set_alarm(m_bulletin, is_told, catalog::AlarmCode::restored, detail);
}

} // namespace work
