// One connection to a PostgreSQL server, set up by the database rules of this house: READ
// COMMITTED, UTF-8, and an end to every wait.
#pragma once

#include "base/closer.hpp"
#include "db/database.hpp"

#include <libpq-fe.h>
#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace db::pg {

using Result = std::unique_ptr<PGresult, base::Closer<PQclear>>;

// An argument of a statement: a text, or bytes for a column of bytes.
struct Argument {
    std::string value;
    bool is_null = true;
    bool is_binary = false;
};

class Connection {
public:
    // Opens nothing yet. Throws Fault: no URL of PostgreSQL's, or one with a password in it.
    explicit Connection(const Options& options);
    ~Connection();
    Connection(const Connection&) = delete;
    Connection& operator=(const Connection&) = delete;

    // Opens it, anew if need be. Throws AwayFault; HeldFault: the server has no place left; Fault:
    // a server or a database that does not do.
    void open();
    void close() noexcept;
    // False: it is closed, or the server has ended it while nothing was asked.
    [[nodiscard]] bool is_alive();
    // How often it was opened: what was prepared on an earlier one is gone.
    [[nodiscard]] int openings() const { return m_openings; }

    // All of them throw as throw_error() does. One that is lost is closed. After an error
    // inside a transaction nothing but ROLLBACK does.

    // SQL that is not kept, several statements if need be. The last one's rows.
    Result run(const std::string& sql);
    void prepare(const std::string& name, const std::string& sql);
    // `what`: the text that was prepared.
    Result execute(const std::string& name, const std::vector<Argument>& arguments,
                   std::string_view what);

    // The same for COPY, piece by piece, each of which has the patience for itself. One that was
    // not read or filled to its end leaves nothing to do but close(), as ROLLBACK does then.
    void copy_out(const std::string& sql, const std::function<void(std::string_view)>& take);
    void begin_copy(const std::string& sql);
    void put(std::string_view bytes);
    void end_copy();

    // Rows that the last statement has changed.
    [[nodiscard]] int changes() const { return m_changes; }
    [[nodiscard]] std::chrono::milliseconds patience() const { return m_patience; }
    // Throws Fault in another process than the one that made it.
    void require_own_process() const;

private:
    using Handle = std::unique_ptr<PGconn, base::Closer<PQfinish>>;
    using Time = std::chrono::steady_clock::time_point;

    void require_what_we_need();
    // What to call before something is sent.
    PGconn* ready();
    // Waits for all of the answer. `is_sent`: what libpq said of sending.
    Result answer(int is_sent, std::string_view what);
    // Until a result is there, or an error. False: neither came in time.
    bool wait(Time until);
    static void hear(void* connection, const PGresult* notice);
    // Until the server takes what waits to be sent, or says more: the end, that it says no more.
    enum class Heard { something, nothing_in_time, the_end };
    Heard listen(bool has_more_to_send, Time until);
    [[nodiscard]] Time deadline() const;
    void begin_copying(const std::string& sql, ExecStatusType expected);
    [[noreturn]] void end_waiting(std::string_view what);
    [[noreturn]] void fail(const PGresult* result, std::string_view what);

    std::string m_url;
    std::string m_password;
    std::string m_settings; // of the session
    std::chrono::milliseconds m_patience;
    pid_t m_process;
    Handle m_handle;
    int m_openings = 0;
    int m_changes = 0;
    bool m_is_warned = false; // by the server, about what it was asked last
};

} // namespace db::pg
