// Whom a transaction wants told that it is on disk.
#pragma once

namespace db {

class CommitNotice {
public:
    CommitNotice() = default;
    virtual ~CommitNotice() = default;
    CommitNotice(const CommitNotice&) = delete;
    CommitNotice& operator=(const CommitNotice&) = delete;
    // Once for all the transactions of one COMMIT, by any thread of the caller's write group,
    // before any of their callers goes on.
    virtual void notify() noexcept = 0;
};

} // namespace db
