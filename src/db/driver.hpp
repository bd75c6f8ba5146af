// What an engine gives, for db and its engines alone: everybody else has a Database, a Reader or a
// Writer.
#pragma once

#include "db/commit_notice.hpp"
#include "db/statement.hpp"
#include "db/write_check.hpp"

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace db {

// A prepared statement of one connection.
class Cursor {
public:
    Cursor() = default;
    virtual ~Cursor() = default;
    Cursor(const Cursor&) = delete;
    Cursor& operator=(const Cursor&) = delete;

    virtual void bind(int index, std::int64_t value) = 0;
    virtual void bind(int index, std::string_view value, Arguments arguments) = 0;
    virtual void bind(int index, base::ByteView value, Arguments arguments) = 0;
    virtual void bind_null(int index) = 0;
    // See Statement.
    virtual bool step() = 0;
    [[nodiscard]] virtual bool is_null(int column) const = 0;
    [[nodiscard]] virtual std::int64_t integer(int column) const = 0;
    [[nodiscard]] virtual std::string_view text(int column) const = 0;
    [[nodiscard]] virtual base::ByteView blob(int column) const = 0;
    // As before the first step, and nothing is bound: arguments may be gone by the next use, and
    // may be megabytes.
    virtual void reset() noexcept = 0;
};

// A connection. Not for several threads at once, and never carried across fork().
class Session {
public:
    Session() = default;
    virtual ~Session() = default;
    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;

    // From the cache, or prepared for it. Throws Fault: in use already, or it changes rows where no
    // transaction is open.
    virtual Statement::Borrowed prepared(Sql sql) = 0;
    // Rows that the last statement has changed.
    [[nodiscard]] virtual int changes() const = 0;
    // Rows changed since the last call, while writes are checked (db/write_check).
    virtual std::vector<ChangedRow> take_changes() = 0;

    // See Writer::alone_with().
    virtual void alone_with(std::string_view name) = 0;

    // Around a ReadTxn.
    virtual void begin_reading() = 0;
    virtual void end_reading() noexcept = 0;

    // Throws Fault in another process than the one that opened it.
    virtual void require_own_process() const = 0;

    // For tests: see Database.
    [[nodiscard]] virtual std::optional<std::string> busy_statement() const = 0;
    [[nodiscard]] virtual std::vector<std::string> prepared_statements() const = 0;
};

// A write transaction that is open. Only a write group makes one, and no code outside db/ knows the
// type: so none but a transaction's body has a Writer.
struct Turn {
    Session& session;
};

// Runs the write transactions of several threads; db::write() is its only caller.
class WriteGroup {
public:
    // What a transaction does. True: it is kept. False, or what it throws: it is rolled back.
    using Body = std::function<bool(Writer&)>;

    WriteGroup() = default;
    virtual ~WriteGroup() = default;
    WriteGroup(const WriteGroup&) = delete;
    WriteGroup& operator=(const WriteGroup&) = delete;

    // A whole transaction. Whether it was kept: then it is on disk, and `told`, if any, was told.
    // Throws what `body` throws, or Fault, FullFault, HeldFault: nothing was kept.
    virtual bool run(const Body& body, CommitNotice* told) = 0;

    // For tests: threads whose turn it is or that wait for it.
    [[nodiscard]] virtual std::size_t members() = 0;
    // For tests: those of connections that are its own, none of which is in use.
    [[nodiscard]] virtual std::vector<std::string> prepared_statements() const { return {}; }
};

} // namespace db
