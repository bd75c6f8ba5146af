#include "work/model_session.hpp"

#include "base/concat.hpp"
#include "llm/courier/process.hpp"
#include "llm/probe.hpp"
#include "store/bulletin.hpp"
#include "work/alarms.hpp"
#include "work/child.hpp"
#include "work/finish.hpp"

#include <algorithm>

namespace work {

namespace {

using catalog::AlarmCode;

namespace json = base::json;
using std::chrono::steady_clock;

constexpr std::chrono::hours k_period{1};
constexpr std::chrono::minutes k_longest_pause{15};
// What a look takes beside asking.
constexpr std::chrono::seconds k_beside{15};
constexpr const char* k_product = "verify_standard";

class ModelSession final : public DeskSession {
public:
    ModelSession(const ModelDeskPlan& plan, const base::Clock& clock, job::Waker& waker)
        : m_plan{plan}, m_clock{clock}, m_database{plan.database}, m_at{m_database, clock, waker},
          m_bulletin{m_at}, m_pause{plan.first_pause}
    {
    }

    void round(const std::function<bool()>& keep_going) override
    {
        if (m_is_ok && m_plan.model.news.take())
            m_next_look = std::min(m_next_look, m_last_look + m_plan.least_period);
        if (steady_clock::now() < m_next_look) return;
        const auto lack = look(keep_going);
        if (!keep_going()) return; // it was not seen to its end
        say(lack);
        m_last_look = steady_clock::now();
        m_next_look = m_last_look + (m_is_ok ? std::chrono::milliseconds{k_period} : m_pause);
        m_pause = m_is_ok ? m_plan.first_pause
                          : std::min<std::chrono::milliseconds>(k_longest_pause, 2 * m_pause);
    }

private:
    // Empty: it did all of it.
    [[nodiscard]] std::string look(const std::function<bool()>& keep_going) const
    {
        const ModelPlan& model = m_plan.model;
        const llm::courier::Process courier{
            model.program, llm::courier::options_of(model.llm, model.token, m_plan.patience)};
        const auto deadline = m_plan.patience + k_beside;
        auto errand = make_errand(json::dump(json::object("payload", llm::k_probe).get()),
                                  {.deadline = deadline, .model = &courier.settings()});
        const auto outcome = run_child({.program = m_plan.run_program,
                                        .product = k_product,
                                        .request = std::move(errand.request),
                                        .envelope = std::move(errand.envelope),
                                        .model_line = courier.line(),
                                        .deadline = deadline,
                                        .keep_going = keep_going,
                                        .on_progress = [](const job::Progress&) {}});
        if (outcome.end != ChildEnd::artifact) return base::concat("review ", outcome.detail);
        const auto printed = json::parse(outcome.output);
        const json_t* artifact_view =
            printed ? json::object_member(printed->get(), "artifact") : nullptr;
        if (artifact_view == nullptr) return "review without an artifact";
        return std::string{model_lack_of(artifact_view)};
    }

    void say(const std::string& lack)
    {
        m_is_ok = lack.empty();
        m_bulletin.observe({.subject = std::string{store::k_model},
                            .status = std::string{m_is_ok ? store::k_need_met : "away"},
                            .detail = lack,
                            .at = m_clock.now()});
        set_alarm(m_bulletin, !m_is_ok, AlarmCode::model_away,
                  base::concat("the language model failed at a text of ours (", lack,
                               "): what asks it is not sold; assay llm check tells more"));
    }

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
