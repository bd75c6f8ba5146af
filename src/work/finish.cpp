#include "work/finish.hpp"

#include "base/canonical_json.hpp"
#include "base/fault.hpp"
#include "base/log.hpp"

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

void attempt_failed(job::Store& store, std::string_view worker, const job::Job& job,
                    const ChildOutcome& outcome, int attempts_allowed)
{
    // The same request would be refused again: no further attempt.
    const int allowed = outcome.end == ChildEnd::refused ? job.attempt : attempts_allowed;
    const std::string_view error = error_word(outcome.end);
    const bool held = store.attempt_failed(job, worker, error, allowed);
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

} // namespace

std::string child_request(const std::string& request, std::chrono::milliseconds deadline,
                          const std::string& vantage)
{
    const auto parsed = json::parse(request);
    if (!parsed || !json_is_object(parsed->get()))
        throw base::Fault{"a stored request is not a JSON object"};
    json::set(parsed->get(), "_deadline_ms", json::value(deadline.count()));
    if (!vantage.empty()) json::set(parsed->get(), "_vantage", json::value(vantage));
    return json::dump(parsed->get());
}

base::Result<job::Result, ArtifactRefusal> seal(std::string_view printed, const job::Job& job,
                                                base::Instant completed,
                                                std::chrono::milliseconds wall)
{
    const auto artifact = json::parse(printed);
    if (!artifact || !json_is_object(artifact->get()))
        return base::refuse(ArtifactRefusal::not_json);
    json::set_all(artifact->get(), "job_id", job.id.text(), "product", job.product, "completed_at",
                  base::to_rfc3339(completed), "usage", json::object("ms", wall.count()));
    auto bytes = base::canonical_json(artifact->get());
    if (!bytes) return base::refuse(ArtifactRefusal::not_canonical);
    const value::Digest hash{base::sha256(base::bytes_of(*bytes))};
    return job::Result{
        .artifact = std::move(*bytes),
        .hash = hash,
        .verdict = std::string{json::text_member(artifact->get(), "verdict").value_or("")},
        .anchor_status = "off",
        .is_vantage_offline =
            json::boolean_member(json::object_member(artifact->get(), "vantage"), "offline")
                .value_or(false),
        .are_sources_unread = has_read_nothing(artifact->get())};
}

void finish_attempt(job::Store& store, const base::Clock& clock, std::string_view worker,
                    const job::Job& job, const ChildOutcome& outcome, const FinishRules& rules)
{
    if (outcome.end != ChildEnd::artifact) {
        attempt_failed(store, worker, job, outcome, rules.attempts);
        return;
    }
    const base::Instant completed = clock.now();
    auto result = seal(outcome.output, job, completed, outcome.wall);
    if (!result) {
        attempt_failed(store, worker, job, outcome, rules.attempts);
        return;
    }
    if (rules.anchors) result->anchor_status = "pending";
    // False: another worker has the job by now. Its result counts, ours is dropped.
    const bool stored = store.complete(job, worker, *result, completed);
    base::log::info("job_finished", {{"job_id", job.id.text()},
                                     {"verdict", result->verdict},
                                     {"ms", outcome.wall.count()},
                                     {"claim", stored ? "held" : "lost"}});
}

} // namespace work
