// A full disk, a database that others hold, a server that is away: faults to most, answers to those
// who sell.
#pragma once

#include "base/fault.hpp"
#include "base/result.hpp"

#include <string>
#include <type_traits>

namespace db {

// The next transaction may succeed, and nothing of this one was kept unless it is an UnknownCommit.
class TransientFault : public base::Fault {
public:
    using base::Fault::Fault;
};

// The disk, or the quota, has no room left: a paid route answers 503 before it sells.
class FullFault final : public TransientFault {
public:
    using TransientFault::TransientFault;
};

// Others held the database for longer than Options::patience.
class HeldFault final : public TransientFault {
public:
    using TransientFault::TransientFault;
};

// A row is no longer as the transaction has read it, since another one was faster. Nothing was
// kept. On a server, where transactions run at once, the body is run again; on SQLite, where they
// do not, this is a bug.
class ConflictFault final : public base::Fault {
public:
    using base::Fault::Fault;
};

// The server does not answer, or its connection was lost; the next transaction tries to connect
// anew.
class AwayFault : public TransientFault {
public:
    using TransientFault::TransientFault;
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

// What `change` returns, or that the disk was full: for those who sell, and do not where it is.
template <typename Change>
base::Result<std::invoke_result_t<const Change&>, Full> if_room(const Change& change)
try {
    return change();
} catch (const FullFault& full) {
    return base::refuse(Full{full.what()});
}

// Why there is no value now: the engine's own words.
struct Unserved {
    std::string detail;
};

// What `change` returns, or that it may be tried again: for those who wait until it succeeds. After
// an UnknownCommit it is run again although it may have been kept.
template <typename Change>
base::Result<std::invoke_result_t<const Change&>, Unserved> if_served(const Change& change)
try {
    return change();
} catch (const TransientFault& fault) {
    return base::refuse(Unserved{fault.what()});
}

} // namespace db
