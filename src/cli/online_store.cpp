#include "cli/online_store.hpp"

#include "base/concat.hpp"
#include "base/fault.hpp"
#include "config/config_fault.hpp"
#include "db/migrations.hpp"
#include "startup/open_store.hpp"

namespace cli {

using base::concat;

namespace {

constexpr const char* k_store = "store";

void tell_schema(db::Database& database, OnlineReport& report)
try {
    db::require_current_schema(database);
    report.good({k_store, concat("schema ", db::schema_version(database))});
} catch (const db::AwayFault&) {
    throw;
} catch (const base::Fault& fault) {
    report.wrong({k_store, std::string{fault.said()}, "assay db migrate"});
}

} // namespace

void tell_durability(const db::Durability& found, bool may_lose, OnlineReport& report)
{
    if (found.is_standby)
        return report.wrong({k_store, "the server is a standby, which takes no writes",
                             "name all servers, and target_session_attrs=read-write"});
    if (!found.syncs)
        return report.wrong(
            {k_store, "fsync is off: a crash of the server loses payments", "set it on"});
    if (!found.synchronous_standbys.empty()) {
        report.good({k_store, concat("each commit waits for ", found.synchronous_standbys)});
        if (found.synchronous == 0)
            report.note({k_store, "no synchronous standby follows now: nothing is sold until one "
                                  "does"});
        else if (found.synchronous < found.standbys)
            report.note({k_store, concat(found.standbys - found.synchronous, " of ", found.standbys,
                                         " standbys are not synchronous: none of them may take "
                                         "over")});
        return;
    }
    if (found.standbys == 0)
        return report.note({k_store, "no standby follows: nothing takes over, and the disk of the "
                                     "server is all there is"});
    const std::string told = "synchronous_standby_names is empty: a standby that takes over may "
                             "lack what was acknowledged";
    if (may_lose)
        report.note({k_store, concat(told, ", and is an older copy put back then (store.may_lose "
                                           "is \"yes\")")});
    else
        report.wrong({k_store, told, "set it, or store.may_lose = \"yes\""});
}

void check_store(const config::Config& config, OnlineReport& report)
try {
    if (config.store.is_file()) return;
    db::Database database{startup::store_options(config)};
    const db::Durability found = db::durability(database);
    tell_schema(database, report);
    tell_durability(found, config.store.may_lose, report);
} catch (const db::AwayFault& away) {
    report.silent({k_store, std::string{away.said()}});
} catch (const db::HeldFault& held) {
    report.silent({k_store, std::string{held.said()}});
} catch (const base::Fault& fault) {
    report.wrong({k_store, std::string{fault.said()}});
}

} // namespace cli
