#include "work/engine_check.hpp"

#include "work/alarms.hpp"
#include "work/child.hpp"

namespace work {

namespace {

using catalog::AlarmCode;
using std::chrono::steady_clock;

constexpr std::string_view k_own_product = "verify_basic";
constexpr std::string_view k_own_request = R"({"payload":"2 + 2 = 4."})";
constexpr std::chrono::seconds k_test_limit{20};

} // namespace

bool EngineCheck::look(store::Bulletin& bulletin, const base::Clock& clock,
                       const std::function<bool()>& keep_going)
{
    if (!m_is_due && m_is_fit) return true;
    const std::unique_lock testing{m_testing, std::try_to_lock};
    if (!testing || (!m_is_fit && steady_clock::now() < m_next_test)) return m_is_fit;
    m_is_due = false; // a crash from now on is news
    try {
        if (!say(bulletin, clock, test(keep_going), keep_going)) m_is_due = true;
    } catch (...) {
        m_is_due = true; // what was found is not on record
        throw;
    }
    return m_is_fit;
}

// False: the test was broken off, and says nothing.
bool EngineCheck::say(store::Bulletin& bulletin, const base::Clock& clock, bool is_fit,
                      const std::function<bool()>& keep_going)
{
    if (!keep_going()) return false;
    m_is_fit = is_fit;
    m_next_test = steady_clock::now() + m_plan.test_period;
    bulletin.observe({.subject = std::string{store::k_engine},
                      .status = std::string{is_fit ? store::k_need_met : "unfit"},
                      .detail = {},
                      .at = clock.now()});
    set_alarm(bulletin, !is_fit, AlarmCode::engine_unfit,
              "a text of our own cannot be analysed; no analysis is sold or begun");
    return true;
}

bool EngineCheck::test(const std::function<bool()>& keep_going) const
{
    const ChildOutcome outcome = run_child({.program = m_plan.programs.of(k_own_product),
                                            .product = std::string{k_own_product},
                                            .request = std::string{k_own_request},
                                            .deadline = k_test_limit,
                                            .keep_going = keep_going,
                                            .on_progress = [](const job::Progress&) {}});
    return outcome.end == ChildEnd::artifact;
}

} // namespace work
