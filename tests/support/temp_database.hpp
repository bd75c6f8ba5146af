// Real database files for tests, and what a Store needs around it.
#pragma once

#include "support/fake_clock.hpp"
#include "support/temp_dir.hpp"

#include "db/database.hpp"
#include "job/store.hpp"
#include "job/wake.hpp"

#include <chrono>
#include <string>
#include <string_view>

namespace support {

// A Store with all it needs on `<directory>/jobs.db`, as one thread or process has it. The schema
// is brought up to date.
struct StoreSession {
    explicit StoreSession(const std::string& directory);

    db::Database database;
    FakeClock clock;
    job::Waker waker;
    job::Store jobs;

    // The worker beats at the clock's time.
    void beat();
    // A job that was paid, and waits in its lane.
    job::Payment queue(const job::ReservationOrder& order);
    // The same, claimed by `worker` for a minute.
    job::ClaimedJob start(const job::ReservationOrder& order, std::string_view worker);
    // The state of a job that is there.
    job::State state(const value::JobId& id);
};

// A fresh database in a directory of its own, with a worker that is alive.
struct StoreWorld : TempDir, StoreSession {
    StoreWorld();
};

inline constexpr std::string_view k_lane = "analysis";
inline constexpr std::string_view k_worker = "worker-1";

// An order that can be reserved; each number is another authorization.
job::ReservationOrder reservation_order(unsigned number);

// A result with the hash of its artifact.
job::Result result_of(std::string_view artifact, std::string_view anchor_status = "off");

} // namespace support
