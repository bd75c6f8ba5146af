#include "work/seal.hpp"

#include "base/canonical_json.hpp"
#include "base/sha256.hpp"
#include "catalog/lanes.hpp"
#include "llm/interview.hpp"

#include <string>
#include <utility>

namespace work {

namespace {

namespace json = base::json;

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

// What was sold with a job, by its rows of the catalog; an older release's has none.
struct Sold {
    bool with_model = false;
    bool needs_a_source = false;
};

Sold sold_with(const job::Job& job)
{
    const auto* lane = catalog::find_lane(job.lane);
    const auto* product = catalog::find_product(job.product);
    return {.with_model = lane != nullptr && lane->asks_model,
            .needs_a_source = product != nullptr && product->needs_a_source};
}

struct Parts {
    json::Ref artifact;
    json::Ref transcript; // nullptr: no model was asked
};

std::optional<Parts> parts_of(std::string_view printed, bool with_model)
{
    auto whole = json::parse(printed);
    if (!whole || !json_is_object(whole->get())) return std::nullopt;
    if (!with_model) return Parts{std::move(*whole), {}};
    const json_t* artifact_view = json::object_member(whole->get(), "artifact");
    const json_t* transcript_view = json::object_member(whole->get(), "transcript");
    if (artifact_view == nullptr || transcript_view == nullptr) return std::nullopt;
    return Parts{json::share(artifact_view), json::share(transcript_view)};
}

} // namespace

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
    const Sold sold = sold_with(job);
    const auto parts = parts_of(printed, sold.with_model);
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
    const bool are_sources_unread = sold.needs_a_source && has_read_nothing(artifact.get());
    const value::Digest hash{base::sha256(base::bytes_of(*bytes))};
    return job::Result{
        .artifact = std::move(*bytes),
        .hash = hash,
        .verdict = std::string{json::text_member(artifact.get(), "verdict").value_or("")},
        .anchor_status = "off",
        .is_vantage_offline =
            json::boolean_member(json::object_member(artifact.get(), "vantage"), "offline")
                .value_or(false),
        .was_blind = outlook.is_blind && (!sold.needs_a_source || are_sources_unread),
        .are_sources_unread = are_sources_unread,
        .model_lack = std::string{parts->transcript ? model_lack_of(artifact.get()) : ""},
        .owed_without_model = catalog::owed_without_model(job.product, job.price),
        .transcript = std::move(transcript)};
}

} // namespace work
