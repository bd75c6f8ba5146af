// A file as one end of a move. The write gate is held from the first use to the end.
#pragma once

#include "db/move_end.hpp"
#include "db/sqlite/gate.hpp"

#include <optional>

namespace db {
class Database;
} // namespace db

namespace db::sqlite {

class Session;

class MoveEnd final : public db::MoveEnd {
public:
    explicit MoveEnd(Database& database);
    ~MoveEnd() override;

    void hold(const std::vector<Table>& tables) override;
    void make(std::span<const Migration> steps) override;
    void read(const Table& table, const TakeRow& take) override;
    std::unique_ptr<RowSink> fill(const Table& table) override;
    void keep(const std::vector<Table>& tables) override;
    void set_version(int version) override;

private:
    Database& m_database;
    Session& m_session;
    std::optional<Gate::Hold> m_gate;
};

} // namespace db::sqlite
