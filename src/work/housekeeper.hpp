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
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace work {

// When the site's first certificate ends; nullopt: it cannot be told from here.
using CertificateEnd = std::function<std::optional<base::Instant>()>;

struct HousekeepingPlan {
    std::string worker;                // this worker's name
    std::string documents_digest;      // of the table and configuration in this program
    std::string documents_digest_file; // what `assay render` wrote beside the documents
    config::StoreSettings store{};     // how long what is kept
    value::EvmNetwork network = value::EvmNetwork::parse("eip155:1").value();
    StampPlan stamp{};
    CertificateEnd certificate_end{};
    bool asks_facilitator = true; // false: what was heard of one is of an earlier configuration
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
    // The part of a round that is done every few seconds: the heartbeat, and each alarm.
    void beat_now();

private:
    bool lanes_are_alive() const;
    void beat();
    void take_back();
    [[nodiscard]] bool is_in_work(const job::Job& job) const;
    void keep_history();
    void checkpoint();
    void check_documents();
    void check_pools();
    void check_room();
    void check_facilitator();
    void check_certificate();

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
    std::chrono::steady_clock::time_point m_next_certificate;
    // Since when the last word of the facilitator was a failure.
    std::optional<base::Instant> m_facilitator_fails_since{};
};

} // namespace work
