// What every store works with. A store is one audience's door to the tables: as cheap as its few
// references, made where it is used.
//
// Each method of a store is one transaction (writes under the gate, BEGIN IMMEDIATE), so that any
// number of processes may hold stores on the same file. Answers a caller must weigh come back in
// the Result; a broken database (I/O error, corruption, gate or busy past 5 s) throws base::Fault,
// as does a full disk (db::FullFault) where no refusal says so. After the COMMIT of a change of
// state that may be waited for, the Waker is notified, once for all that share it; progress is not
// such a change. Not thread-safe: each thread has a Database and stores of its own.
#pragma once

#include "base/clock.hpp"
#include "db/database.hpp"
#include "job/wake.hpp"

namespace store {

// All must outlive the stores.
struct Access {
    db::Database& database;
    const base::Clock& clock;
    job::Waker& waker;
};

} // namespace store
