// What reads and writes rows. Stores and their helpers are handed one of the two, so that a change
// outside a transaction does not compile: only db::write() makes a Writer.
#pragma once

#include "db/statement.hpp"

#include <vector>

namespace db {

class Database;
struct ChangedRow;
class Session; // db/driver.hpp
struct Turn;

// Asks: on its thread's database, in a snapshot if one is open there, or inside a write
// transaction, where it sees what that has changed. As cheap as a pointer.
class Reader {
public:
    // Throws Fault while a write of this database is under way, whose changes it would not see: ask
    // its Writer. Also on one that others name as their writer.
    Reader(Database& database);

    // Begins a statement whose rows are read by step(). Statements are prepared once and kept;
    // arguments are copied. Throws Fault.
    template <typename... Values>
    [[nodiscard]] Statement query(Select sql, const Values&... values) const
    {
        return Statement{borrow(sql.sql()), Arguments::copy, values...};
    }

protected:
    explicit Reader(Session& session) : m_session{&session} {}
    [[nodiscard]] Statement::Borrowed borrow(Sql sql) const;
    // Rows that the last statement has changed.
    [[nodiscard]] int changes() const;

    Session* m_session;
};

// A write transaction, as its body sees it.
class Writer : public Reader {
public:
    explicit Writer(Turn& turn);
    Writer(const Writer&) = delete;
    Writer& operator=(const Writer&) = delete;

    // Runs a statement to its end and returns how many rows it changed. Throws Fault, FullFault.
    template <typename... Values> int run(Sql sql, const Values&... values)
    {
        Statement statement{borrow(sql), Arguments::outlive, values...};
        while (statement.step()) continue;
        return changes();
    }
    // What the transaction has changed, while writes are checked (db/write_check).
    [[nodiscard]] std::vector<ChangedRow> take_changes();

    // Until its end no other transaction goes on that has said the same name: for a question whose
    // answer no row and no index holds, before it is asked. On SQLite a transaction is alone
    // anyway.
    void alone_with(std::string_view name);

    // For what changes rows and tells of them: INSERT ... RETURNING.
    template <typename... Values>
    [[nodiscard]] Statement returning(Sql sql, const Values&... values)
    {
        return Statement{borrow(sql), Arguments::copy, values...};
    }
};

} // namespace db
