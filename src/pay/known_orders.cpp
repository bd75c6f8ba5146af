#include "pay/known_orders.hpp"

#include <algorithm>
#include <cstring>
#include <vector>

namespace pay {

namespace {

constexpr std::size_t k_orders = 200'000;
// Who pays later than that pays an address that was given up.
constexpr std::chrono::hours k_recipient_patience{24};

} // namespace

KnownOrders::KnownOrders(job::TransferStore& store, const base::Clock& clock,
                         const JudgeSettings& settings)
    : m_store{store}, m_clock{clock}, m_settings{settings}
{
}

chain::Recipients KnownOrders::recipients()
{
    read_newer();
    const base::Instant since = oldest_that_counts();
    std::vector<std::pair<base::Instant, value::EvmAddress>> earlier;
    for (const auto& [recipient, named] : m_earlier)
        if (named >= since) earlier.emplace_back(named, recipient);
    std::sort(earlier.rbegin(), earlier.rend());
    m_has_left_out = earlier.size() > k_most_earlier_recipients;
    if (m_has_left_out) earlier.erase(earlier.begin() + k_most_earlier_recipients, earlier.end());
    chain::Recipients out{m_settings.pay_to};
    for (const auto& [named, recipient] : earlier) out.insert(recipient);
    return out;
}

// By our clock and by the chain's: after an outage blocks are read in which orders of that time are
// paid.
base::Instant KnownOrders::oldest_that_counts()
{
    if (m_store.has_undecided(m_settings.network, base::Instant{})) return base::Instant{};
    base::Instant place = m_clock.now();
    if (const auto cursor = m_store.cursor(m_settings.network))
        place = std::min(place, base::instant_from_ms(1000 * cursor->read_to_s));
    return place - k_recipient_patience;
}

std::optional<std::int64_t> KnownOrders::named_by(const value::Digest& commitment) const
{
    const auto found = m_commitments.find(commitment);
    if (found == m_commitments.end()) return std::nullopt;
    return found->second;
}

void KnownOrders::read_newer()
{
    // Far more than can await payment: the oldest were paid or expired long ago.
    if (m_commitments.size() > 2 * k_orders) {
        m_commitments.clear();
        m_newest_order = 0;
    }
    for (const auto& each : m_store.orders_after(m_newest_order, m_settings.network,
                                                 m_settings.token, static_cast<int>(k_orders))) {
        m_commitments.emplace(each.commitment, each.job_seq);
        m_newest_order = std::max(m_newest_order, each.job_seq);
        if (each.pay_to == m_settings.pay_to) continue;
        base::Instant& named = m_earlier[each.pay_to];
        named = std::max(named, each.created);
    }
}

// Keccak's bytes are as good as any hash of them.
std::size_t KnownOrders::FirstBytes::operator()(const value::Digest& digest) const
{
    std::size_t out = 0;
    std::memcpy(&out, digest.bytes().data(), sizeof out);
    return out;
}

} // namespace pay
