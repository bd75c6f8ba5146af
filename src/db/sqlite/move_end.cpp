#include "db/sqlite/move_end.hpp"

#include "base/concat.hpp"
#include "db/row_bytes.hpp"
#include "db/sqlite/cursor.hpp"
#include "db/sqlite/session.hpp"

namespace db::sqlite {

namespace {

// What is written before a COMMIT, so that the -wal does not grow to the size of the database.
constexpr std::size_t k_bytes_a_commit = 8UL << 20;
constexpr std::size_t k_count_size = 2;

void append_value(std::string& row, sqlite3_stmt* statement, int place, Column::Kind kind)
{
    if (sqlite3_column_type(statement, place) == SQLITE_NULL) return append_null(row);
    if (kind == Column::Kind::integer)
        return append_column(row, sqlite3_column_int64(statement, place));
    const void* const bytes = kind == Column::Kind::text ? sqlite3_column_text(statement, place)
                                                         : sqlite3_column_blob(statement, place);
    append_column(row, {static_cast<const char*>(bytes),
                        static_cast<std::size_t>(sqlite3_column_bytes(statement, place))});
}

class RowWriter final : public RowSink {
public:
    RowWriter(Session& session, const Table& table) : m_session{session}, m_columns{table.columns}
    {
        std::string places = "?";
        for (std::size_t i = 1; i < table.columns.size(); ++i) places += ", ?";
        m_session.execute("BEGIN IMMEDIATE");
        m_session.execute(base::concat("DELETE FROM ", table.name));
        m_insert = m_session.prepare(base::concat(
            "INSERT INTO ", table.name, " (", quoted(table.columns), ") VALUES (", places, ")"));
    }
    ~RowWriter() override
    {
        m_insert.reset();
        m_session.roll_back();
    }
    RowWriter(const RowWriter&) = delete;
    RowWriter& operator=(const RowWriter&) = delete;

    void put(std::string_view row) override
    {
        RowColumns values{row};
        for (std::size_t i = 0; i < m_columns.size(); ++i)
            bind(static_cast<int>(i) + 1, values.next(), m_columns[i].kind);
        if (sqlite3_step(m_insert.get()) != SQLITE_DONE) m_session.throw_last(insert_text());
        sqlite3_reset(m_insert.get());
        m_bytes += row.size();
        if (m_bytes < k_bytes_a_commit) return;
        finish();
        m_session.execute("BEGIN IMMEDIATE");
    }

    void finish() override
    {
        m_session.execute("COMMIT");
        m_session.checkpoint(/*truncate=*/false);
        m_bytes = 0;
    }

private:
    void bind(int place, std::optional<std::string_view> value, Column::Kind kind)
    {
        sqlite3_stmt* const insert = m_insert.get();
        int code = SQLITE_OK;
        if (!value)
            code = sqlite3_bind_null(insert, place);
        else if (kind == Column::Kind::integer)
            code = sqlite3_bind_int64(insert, place, number_of(*value));
        else if (kind == Column::Kind::text)
            code = sqlite3_bind_text64(insert, place, value->data(), value->size(), SQLITE_STATIC,
                                       SQLITE_UTF8);
        else
            code = sqlite3_bind_blob64(insert, place, value->data(), value->size(), SQLITE_STATIC);
        if (code != SQLITE_OK) m_session.throw_last(insert_text());
    }
    [[nodiscard]] std::string_view insert_text() const { return sqlite3_sql(m_insert.get()); }

    Session& m_session;
    std::vector<Column> m_columns;
    StatementHandle m_insert;
    std::size_t m_bytes = 0; // since the last COMMIT
};

} // namespace

MoveEnd::MoveEnd(Database& database) : m_database{database}, m_session{session_of(database)} {}

MoveEnd::~MoveEnd() = default;

void MoveEnd::hold(const std::vector<Table>&)
{
    m_gate.emplace(m_session.own_gate());
}

void MoveEnd::make(std::span<const Migration> steps)
{
    m_gate.emplace(m_session.own_gate());
    if (schema_version(m_database, steps) != 0)
        throw base::Fault{base::concat(m_session.path(), " is not empty")};
    migrate(m_database, steps);
    set_version(closed(static_cast<int>(steps.size())));
}

void MoveEnd::read(const Table& table, const TakeRow& take)
{
    const std::string sql = select_all(table);
    const StatementHandle statement = m_session.prepare(sql);
    std::string row;
    int code = SQLITE_OK;
    while ((code = sqlite3_step(statement.get())) == SQLITE_ROW) {
        row.clear();
        append_number(row, static_cast<std::int64_t>(table.columns.size()), k_count_size);
        for (std::size_t i = 0; i < table.columns.size(); ++i)
            append_value(row, statement.get(), static_cast<int>(i), table.columns[i].kind);
        take(row);
    }
    if (code != SQLITE_DONE) m_session.throw_last(sql);
}

std::unique_ptr<RowSink> MoveEnd::fill(const Table& table)
{
    return std::make_unique<RowWriter>(m_session, table);
}

// Each table is on disk once it is finished.
void MoveEnd::keep(const std::vector<Table>&) {}

void MoveEnd::set_version(int version)
{
    m_session.execute(base::concat("PRAGMA user_version=", version));
}

} // namespace db::sqlite
