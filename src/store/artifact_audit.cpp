#include "store/artifact_audit.hpp"

#include "base/json.hpp"
#include "base/sha256.hpp"
#include "job/transitions.hpp"

#include <algorithm>

namespace store {

namespace {

namespace json = base::json;

constexpr int k_at_once = 100;

// A job with what was delivered, and the credits that what was not is owed by.
struct Delivered {
    std::int64_t seq = 0;
    std::string job_id;
    std::string state;
    std::string product;
    std::string lane;
    json::Ref artifact; // nullptr: the job has no artifact, or one that is not JSON
    bool has_wrong_hash = false;
    bool has_vantage_credit = false;
    bool has_sources_credit = false;
    bool has_model_credit = false;
};

bool is_offline(const Delivered& job)
{
    return json_is_true(json::member(json::member(job.artifact.get(), "vantage"), "offline"));
}

bool has_source(const Delivered& job, const auto& is_wanted)
{
    const json_t* const sources_view = json::member(job.artifact.get(), "sources");
    for (std::size_t i = 0; i < json_array_size(sources_view); ++i)
        if (is_wanted(json_array_get(sources_view, i))) return true;
    return false;
}

bool is_used(const json_t* source_view)
{
    return json::text_member(source_view, "status") == "used";
}

bool breaks_hash(const Delivered& job)
{
    return job.has_wrong_hash;
}

bool breaks_offline(const Delivered& job)
{
    return is_offline(job) && !job.has_vantage_credit;
}

// A text is reviewed without the pages that it names, of which none was read then.
bool breaks_vantage_credit(const Delivered& job)
{
    if (!job.has_vantage_credit) return false;
    if (!job.artifact) return true;
    if (job.lane != "pages" && job.lane != "model_pages") return !is_offline(job);
    return has_source(job, [](const json_t* each_view) {
        return json::text_member(each_view, "origin") == "fetched" && is_used(each_view);
    });
}

// A buyer who got nothing for their sources has a credit, and no other. Of verify, which is
// delivered without them, earlier releases gave one.
bool breaks_sources_credit(const Delivered& job)
{
    if (job.product.starts_with("verify")) return false;
    const json_t* const streams_view = json::member(job.artifact.get(), "streams");
    const bool has_sources = has_source(job, [](const json_t*) { return true; });
    const bool is_owed = json_is_null(streams_view) || (!json_is_object(streams_view) &&
                                                        has_sources && !has_source(job, is_used));
    return is_owed != job.has_sources_credit;
}

bool breaks_model_credit(const Delivered& job)
{
    const bool was_promised = job.lane == "model" || job.lane == "model_pages";
    const json_t* const engine_view = json::member(job.artifact.get(), "engine");
    const bool is_owed =
        was_promised && json::text_member(engine_view, "degraded_reason") == "model_away";
    return is_owed != job.has_model_credit;
}

struct ArtifactRule {
    std::string_view word;
    bool (*is_broken)(const Delivered& job);
};

constexpr ArtifactRule k_artifact_rules[] = {
    // What buyers were promised to be able to check: the hash is that of the bytes served.
    {"hash_is_not_the_artifacts", breaks_hash},
    {"offline_scan_without_credit", breaks_offline},
    {"credit_of_what_saw_something", breaks_vantage_credit},
    {"unread_sources_and_credit_differ", breaks_sources_credit},
    {"model_away_and_credit_differ", breaks_model_credit},
};

// Those after `seq`, oldest first. PostgreSQL draws no conclusion from one table's bound to the
// other's.
std::vector<Delivered> jobs_after(db::Reader reader, std::int64_t seq)
{
    std::vector<Delivered> out;
    auto row = reader.query(
        "SELECT jobs.seq, job_id, state, product, lane, result_hash, artifact, "
        "EXISTS (SELECT 1 FROM credit WHERE job_seq = jobs.seq AND reason = 'vantage_offline'), "
        "EXISTS (SELECT 1 FROM credit WHERE job_seq = jobs.seq AND reason = 'sources_unread'), "
        "EXISTS (SELECT 1 FROM credit WHERE job_seq = jobs.seq AND reason = 'model_away') "
        "FROM jobs JOIN job_body ON job_body.job_seq = jobs.seq WHERE jobs.seq > ?1 "
        "AND job_body.job_seq > ?1 ORDER BY jobs.seq LIMIT ?2",
        seq, k_at_once);
    while (row.step()) {
        Delivered job{.seq = row.integer(0),
                      .job_id = std::string{row.text(1)},
                      .state = std::string{row.text(2)},
                      .product = std::string{row.text(3)},
                      .lane = std::string{row.text(4)},
                      .artifact = {},
                      .has_vantage_credit = row.integer(7) != 0,
                      .has_sources_credit = row.integer(8) != 0,
                      .has_model_credit = row.integer(9) != 0};
        if (job.state == to_text(job::State::complete) && !row.is_null(6)) {
            const auto bytes = row.text(6);
            job.has_wrong_hash = value::Digest::from_bytes(row.blob(5)) !=
                                 value::Digest{base::sha256(base::bytes_of(bytes))};
            if (auto parsed = json::parse(bytes)) job.artifact = std::move(*parsed);
        }
        out.push_back(std::move(job));
    }
    return out;
}

} // namespace

void check_artifacts(db::Reader reader, int limit, std::vector<Violation>& out)
{
    int found[std::size(k_artifact_rules)]{};
    for (auto jobs = jobs_after(reader, 0); !jobs.empty();
         jobs = jobs_after(reader, jobs.back().seq))
        for (const Delivered& job : jobs)
            for (std::size_t i = 0; i < std::size(k_artifact_rules); ++i) {
                const ArtifactRule& rule = k_artifact_rules[i];
                if (found[i] == limit || !rule.is_broken(job)) continue;
                ++found[i];
                out.push_back({std::string{rule.word}, job.job_id, "job " + job.state});
            }
}

} // namespace store
