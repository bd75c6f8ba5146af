// Gives up what is old, from time to time and in small pieces ([store] request_retention and
// result_retention), copies of the database among it.
#pragma once

#include "base/clock.hpp"
#include "config/config.hpp"
#include "store/retention.hpp"
#include "store/scans.hpp"
#include "value/evm.hpp"

#include <chrono>

namespace work {

// One thread. Throws Fault when the database fails; the next round goes on behind that place.
class Retention {
public:
    // All must outlive the object. `network`: whose blocks tell the time beside our clock.
    Retention(const store::Access& at, const config::StoreSettings& settings,
              const value::EvmNetwork& network);

    // Once at the start and then hourly everything is walked over, for a part of a second in each
    // round.
    void round();

private:
    void rest();
    void drop_copies();

    store::Retention m_store;
    store::Scans m_scans;
    const base::Clock& m_clock;
    const value::EvmNetwork& m_network;
    const config::StoreSettings& m_settings;
    store::Walk m_requests;
    store::Walk m_results; // begins when all requests were walked over
    std::chrono::steady_clock::time_point m_next_walk;
};

} // namespace work
