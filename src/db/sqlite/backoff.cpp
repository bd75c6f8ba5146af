#include "db/sqlite/backoff.hpp"

#include <unistd.h>

#include <algorithm>
#include <thread>

namespace db::sqlite {

using std::chrono::microseconds;
using std::chrono::steady_clock;

Backoff::Backoff(std::chrono::milliseconds patience)
    : m_patience{patience}, m_started{steady_clock::now()}, m_hurried{m_started},
      m_random{static_cast<unsigned>(::getpid()) ^
               static_cast<unsigned>(m_started.time_since_epoch().count())}
{
}

void Backoff::start()
{
    m_started = steady_clock::now();
    m_hurried = m_started;
}

void Backoff::hurry()
{
    m_hurried = steady_clock::now();
}

bool Backoff::pause()
{
    const auto now = steady_clock::now();
    if (now - m_started >= m_patience) return false;
    const auto step = std::clamp(std::chrono::duration_cast<microseconds>((now - m_hurried) / 8),
                                 microseconds{50}, microseconds{1000});
    std::uniform_int_distribution<std::int64_t> jitter{step.count() / 2, step.count() * 3 / 2};
    std::this_thread::sleep_for(microseconds{jitter(m_random)});
    return true;
}

} // namespace db::sqlite
