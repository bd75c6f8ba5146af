// Threads of one process write on a few connections, each for one transaction at a time. The
// server itself lets transactions share a sync, and rows and UNIQUE indexes decide between them: so
// there is no gate.
#pragma once

#include "db/driver.hpp"
#include "db/pg/session.hpp"
#include "db/pg/token.hpp"

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <mutex>
#include <string>
#include <vector>

namespace db::pg {

class WriteGroup final : public db::WriteGroup {
public:
    // Opens nothing yet. Throws Fault.
    explicit WriteGroup(const Options& options);

    // The body is run by this thread, and again when the transaction met another one, up to three
    // times in all. Throws HeldFault, too, when no connection was free within the patience;
    // AwayFault; UnknownCommit, after which alone something may have been kept.
    bool run(const Body& body, CommitNotice* told) override;

    [[nodiscard]] std::size_t members() override;
    [[nodiscard]] std::vector<std::string> prepared_statements() const override;

private:
    struct Place {
        explicit Place(const Options& options) : session{options} {}
        Session session;
        Token token;
    };
    // One of the places, for as long as it lives.
    class Hold;

    bool try_once(Place& place, const Body& body) const;

    std::chrono::milliseconds m_patience;
    std::string m_turn; // Options::turn
    std::deque<Place> m_places;
    std::mutex m_mutex;
    std::condition_variable m_freed;
    std::vector<Place*> m_free; // the last one is used next: its connection is the likeliest open
    std::size_t m_members = 0;
};

} // namespace db::pg
