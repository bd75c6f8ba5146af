// What the worker does about payments of rail v2 that their owners have left behind. Each step is
// cheap when there is nothing to do. The rules of every store hold (store/access.hpp).
#pragma once

#include "store/access.hpp"

#include <chrono>

namespace store {

inline constexpr std::chrono::seconds k_undecided_in_lane{60};

// What was refused before it was sent is remembered so long after its authorization has expired.
inline constexpr std::chrono::minutes k_refused_kept{10};

class Sweeper {
public:
    explicit Sweeper(const Access& at) : m_at{at} {}

    // Reservations whose owner died before settle_sent: refused with reason "released". Returns
    // how many.
    int release_abandoned();
    // Settlements whose owner died are undecided; those that have been so for k_undecided_in_lane
    // leave their lane. Returns how many left it.
    int mark_undecided();
    // Payments that were refused before they were sent, k_refused_kept after their authorization
    // has expired, with their jobs; of those that were sent, the request once nothing more can come
    // of it. Returns how many jobs are gone. At most a few hundred at a time.
    int forget_refused();
    // Settlements sent longer than `age` ago whose outcome is unknown yet.
    int count_undecided(std::chrono::seconds age);

private:
    Access m_at;
};

} // namespace store
