// Transactions. They do not nest.
#pragma once

#include "db/commit_notice.hpp"
#include "db/database.hpp"

#include <functional>
#include <optional>
#include <string_view>
#include <type_traits>
#include <utility>

namespace db {

// Every SELECT inside sees the same committed state. Takes no gate and keeps no writer waiting.
class ReadTxn {
public:
    explicit ReadTxn(Database& database);
    ~ReadTxn();
    ReadTxn(const ReadTxn&) = delete;
    ReadTxn& operator=(const ReadTxn&) = delete;

private:
    Database::Occupation m_occupied;
    Session& m_session;
};

// A write transaction, in the group of those that the database writes with. What `body` does on
// the Writer that it is given is kept if it returns nothing or something true (a bool, a Result),
// and is on disk then; it is rolled back if not, or when it throws. Nothing but SQL belongs inside:
// other writes wait, on SQLite all of them. On SQLite another thread of the group may run it while
// the caller waits, together with its own (db/sqlite/write_group.hpp); on PostgreSQL it may run up
// to three times (db/pg/write_group.hpp), so that it must take nothing out of what it captures.
//
// `step` names the change for the failpoints around its COMMIT (base/failpoint.hpp). `told` is told
// when it is on disk. Throws what `body` throws; Fault, FullFault: nothing was kept, but for
// UnknownCommit.
template <typename Body> auto write(Database& database, std::string_view step, const Body& body);
template <typename Body>
auto write(Database& database, std::string_view step, CommitNotice& told, const Body& body);

// What a body came to, where that does not say by itself whether it is kept; write() returns the
// value.
template <typename Value> struct Outcome {
    Value value;
    bool is_kept = false;
    explicit operator bool() const { return is_kept; }
};
template <typename Value> Outcome<Value> keep(Value value)
{
    return {std::move(value), true};
}
template <typename Value> Outcome<Value> drop(Value value)
{
    return {std::move(value), false};
}

// A part of a transaction that is undone alone: what `body` does is kept if it returns something
// true, and undone if not, while the rest goes on. What it throws ends the whole transaction.
template <typename Body> auto part(Writer& writer, const Body& body);

// --- how write() is made ---

template <typename Value> auto value_of(Value&& value)
{
    return std::forward<Value>(value);
}
template <typename Value> Value value_of(Outcome<Value>&& outcome)
{
    return std::move(outcome.value);
}

void run_write(Database& database, std::string_view step, CommitNotice* told,
               const std::function<bool(Writer&)>& body);

template <typename Body>
auto write(Database& database, std::string_view step, CommitNotice* told, const Body& body)
{
    using Made = std::invoke_result_t<Body, Writer&>;
    if constexpr (std::is_void_v<Made>) {
        run_write(database, step, told, [&](Writer& writer) {
            body(writer);
            return true;
        });
    } else {
        std::optional<Made> out;
        run_write(database, step, told, [&](Writer& writer) {
            out.emplace(body(writer));
            return static_cast<bool>(*out);
        });
        return value_of(*std::move(out));
    }
}

template <typename Body> auto write(Database& database, std::string_view step, const Body& body)
{
    return write(database, step, nullptr, body);
}

template <typename Body> auto part(Writer& writer, const Body& body)
{
    writer.run("SAVEPOINT of_part");
    auto made = body();
    if (!made) writer.run("ROLLBACK TO of_part");
    writer.run("RELEASE of_part");
    return value_of(std::move(made));
}

template <typename Body>
auto write(Database& database, std::string_view step, CommitNotice& told, const Body& body)
{
    return write(database, step, &told, body);
}

} // namespace db
