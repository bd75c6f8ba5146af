// A prepared statement of SQLite's.
//
// One that is not reset pins its snapshot, so that no checkpoint gets past it and the -wal file
// grows for ever.
#pragma once

#include "base/closer.hpp"
#include "db/driver.hpp"

#include <sqlite3.h>

#include <memory>

namespace db::sqlite {

using StatementHandle = std::unique_ptr<sqlite3_stmt, base::Closer<sqlite3_finalize>>;

class Cursor final : public db::Cursor {
public:
    // Throws Fault: no SQL.
    Cursor(sqlite3& connection, Sql sql);

    void bind(int index, std::int64_t value) override;
    void bind(int index, std::string_view value, Arguments arguments) override;
    void bind(int index, base::ByteView value, Arguments arguments) override;
    void bind_null(int index) override;
    bool step() override;
    [[nodiscard]] bool is_null(int column) const override;
    [[nodiscard]] std::int64_t integer(int column) const override;
    [[nodiscard]] std::string_view text(int column) const override;
    [[nodiscard]] base::ByteView blob(int column) const override;
    void reset() noexcept override;

    // Stepped, and not reset.
    [[nodiscard]] bool is_busy() const { return sqlite3_stmt_busy(m_statement.get()) != 0; }
    [[nodiscard]] bool is_readonly() const { return sqlite3_stmt_readonly(m_statement.get()) != 0; }

private:
    void check(int code) const;

    StatementHandle m_statement;
};

} // namespace db::sqlite
