// Real database files for tests, and what stores need around them.
#pragma once

#include "support/fake_clock.hpp"
#include "support/temp_dir.hpp"

#include "db/database.hpp"
#include "job/wake.hpp"
#include "store/bulletin.hpp"
#include "store/queue.hpp"
#include "store/reading.hpp"
#include "store/reservations.hpp"
#include "store/sweeper.hpp"

#include <chrono>
#include <string>
#include <string_view>

namespace support {

// The database of a directory: a file in it, or, where the environment has ASSAY_TEST_ENGINE as
// postgresql, a schema of its own on a server of the test program's.
db::Options store_options(const std::string& directory);

// Stores with all they need on `<directory>/jobs.db`, as one thread or process has it. The schema
// is brought up to date.
struct StoreSession {
    explicit StoreSession(const std::string& directory);

    db::Options options; // for another connection to the same database
    db::Database database{options};
    FakeClock clock;
    job::Waker waker;
    const store::Access at{database, clock, waker};
    store::Reservations reservations{at};
    store::Sweeper sweeper{at};
    store::Queue lanes{at};
    store::Bulletin bulletin{at};
    store::Reading reading{at};

    // Says so where the database is on a server, which a test that looks at a file cannot use.
    [[nodiscard]] bool is_skipped_on_server(std::string_view why) const;
    // The worker beats at the clock's time.
    void beat();
    // A job that was paid, and waits in its lane.
    job::Payment queue(const store::ReservationOrder& order);
    // The same, claimed by `worker` for a minute.
    store::ClaimedJob start(const store::ReservationOrder& order, std::string_view worker);
    // The state of a job that is there.
    job::State state(const value::JobId& id);
};

// A fresh database in a directory of its own, with a worker that is alive.
struct StoreWorld : TempDir, StoreSession {
    StoreWorld();
};

inline constexpr std::string_view k_lane = "analysis";
inline constexpr std::string_view k_worker = "worker-1";

// An order that can be reserved; each number is another authorization, and another request.
store::ReservationOrder reservation_order(unsigned number);

// A result with the hash of its artifact.
job::Result result_of(std::string_view artifact, std::string_view anchor_status = "off");

} // namespace support
