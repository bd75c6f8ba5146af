// What the last hours were like: an hour a row, kept by the worker and told by GET /health. The
// rules of every store hold (store/access.hpp).
#pragma once

#include "store/access.hpp"

#include <chrono>
#include <optional>
#include <vector>

namespace store {

struct Hour {
    base::Instant begin;
    int minutes_up = 0;   // a worker lived; at most 60
    int minutes_well = 0; // of these: no alarm stood
    int jobs_complete = 0;
    int jobs_failed = 0;
    // From the sale to the result, of rail v2; nullopt: no job of it was completed.
    std::optional<std::chrono::milliseconds> mean_time;
};

class History {
public:
    explicit History(const Access& at) : m_at{at} {}

    // The worker lives in this minute; said more often, it counts once. `is_well`: no alarm stands.
    void live(bool is_well);
    // Those on record that began within `span`, oldest first.
    std::vector<Hour> hours(std::chrono::hours span);

private:
    void count_jobs(db::Writer& writer, std::int64_t hour);

    Access m_at;
};

} // namespace store
