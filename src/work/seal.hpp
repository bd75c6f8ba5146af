// What an analysis printed becomes the result that is stored, served and anchored. Knows no store.
#pragma once

#include "base/clock.hpp"
#include "base/json.hpp"
#include "base/result.hpp"
#include "job/job.hpp"

#include <chrono>
#include <optional>
#include <string_view>

namespace work {

// Why a review that was to ask a model is less than that (llm::Lack); empty: it is not.
std::string_view model_lack_of(const json_t* artifact_view);

enum class ArtifactRefusal { not_json, not_canonical };

// What of the world outside an attempt's end depends on.
struct Outlook {
    std::optional<std::chrono::milliseconds> fetch{}; // how long its pages took; nullopt: none
    bool is_blind = false;     // none was read, for the network cannot be seen from here
    bool is_model_fit = false; // it has done a text of ours since the attempt began
};

// Whether what a job that asks a model printed says that the model was away.
bool says_model_away(std::string_view printed);

// Adds job_id, product, completed_at and usage, so that hashes never repeat, and makes the bytes
// that are stored, served and anchored (DESIGN.md, 8). Of a job that asks a model the
// artifact and what the model was asked and answered are printed side by side, and a model that
// `is_model_fit` was not away: the text took more than its budget. What needs a source and had one
// was not blind: it is delivered.
base::Result<job::Result, ArtifactRefusal> seal(std::string_view printed, const job::Job& job,
                                                base::Instant completed,
                                                std::chrono::milliseconds wall,
                                                const Outlook& outlook = {});

} // namespace work
