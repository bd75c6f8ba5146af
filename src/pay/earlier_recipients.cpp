#include "pay/earlier_recipients.hpp"

#include <algorithm>

namespace pay {

namespace {

// A buyer who pays later than that pays an address that was given up.
constexpr std::chrono::hours k_recipient_patience{24};

} // namespace

EarlierRecipients::EarlierRecipients(const store::Access& at, const JudgeSettings& settings)
    : m_names{at}, m_scans{at}, m_clock{at.clock}, m_settings{settings}
{
}

chain::Recipients EarlierRecipients::recipients()
{
    const base::Instant since = oldest_that_counts();
    chain::Recipients out{m_settings.pay_to};
    m_has_left_out = false;
    std::size_t earlier = 0;
    for (const auto& each : m_names.recipients(m_settings.network, m_settings.token)) {
        if (each.newest < since || each.pay_to == m_settings.pay_to) continue;
        m_has_left_out = ++earlier > k_most_earlier_recipients;
        if (m_has_left_out) break;
        out.insert(each.pay_to);
    }
    return out;
}

// By our clock and by the chain's: after an outage blocks are read in which orders of that time are
// paid.
base::Instant EarlierRecipients::oldest_that_counts()
{
    if (m_scans.has_undecided(m_settings.network, base::Instant{})) return base::Instant{};
    base::Instant place = m_clock.now();
    if (const auto cursor = m_scans.cursor(m_settings.network))
        place = std::min(place, base::instant_from_ms(1000 * cursor->read_to_s));
    return place - k_recipient_patience;
}

} // namespace pay
