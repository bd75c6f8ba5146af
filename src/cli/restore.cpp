#include "cli/restore.hpp"

#include "base/concat.hpp"
#include "base/failpoint.hpp"
#include "base/fault.hpp"
#include "base/fd.hpp"
#include "cli/copy_check.hpp"
#include "cli/draft_folder.hpp"
#include "cli/gzip.hpp"
#include "config/places.hpp"
#include "db/copy.hpp"
#include "db/fault.hpp"
#include "store/restorations.hpp"
#include "store/stamp_file.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <iostream>

namespace cli {

namespace {

namespace fs = std::filesystem;

constexpr mode_t k_mode_of_new = 0640;

// The lock of the node's worker, which none starts without while this is held.
base::Fd lock_out_worker(const std::string& path)
{
    base::Fd lock{::open(path.c_str(), O_RDONLY | O_CLOEXEC)};
    if (!lock.is_open() && errno == ENOENT) return lock;
    if (!lock.is_open()) throw base::Fault::from_errno(base::concat("cannot open ", path));
    if (::flock(lock.get(), LOCK_EX | LOCK_NB) != 0)
        throw base::Fault{base::concat("the worker runs, and holds ", path, ": stop it first")};
    return lock;
}

// What it cannot tell counts as running.
void require_silent(const std::string& pool)
{
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    if (pool.size() >= sizeof address.sun_path) return; // nothing can listen there
    std::memcpy(address.sun_path, pool.c_str(), pool.size() + 1);
    const base::Fd client{::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0)};
    if (!client.is_open()) throw base::Fault::from_errno("cannot make a socket");
    const int code =
        ::connect(client.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address);
    if (code != 0 && (errno == ENOENT || errno == ECONNREFUSED)) return;
    throw base::Fault{base::concat("a pool answers at ", pool, ": stop it first")};
}

// Whose the database is: a root that restores must not take it away from the service.
struct Owner {
    uid_t user = 0;
    gid_t group = 0;
    mode_t mode = k_mode_of_new;
};

Owner owner_of(const std::string& database)
{
    struct stat status {};
    if (::stat(database.c_str(), &status) == 0)
        return {status.st_uid, status.st_gid, status.st_mode & 0777};
    const std::string folder = fs::path{database}.parent_path();
    if (::stat(folder.c_str(), &status) != 0)
        throw base::Fault::from_errno(base::concat("cannot look at ", folder));
    return {status.st_uid, status.st_gid, k_mode_of_new};
}

void give(const std::string& path, const Owner& owner, mode_t mode)
{
    if (::chmod(path.c_str(), mode) != 0)
        throw base::Fault::from_errno(base::concat("cannot chmod ", path));
    struct stat status {};
    if (::stat(path.c_str(), &status) == 0 && status.st_uid == owner.user &&
        status.st_gid == owner.group)
        return;
    if (::chown(path.c_str(), owner.user, owner.group) != 0)
        throw base::Fault::from_errno(base::concat("cannot chown ", path));
}

// The copy says itself that it is one, from the moment it is there: a pool may look before the
// worker does, and the copy's last sign of life may be seconds old.
void mark(const std::string& fresh, std::int64_t count, const config::Config& config,
          const DraftFolder& drafts)
{
    db::Database copy{{.path = fresh}};
    const base::SystemClock clock;
    job::Waker waker{drafts.file("wake")}; // there is nothing to be woken
    store::Restorations{{copy, clock, waker}}.open(config.payment.network, count,
                                                   !config.payment.rpc_urls.empty());
    db::make_one_file(copy);
}

// One of an older schema cannot say it. The worker finds it by a stamp that is further.
void raise_stamp(const std::string& path, const DraftFolder& drafts, const Owner& owner)
{
    if (store::StampFile{path}.count().value_or(0) > 0) return;
    const std::string draft = drafts.file("stamp");
    store::StampFile{draft}.write(1, base::SystemClock{}.now());
    give(draft, owner, k_mode_of_new);
    if (std::rename(draft.c_str(), path.c_str()) != 0)
        throw base::Fault::from_errno(base::concat("cannot replace ", path));
}

store::CopyReport checked(const std::string& file, const std::string& fresh,
                          const config::Config& config)
try {
    return check_copy(fresh, config);
} catch (const db::FullFault&) {
    throw;
} catch (const base::Fault& fault) {
    throw base::Fault{
        base::concat(file, " cannot be put back, and nothing was changed: ", fault.said())};
}

void tell_next(const store::CopyReport& report, const std::string& kept, bool is_kept)
{
    if (is_kept) std::cout << "kept what was there: " << kept << '\n';
    if (!report.is_current)
        std::cout << "next: the worker migrates it from schema " << report.schema << '\n';
    const std::string where =
        report.last_block ? base::concat(" from block ", *report.last_block + 1, " on") : "";
    std::cout << "next: start the service. It tells that this is a copy (alarm restored), "
                 "and reads the chain"
              << where << "; until then nothing is sold (503 restoring).\nnext: what was sold from "
              << (report.last_beat ? base::to_rfc3339(*report.last_beat) : "the beginning")
              << " on is not in it: what was paid for that is owed, see: assay credits "
                 "plan\n";
}

} // namespace

Exit restore(const config::Config& config, const std::string& file, const Deeds& deeds)
{
    const config::Places places = config::places();
    const base::Fd lock = lock_out_worker(places.worker_lock());
    for (const std::string& pool : {places.fast_socket(), places.slow_socket()})
        require_silent(pool);

    const std::string path = fs::absolute(config.store.path);
    const Owner owner = owner_of(path);
    const DraftFolder drafts{fs::path{path}.parent_path()};
    const std::string fresh = drafts.file("assay.db");
    expand(file, fresh);
    const auto report = checked(file, fresh, config);
    std::cout << file << ": " << words_of(report) << ", " << report.violations.size()
              << " violations\n";
    if (deeds.are_only_told()) {
        std::cout << deeds.line("replaced, and kept beside it", path);
        return deeds.exit();
    }
    const std::string stamp = config.store.stamp_file();
    if (report.is_current)
        mark(fresh, std::max(report.stamp, store::StampFile{stamp}.count().value_or(0)), config,
             drafts);
    give(fresh, owner, owner.mode);

    const bool is_settled = db::settle(path);
    base::failpoint("restore_settle", "after");
    if (!report.is_current) raise_stamp(stamp, drafts, owner);
    base::failpoint("restore_stamp", "after");
    const std::string kept =
        base::concat(path, ".before-restore-", time_of_name(base::SystemClock{}.now()));
    db::replace({.path = path, .is_settled = is_settled, .fresh = fresh, .kept = kept});
    if (fs::exists(path + ".lock")) give(path + ".lock", owner, 0660);
    tell_next(report, kept, fs::exists(kept));
    return Exit::ok;
}

} // namespace cli
