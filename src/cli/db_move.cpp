#include "cli/db_move.hpp"

#include "base/concat.hpp"
#include "base/failpoint.hpp"
#include "base/fault.hpp"
#include "cli/draft_folder.hpp"
#include "cli/file_owner.hpp"
#include "cli/standstill.hpp"
#include "db/copy.hpp"
#include "db/move.hpp"
#include "store/audit.hpp"

#include <algorithm>
#include <filesystem>
#include <functional>
#include <iostream>
#include <vector>

namespace cli {

namespace {

namespace fs = std::filesystem;

// What one statement of the audit may take on a server.
constexpr std::chrono::minutes k_move_patience{10};
constexpr int k_move_cache_kib = 64 * 1024;

bool is_url(const std::string& place)
{
    return place.starts_with("postgresql://") || place.starts_with("postgres://");
}

// The configuration names a file as sqlite:PATH.
std::string file_or_url(const std::string& place)
{
    constexpr std::string_view k_prefix = "sqlite:";
    return place.starts_with(k_prefix) ? place.substr(k_prefix.size()) : place;
}

db::Options options_of(const std::string& place, const std::string& password)
{
    if (is_url(place))
        return {.path = {}, .url = place, .password = password, .patience = k_move_patience};
    return {.path = fs::absolute(place), .cache_kib = k_move_cache_kib};
}

void require_places(const MovePlaces& places)
{
    if (!is_url(places.from) && !fs::exists(places.from))
        throw base::Fault{base::concat("there is no database ", places.from)};
    if (!is_url(places.to) && fs::exists(fs::symlink_status(places.to)))
        throw base::Fault{base::concat(places.to, " exists already")};
}

std::vector<store::Violation> violations_in(const std::string& place, const std::string& password)
{
    db::Database database{options_of(place, password)};
    return store::Audit{database}.violations();
}

// How many. What the source's books lack, those of the target lack as well; anything else was made
// by the move.
std::size_t compare_books(const MovePlaces& places, const std::string& target)
{
    const auto before = violations_in(places.from, places.password);
    const auto after = violations_in(target, places.password);
    std::cout << "violations: " << before.size() << " before, " << after.size() << " after\n";
    for (const store::Violation& each : after) {
        const auto is_same = [&](const store::Violation& other) {
            return other.rule == each.rule && other.job_id == each.job_id;
        };
        if (std::ranges::none_of(before, is_same))
            throw base::Fault{base::concat("the books disagree since they were moved: ", each.rule,
                                           ' ', each.job_id, ' ', each.detail)};
        std::cerr << each.rule << ' ' << (each.job_id.empty() ? "-" : each.job_id) << ' '
                  << each.detail << '\n';
    }
    return after.size();
}

// `target`: where it is for now.
std::size_t move_rows(db::Move& move, const MovePlaces& places, const std::string& target)
try {
    move.run([](const db::MovedTable& table) {
        std::cout << table.name << ' ' << table.rows << ' ' << table.digest << std::endl;
    });
    const std::size_t violations = compare_books(places, target);
    base::failpoint("move_open", "before");
    move.open_target();
    return violations;
} catch (const base::Fault& fault) {
    throw base::Fault{base::concat(fault.said(), "; nothing has changed at ", places.from,
                                   ", and what may be at ", places.to,
                                   " is closed to every program")};
}

void close_source(db::Move& move, const MovePlaces& places)
try {
    move.close_source();
} catch (const base::Fault& fault) {
    throw base::Fault{base::concat(fault.said(), "; all is at ", places.to, ", but ", places.from,
                                   " is not closed: see that nothing works with it")};
}

// `finish`: what is left to be done to the target before the source is closed.
Exit move_into(const std::string& target, const MovePlaces& places,
               const std::function<void(db::Database&)>& finish)
{
    db::Database source{options_of(places.from, places.password)};
    db::Database filled{options_of(target, places.password)};
    db::Move move{source, filled};
    const std::size_t violations = move_rows(move, places, target);
    finish(filled);
    base::failpoint("move_close", "before");
    close_source(move, places);
    base::failpoint("move_close", "after");
    return violations == 0 ? Exit::ok : Exit::doubtful;
}

// Under its name it is whole.
Exit move_into_file(const MovePlaces& places)
{
    const fs::path file = fs::absolute(places.to);
    const FileOwner owner = owner_of(file);
    const DraftFolder drafts{parent_of(file)};
    const std::string draft = drafts.file("assay.db");
    return move_into(draft, places, [&](db::Database& target) {
        db::make_one_file(target);
        give(draft, owner, owner.mode);
        publish(draft, file);
    });
}

} // namespace

Exit move_store(const MovePlaces& given)
{
    const MovePlaces places{
        .from = file_or_url(given.from), .to = file_or_url(given.to), .password = given.password};
    const base::Fd still = require_standstill(config::places());
    require_places(places);
    const Exit exit = is_url(places.to) ? move_into(places.to, places, [](db::Database&) {})
                                        : move_into_file(places);
    std::cout << "next: name " << given.to << " as the store of the configuration, and start the "
              << "service; " << places.from << " is closed to every program, and can be removed\n";
    return exit;
}

} // namespace cli
