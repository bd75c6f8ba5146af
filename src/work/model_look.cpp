#include "work/model_look.hpp"

#include "base/concat.hpp"
#include "base/json.hpp"
#include "llm/account_record.hpp"
#include "llm/courier/process.hpp"
#include "llm/probe.hpp"
#include "llm/record.hpp"
#include "work/alarms.hpp"
#include "work/child.hpp"
#include "work/errand.hpp"
#include "work/seal.hpp"

namespace work {

namespace {

using catalog::AlarmCode;
using std::chrono::steady_clock;

namespace json = base::json;

// What a look takes beside asking.
constexpr std::chrono::seconds k_beside{15};
constexpr std::chrono::milliseconds k_lock_poll{50};
constexpr const char* k_product = "verify_standard";

} // namespace

std::optional<std::string> ModelLook::lack_since(steady_clock::time_point begun,
                                                 store::Bulletin& bulletin,
                                                 const base::Clock& clock,
                                                 const std::function<bool()>& keep_going)
{
    std::unique_lock looking{m_looking, std::defer_lock};
    while (!looking.try_lock_for(k_lock_poll))
        if (!keep_going()) return std::nullopt;
    if (m_begun >= begun) return m_lack;
    const auto now = steady_clock::now();
    const Seen seen = look(keep_going);
    if (!keep_going()) return std::nullopt; // it was not seen to its end
    say(seen, bulletin, clock);
    m_begun = now;
    m_lack = seen.lack;
    return m_lack;
}

ModelLook::Seen ModelLook::look(const std::function<bool()>& keep_going) const
{
    const llm::courier::Process courier{
        m_model.program, llm::courier::options_of(m_model.llm, m_model.token, m_plan.patience)};
    const auto deadline = m_plan.patience + k_beside;
    auto errand = make_errand(json::dump(json::object("payload", llm::k_probe).get()),
                              {.deadline = deadline, .model = &courier.settings()});
    const auto outcome = run_child({.program = m_plan.programs.of(k_product),
                                    .product = k_product,
                                    .request = std::move(errand.request),
                                    .envelope = std::move(errand.envelope),
                                    .model_line = courier.line(),
                                    .deadline = deadline,
                                    .keep_going = keep_going,
                                    .on_progress = [](const job::Progress&) {}});
    if (outcome.end != ChildEnd::artifact) return {base::concat("review ", outcome.detail), {}};
    const auto printed = json::parse(outcome.output);
    const json_t* artifact_view =
        printed ? json::object_member(printed->get(), "artifact") : nullptr;
    if (artifact_view == nullptr) return {"review without an artifact", {}};
    const json_t* llm_view =
        json::object_member(json::object_member(artifact_view, "engine"), "llm");
    return {std::string{model_lack_of(artifact_view)},
            std::string{json::text_member(llm_view, "reported_model").value_or("")}};
}

void ModelLook::say(const Seen& seen, store::Bulletin& bulletin, const base::Clock& clock) const
{
    const std::string& lack = seen.lack;
    const bool is_ok = lack.empty();
    const auto record = llm::standing_of(m_model.llm, seen.reported_model);
    bulletin.observe({.subject = std::string{store::k_model_record},
                      .status = std::string{llm::name_of(record.level())},
                      .detail = json::dump(llm::public_json(record).get()),
                      .at = clock.now()});
    const auto accounts = llm::account_standing_of(m_model.llm, seen.reported_model);
    bulletin.observe({.subject = std::string{store::k_account_record},
                      .status = std::string{accounts.is_sold() ? store::k_accounts_sold : "none"},
                      .detail = json::dump(llm::public_json(accounts).get()),
                      .at = clock.now()});
    // Behind its records: what is sold as soon as it answers is sold by what they say now.
    bulletin.observe({.subject = std::string{store::k_model},
                      .status = std::string{is_ok ? store::k_need_met : "away"},
                      .detail = lack,
                      .at = clock.now()});
    set_alarm(bulletin, !is_ok, AlarmCode::model_away,
              base::concat("the language model failed at a text of ours (", lack,
                           "): what asks it is not sold; assay llm check tells more"));
    const auto told = [](const char* key, const std::string& why) {
        return why.empty() ? std::string{} : base::concat(key, ": ", why);
    };
    const auto first = told("llm.record", record.why_void);
    const auto second = told("llm.account_record", accounts.why_void);
    set_alarm(bulletin, !first.empty() || !second.empty(), AlarmCode::llm_record_void,
              base::concat(first, first.empty() || second.empty() ? "" : "; ", second));
}

} // namespace work
