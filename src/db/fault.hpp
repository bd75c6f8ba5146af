// A full disk, a database that others hold, a server that is away: faults to most, answers to those
// who sell.
#pragma once

#include "base/fault.hpp"
#include "base/result.hpp"

#include <string>
#include <type_traits>

namespace db {

// The disk, or the quota, has no room left. Nothing of the transaction was kept, and the next one
// succeeds once there is room: a paid route answers 503 before it sells.
class FullFault final : public base::Fault {
public:
    using base::Fault::Fault;
};

// Others held the database for longer than Options::patience. Nothing of the transaction was kept;
// the next one may succeed.
class HeldFault final : public base::Fault {
public:
    using base::Fault::Fault;
};

// A row is no longer as the transaction has read it, since another one was faster. Nothing was
// kept. On a server, where transactions run at once, the body is run again; on SQLite, where they
// do not, this is a bug.
class ConflictFault final : public base::Fault {
public:
    using base::Fault::Fault;
};

// The server does not answer, or its connection was lost. Nothing of the transaction was kept
// unless it is an UnknownCommit; the next one tries to connect anew.
class AwayFault : public base::Fault {
public:
    using base::Fault::Fault;
};

// The connection was lost after COMMIT was sent, and nothing could be heard of it since: the
// transaction is kept whole, or not at all.
class UnknownCommit final : public AwayFault {
public:
    using AwayFault::AwayFault;
};

// Why there is no value where the disk is full: what was tried, and the engine's own words.
struct Full {
    std::string detail;
};

// What `change` returns, or that the disk was full. The one place where a FullFault is caught: who
// cannot do without room lets it pass as the fault that it is.
template <typename Change>
base::Result<std::invoke_result_t<const Change&>, Full> if_room(const Change& change)
try {
    return change();
} catch (const FullFault& full) {
    return base::refuse(Full{full.what()});
}

} // namespace db
