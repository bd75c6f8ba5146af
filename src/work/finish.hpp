// What an attempt's end does to its job: the artifact becomes canonical bytes and a hash, or the
// job goes back to its lane, or it has failed and its buyer has a credit.
#pragma once

#include "base/clock.hpp"
#include "base/result.hpp"
#include "job/store.hpp"
#include "work/child.hpp"

#include <string>
#include <string_view>

namespace work {

// The request for assay-run: `request` with `_deadline_ms` and, unless it is empty, `_vantage`
// (decisions, section 8).
std::string child_request(const std::string& request, std::chrono::milliseconds deadline,
                          const std::string& vantage);

enum class ArtifactRefusal { not_json, not_canonical };

// Adds job_id, product, completed_at and usage, so that hashes never repeat, and makes the bytes
// that are stored, served and anchored (decisions, section 6).
base::Result<job::Result, ArtifactRefusal> seal(std::string_view printed, const job::Job& job,
                                                base::Instant completed,
                                                std::chrono::milliseconds wall);

struct FinishRules {
    int attempts = 0;     // before the job has failed
    bool anchors = false; // its hash is to be anchored
};

void finish_attempt(job::Store& store, const base::Clock& clock, std::string_view worker,
                    const job::Job& job, const ChildOutcome& outcome, const FinishRules& rules);

} // namespace work
