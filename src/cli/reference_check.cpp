#include "cli/reference_check.hpp"

#include "analysis/run.hpp"
#include "base/concat.hpp"
#include "base/fd.hpp"
#include "base/process.hpp"
#include "catalog/errands.hpp"
#include "cli/child.hpp"
#include "cli/columns.hpp"
#include "config/suggest.hpp"
#include "startup/installation.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>

namespace cli {

namespace forensics = forensics;
namespace json = base::json;
using forensics::EntryHealth;
using forensics::HealthNews;
using forensics::Seen;
using forensics::Sighting;

namespace {

constexpr unsigned k_health_file_mode = 0644;
constexpr std::size_t k_basket_check_width = 8;
constexpr std::size_t k_state_width = 9;

// nullptr: there is nothing to remember of it.
const EntryHealth* health_of(const BasketNight& night, const Sighting& sighting)
{
    const auto found =
        std::find_if(night.entries.begin(), night.entries.end(), [&](const EntryHealth& each) {
            return each.check == sighting.entry.check && each.name == sighting.entry.name;
        });
    return found == night.entries.end() ? nullptr : &*found;
}

std::string state_of(const Sighting& sighting, const EntryHealth* health)
{
    const bool is_retired = health != nullptr && health->retired_since;
    return is_retired ? "retired" : std::string{to_text(sighting.seen)};
}

std::string detail_of(const Sighting& sighting, const EntryHealth* health)
{
    std::string out = sighting.why;
    const auto add = [&out](const std::string& more) {
        out += base::concat(out.empty() ? "" : ", ", more);
    };
    if (health != nullptr && health->retired_since)
        add(base::concat("since ", forensics::text_of_day(*health->retired_since),
                         ", good nights: ", health->good_nights, " of ", forensics::k_nights));
    else if (health != nullptr && health->failing_since)
        add(base::concat("nights: ", health->failed_nights, " of ", forensics::k_nights, " since ",
                         forensics::text_of_day(*health->failing_since)));
    return out;
}

json::Ref entry_json(const Sighting& sighting, const EntryHealth* health)
{
    const EntryHealth nothing{};
    const EntryHealth& known = health == nullptr ? nothing : *health;
    const auto day = [](const std::optional<forensics::Day>& each) {
        return each ? std::optional{forensics::text_of_day(*each)} : std::nullopt;
    };
    return json::object("check", sighting.entry.check, "entry", sighting.entry.name, "operator",
                        sighting.entry.operator_name, "seen", to_text(sighting.seen), "why",
                        sighting.why, "failed_nights", known.failed_nights, "good_nights",
                        known.good_nights, "failing_since", day(known.failing_since),
                        "retired_since", day(known.retired_since));
}

} // namespace

BasketNight count_basket_night(const forensics::Basket& whole, const json_t* artifact_view,
                               forensics::Day today)
{
    BasketNight out;
    out.sightings = sightings_of(whole, artifact_view);
    out.was_counted = std::any_of(out.sightings.begin(), out.sightings.end(),
                                  [](const Sighting& each) { return each.seen != Seen::unseen; });
    auto before = forensics::read_health(*whole.health_json);
    std::vector<EntryHealth> known;
    if (before)
        known = std::move(*before);
    else
        out.problem = before.error();
    if (!out.was_counted) {
        out.entries = std::move(known);
        return out;
    }
    auto night = count_night(whole, known, out.sightings, today);
    out.entries = std::move(night.entries);
    out.news = std::move(night.news);
    base::replace_file(*whole.health_json, forensics::write_health(out.entries),
                       k_health_file_mode);
    return out;
}

base::Result<json::Ref, std::string> test_basket(const std::string& path)
{
    auto [reader, writer] = open_pipe();
    const pid_t child =
        base::spawn({.command = {startup::program_directory() / "assay-scan",
                                 std::string{catalog::k_basket_test}, "--basket", path},
                     .environment = {},
                     .descriptors = {-1, writer.get(), STDERR_FILENO}});
    writer.close();
    const auto [text, status] = outcome_of_child(reader, child);
    if (!text) return base::refuse(std::string{"the scan did not end"});
    if (!WIFEXITED(status) || WEXITSTATUS(status) != analysis::k_exit_artifact)
        return base::refuse(base::concat("assay-scan: ", base::describe_wait_status(status)));
    auto artifact = json::parse(*text);
    if (!artifact) return base::refuse(std::string{"the scan printed no artifact"});
    return std::move(*artifact);
}

Exit exit_of_night(const BasketNight& night)
{
    if (!night.was_counted) return Exit::unreachable;
    const bool has_retired =
        std::any_of(night.entries.begin(), night.entries.end(),
                    [](const EntryHealth& each) { return each.retired_since.has_value(); });
    const bool has_trouble =
        std::any_of(night.news.begin(), night.news.end(), [](const HealthNews& each) {
            return each.kind == HealthNews::Kind::suspect ||
                   each.kind == HealthNews::Kind::indispensable;
        });
    return has_retired || has_trouble ? Exit::doubtful : Exit::ok;
}

std::string night_table(const BasketNight& night)
{
    std::size_t width = 0;
    for (const Sighting& each : night.sightings) width = std::max(width, each.entry.name.size());
    std::string out;
    for (const Sighting& each : night.sightings) {
        const EntryHealth* health = health_of(night, each);
        std::string line = base::concat(
            left(each.entry.check, k_basket_check_width), left(each.entry.name, width), "  ",
            left(state_of(each, health), k_state_width), detail_of(each, health));
        line.erase(line.find_last_not_of(' ') + 1);
        out += config::printable(line) + '\n';
    }
    return out;
}

std::string night_json(const BasketNight& night)
{
    auto entries = json::array();
    for (const Sighting& each : night.sightings)
        json::append(entries.get(), entry_json(each, health_of(night, each)));
    return json::dump(json::object("counted", night.was_counted, "entries", std::move(entries),
                                   "news", night.news.size())
                          .get());
}

std::vector<std::string> night_news(const BasketNight& night)
{
    std::vector<std::string> out;
    if (!night.problem.empty())
        out.push_back(base::concat("the nights before are not known: ", night.problem));
    if (!night.was_counted) out.emplace_back("no verdict tonight: nothing is counted");
    for (const HealthNews& each : night.news)
        out.push_back(config::printable(base::concat(each.entry.check, " ", each.entry.name, ": ",
                                                     to_text(each.kind), " (", each.why, ")")));
    return out;
}

} // namespace cli
