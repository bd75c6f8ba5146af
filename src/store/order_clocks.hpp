// What becomes of orders of rail v1 by time alone; each step returns how many rows it changed.
// The rules of every store hold (store/access.hpp).
#pragma once

#include "store/access.hpp"

#include <cstdint>

namespace store {

class OrderClocks {
public:
    explicit OrderClocks(const Access& at) : m_at{at} {}

    // Orders whose time is over in ours and, up to `read_to_s`, in the chain's, the oldest first. A
    // pending claim on what moved something to us holds its job; one on what was not seen does
    // not, or a crowd of those would keep every place of an order taken. At most a few hundred.
    int expire(std::int64_t read_to_s);
    // Paid for, and not asked for within 30 days.
    int credit_never_resubmitted();
    // Orders and credits of unread sources that no longer count against their client.
    int forget_old_counts();
    // Deletes expired orders whose time has been over for a day in our time and, up to `read_to_s`,
    // in the chain's: nothing that moved anything to us was claimed for them, and no payment,
    // credit or open claim is theirs. Their ids are not known any more: a transfer that names one
    // is owed to its payer. At most a few hundred at once.
    int forget_unpaid(std::int64_t read_to_s);

private:
    Access m_at;
};

} // namespace store
