// The write gate: an flock on `<database>.lock` held around every write transaction and every
// checkpoint. It keeps commits and checkpoints from overlapping (Debian 12's SQLite lacks the
// WAL-reset fix), and gives writers turns. The kernel opens it when its holder dies.
//
// The first that wants in takes the turn (a lock on the file's first byte) and keeps it until it is
// in. So there is one next at any time, and a holder who comes back at once queues like the others:
// without that, a writer on a slow disk kept others out for seconds (measured).
#pragma once

#include "base/fd.hpp"
#include "db/sqlite/backoff.hpp"

#include <chrono>
#include <string>

namespace db::sqlite {

// One descriptor each: an flock belongs to the open file, so threads may not share a Gate.
class Gate {
public:
    // The file is made 0660 by the process that comes first. Throws Fault.
    Gate(std::string path, std::chrono::milliseconds patience);

    // Held from construction to destruction; may be nested on the same Gate. Throws Fault when
    // others held the gate for longer than the patience.
    class Hold {
    public:
        explicit Hold(Gate& gate);
        ~Hold();
        Hold(const Hold&) = delete;
        Hold& operator=(const Hold&) = delete;

    private:
        Gate& m_gate;
    };

    [[nodiscard]] bool is_held() const { return m_depth > 0; }

private:
    void open_file();
    void acquire();
    bool take_turn();
    void end_turn() noexcept;
    void release() noexcept;

    std::string m_path;
    Backoff m_backoff;
    base::Fd m_file;
    int m_depth = 0;
};

} // namespace db::sqlite
