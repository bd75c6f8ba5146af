// Gives up what is old, from time to time and in small pieces ([store] request_retention and
// result_retention), copies of the database among it.
#pragma once

#include "base/clock.hpp"
#include "base/config/config.hpp"
#include "job/store_retention.hpp"
#include "job/store_transfers.hpp"
#include "value/evm.hpp"

#include <chrono>

namespace work {

// One thread. Throws Fault when the database fails; the next round goes on behind that place.
class Retention {
public:
    // All must outlive the object. `network`: whose blocks tell the time beside our clock.
    Retention(db::Database& database, const base::Clock& clock, job::Waker& waker,
              const base::config::StoreSettings& settings, const value::EvmNetwork& network);

    // Once at the start and then hourly everything is walked over, for a part of a second in each
    // round.
    void round();

private:
    void rest();
    void drop_copies();

    job::RetentionStore m_store;
    job::TransferStore m_transfers;
    const base::Clock& m_clock;
    const value::EvmNetwork& m_network;
    const base::config::StoreSettings& m_settings;
    job::Walk m_requests;
    job::Walk m_results; // begins when all requests were walked over
    std::chrono::steady_clock::time_point m_next_walk;
};

} // namespace work
