// What the worker does once a second besides running jobs: it proves that it lives, takes back what
// dead processes left, keeps the WAL short, raises alarms and gives up what is old.
#pragma once

#include "base/clock.hpp"
#include "config/config.hpp"
#include "store/bulletin.hpp"
#include "store/history.hpp"
#include "store/queue.hpp"
#include "store/sweeper.hpp"
#include "work/lane.hpp"
#include "work/retention.hpp"
#include "work/stamp.hpp"

#include <chrono>
#include <memory>
#include <string>
#include <vector>

namespace work {

struct HousekeepingPlan {
    std::string worker;                // this worker's name
    std::string documents_digest;      // of the table and configuration in this program
    std::string documents_digest_file; // what `assay render` wrote beside the documents
    config::StoreSettings store{};     // how long what is kept
    value::EvmNetwork network = value::EvmNetwork::parse("eip155:1").value();
    StampPlan stamp{};
};

// One thread. Throws Fault when the database fails; the caller goes on with the next round.
class Housekeeper {
public:
    // All must outlive the object. Its database is used by this object alone.
    Housekeeper(const store::Access& at, const HousekeepingPlan& plan,
                const std::vector<std::unique_ptr<Lane>>& lanes);

    // One round. False: a lane has been silent for too long; the worker should not live on, so
    // neither the heartbeat nor the watchdog is fed.
    bool round();

private:
    bool lanes_are_alive() const;
    void beat();
    void take_back();
    [[nodiscard]] bool is_in_work(const job::Job& job) const;
    void keep_history();
    void checkpoint();
    void check_documents();
    void check_pools();

    db::Database& m_database;
    store::Bulletin m_bulletin;
    store::History m_history;
    store::Queue m_queue;
    store::Sweeper m_sweeper;
    Retention m_retention;
    Stamp m_stamp;
    const base::Clock& m_clock;
    const HousekeepingPlan& m_plan;
    const std::vector<std::unique_ptr<Lane>>& m_lanes;
    base::Instant m_started;
    std::chrono::steady_clock::time_point m_next_beat;
    std::chrono::steady_clock::time_point m_next_stamp;
};

} // namespace work
