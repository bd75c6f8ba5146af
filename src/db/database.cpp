#include "db/database.hpp"

#include "db/pg/session.hpp"
#include "db/pg/write_group.hpp"
#include "db/sqlite/session.hpp"
#include "db/sqlite/write_group.hpp"

#include "base/fault.hpp"

#include <sys/stat.h>
#include <sys/statvfs.h>

#include <limits>
#include <utility>

namespace db {

namespace {

Options completed(Options options, const Options* of_writer)
{
    if (of_writer == nullptr) return options;
    options.path = of_writer->path;
    options.url = of_writer->url;
    options.password = of_writer->password;
    return options;
}

} // namespace

Database::Database(Options options)
    : m_options{completed(std::move(options),
                          options.writer != nullptr ? &options.writer->m_options : nullptr)}
{
    if (is_file()) {
        m_session = std::make_unique<sqlite::Session>(m_options);
        m_group = std::make_unique<sqlite::WriteGroup>(sqlite::session_of(*this));
    } else {
        m_session = std::make_unique<pg::Session>(m_options);
        m_group = std::make_unique<pg::WriteGroup>(m_options);
    }
    if (m_options.writer != nullptr) m_options.writer->m_is_written_by_others = true;
}

Database::~Database() = default;

Checkpoint Database::checkpoint(CheckpointMode mode)
{
    if (!is_file()) return {.complete = true};
    const bool is_complete = sqlite::session_of(*this).checkpoint(mode == CheckpointMode::truncate);
    return {is_complete, wal_bytes()};
}

std::int64_t Database::wal_bytes() const
{
    if (!is_file()) return 0;
    struct stat status {};
    if (::stat((m_options.path + "-wal").c_str(), &status) != 0) return 0;
    return status.st_size;
}

std::int64_t Database::free_bytes() const
{
    constexpr std::int64_t k_no_limit = std::numeric_limits<std::int64_t>::max();
    if (!is_file()) return k_no_limit;
    struct statvfs system {};
    // A file system without blocks has no limit of its own.
    if (::statvfs(m_options.path.c_str(), &system) != 0 || system.f_blocks == 0) return k_no_limit;
    return static_cast<std::int64_t>(system.f_bavail) * static_cast<std::int64_t>(system.f_frsize);
}

std::size_t Database::writers()
{
    return m_group->members();
}

std::optional<std::string> Database::busy_statement() const
{
    return m_session->busy_statement();
}

std::vector<std::string> Database::prepared_statements() const
{
    auto out = m_session->prepared_statements();
    for (std::string& each : m_group->prepared_statements()) out.push_back(std::move(each));
    return out;
}

WriteGroup& Database::group()
{
    return *(m_options.writer != nullptr ? m_options.writer : this)->m_group;
}

const std::function<void(std::chrono::nanoseconds)>& Database::took() const
{
    return (m_options.writer != nullptr ? m_options.writer : this)->m_options.took;
}

Database::Occupation::Occupation(Database& database, Use use) : m_database{database}
{
    database.m_session->require_own_process();
    if (database.m_use != Use::idle) throw base::Fault{"a transaction inside a transaction"};
    database.m_use = use;
}

Database::Occupation::~Occupation()
{
    m_database.m_use = Use::idle;
}

} // namespace db
