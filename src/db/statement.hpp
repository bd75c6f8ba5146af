// One use of a prepared statement: bound when it is made, reset when it goes out of scope.
//
// A statement left un-reset keeps what it stands on: a snapshot, or all its rows. Hence a Statement
// cannot be kept, copied or moved.
#pragma once

#include "base/hex.hpp"
#include "db/columns.hpp"

#include <concepts>
#include <cstdint>
#include <optional>
#include <string_view>

namespace db {

class Cursor;

// Text of a statement: a literal of ours, so that nothing from outside can ever become SQL. Its
// address is the key of the statement cache.
class Sql {
public:
    template <std::size_t N> consteval Sql(const char (&text)[N]) : m_text{text, N - 1} {}
    template <std::size_t N> consteval Sql(const Text<N>& text) : m_text{text.view()} {}
    [[nodiscard]] constexpr std::string_view text() const { return m_text; }

private:
    std::string_view m_text;
};

// Text of a statement that reads: one that changes rows does not compile as such.
class Select {
public:
    template <std::size_t N> consteval Select(const char (&text)[N]) : Select{Sql{text}} {}
    template <std::size_t N> consteval Select(const Text<N>& text) : Select{Sql{text}} {}
    [[nodiscard]] constexpr Sql sql() const { return m_sql; }

private:
    consteval explicit Select(Sql sql) : m_sql{sql}
    {
        if (!sql.text().starts_with("SELECT ") && !sql.text().starts_with("PRAGMA "))
            throw "this statement may change rows: run it on the Writer of a transaction";
    }

    Sql m_sql;
};

// Whether bound text and blobs outlive the Statement, or must be copied.
enum class Arguments { outlive, copy };

class Statement {
public:
    // What it is made of belongs to the cache of the connection that it runs on, with the count of
    // those that were made and are still there.
    struct Borrowed {
        Cursor& cursor;
        int& in_use;
    };

    // Arguments bind ?1, ?2 ...
    template <typename... Values>
    Statement(Borrowed borrowed, Arguments arguments, const Values&... values)
        : m_cursor{borrowed.cursor}, m_in_use{borrowed.in_use}, m_arguments{arguments}
    {
        int index = 0;
        (bind(++index, values), ...);
    }
    ~Statement();
    Statement(const Statement&) = delete;
    Statement& operator=(const Statement&) = delete;

    // True: a row can be read. False: done. Throws Fault, FullFault.
    bool step();

    // Columns of the present row, from 0. Views end with the next step() or the Statement.
    [[nodiscard]] bool is_null(int column) const;
    [[nodiscard]] std::int64_t integer(int column) const;
    [[nodiscard]] std::string_view text(int column) const;
    [[nodiscard]] base::ByteView blob(int column) const;

private:
    void bind(int index, std::int64_t value);
    void bind(int index, std::string_view value);
    void bind(int index, base::ByteView value);
    void bind_null(int index);
    template <typename T> void bind(int index, const std::optional<T>& value)
    {
        value ? bind(index, *value) : bind_null(index);
    }
    template <std::integral T>
    requires(!std::same_as<T, std::int64_t>) void bind(int index, T value)
    {
        bind(index, static_cast<std::int64_t>(value));
    }

    Cursor& m_cursor;
    struct InUse {
        explicit InUse(int& all) : count{all} { ++count; }
        ~InUse() { --count; }
        InUse(const InUse&) = delete;
        InUse& operator=(const InUse&) = delete;
        int& count;
    } m_in_use;
    Arguments m_arguments;
};

} // namespace db
