// What polls and /health show. No gate: none waits for a reader. The rules of every store hold
// (store/access.hpp).
#pragma once

#include "store/access.hpp"

#include "job/view.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace store {

struct LaneLoad {
    std::string lane;
    int waiting = 0; // settling and queued
    int running = 0;
};

class Reading {
public:
    explicit Reading(const Access& at) : m_at{at} {}

    // The artifact is fetched only when asked: it may be megabytes.
    enum class Artifact { leave, fetch };
    // nullopt: unknown id. View.result is there once the job is complete.
    std::optional<job::View> find(const value::JobId& id, Artifact artifact);
    // Whether a job of this unknown id may have been lost when an older copy was put back.
    bool is_lost(const value::JobId& id);
    // Which of its lane's queued jobs it is, from 1; nullopt when it is not queued.
    std::optional<std::int64_t> queue_position(const job::Job& job);
    // Lanes without such jobs are left out.
    std::vector<LaneLoad> lane_loads();
    // What a model was asked and answered for the job; empty: none was, or it is kept no longer.
    std::string transcript(const job::Job& job);
    // Prices of unread sources that are credited to the client today, at most: see
    // store/daily_credits.hpp.
    int unread_credits_left(std::string_view client, const job::ClientNetworks& networks);

private:
    Access m_at;
};

} // namespace store
