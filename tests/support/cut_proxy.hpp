// Stands between a client and a PostgreSQL server on a Unix socket, and loses a COMMIT.
#pragma once

#include "base/fd.hpp"
#include "support/temp_dir.hpp"

#include <atomic>
#include <list>
#include <string>
#include <thread>

namespace support {

class CutProxy {
public:
    // `server`: the path of its socket.
    explicit CutProxy(std::string server);
    ~CutProxy();
    CutProxy(const CutProxy&) = delete;
    CutProxy& operator=(const CutProxy&) = delete;

    // Where its own socket is.
    [[nodiscard]] const std::string& folder() const { return m_folder.path(); }

    // What becomes of the next COMMIT. before: it is not handed on, and the connection is cut.
    // after: the connection is cut once the server has answered. silent: the answer is kept back.
    // for_good: as after, and nothing is let through from then on. late: the client is cut off, and
    // the COMMIT is kept back until deliver().
    enum class Cut { none, before, after, silent, for_good, late };
    void at_commit(Cut cut) { m_cut = cut; }
    void deliver() { m_is_due = true; }
    [[nodiscard]] int cuts() const { return m_cuts; }

private:
    struct Pair {
        base::Fd client;
        base::Fd server;
        Cut pending = Cut::none; // its COMMIT is with the server
        bool is_over = false;
    };
    void serve();
    void accept_one();
    void from_client(Pair& pair);
    void from_server(Pair& pair);

    TempDir m_folder;
    std::string m_server;
    base::Fd m_listening;
    std::list<Pair> m_pairs;
    base::Fd m_late_server;
    std::string m_late;
    std::atomic<Cut> m_cut = Cut::none;
    std::atomic<int> m_cuts = 0;
    std::atomic<bool> m_is_due = false;
    std::atomic<bool> m_is_ending = false;
    bool m_is_shut = false;
    std::thread m_thread;
};

} // namespace support
