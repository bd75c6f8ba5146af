#include "db/durability.hpp"

#include "db/pg/session.hpp"

#include <string_view>

namespace db {

namespace {

// A user who may not see what others do is told of each standby that it is there, and no more.
constexpr const char* k_question =
    "SELECT current_setting('synchronous_standby_names'), current_setting('fsync') = 'on', "
    "pg_is_in_recovery(), count(pid), count(*) FILTER (WHERE sync_state IN ('sync', 'quorum')) "
    "FROM (SELECT 1) AS one LEFT JOIN pg_stat_replication ON true";

} // namespace

Durability durability(Database& server)
{
    pg::Session& session = pg::session_of(server);
    session.open();
    const auto row = session.connection().run(k_question);
    const auto text = [&](int column) {
        return std::string_view{PQgetvalue(row.get(), 0, column)};
    };
    return {.synchronous_standbys = std::string{text(0)},
            .syncs = text(1) == "t",
            .is_standby = text(2) == "t",
            .standbys = std::stoi(std::string{text(3)}),
            .synchronous = std::stoi(std::string{text(4)})};
}

} // namespace db
