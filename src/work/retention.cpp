#include "work/retention.hpp"

#include "base/log.hpp"

namespace work {

namespace {

using std::chrono::steady_clock;

constexpr std::chrono::hours k_walk_period{1};
// The heartbeat goes on beside it, and buyers write.
constexpr std::chrono::milliseconds k_round_share{200};

} // namespace

Retention::Retention(db::Connection& connection, const base::Clock& clock,
                     const base::config::StoreSettings& settings)
    : m_store{connection, clock}, m_settings{settings}, m_next_walk{steady_clock::now()}
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
}

} // namespace work
