// A schema on a server as one end of a move. All is one transaction until keep(), or, in the
// source, until set_version(): a target that was not filled is as empty as before.
#pragma once

#include "db/move_end.hpp"

namespace db::pg {

class Session;

class MoveEnd final : public db::MoveEnd {
public:
    explicit MoveEnd(Session& session) : m_session{session} {}
    ~MoveEnd() override;

    void hold(const std::vector<Table>& tables) override;
    void make(std::span<const Migration> steps) override;
    void read(const Table& table, const TakeRow& take) override;
    std::unique_ptr<RowSink> fill(const Table& table) override;
    void keep(const std::vector<Table>& tables) override;
    void set_version(int version) override;

private:
    void begin();
    void commit();

    Session& m_session;
    bool m_is_open = false; // the transaction
};

} // namespace db::pg
