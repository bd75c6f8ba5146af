#include "work/retention.hpp"

#include "base/log.hpp"
#include "work/old_copies.hpp"

#include <algorithm>

namespace work {

namespace {

using std::chrono::steady_clock;

constexpr std::chrono::hours k_walk_period{1};
// The heartbeat goes on beside it, and buyers write.
constexpr std::chrono::milliseconds k_round_share{200};

} // namespace

Retention::Retention(const store::Access& at, const config::StoreSettings& settings,
                     const value::EvmNetwork& network)
    : m_store{at}, m_scans{at}, m_clock{at.clock}, m_network{network}, m_settings{settings},
      m_next_walk{steady_clock::now()}
{
}

void Retention::round()
{
    if (steady_clock::now() < m_next_walk) return;
    const auto ends = steady_clock::now() + k_round_share;
    while (steady_clock::now() < ends) {
        if (!m_requests.is_over)
            m_store.drop_requests(m_settings.request_retention, m_requests);
        else if (!m_results.is_over)
            m_store.purge(m_settings.result_retention, m_results);
        else
            return rest();
    }
}

void Retention::rest()
{
    if (m_requests.given_up + m_results.given_up != 0)
        base::log::info("given_up",
                        {{"requests", m_requests.given_up}, {"results", m_results.given_up}});
    m_requests = {};
    m_results = {};
    m_next_walk = steady_clock::now() + k_walk_period;
    drop_copies(); // a folder that cannot be read is told of once an hour
}

// A copy holds requests, which go first. As with these, what is old is so by the chain's time too.
void Retention::drop_copies()
{
    const auto read = m_scans.cursor(m_network);
    if (!read) return;
    const auto now = std::min(m_clock.now(), base::instant_from_ms(read->read_to_s * 1000));
    if (m_settings.is_file()) drop_old_copies(m_settings.path, now - m_settings.request_retention);
}

} // namespace work
