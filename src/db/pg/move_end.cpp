#include "db/pg/move_end.hpp"

#include "base/concat.hpp"
#include "db/pg/schema.hpp"
#include "db/pg/session.hpp"
#include "db/row_bytes.hpp"

#include <chrono>
#include <thread>

namespace db::pg {

using base::concat;

namespace {

// Eleven letters and two numbers of four bytes, which are 0.
constexpr std::string_view k_copy_head{"PGCOPY\n\377\r\n\0\0\0\0\0\0\0\0\0", 19};
constexpr std::string_view k_copy_end{"\377\377", 2}; // -1 where a row would begin
constexpr std::chrono::seconds k_farewell{2};
constexpr std::chrono::milliseconds k_pause_between_looks{50};
// So much goes to the server at once.
constexpr std::size_t k_piece_bytes = 256UL << 10;

// Rows out of what the server sends, wherever it cuts that.
class RowCutter {
public:
    explicit RowCutter(const TakeRow& take) : m_take{take} {}

    void add(std::string_view piece)
    {
        m_rest += piece;
        std::string_view rest = m_rest;
        if (!m_has_begun) {
            if (rest.size() < k_copy_head.size()) return;
            if (!rest.starts_with(k_copy_head)) throw base::Fault{"the server sends no rows"};
            rest.remove_prefix(k_copy_head.size());
            m_has_begun = true;
        }
        while (!rest.starts_with(k_copy_end)) {
            const std::size_t size = row_size(rest);
            if (size == 0) break;
            m_take(rest.substr(0, size));
            rest.remove_prefix(size);
        }
        m_rest.erase(0, m_rest.size() - rest.size());
    }
    void finish() const
    {
        if (m_rest != k_copy_end) throw base::Fault{"the server has sent half a row"};
    }

private:
    const TakeRow& m_take;
    std::string m_rest;
    bool m_has_begun = false;
};

class RowWriter final : public RowSink {
public:
    RowWriter(Connection& connection, const Table& table)
        : m_connection{connection}, m_waiting{k_copy_head}
    {
        connection.run(concat("DELETE FROM ", table.name));
        connection.begin_copy(concat("COPY ", table.name, " (", quoted(table.columns),
                                     ") FROM STDIN (FORMAT binary)"));
    }

    void put(std::string_view row) override
    {
        m_waiting += row;
        if (m_waiting.size() >= k_piece_bytes) send();
    }
    void finish() override
    {
        m_waiting += k_copy_end;
        send();
        m_connection.end_copy();
    }

private:
    void send()
    {
        m_connection.put(m_waiting);
        m_waiting.clear();
    }

    Connection& m_connection;
    std::string m_waiting;
};

// The next number of a row's own is greater than those that are there.
void set_sequence(Connection& connection, const Table& table)
{
    const std::string& key = table.key.front();
    connection.run(concat("SELECT setval(pg_get_serial_sequence('", table.name, "', '", key,
                          "'), max(\"", key, "\")) FROM ", table.name, " HAVING max(\"", key,
                          "\") IS NOT NULL AND pg_get_serial_sequence('", table.name, "', '", key,
                          "') IS NOT NULL"));
}

bool has_number_as_key(const Table& table)
{
    if (table.key.size() != 1) return false;
    for (const Column& each : table.columns)
        if (each.name == table.key.front()) return each.kind == Column::Kind::integer;
    return false;
}

std::string names_of(const std::vector<Table>& tables)
{
    std::string out;
    for (const Table& each : tables) out += concat(out.empty() ? "" : ", ", each.name);
    return out;
}

// The server may not know yet that a program has just ended.
void require_alone(Connection& connection)
{
    for (const auto until = std::chrono::steady_clock::now() + k_farewell;;) {
        const Result others = connection.run(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() "
            "AND application_name = 'assay' AND pid <> pg_backend_pid()");
        const std::string_view count = PQgetvalue(others.get(), 0, 0);
        if (count == "0") return;
        if (std::chrono::steady_clock::now() > until)
            throw HeldFault{concat("the store is in use by ", count,
                                   " connections of this service: stop it first")};
        std::this_thread::sleep_for(k_pause_between_looks);
    }
}

} // namespace

MoveEnd::~MoveEnd()
{
    if (m_is_open) m_session.roll_back();
}

void MoveEnd::begin()
{
    m_session.open();
    m_session.begin("BEGIN ISOLATION LEVEL REPEATABLE READ");
    m_is_open = true;
    // A table takes as long as it takes, and one end waits for the other. Each piece of it has a
    // deadline on our side.
    m_session.connection().run("SET LOCAL statement_timeout = 0; "
                               "SET LOCAL idle_in_transaction_session_timeout = 0");
}

void MoveEnd::commit()
{
    m_is_open = false;
    try {
        m_session.connection().run("COMMIT");
        m_session.end();
    } catch (...) {
        m_session.roll_back();
        throw;
    }
}

void MoveEnd::hold(const std::vector<Table>& tables)
{
    m_session.open();
    require_alone(m_session.connection());
    begin();
    m_session.connection().run(
        concat("SET LOCAL lock_timeout = '5s'; LOCK TABLE ", names_of(tables), " IN SHARE MODE"));
}

void MoveEnd::make(std::span<const Migration> steps)
{
    begin();
    Connection& connection = m_session.connection();
    const Result found = connection.run("SELECT count(*) FROM pg_class WHERE relnamespace = "
                                        "to_regnamespace(quote_ident(current_schema()))");
    if (std::string_view{PQgetvalue(found.get(), 0, 0)} != "0")
        throw base::Fault{"the store is not empty: name a database that was just created"};
    make_schema(connection, steps, closed(static_cast<int>(steps.size())));
}

void MoveEnd::read(const Table& table, const TakeRow& take)
{
    RowCutter rows{take};
    m_session.connection().copy_out(
        concat("COPY (", select_all(table), ") TO STDOUT (FORMAT binary)"),
        [&](std::string_view piece) { rows.add(piece); });
    rows.finish();
}

std::unique_ptr<RowSink> MoveEnd::fill(const Table& table)
{
    return std::make_unique<RowWriter>(m_session.connection(), table);
}

void MoveEnd::keep(const std::vector<Table>& tables)
{
    for (const Table& each : tables)
        if (has_number_as_key(each)) set_sequence(m_session.connection(), each);
    // Else the first plans know nothing of what is there.
    m_session.connection().run(concat("ANALYZE ", names_of(tables)));
    commit();
}

void MoveEnd::set_version(int version)
{
    if (!m_is_open) m_session.open();
    m_session.connection().run(concat("UPDATE schema_version SET version = ", version));
    if (m_is_open) commit();
}

} // namespace db::pg
