#include "work/desk.hpp"

#include "base/log.hpp"
#include "work/pauses.hpp"

namespace work {

namespace {

using std::chrono::steady_clock;

constexpr std::chrono::milliseconds k_desk_idle_wait{1000};

} // namespace

Desk::Desk(std::string name, MakeSession make_session, job::WakeWatcher& watcher)
    : m_name{std::move(name)}, m_make_session{std::move(make_session)}, m_watcher{watcher},
      m_last_tick{steady_clock::now().time_since_epoch().count()}, m_thread{[this] { work(); }}
{
}

Desk::~Desk()
{
    stop();
    m_thread.join();
}

steady_clock::duration Desk::silence() const
{
    return steady_clock::now().time_since_epoch() - steady_clock::duration{m_last_tick.load()};
}

void Desk::tick()
{
    m_last_tick = steady_clock::now().time_since_epoch().count();
}

void Desk::work()
{
    std::unique_ptr<DeskSession> session;
    while (!m_stopping) {
        const std::uint64_t ticket = m_watcher.ticket();
        try {
            if (!session) session = m_make_session();
            session->round([this] {
                tick();
                return !m_stopping;
            });
        } catch (const std::exception& fault) {
            base::log::error("desk_fault", {{"desk", m_name}, {"detail", fault.what()}});
            session.reset();
            std::this_thread::sleep_for(k_pause_after_fault);
        }
        tick();
        m_watcher.wait(ticket, k_desk_idle_wait);
    }
}

} // namespace work
