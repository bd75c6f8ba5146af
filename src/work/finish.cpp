#include "work/finish.hpp"

#include "base/canonical_json.hpp"
#include "base/fault.hpp"
#include "base/log.hpp"
#include "catalog/lanes.hpp"
#include "llm/interview.hpp"

#include <algorithm>
#include <utility>

namespace work {

namespace {

namespace json = base::json;

// Words of job.error: stable, seen by buyers.
std::string_view error_word(ChildEnd end)
{
    switch (end) {
    case ChildEnd::artifact: return "invalid_artifact";
    case ChildEnd::refused: return "request_refused";
    case ChildEnd::deadline: return "deadline";
    case ChildEnd::stopped: return "stopped";
    case ChildEnd::crashed: return "engine_crashed";
    }
    return "engine_crashed";
}

// What may end otherwise the next time: a child that needs too much memory on a busy machine is
// killed by the kernel, and so is who has used up its processor time.
bool is_by_chance(const std::string& end)
{
    return end == "signal 9" || end == "signal 24";
}

bool ends_for_good(const job::Job& job, const ChildOutcome& outcome, LastEnds& last_ends)
{
    switch (outcome.end) {
    case ChildEnd::refused: return true; // the same request would be refused again
    case ChildEnd::deadline:
    case ChildEnd::stopped: return false;
    case ChildEnd::artifact:
    case ChildEnd::crashed: break;
    }
    return !is_by_chance(outcome.detail) && last_ends.is_repeated(job, outcome.detail);
}

void attempt_failed(store::Queue& queue, const job::Job& job, const ChildOutcome& outcome,
                    const FinishRules& rules)
{
    const bool is_last = ends_for_good(job, outcome, rules.last_ends);
    const std::string_view error = error_word(outcome.end);
    const bool held = outcome.end == ChildEnd::stopped
                          ? queue.give_back(job, rules.worker, error)
                          : queue.attempt_failed(job, rules.worker, error,
                                                 is_last ? job.attempt : rules.attempts);
    if (is_last || !held || job.attempt >= rules.attempts) rules.last_ends.forget(job);
    base::log::warning("job_attempt_failed", {{"job_id", job.id.text()},
                                              {"attempt", job.attempt},
                                              {"error", error},
                                              {"detail", outcome.detail},
                                              {"claim", held ? "held" : "lost"}});
}

// Whether the buyer's sources, of which there are some, gave the analysis nothing to work with. A
// correlation says so by its streams: null, or what it compared.
bool has_read_nothing(const json_t* artifact_view)
{
    if (const json_t* streams_view = json::member(artifact_view, "streams"))
        return json_is_null(streams_view);
    const json_t* sources_view = json::array_member(artifact_view, "sources");
    const std::size_t count = json_array_size(sources_view);
    for (std::size_t i = 0; i < count; ++i)
        if (json::text_member(json_array_get(sources_view, i), "status") == "used") return false;
    return count > 0;
}

bool needs_a_source(const job::Job& job)
{
    const auto* product = catalog::find_product(job.product);
    return product != nullptr && product->needs_a_source;
}

bool was_sold_with_model(const job::Job& job)
{
    const auto* row = catalog::find_lane(job.lane);
    return row != nullptr && row->asks_model;
}

struct Parts {
    json::Ref artifact;
    json::Ref transcript; // nullptr: no model was asked
};

std::optional<Parts> parts_of(std::string_view printed, const job::Job& job)
{
    auto whole = json::parse(printed);
    if (!whole || !json_is_object(whole->get())) return std::nullopt;
    if (!was_sold_with_model(job)) return Parts{std::move(*whole), {}};
    const json_t* artifact_view = json::object_member(whole->get(), "artifact");
    const json_t* transcript_view = json::object_member(whole->get(), "transcript");
    if (artifact_view == nullptr || transcript_view == nullptr) return std::nullopt;
    return Parts{json::share(artifact_view), json::share(transcript_view)};
}

} // namespace

Errand make_errand(const std::string& stored_request, Additions additions)
{
    constexpr const char* k_pins = "_pins";
    const auto request = json::parse(stored_request);
    if (!request || !json_is_object(request->get()))
        throw base::Fault{"a stored request is not a JSON object"};
    auto envelope = json::object("deadline_ms", additions.deadline.count());
    if (!additions.vantage.empty())
        json::set(envelope.get(), "vantage", json::value(additions.vantage));
    if (additions.pages) json::set(envelope.get(), "pages", std::move(additions.pages));
    if (additions.model != nullptr)
        json::set(envelope.get(), "model", llm::settings_json(*additions.model));
    if (const json_t* pins_view = json::member(request->get(), k_pins)) {
        json::set(envelope.get(), "pins", json::share(pins_view));
        json_object_del(request->get(), k_pins);
    }
    return {json::dump(request->get()), json::dump(envelope.get())};
}

bool LastEnds::is_repeated(const job::Job& job, const std::string& end)
{
    const std::lock_guard lock{m_mutex};
    return std::exchange(m_ends[job.seq], end) == end;
}

void LastEnds::forget(const job::Job& job)
{
    const std::lock_guard lock{m_mutex};
    m_ends.erase(job.seq);
}

std::string_view model_lack_of(const json_t* artifact_view)
{
    return json::text_member(json::object_member(artifact_view, "engine"), "degraded_reason")
        .value_or("");
}

bool says_model_away(std::string_view printed)
{
    const auto whole = json::parse(printed);
    return whole &&
           model_lack_of(json::object_member(whole->get(), "artifact")) == job::k_model_away;
}

base::Result<job::Result, ArtifactRefusal> seal(std::string_view printed, const job::Job& job,
                                                base::Instant completed,
                                                std::chrono::milliseconds wall,
                                                const Outlook& outlook)
{
    const auto parts = parts_of(printed, job);
    if (!parts) return base::refuse(ArtifactRefusal::not_json);
    const auto& artifact = parts->artifact;
    if (outlook.is_model_fit && model_lack_of(artifact.get()) == job::k_model_away)
        json::set(json_object_get(artifact.get(), "engine"), "degraded_reason",
                  json::value(llm::name_of(llm::Lack::budget)));
    auto usage = json::object("ms", wall.count());
    if (outlook.fetch) json::set(usage.get(), "fetch_ms", json::value(outlook.fetch->count()));
    json::set_all(artifact.get(), "job_id", job.id.text(), "product", job.product, "completed_at",
                  base::to_rfc3339(completed), "usage", std::move(usage));
    auto bytes = base::canonical_json(artifact.get());
    if (!bytes) return base::refuse(ArtifactRefusal::not_canonical);
    std::string transcript;
    if (parts->transcript) {
        auto recorded = base::canonical_json(parts->transcript.get());
        if (!recorded) return base::refuse(ArtifactRefusal::not_canonical);
        transcript = std::move(*recorded);
    }
    const value::Digest hash{base::sha256(base::bytes_of(*bytes))};
    return job::Result{
        .artifact = std::move(*bytes),
        .hash = hash,
        .verdict = std::string{json::text_member(artifact.get(), "verdict").value_or("")},
        .anchor_status = "off",
        .is_vantage_offline =
            json::boolean_member(json::object_member(artifact.get(), "vantage"), "offline")
                .value_or(false),
        .are_sources_unread = needs_a_source(job) && has_read_nothing(artifact.get()),
        .model_lack = std::string{parts->transcript ? model_lack_of(artifact.get()) : ""},
        .owed_without_model = catalog::owed_without_model(job.product, job.price),
        .transcript = std::move(transcript)};
}

void finish_attempt(store::Queue& queue, const base::Clock& clock, const job::Job& job,
                    const ChildOutcome& outcome, const FinishRules& rules)
{
    if (outcome.end != ChildEnd::artifact) {
        attempt_failed(queue, job, outcome, rules);
        return;
    }
    const base::Instant completed = clock.now();
    auto result = seal(outcome.output, job, completed, outcome.wall, rules.outlook);
    if (!result) {
        attempt_failed(queue, job, outcome, rules);
        return;
    }
    // What needs a source and had one is delivered.
    if (rules.outlook.is_blind && (!needs_a_source(job) || result->are_sources_unread))
        result->was_blind = true;
    if (rules.anchors) result->anchor_status = "pending";
    if (rules.news != nullptr) rules.news->tell(result->model_lack.empty());
    // False: another worker has the job by now. Its result counts, ours is dropped.
    rules.last_ends.forget(job);
    const bool stored = queue.complete(job, rules.worker, *result, completed);
    base::log::info("job_finished", {{"job_id", job.id.text()},
                                     {"verdict", result->verdict},
                                     {"model_lack", result->model_lack},
                                     {"ms", outcome.wall.count()},
                                     {"claim", stored ? "held" : "lost"}});
}

} // namespace work
