#include "cli/restore.hpp"

#include "base/concat.hpp"
#include "base/failpoint.hpp"
#include "base/fault.hpp"
#include "cli/copy_check.hpp"
#include "cli/draft_folder.hpp"
#include "cli/file_owner.hpp"
#include "cli/gzip.hpp"
#include "cli/standstill.hpp"
#include "config/places.hpp"
#include "db/copy.hpp"
#include "db/fault.hpp"
#include "store/restorations.hpp"
#include "store/stamp_file.hpp"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <iostream>

namespace cli {

namespace {

namespace fs = std::filesystem;

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
void raise_stamp(const std::string& path, const DraftFolder& drafts, const FileOwner& owner)
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
    const base::Fd still = require_standstill(config::places());
    const std::string path = fs::absolute(config.store.path);
    const FileOwner owner = owner_of(path);
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
    if (fs::exists(path + ".lock")) give(path + ".lock", owner, k_mode_of_lock);
    tell_next(report, kept, fs::exists(kept));
    return Exit::ok;
}

} // namespace cli
