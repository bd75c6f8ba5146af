// How far the database had come, in a file of its own beside it: a database that is behind the file
// is an older copy, however it was put there (decisions 14). One that came back with its file, as a
// snapshot of a machine does, is told by the chain, where the anchor account has gone on.
#pragma once

#include "store/anchor_records.hpp"
#include "store/bulletin.hpp"
#include "store/restorations.hpp"

#include <functional>
#include <optional>
#include <string>

namespace work {

struct AnchorAccount {
    value::EvmAddress address;
    // How many transactions it has sent by the chain; nullopt: no endpoint tells.
    std::function<std::optional<std::uint64_t>()> count_sent;
};

struct StampPlan {
    std::string path{};                     // of the file; empty: none is kept
    bool reads_chain = true;                // false: no endpoint is configured
    std::optional<AnchorAccount> anchors{}; // nullopt: nothing is anchored
};

// One thread. Throws Fault where the database takes nothing; a file that cannot be read or written
// is an error of the log.
class Stamp {
public:
    // `plan` must outlive the object.
    Stamp(const store::Access& at, const value::EvmNetwork& network, const StampPlan& plan);

    // Compares the two, and takes both one further. Before the first beat, without which nothing is
    // sold, and once a minute. The first time it asks the chain.
    void keep();

private:
    void compare_anchors();
    void tell();

    value::EvmNetwork m_network;
    const StampPlan& m_plan;
    store::Restorations m_restorations;
    store::AnchorRecords m_anchors;
    store::Bulletin m_bulletin;
    const base::Clock& m_clock;
    bool m_has_compared = false;
};

} // namespace work
