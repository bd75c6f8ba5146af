#include "db/pg/token.hpp"

#include "base/concat.hpp"
#include "base/hex.hpp"
#include "base/random.hpp"
#include "db/fault.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <thread>

namespace db::pg {

namespace {

constexpr std::chrono::milliseconds k_pause{50};

// Two that make a table at once would meet in the system's own tables. The number is any, always
// the same.
constexpr const char* k_make_table =
    "SELECT pg_advisory_xact_lock(1095979865); "
    "CREATE TABLE IF NOT EXISTS db_writer (id TEXT PRIMARY KEY, batch BIGINT NOT NULL)";

std::string random_id()
{
    std::array<std::uint8_t, 16> bytes{};
    base::fill_random(bytes);
    return base::to_hex(bytes);
}

} // namespace

void Token::enroll(Connection& connection)
{
    if (m_opening == connection.openings()) return;
    const Result table = connection.run("SELECT to_regclass('db_writer')");
    if (PQgetisnull(table.get(), 0, 0) != 0) connection.run(k_make_table);
    m_id = random_id();
    m_batch = 0;
    connection.run(base::concat("INSERT INTO db_writer (id, batch) VALUES ('", m_id, "', 0)"));
    m_opening = connection.openings();
}

void Token::commit(Connection& connection)
{
    ++m_batch;
    // A COMMIT that waits for a standby and is timed out is kept all the same, but not there. Where
    // the number is not the one before, the division fails, and the transaction with it.
    const std::string words =
        base::concat("SET LOCAL statement_timeout = 0; UPDATE db_writer SET batch = ", m_batch,
                     " / (CASE WHEN batch = ", m_batch - 1, " THEN 1 ELSE 0 END) WHERE id = '",
                     m_id, "'; COMMIT");
    try {
        connection.run(words);
    } catch (const AwayFault&) {
        if (!was_kept(connection)) throw;
    }
}

bool Token::was_kept(Connection& connection) const
{
    // The UPDATE waits for the end of the lost transaction. It changes the row in any case, so that
    // it waits for a standby as well, which then has what was before it.
    const std::string question = base::concat(
        "SET LOCAL statement_timeout = 0; UPDATE db_writer SET batch = CASE WHEN batch = ",
        m_batch - 1, " THEN ", m_batch + 1, " ELSE batch END WHERE id = '", m_id,
        "' RETURNING batch");
    const auto until = std::chrono::steady_clock::now() + connection.patience();
    for (;;) {
        try {
            connection.open();
            const Result row = connection.run(question);
            return PQntuples(row.get()) == 1 &&
                   std::string_view{PQgetvalue(row.get(), 0, 0)} == std::to_string(m_batch);
        } catch (const base::Fault& fault) {
            connection.close();
            if (std::chrono::steady_clock::now() >= until)
                throw UnknownCommit{
                    base::concat("the store does not answer; whether it has kept the transaction "
                                 "is not known: ",
                                 fault.said())};
        }
        std::this_thread::sleep_for(k_pause);
    }
}

} // namespace db::pg
