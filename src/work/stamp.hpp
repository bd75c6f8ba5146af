// How far the database had come, in a file of its own beside it: a database that is behind the file
// is an older copy, however it was put there (decisions 14).
#pragma once

#include "store/bulletin.hpp"
#include "store/restorations.hpp"

#include <string>

namespace work {

struct StampPlan {
    std::string path{};      // of the file; empty: none is kept
    bool reads_chain = true; // false: no endpoint is configured
};

// One thread. Throws Fault where the database takes nothing; a file that cannot be read or written
// is an error of the log.
class Stamp {
public:
    // `plan` must outlive the object.
    Stamp(const store::Access& at, const value::EvmNetwork& network, const StampPlan& plan);

    // Compares the two, and takes both one further. Before the first beat, without which nothing is
    // sold, and once a minute.
    void keep();

private:
    void tell();

    value::EvmNetwork m_network;
    const StampPlan& m_plan;
    store::Restorations m_restorations;
    store::Bulletin m_bulletin;
    const base::Clock& m_clock;
};

} // namespace work
