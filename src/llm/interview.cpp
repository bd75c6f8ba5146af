#include "llm/interview.hpp"

#include "base/concat.hpp"

namespace llm {

namespace json = base::json;

namespace {

Lack lack_of(Silence silence, bool is_long)
{
    switch (silence) {
    case Silence::too_long:
    case Silence::cut_off:
    case Silence::filtered:
    case Silence::unreadable:
    case Silence::truncated: return Lack::answer;
    case Silence::over_budget: return is_long ? Lack::budget : Lack::away;
    case Silence::away:
    case Silence::refused:
    case Silence::wrong_model: return Lack::away;
    }
    __builtin_unreachable();
}

} // namespace

std::string Prompt::instructions() const
{
    return base::concat(role, form, notation);
}

std::string_view name_of(Lack lack)
{
    switch (lack) {
    case Lack::away: return "model_away";
    case Lack::budget: return "model_budget";
    case Lack::answer: return "model_answer";
    case Lack::canary: return "model_canary";
    }
    __builtin_unreachable();
}

json::Ref Interview::ask(const Prompt& prompt, std::string material, json::Ref schema,
                         bool& was_cut)
{
    auto answer = m_consultation.ask(
        {std::string{prompt.task}, prompt.instructions(), std::move(material), std::move(schema)});
    was_cut =
        !answer && (answer.error() == Silence::cut_off || answer.error() == Silence::too_long);
    if (answer) return std::move(*answer);
    if (!was_cut) note(lack_of(answer.error(), m_is_long));
    return nullptr;
}

void Interview::reject()
{
    m_consultation.reject();
    note(Lack::answer);
}

bool Interview::are_enough(std::size_t right, std::size_t of, std::size_t may_be_wrong)
{
    m_canary_ok += static_cast<int>(right);
    m_canary_total += static_cast<int>(of);
    return right + may_be_wrong >= of;
}

bool Interview::passes(std::size_t right, std::size_t of, std::size_t may_be_wrong)
{
    const bool is_right = are_enough(right, of, may_be_wrong);
    if (!is_right) note(Lack::canary);
    return is_right;
}

void Interview::note(Lack lack)
{
    if (!m_lack || lack < *m_lack) m_lack = lack;
}

void tell_engine(const Interview& interview, json::Ref gate, json_t* engine)
{
    auto told = engine_json(interview.consultation());
    json::set_all(gate.get(), "canary_ok", interview.canary_ok(), "canary_total",
                  interview.canary_total());
    json::set(told.get(), "gate", std::move(gate));
    std::optional<std::string_view> reason;
    if (interview.lack()) reason = name_of(*interview.lack());
    json::set_all(engine, "mode", "builtin+llm", "degraded", reason.has_value(), "degraded_reason",
                  reason, "llm", std::move(told));
}

} // namespace llm
