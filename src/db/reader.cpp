#include "db/reader.hpp"

#include "db/database.hpp"
#include "db/driver.hpp"

#include "base/fault.hpp"

namespace db {

Reader::Reader(Database& database) : m_session{&database.session()}
{
    if (database.use() == Database::Use::writing)
        throw base::Fault{"a read beside the write that is under way"};
    // Perhaps another thread reads: what both do at once ends in a broken file.
    if (database.is_written_by_others())
        throw base::Fault{"a read on the connection on which others write"};
}

Statement::Borrowed Reader::borrow(Sql sql) const
{
    return m_session->prepared(sql);
}

int Reader::changes() const
{
    return m_session->changes();
}

Writer::Writer(Turn& turn) : Reader{turn.session} {}

void Writer::alone_with(std::string_view name)
{
    m_session->alone_with(name);
}

std::vector<ChangedRow> Writer::take_changes()
{
    return m_session->take_changes();
}

} // namespace db
