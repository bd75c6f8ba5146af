// The daemon: one per node, lanes as threads, housekeeping in the calling thread.
#pragma once

#include "base/clock.hpp"
#include "catalog/catalog.hpp"
#include "config/config.hpp"
#include "db/database.hpp"
#include "work/housekeeper.hpp"
#include "work/programs.hpp"

#include <functional>
#include <string>

namespace work {

struct WorkerPlan {
    db::Options store; // where it is
    Programs programs;
    std::string llm_program; // path of assay-llm
    std::string wake_file;
    std::string lock_file; // held for life: a second worker on this node refuses to start
    std::string documents_digest;
    CertificateEnd certificate_end{}; // empty: there is none to look at
};

// Runs until `should_stop` says so (asked once a second at least), then lets running jobs finish
// for a while, kills what is left and returns: those jobs are tried again by the next worker. While
// a worker of another node leads the store, it waits. Throws Fault when it cannot start, when a
// lane hangs, or when another worker has taken over.
void run_worker(const catalog::Catalog& catalog, const base::Clock& clock, const WorkerPlan& plan,
                const std::function<bool(std::chrono::milliseconds wait)>& should_stop);

} // namespace work
