// Transactions as scopes. They do not nest.
#pragma once

#include "db/connection.hpp"

#include <optional>
#include <string_view>
#include <type_traits>
#include <utility>

namespace db {

// Every SELECT inside sees the same committed state. Takes no gate and makes nobody wait.
class ReadTxn {
public:
    explicit ReadTxn(Connection& connection);
    ~ReadTxn();
    ReadTxn(const ReadTxn&) = delete;
    ReadTxn& operator=(const ReadTxn&) = delete;

private:
    Connection& m_connection;
};

// A write transaction: a turn in the group of those that write on the same connection
// (db/write_group.hpp), the gate, and BEGIN IMMEDIATE. What `body` does is kept if it returns
// something true (a bool, a Result), and is on disk then; it is rolled back if not, or when it
// throws. Nothing but SQL belongs inside: everybody else's writes wait. Another thread of the group
// may run it while the caller waits, together with its own.
//
// `step` names the change for the failpoints around its COMMIT (base/failpoint.hpp). `told` is told
// when it is on disk. Throws what `body` throws; Fault, FullFault: nothing was kept.
template <typename Body>
auto write(Connection& connection, std::string_view step, const Body& body);
template <typename Body>
auto write(Connection& connection, std::string_view step, CommitNotice& told, const Body& body);

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
template <typename Value> auto value_of(Value&& value)
{
    return std::forward<Value>(value);
}
template <typename Value> Value value_of(Outcome<Value>&& outcome)
{
    return std::move(outcome.value);
}

// The same as a scope, which no other thread can run: it shares its COMMIT only with those that
// come after it. For tests that hold one open. Rolled back at the end unless commit() was called.
class WriteTxn {
public:
    // `step` names the change for the failpoints around its COMMIT (base/failpoint.hpp); it must
    // outlive the transaction. Throws Fault when turn, gate or lock could not be had in time.
    WriteTxn(Connection& connection, std::string_view step);
    ~WriteTxn();
    WriteTxn(const WriteTxn&) = delete;
    WriteTxn& operator=(const WriteTxn&) = delete;

    // On disk when it returns. Throws Fault, FullFault: then nothing was kept. The transaction is
    // over then.
    void commit();

private:
    template <typename Body>
    friend auto write(Connection&, std::string_view, CommitNotice*, const Body&);
    static void run(Connection& connection, std::string_view step, CommitNotice* told,
                    const WriteGroup::Body& body);

    Connection& m_connection;
    std::string_view m_step;
    int m_faults; // in flight when it began
};

template <typename Body>
auto write(Connection& connection, std::string_view step, CommitNotice* told, const Body& body)
{
    std::optional<std::invoke_result_t<Body>> out;
    WriteTxn::run(connection, step, told, [&] {
        out.emplace(body());
        return static_cast<bool>(*out);
    });
    return value_of(*std::move(out));
}

template <typename Body> auto write(Connection& connection, std::string_view step, const Body& body)
{
    return write(connection, step, nullptr, body);
}

template <typename Body>
auto write(Connection& connection, std::string_view step, CommitNotice& told, const Body& body)
{
    return write(connection, step, &told, body);
}

} // namespace db
