#include "work/model_session.hpp"

#include "store/bulletin.hpp"

#include <algorithm>

namespace work {

namespace {

using std::chrono::steady_clock;

constexpr std::chrono::hours k_period{1};
constexpr std::chrono::minutes k_longest_pause{15};

class ModelSession final : public DeskSession {
public:
    ModelSession(const ModelDeskPlan& plan, const base::Clock& clock, job::Waker& waker)
        : m_plan{plan}, m_clock{clock}, m_database{plan.database}, m_at{m_database, clock, waker},
          m_bulletin{m_at}, m_pause{plan.first_pause}
    {
    }

    void round(const std::function<bool()>& keep_going) override
    {
        if (m_is_ok && m_plan.news.take())
            m_next_look = std::min(m_next_look, m_last_look + m_plan.least_period);
        if (steady_clock::now() < m_next_look) return;
        const auto lack =
            m_plan.look.lack_since(steady_clock::now(), m_bulletin, m_clock, keep_going);
        if (!lack) return;
        m_is_ok = lack->empty();
        m_last_look = steady_clock::now();
        m_next_look = m_last_look + (m_is_ok ? std::chrono::milliseconds{k_period} : m_pause);
        m_pause = m_is_ok ? m_plan.first_pause
                          : std::min<std::chrono::milliseconds>(k_longest_pause, 2 * m_pause);
    }

private:
    const ModelDeskPlan& m_plan;
    const base::Clock& m_clock;
    db::Database m_database;
    store::Access m_at;
    store::Bulletin m_bulletin;
    bool m_is_ok = true;
    std::chrono::milliseconds m_pause;
    steady_clock::time_point m_last_look;
    steady_clock::time_point m_next_look = steady_clock::now();
};

} // namespace

std::unique_ptr<DeskSession> make_model_session(const ModelDeskPlan& plan, const base::Clock& clock,
                                                job::Waker& waker)
{
    return std::make_unique<ModelSession>(plan, clock, waker);
}

} // namespace work
