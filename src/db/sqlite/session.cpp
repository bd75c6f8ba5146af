#include "db/sqlite/session.hpp"

#include "base/concat.hpp"
#include "db/sqlite/error.hpp"
#include "db/sqlite/new_file.hpp"

#include <unistd.h>

#include <utility>

namespace db::sqlite {

namespace {

constexpr mode_t k_database_mode = 0640;
constexpr std::int64_t k_journal_size_limit_bytes = 64 * 1024 * 1024;
constexpr std::chrono::milliseconds k_checkpoint_patience{100};

// SQLite counts its memory under one lock of the whole process, which every thread would take for
// each allocation. The count is not read. Too late once SQLite is in use, which harms nothing.
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

std::string sql_text(const std::string& text)
{
    std::string out = "'";
    for (const char letter : text) {
        if (letter == '\'') out += '\'';
        out += letter;
    }
    return out + "'";
}

} // namespace

Session::Session(const Options& options)
    : m_path{options.path}, m_cache_kib{options.cache_kib},
      m_patience{options.patience}, m_process{::getpid()}, m_gate{m_path + ".lock", m_patience},
      m_patient{m_patience}, m_hurried{k_checkpoint_patience}, m_busy_backoff{&m_patient}
{
    count_no_memory();
    make_if_absent(m_path, k_database_mode);
    open();
}

void Session::open()
{
    sqlite3* opened = nullptr;
    const int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE |
                      SQLITE_OPEN_PRIVATECACHE;
    const int code = sqlite3_open_v2(m_path.c_str(), &opened, flags, nullptr);
    m_handle.reset(opened);
    if (code != SQLITE_OK) throw_error(opened, code, base::concat("open ", m_path));
    configure();
}

void Session::reopen()
{
    m_cursors.clear();
    m_handle.reset();
    open();
}

void Session::configure()
{
    sqlite3_busy_handler(m_handle.get(), &Session::on_busy, this);
    if (write_check() != nullptr) sqlite3_update_hook(m_handle.get(), &Session::on_change, this);
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
            throw base::Fault{base::concat(m_path, " cannot use a WAL, its mode is ", mode)};
    }
    execute("PRAGMA synchronous=FULL");
    execute("PRAGMA wal_autocheckpoint=0");
    execute(base::concat("PRAGMA journal_size_limit=", k_journal_size_limit_bytes));
    execute("PRAGMA foreign_keys=ON");
    execute(base::concat("PRAGMA cache_size=-", m_cache_kib));
}

int Session::on_busy(void* session, int count) noexcept
{
    Backoff& backoff = *static_cast<Session*>(session)->m_busy_backoff;
    if (count == 0) backoff.start();
    return backoff.pause() ? 1 : 0;
}

void Session::on_change(void* session, int, const char*, const char* table, sqlite3_int64 row)
{
    static_cast<Session*>(session)->m_changes.push_back({table, row});
}

std::vector<ChangedRow> Session::take_changes()
{
    return std::exchange(m_changes, {});
}

std::string Session::execute(const std::string& sql)
{
    std::optional<std::string> first;
    const int code = sqlite3_exec(m_handle.get(), sql.c_str(), keep_first_column, &first, nullptr);
    if (code != SQLITE_OK) throw_error(m_handle.get(), code, base::concat(m_path, ": ", sql));
    return first.value_or("");
}

StatementHandle Session::prepare(const std::string& sql)
{
    sqlite3_stmt* made = nullptr;
    const int code = sqlite3_prepare_v2(m_handle.get(), sql.c_str(), -1, &made, nullptr);
    StatementHandle statement{made};
    if (code != SQLITE_OK) throw_error(m_handle.get(), code, base::concat(m_path, ": ", sql));
    return statement;
}

Statement::Borrowed Session::prepared(Sql sql)
{
    Cursor& cursor = m_cursors.try_emplace(sql.text().data(), *m_handle, sql).first->second;
    if (cursor.is_busy())
        throw base::Fault{base::concat("a statement is still in use: ", sql.text())};
    if (!cursor.is_readonly() && !m_gate.is_held())
        throw base::Fault{base::concat("a write outside a write transaction: ", sql.text())};
    return {cursor, m_in_use};
}

int Session::changes() const
{
    return sqlite3_changes(m_handle.get());
}

void Session::run(Sql sql)
{
    Statement statement{prepared(sql), Arguments::outlive};
    while (statement.step()) continue;
}

void Session::copy_into(const std::string& target)
{
    execute(base::concat("VACUUM INTO ", sql_text(target)));
}

bool Session::checkpoint(bool truncate)
{
    const Gate::Hold hold{own_gate()};
    int frames = 0;
    int moved = 0;
    m_busy_backoff = &m_hurried;
    const int code = sqlite3_wal_checkpoint_v2(
        m_handle.get(), nullptr, truncate ? SQLITE_CHECKPOINT_TRUNCATE : SQLITE_CHECKPOINT_PASSIVE,
        &frames, &moved);
    m_busy_backoff = &m_patient;
    if (code != SQLITE_OK && (code & 0xff) != SQLITE_BUSY)
        throw_error(m_handle.get(), code, "checkpoint");
    return code == SQLITE_OK && frames == moved;
}

std::optional<std::string> Session::busy_statement() const
{
    sqlite3_stmt* statement = nullptr;
    while ((statement = sqlite3_next_stmt(m_handle.get(), statement)) != nullptr)
        if (sqlite3_stmt_busy(statement) != 0) return sqlite3_sql(statement);
    return std::nullopt;
}

std::vector<std::string> Session::prepared_statements() const
{
    std::vector<std::string> out;
    for (const auto& [text, cursor] : m_cursors) out.emplace_back(text);
    return out;
}

Gate& Session::own_gate()
{
    require_own_process();
    return m_gate;
}

bool Session::has_transaction() const
{
    return sqlite3_get_autocommit(m_handle.get()) == 0;
}

void Session::roll_back() noexcept
{
    if (!has_transaction()) return;
    try {
        run("ROLLBACK");
    } catch (const base::Fault&) {
        // SQLite keeps the transaction open, and the next BEGIN reports it.
        return;
    }
}

void Session::begin_reading()
{
    run("BEGIN");
}

void Session::end_reading() noexcept
{
    roll_back();
}

void Session::throw_last(std::string_view what) const
{
    throw_error(m_handle.get(), sqlite3_extended_errcode(m_handle.get()), what);
}

void Session::require_own_process() const
{
    if (::getpid() != m_process)
        throw base::Fault{base::concat("the connection to ", m_path, " crossed a fork")};
}

Session& session_of(Database& database)
{
    auto* const session = dynamic_cast<Session*>(&database.session());
    if (session == nullptr) throw base::Fault{"this can be done to a database of SQLite's alone"};
    return *session;
}

} // namespace db::sqlite
