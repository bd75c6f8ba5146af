// The lanes' queue as the worker sees it. A claim is lost when the job is no longer running, or was
// claimed again. `worker` names one life of the worker: unique per start. The rules of every store
// hold (store/access.hpp).
#pragma once

#include "store/access.hpp"

#include "job/job.hpp"

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace store {

struct ClaimedJob {
    job::Job job;
    std::string request; // JSON text for assay-run
};

// Which queued jobs a claim is for, and whose turn it is.
struct LaneShare {
    std::string lane;
    // The job whose payer and client have the fewest running jobs comes first; else the oldest.
    bool is_in_turn = false;
};

class Queue {
public:
    explicit Queue(const Access& at) : m_at{at} {}

    // queued -> running for the next queued job of the share (jobs on a further attempt first);
    // nullopt when nothing is queued. The claim lapses after `lease` unless extended.
    std::optional<ClaimedJob> claim_next(const LaneShare& share, std::string_view worker,
                                         std::chrono::seconds lease);
    // False: the claim was lost; the child must be killed and its result dropped. A full disk does
    // not say whose the claim is: no other worker can write that it is theirs.
    bool extend_lease(const job::Job& job, std::string_view worker, std::chrono::seconds lease);
    // A courtesy: false on a full disk, too.
    bool report_progress(const job::Job& job, std::string_view worker,
                         const job::Progress& progress);
    // running -> complete: artifact, hash and the anchor's outbox row (none when anchor_status is
    // "off") in one transaction. Where the network could not be seen also the word of it, and the
    // credit `vantage_offline` of a scan and of a text without its pages; of what read no source
    // the credit `sources_unread`, waived beyond what store/daily_credits.hpp allows; of what was
    // sold with a model that was away the credit `model_away`, waived likewise, or because the
    // whole price is owed already. False when the claim was lost. A hash that is not the
    // artifact's is a Fault.
    bool complete(const job::Job& job, std::string_view worker, const job::Result& result,
                  base::Instant completed);
    // running -> queued at the head of its lane, or -> failed with a credit `job_failed` once
    // `attempts_allowed` were begun. False when the claim was lost.
    bool attempt_failed(const job::Job& job, std::string_view worker, std::string_view error,
                        int attempts_allowed);
    // running -> queued at the head of its lane as if this attempt had not been begun: for the life
    // of a worker that claims nothing more. False when the claim was lost.
    bool give_back(const job::Job& job, std::string_view worker, std::string_view error);
    // Running jobs whose claim lapsed or belongs to another worker than `worker` (there is only
    // one: it holds worker.lock). A lease that lasts longer than `longest_lease` from now on was
    // given before the clock was set back, and has lapsed too. The caller ends each with
    // attempt_failed().
    struct LostClaim {
        job::Job job;
        std::string worker;
    };
    std::vector<LostClaim> lost_claims(std::string_view worker, std::chrono::seconds longest_lease);

private:
    // In a transaction.
    std::optional<ClaimedJob> take_next(db::Writer& writer, const LaneShare& share,
                                        std::string_view worker, std::chrono::seconds lease);
    bool store_result(db::Writer& writer, const job::Job& job, std::string_view worker,
                      const job::Result& result, base::Instant completed);

    Access m_at;
};

} // namespace store
