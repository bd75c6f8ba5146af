// What an attempt's end does to its job: the artifact becomes canonical bytes and a hash, or the
// job goes back to its lane, or it has failed and its buyer has a credit.
#pragma once

#include "base/clock.hpp"
#include "base/json.hpp"
#include "base/result.hpp"
#include "llm/chat.hpp"
#include "store/queue.hpp"
#include "work/child.hpp"
#include "work/model_plan.hpp"

#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

namespace work {

// What assay-run is handed: the bare request, and what the worker adds to it.
struct Errand {
    std::string request;
    std::string envelope;
};

struct Additions {
    std::chrono::milliseconds deadline{0};
    std::string vantage{};                // empty: it is not told
    base::json::Ref pages{};              // as gathered; nullptr: none
    const llm::Settings* model = nullptr; // of the line on descriptor 5; nullptr: there is none
};

// Of a stored request, in which `_pins` stand beside the buyer's members (DESIGN.md, 9).
Errand make_errand(const std::string& stored_request, Additions additions);

// How the last attempts at jobs ended, in this life of the worker. Any thread may call.
class LastEnds {
public:
    // Whether the attempt before at this job ended so, too.
    bool is_repeated(const job::Job& job, const std::string& end);
    void forget(const job::Job& job);

private:
    std::mutex m_mutex;
    std::map<std::int64_t, std::string> m_ends; // by row of the job
};

// Why a review that was to ask a model is less than that (llm::Lack); empty: it is
// not.
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
// `is_model_fit` was not away: the text took more than its budget.
base::Result<job::Result, ArtifactRefusal> seal(std::string_view printed, const job::Job& job,
                                                base::Instant completed,
                                                std::chrono::milliseconds wall,
                                                const Outlook& outlook = {});

struct FinishRules {
    std::string_view worker; // that holds the claim
    int attempts = 0;        // before the job has failed
    bool anchors = false;    // its hash is to be anchored
    LastEnds& last_ends;
    Outlook outlook{};
    ModelNews* news = nullptr; // told of a model that was asked; nullptr: none was
};

// An attempt that our own stop ended counts as none; one that ended as the attempt before did is
// the last.
void finish_attempt(store::Queue& queue, const base::Clock& clock, const job::Job& job,
                    const ChildOutcome& outcome, const FinishRules& rules);

} // namespace work
