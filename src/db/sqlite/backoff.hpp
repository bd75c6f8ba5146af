// Waiting for another process to let go of something: short sleeps at first, longer ones later,
// with jitter so that waiters do not march in step. SQLite's own busy_timeout lets one process take
// nearly every turn while others wait for seconds (measured).
#pragma once

#include <chrono>
#include <random>

namespace db::sqlite {

class Backoff {
public:
    explicit Backoff(std::chrono::milliseconds patience);

    // A new wait begins.
    void start();
    // The wait goes on, but with short sleeps again: it will be over soon.
    void hurry();
    // Sleeps between 25 us and 1.5 ms, about an eighth of the time since start() or hurry(). False,
    // without sleeping, once the patience is used up.
    bool pause();

private:
    std::chrono::milliseconds m_patience;
    std::chrono::steady_clock::time_point m_started;
    std::chrono::steady_clock::time_point m_hurried;
    std::minstd_rand m_random;
};

} // namespace db::sqlite
