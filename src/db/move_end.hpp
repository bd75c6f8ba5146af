// One of the two databases of a move, for db and its engines alone.
#pragma once

#include "db/migrations.hpp"
#include "db/table.hpp"

#include <functional>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

namespace db {

// A row as db/row_bytes.hpp has it.
using TakeRow = std::function<void(std::string_view row)>;

// Takes the rows of one table.
class RowSink {
public:
    RowSink() = default;
    virtual ~RowSink() = default;
    RowSink(const RowSink&) = delete;
    RowSink& operator=(const RowSink&) = delete;

    virtual void put(std::string_view row) = 0;
    // Before it no row is sure to be there.
    virtual void finish() = 0;
};

class MoveEnd {
public:
    MoveEnd() = default;
    virtual ~MoveEnd() = default;
    MoveEnd(const MoveEnd&) = delete;
    MoveEnd& operator=(const MoveEnd&) = delete;

    // From now on other writers wait in vain, and what is read is one state. Throws HeldFault:
    // another program uses it.
    virtual void hold(const std::vector<Table>& tables) = 0;
    // Makes the schema in an empty database, closed. Throws Fault: it is not empty.
    virtual void make(std::span<const Migration> steps) = 0;

    // In the order of their keys.
    virtual void read(const Table& table, const TakeRow& take) = 0;
    // Instead of what is there.
    virtual std::unique_ptr<RowSink> fill(const Table& table) = 0;
    // All tables have their rows: they are on disk afterwards.
    virtual void keep(const std::vector<Table>& tables) = 0;

    // Opens or closes it to programs; see closed() in db/migrations.hpp. On disk afterwards.
    virtual void set_version(int version) = 0;
};

} // namespace db
