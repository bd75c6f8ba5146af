#include "db/move.hpp"

#include "base/concat.hpp"
#include "base/fault.hpp"
#include "base/sha256.hpp"
#include "db/migrations.hpp"
#include "db/pg/move_end.hpp"
#include "db/pg/schema.hpp"
#include "db/pg/session.hpp"
#include "db/sqlite/move_end.hpp"
#include "db/sqlite/schema.hpp"
#include "db/sqlite/session.hpp"

namespace db {

namespace {

std::unique_ptr<MoveEnd> end_of(Database& database)
{
    if (database.is_file()) return std::make_unique<sqlite::MoveEnd>(database);
    return std::make_unique<pg::MoveEnd>(pg::session_of(database));
}

// Counts rows and chains their hashes, so that no row is kept.
class Sum {
public:
    void add(std::string_view row)
    {
        m_link.assign(base::text_of(m_hash));
        m_link += row;
        m_hash = base::sha256(base::bytes_of(m_link));
        ++m_rows;
    }
    [[nodiscard]] MovedTable of(const Table& table) const
    {
        return {.name = table.name, .rows = m_rows, .digest = base::to_hex(m_hash)};
    }

private:
    base::Sha256 m_hash{};
    std::int64_t m_rows = 0;
    std::string m_link;
};

MovedTable copy(const Table& table, MoveEnd& source, MoveEnd& target)
{
    Sum sum;
    const auto sink = target.fill(table);
    source.read(table, [&](std::string_view row) {
        sum.add(row);
        sink->put(row);
    });
    sink->finish();
    return sum.of(table);
}

MovedTable look_at(const Table& table, MoveEnd& end)
{
    Sum sum;
    end.read(table, [&](std::string_view row) { sum.add(row); });
    return sum.of(table);
}

int own_version()
{
    return static_cast<int>(migrations().size());
}

} // namespace

Move::Move(Database& source, Database& target) : m_source{end_of(source)}, m_target{end_of(target)}
{
    require_current_schema(source);
    for (Table& each : sqlite::tables_after(migrations()))
        if (!pg::is_counter(each.name)) m_tables.push_back(std::move(each));
    m_source->hold(m_tables);
    m_target->make(migrations());
}

Move::~Move() = default;

void Move::run(const std::function<void(const MovedTable&)>& told)
{
    for (const Table& table : m_tables) {
        const MovedTable read = copy(table, *m_source, *m_target);
        const MovedTable written = look_at(table, *m_target);
        if (read != written)
            throw base::Fault{base::concat(table.name, " is not what it was: ", read.rows,
                                           " rows with ", read.digest, " became ", written.rows,
                                           " with ", written.digest)};
        told(written);
    }
    m_target->keep(m_tables);
}

void Move::open_target()
{
    m_target->set_version(own_version());
}

void Move::close_source()
{
    m_source->set_version(closed(own_version()));
}

} // namespace db
