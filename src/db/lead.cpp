#include "db/lead.hpp"

#include "db/pg/connection.hpp"

#include <string_view>

namespace db {

namespace {

constexpr const char* k_try = "SELECT CASE WHEN pg_try_advisory_lock(hashtextextended("
                              "'assay lead ' || current_schema(), 0)) THEN 1 ELSE 0 END";

} // namespace

Lead::Lead(const Options& of)
{
    if (!of.url.empty()) m_connection = std::make_unique<pg::Connection>(of);
}

Lead::~Lead() = default;

bool Lead::hold()
{
    if (!m_connection) return true;
    if (!m_connection->is_alive()) m_connection->open();
    if (m_held_on == m_connection->openings()) {
        // A server that was cut off says nothing by itself.
        m_connection->run("SELECT 1");
        return true;
    }
    const auto taken = m_connection->run(k_try);
    if (std::string_view{PQgetvalue(taken.get(), 0, 0)} != "1") return false;
    m_held_on = m_connection->openings();
    return true;
}

} // namespace db
