#include "db/transaction.hpp"

#include "base/failpoint.hpp"
#include "db/driver.hpp"
#include "db/write_check.hpp"

namespace db {

ReadTxn::ReadTxn(Database& database)
    : m_occupied{database, Database::Use::reading}, m_session{database.session()}
{
    m_session.begin_reading();
}

ReadTxn::~ReadTxn()
{
    m_session.end_reading();
}

void run_write(Database& database, std::string_view step, CommitNotice* told,
               const std::function<bool(Writer&)>& body)
{
    const auto began = std::chrono::steady_clock::now();
    bool is_kept = false;
    {
        const Database::Occupation occupied{database, Database::Use::writing};
        const WriteGroup::Body up_to_commit = [&](Writer& writer) {
            const WriteCheck check = write_check();
            if (check != nullptr) static_cast<void>(writer.take_changes()); // of what came before
            if (!body(writer)) return false;
            if (check != nullptr) check(step, writer, writer.take_changes());
            base::failpoint(step, "before");
            return true;
        };
        is_kept = database.group().run(up_to_commit, told);
    }
    if (is_kept && database.took()) database.took()(std::chrono::steady_clock::now() - began);
    if (is_kept) base::failpoint(step, "after");
}

} // namespace db
