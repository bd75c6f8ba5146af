#include "pay/earlier_recipients.hpp"

#include <algorithm>

namespace pay {

namespace {

// Who pays later than that pays an address that was given up.
constexpr std::chrono::hours k_recipient_patience{24};

} // namespace

EarlierRecipients::EarlierRecipients(job::TransferStore& store, const base::Clock& clock,
                                     const JudgeSettings& settings)
    : m_store{store}, m_clock{clock}, m_settings{settings}
{
}

chain::Recipients EarlierRecipients::recipients()
{
    const base::Instant since = oldest_that_counts();
    chain::Recipients out{m_settings.pay_to};
    m_has_left_out = false;
    std::size_t earlier = 0;
    for (const auto& each : m_store.recipients(m_settings.network, m_settings.token)) {
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
    if (m_store.has_undecided(m_settings.network, base::Instant{})) return base::Instant{};
    base::Instant place = m_clock.now();
    if (const auto cursor = m_store.cursor(m_settings.network))
        place = std::min(place, base::instant_from_ms(1000 * cursor->read_to_s));
    return place - k_recipient_patience;
}

} // namespace pay
