// A whole database moved to another engine, or to another place of the same, while nothing else
// uses it (DESIGN.md, 11).
//
// Until the target is opened no program works with it, and the source stays as it is: other writers
// wait in vain meanwhile. Rows go one by one, whatever the size of the database.
#pragma once

#include "db/database.hpp"
#include "db/table.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace db {

class MoveEnd;

// A table that is in both databases.
struct MovedTable {
    std::string name;
    std::int64_t rows = 0;
    std::string digest; // SHA-256 over all rows in the order of their keys, hexadecimal
    bool operator==(const MovedTable&) const = default;
};

class Move {
public:
    // Both must outlive it, and are used for nothing else. Throws Fault: the source has another
    // schema than this program, a program uses it, the target is not empty, a server is away.
    Move(Database& source, Database& target);
    ~Move();
    Move(const Move&) = delete;
    Move& operator=(const Move&) = delete;

    // Each table is told of once it is on both sides, and the same. Throws Fault.
    void run(const std::function<void(const MovedTable&)>& told);

    // The end of a move: from then on programs work with the target, then none with the source.
    void open_target();
    void close_source();

private:
    std::vector<Table> m_tables;
    std::unique_ptr<MoveEnd> m_source;
    std::unique_ptr<MoveEnd> m_target;
};

} // namespace db
