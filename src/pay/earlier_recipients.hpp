// Which addresses are ours. An order keeps the payTo that its buyer was told, so that a transfer to
// it is looked for although the operator has configured another one since.
#pragma once

#include "chain/transaction_reader.hpp"
#include "pay/judge_settings.hpp"
#include "store/order_names.hpp"
#include "store/scans.hpp"

namespace pay {

// Earlier addresses that are looked for at once.
inline constexpr std::size_t k_most_earlier_recipients = 8;

// Not thread-safe: one per thread, as its store.
class EarlierRecipients {
public:
    // All arguments must outlive the object.
    EarlierRecipients(const store::Access& at, const JudgeSettings& settings);

    // The configured address, and each that an order names which was made less than a day before
    // the scanner's place in the chain; every one while a transfer is undecided, since it is not
    // known whom it is for. Of the earlier ones the newest 8.
    chain::Recipients recipients();
    // Whether there were more of them when recipients() was last asked.
    [[nodiscard]] bool has_left_out() const { return m_has_left_out; }

private:
    base::Instant oldest_that_counts();

    store::OrderNames m_names;
    store::Scans m_scans;
    const base::Clock& m_clock;
    const JudgeSettings& m_settings;
    bool m_has_left_out = false;
};

} // namespace pay
