#include "db/copy.hpp"

#include "base/concat.hpp"
#include "base/failpoint.hpp"
#include "db/sqlite/new_file.hpp"
#include "db/sqlite/session.hpp"

#include <unistd.h>

#include <cstdio>
#include <filesystem>

namespace db {

namespace {

namespace fs = std::filesystem;

constexpr mode_t k_own_mode = 0600;
// Others are to be stopped, not waited for.
constexpr std::chrono::milliseconds k_short_patience{500};

void keep(const std::string& from, const std::string& to)
{
    if (fs::exists(from) && ::link(from.c_str(), to.c_str()) != 0)
        throw base::Fault::from_errno(base::concat("cannot keep ", from, " as ", to));
}

} // namespace

void copy_into(Database& database, const std::string& target)
{
    sqlite::make_if_absent(target, k_own_mode);
    sqlite::session_of(database).copy_into(target);
}

void make_one_file(Database& database)
try {
    sqlite::Session& session = sqlite::session_of(database);
    const sqlite::Gate::Hold hold{session.own_gate()};
    session.execute("PRAGMA journal_mode=DELETE");
} catch (const HeldFault&) {
    throw HeldFault{base::concat(database.path(), " is open in another program")};
}

bool settle(const std::string& path)
{
    if (!fs::exists(path)) return false;
    try {
        Database old{{.path = path, .patience = k_short_patience}};
        make_one_file(old);
        return true;
    } catch (const FullFault&) {
        throw;
    } catch (const HeldFault&) {
        throw;
    } catch (const base::Fault&) {
        // That may be why it is replaced.
        return false;
    }
}

void replace(const Replacement& plan)
{
    sqlite::sync_file(plan.fresh);
    keep(plan.path, plan.kept);
    const std::string wal = plan.path + "-wal";
    if (!plan.is_settled) keep(wal, plan.kept + "-wal");
    if (fs::exists(plan.kept)) sqlite::sync_file(plan.kept);
    base::failpoint("restore_keep", "after");
    // SQLite would take one that stays for the fresh one's.
    for (const std::string& each : {wal, plan.path + "-shm"}) fs::remove(each);
    base::failpoint("restore_swap", "before");
    if (std::rename(plan.fresh.c_str(), plan.path.c_str()) != 0)
        throw base::Fault::from_errno(base::concat("cannot replace ", plan.path));
    base::failpoint("restore_swap", "after");
    sqlite::sync_file(plan.path);
}

} // namespace db
