#include "db/connection.hpp"

#include "base/concat.hpp"
#include "db/new_file.hpp"

#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <limits>
#include <utility>

namespace db {

namespace {

constexpr mode_t k_database_mode = 0640;
constexpr std::int64_t k_journal_size_limit_bytes = 64 * 1024 * 1024;
constexpr std::chrono::milliseconds k_checkpoint_patience{100};

// SQLite counts its memory under one lock of the whole process, which every thread would take for
// each allocation. Nobody reads the count. Too late once SQLite is in use, which harms nothing.
void count_no_memory()
{
    static const int s_once = sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
    static_cast<void>(s_once);
}

int keep_first_column(void* out, int columns, char** values, char**)
{
    auto& first = *static_cast<std::optional<std::string>*>(out);
    if (!first && columns > 0 && values[0] != nullptr) first = values[0];
    return 0;
}

} // namespace

Connection::Connection(Options options)
    : m_options{std::move(options)}, m_process{::getpid()}, m_gate{m_options.path + ".lock",
                                                                   m_options.patience},
      m_patient{m_options.patience}, m_hurried{k_checkpoint_patience}, m_busy_backoff{&m_patient}
{
    count_no_memory();
    make_if_absent(m_options.path, k_database_mode);
    open();
}

void Connection::open()
{
    sqlite3* opened = nullptr;
    const int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE |
                      SQLITE_OPEN_PRIVATECACHE;
    const int code = sqlite3_open_v2(m_options.path.c_str(), &opened, flags, nullptr);
    m_handle.reset(opened);
    if (code != SQLITE_OK) throw_error(opened, code, base::concat("open ", m_options.path));
    configure();
}

void Connection::reopen()
{
    m_statements.clear();
    m_handle.reset();
    open();
}

void Connection::configure()
{
    sqlite3_busy_handler(m_handle.get(), &Connection::on_busy, this);
    // By default the last connection to close would checkpoint, outside the gate.
    const int code =
        sqlite3_db_config(m_handle.get(), SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, nullptr);
    if (code != SQLITE_OK) throw_error(m_handle.get(), code, "NO_CKPT_ON_CLOSE");

    // First of all: SQLite looks at the file only now.
    execute("PRAGMA trusted_schema=OFF");
    execute("PRAGMA mmap_size=0");
    if (execute("PRAGMA journal_mode") != "wal") {
        const Gate::Hold hold{m_gate};
        const std::string mode = execute("PRAGMA journal_mode=WAL");
        if (mode != "wal")
            throw base::Fault{
                base::concat(m_options.path, " cannot use a WAL, its mode is ", mode)};
    }
    execute("PRAGMA synchronous=FULL");
    execute("PRAGMA wal_autocheckpoint=0");
    execute(base::concat("PRAGMA journal_size_limit=", k_journal_size_limit_bytes));
    execute("PRAGMA foreign_keys=ON");
    execute(base::concat("PRAGMA cache_size=-", m_options.cache_kib));
}

int Connection::on_busy(void* connection, int count) noexcept
{
    Backoff& backoff = *static_cast<Connection*>(connection)->m_busy_backoff;
    if (count == 0) backoff.start();
    return backoff.pause() ? 1 : 0;
}

std::string Connection::execute(const std::string& sql)
{
    std::optional<std::string> first;
    const int code = sqlite3_exec(m_handle.get(), sql.c_str(), keep_first_column, &first, nullptr);
    if (code != SQLITE_OK)
        throw_error(m_handle.get(), code, base::concat(m_options.path, ": ", sql));
    return first.value_or("");
}

sqlite3_stmt* Connection::prepared(Sql sql)
{
    StatementHandle& slot = m_statements[sql.text().data()];
    if (!slot) {
        sqlite3_stmt* made = nullptr;
        const int code = sqlite3_prepare_v3(m_handle.get(), sql.text().data(),
                                            static_cast<int>(sql.text().size()),
                                            SQLITE_PREPARE_PERSISTENT, &made, nullptr);
        slot.reset(made);
        if (code != SQLITE_OK) throw_error(m_handle.get(), code, sql.text());
    }
    if (sqlite3_stmt_busy(slot.get()) != 0)
        throw base::Fault{base::concat("a statement is still in use: ", sql.text())};
    if (sqlite3_stmt_readonly(slot.get()) == 0 && !m_gate.is_held())
        throw base::Fault{base::concat("a write outside a write transaction: ", sql.text())};
    return slot.get();
}

std::int64_t Connection::last_row()
{
    return sqlite3_last_insert_rowid(target().m_handle.get());
}

Checkpoint Connection::checkpoint(CheckpointMode mode)
{
    const Gate::Hold hold{own_gate()};
    int frames = 0;
    int moved = 0;
    const bool truncate = mode == CheckpointMode::truncate;
    m_busy_backoff = &m_hurried;
    const int code = sqlite3_wal_checkpoint_v2(
        m_handle.get(), nullptr, truncate ? SQLITE_CHECKPOINT_TRUNCATE : SQLITE_CHECKPOINT_PASSIVE,
        &frames, &moved);
    m_busy_backoff = &m_patient;
    if (code != SQLITE_OK && (code & 0xff) != SQLITE_BUSY)
        throw_error(m_handle.get(), code, "checkpoint");
    return {code == SQLITE_OK && frames == moved, wal_bytes()};
}

std::int64_t Connection::wal_bytes() const
{
    struct stat status {};
    if (::stat((m_options.path + "-wal").c_str(), &status) != 0) return 0;
    return status.st_size;
}

std::int64_t Connection::free_bytes() const
{
    struct statvfs system {};
    // A file system without blocks has no limit of its own.
    if (::statvfs(m_options.path.c_str(), &system) != 0 || system.f_blocks == 0)
        return std::numeric_limits<std::int64_t>::max();
    return static_cast<std::int64_t>(system.f_bavail) * static_cast<std::int64_t>(system.f_frsize);
}

std::optional<std::string> Connection::busy_statement() const
{
    sqlite3_stmt* statement = nullptr;
    while ((statement = sqlite3_next_stmt(m_handle.get(), statement)) != nullptr)
        if (sqlite3_stmt_busy(statement) != 0) return sqlite3_sql(statement);
    return std::nullopt;
}

std::vector<std::string> Connection::prepared_statements() const
{
    std::vector<std::string> out;
    for (const auto& [text, statement] : m_statements) out.emplace_back(text);
    return out;
}

Gate& Connection::own_gate()
{
    require_own_process();
    return m_gate;
}

WriteGroup& Connection::group()
{
    return (m_options.writer != nullptr ? *m_options.writer : *this).m_group;
}

void Connection::enter_transaction()
{
    require_own_process();
    if (m_in_transaction) throw base::Fault{"a transaction inside a transaction"};
    m_in_transaction = true;
}

bool Connection::has_transaction() const
{
    return sqlite3_get_autocommit(m_handle.get()) == 0;
}

void Connection::roll_back() noexcept
{
    if (!has_transaction()) return;
    try {
        run("ROLLBACK");
    } catch (const base::Fault&) {
        // SQLite keeps the transaction open, and the next BEGIN reports it.
        return;
    }
}

void Connection::require_own_process() const
{
    if (::getpid() != m_process)
        throw base::Fault{base::concat("the connection to ", m_options.path, " crossed a fork")};
}

} // namespace db
