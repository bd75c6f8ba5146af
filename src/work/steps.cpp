#include "work/steps.hpp"

#include "base/failpoint.hpp"
#include "base/log.hpp"
#include "catalog/lanes.hpp"
#include "db/fault.hpp"
#include "work/errand.hpp"
#include "work/gather.hpp"
#include "work/pauses.hpp"

#include <algorithm>
#include <thread>
#include <utility>
#include <variant>

namespace work {

namespace {

using std::chrono::steady_clock;

// An attempt gets its share of the sla, so that all attempts fit; never less than this.
constexpr std::chrono::seconds k_least_deadline{20};
// A scan ends by itself at its deadline; one that has not so long after it hangs.
constexpr std::chrono::seconds k_scan_grace{8};

// The pages that the request names, as texts.
class FetchPages : public Step {
public:
    explicit FetchPages(const LanePlan& plan) : m_plan{plan} {}

    void take(Attempt& attempt) const override
    {
        const auto begun = steady_clock::now();
        auto gathered = gather(attempt.claimed.request, {.programs = m_plan.programs,
                                                         .own_host = m_plan.own_host,
                                                         .reading = *m_plan.reading,
                                                         .keep_going = attempt.keep_waiting,
                                                         .on_progress = attempt.on_progress});
        attempt.is_over = !gathered;
        if (attempt.is_over) {
            attempt.outcome = gathered.error();
            return;
        }
        if (gathered->pages) attempt.outlook.fetch = gathered->took;
        attempt.outlook.is_blind = is_blind(attempt, *gathered, begun);
        attempt.pages = std::move(gathered->pages);
    }

private:
    // Whether our network is to blame for that no page was read.
    [[nodiscard]] bool is_blind(const Attempt& attempt, const Gathered& gathered,
                                steady_clock::time_point begun) const
    {
        Vantage* const vantage = m_plan.pages_vantage;
        if (vantage == nullptr || !gathered.pages) return false;
        if (!gathered.has_read_any())
            return vantage->is_blind(attempt.bulletin, begun, attempt.keep_waiting);
        vantage->note_sight(begun);
        return false;
    }

    const LanePlan& m_plan;
};

class TakePlace : public Step {
public:
    explicit TakePlace(Places& places) : m_places{places} {}

    void take(Attempt& attempt) const override
    {
        attempt.place = m_places.take(0, attempt.keep_waiting);
        attempt.is_over = attempt.place == nullptr;
    }

private:
    Places& m_places;
};

// The program that carries questions to the model.
class StartCourier : public Step {
public:
    explicit StartCourier(const ModelPlan& model) : m_model{model} {}

    void take(Attempt& attempt) const override
    {
        attempt.asking = steady_clock::now();
        attempt.courier.emplace(
            m_model.program,
            llm::courier::options_of(m_model.llm, m_model.token, time_for(attempt.claimed.job)));
    }

private:
    // An account is written once: without time an attempt asks nothing, and says that it did not.
    [[nodiscard]] std::chrono::seconds time_for(const job::Job& job) const
    {
        const auto* product = catalog::find_product(job.product);
        const bool writes = product != nullptr && product->model_part == catalog::ModelPart::writes;
        if (writes && job.attempt > 1) return std::chrono::seconds{0};
        return catalog::asked_time(job.product, job.sla, m_model.llm).asking;
    }

    const ModelPlan& m_model;
};

// The analysis itself.
class RunChild : public Step {
public:
    struct Deadlines {
        std::chrono::milliseconds told;     // to the child
        std::chrono::milliseconds enforced; // the child is killed
    };
    using Rule = std::function<Deadlines(const job::Job&)>;

    RunChild(const LanePlan& plan, Rule deadlines) : m_plan{plan}, m_deadlines{std::move(deadlines)}
    {
    }

    void take(Attempt& attempt) const override
    {
        const job::Job& job = attempt.claimed.job;
        const auto deadlines = m_deadlines(job);
        const auto& courier = attempt.courier;
        Errand errand = make_errand(attempt.claimed.request,
                                    {.deadline = deadlines.told,
                                     .vantage = m_plan.vantage,
                                     .pages = std::move(attempt.pages),
                                     .model = courier ? &courier->settings() : nullptr});
        attempt.outcome = run_child({.program = m_plan.programs.of(job.product),
                                     .product = job.product,
                                     .arguments = m_plan.run_arguments,
                                     .request = std::move(errand.request),
                                     .envelope = std::move(errand.envelope),
                                     .model_line = courier ? courier->line() : -1,
                                     .deadline = deadlines.enforced,
                                     .keep_going = attempt.keep_going,
                                     .on_progress = attempt.on_progress});
        base::failpoint("attempt", "after");
        if (attempt.outcome.end == ChildEnd::crashed && m_plan.engine != nullptr)
            m_plan.engine->note_crash();
        attempt.is_over = attempt.outcome.end != ChildEnd::artifact;
    }

private:
    const LanePlan& m_plan;
    const Rule m_deadlines;
};

RunChild::Rule deadlines_of(const LanePlan& plan)
{
    using Deadlines = RunChild::Deadlines;
    if (const auto scan = plan.scan_deadline; scan.count() > 0)
        return [scan](const job::Job&) { return Deadlines{scan, scan + k_scan_grace}; };
    if (const ModelPlan* model = plan.model)
        return [model](const job::Job& job) {
            const auto time = catalog::asked_time(job.product, job.sla, model->llm);
            return Deadlines{time.asking + time.beside, time.asking + time.beside};
        };
    return [](const job::Job& job) {
        const auto share = std::max<std::chrono::milliseconds>(
            k_least_deadline, job.sla / attempts_allowed(job.lane));
        return Deadlines{share, share};
    };
}

// A review that found the model away is believed when a text of ours finds the same.
class LookAtModel : public Step {
public:
    explicit LookAtModel(ModelLook& look) : m_look{look} {}

    void take(Attempt& attempt) const override
    {
        if (!says_model_away(attempt.outcome.output)) return;
        const auto lack =
            m_look.lack_since(attempt.asking, attempt.bulletin, attempt.clock, attempt.keep_going);
        if (lack)
            attempt.outlook.is_model_fit = lack->empty();
        else
            attempt.outcome = stopped_before();
    }

private:
    ModelLook& m_look;
};

// What was computed waits for room: the attempt is not to blame for a full disk.
class Finish : public Step {
public:
    explicit Finish(const LanePlan& plan) : m_plan{plan} {}

    void take(Attempt& attempt) const override
    {
        // Others need not wait for that room.
        attempt.courier.reset();
        attempt.place.reset();
        const job::Job& job = attempt.claimed.job;
        const auto finish_now = [&] {
            finish_attempt(attempt.queue, attempt.clock, job, attempt.outcome,
                           {.worker = m_plan.worker,
                            .attempts = attempts_allowed(job.lane),
                            .anchors = m_plan.anchors,
                            .last_ends = *m_plan.last_ends,
                            .outlook = attempt.outlook,
                            .news = m_plan.model != nullptr ? &m_plan.model->news : nullptr});
            return std::monostate{};
        };
        for (bool is_told = false;; is_told = true) {
            // A lane that stops now leaves the job to the next worker.
            if (!attempt.is_staying()) return static_cast<void>(finish_now());
            const auto finished = db::if_served(finish_now);
            if (finished) return;
            if (!is_told)
                base::log::error("job_waits_for_store",
                                 {{"job_id", job.id.text()}, {"detail", finished.error().detail}});
            std::this_thread::sleep_for(k_pause_after_fault);
        }
    }

private:
    const LanePlan& m_plan;
};

} // namespace

Steps steps_of(const LanePlan& plan)
{
    Steps out;
    const auto add = [&](auto step) { out.all.push_back(std::move(step)); };
    if (plan.reading != nullptr) add(std::make_unique<FetchPages>(plan));
    if (plan.reading == nullptr)
        out.before_claim = plan.analysing;
    else if (plan.analysing != nullptr)
        add(std::make_unique<TakePlace>(*plan.analysing));
    if (plan.model != nullptr) add(std::make_unique<StartCourier>(*plan.model));
    add(std::make_unique<RunChild>(plan, deadlines_of(plan)));
    if (plan.model_look != nullptr) add(std::make_unique<LookAtModel>(*plan.model_look));
    out.last = std::make_unique<Finish>(plan);
    return out;
}

} // namespace work
