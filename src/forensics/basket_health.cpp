#include "forensics/basket_health.hpp"

#include "base/clock.hpp"
#include "base/concat.hpp"
#include "base/fault.hpp"
#include "base/fd.hpp"
#include "base/json.hpp"

#include <algorithm>
#include <filesystem>

namespace forensics {

namespace json = base::json;

namespace {

constexpr std::chrono::days k_longest_gap{7};
constexpr std::size_t k_max_name = 4096; // as the basket's longest text

std::optional<Day> day_of(std::string_view text)
{
    const auto instant = base::from_rfc3339(base::concat(text, "T00:00:00Z"));
    if (!instant) return std::nullopt;
    return std::chrono::floor<std::chrono::days>(*instant);
}

std::optional<std::string> shown(const std::optional<Day>& day)
{
    if (!day) return std::nullopt;
    return text_of_day(*day);
}

// A member that is null, or a day; false when it is neither.
bool read_day(const json_t* row_view, const char* key, std::optional<Day>& out)
{
    if (json_is_null(json::member(row_view, key))) return true;
    const auto text = json::text_member(row_view, key);
    out = text ? day_of(*text) : std::nullopt;
    return out.has_value();
}

bool read_nights(const json_t* row_view, const char* key, int& out)
{
    const auto number = json::integer_member(row_view, key);
    if (!number || *number < 0 || *number > k_nights) return false;
    out = static_cast<int>(*number);
    return true;
}

bool read_text(const json_t* row_view, const char* key, std::string& out)
{
    const auto text = json::text_member(row_view, key);
    if (!text || text->size() > k_max_name) return false;
    out = *text;
    return true;
}

std::optional<EntryHealth> entry_of(const json_t* row_view)
{
    EntryHealth out;
    const bool is_read = read_text(row_view, "check", out.check) &&
                         read_text(row_view, "entry", out.name) &&
                         read_text(row_view, "why", out.why) &&
                         read_nights(row_view, "failed_nights", out.failed_nights) &&
                         read_nights(row_view, "good_nights", out.good_nights) &&
                         read_day(row_view, "last_night", out.last_night) &&
                         read_day(row_view, "failing_since", out.failing_since) &&
                         read_day(row_view, "retired_since", out.retired_since);
    if (!is_read) return std::nullopt;
    return out;
}

EntryHealth known(std::span<const EntryHealth> before, const BasketEntry& entry)
{
    const auto found = std::find_if(before.begin(), before.end(), [&](const EntryHealth& each) {
        return each.check == entry.check && each.name == entry.name;
    });
    return found != before.end() ? *found : EntryHealth{.check = entry.check, .name = entry.name};
}

void forget(EntryHealth& health)
{
    health = EntryHealth{.check = health.check, .name = health.name};
}

void count_good(EntryHealth& health, const BasketEntry& entry, std::vector<HealthNews>& news)
{
    health.failed_nights = 0;
    health.failing_since.reset();
    if (health.retired_since && ++health.good_nights < k_nights) return;
    if (health.retired_since) news.push_back({HealthNews::Kind::returned, entry, "fine"});
    forget(health);
}

void count_failure(EntryHealth& health, std::string_view why, Day today)
{
    health.good_nights = 0;
    health.failed_nights = std::min(health.failed_nights + 1, k_nights);
    if (!health.failing_since) health.failing_since = today;
    health.why = why;
}

void count_sighting(EntryHealth& health, const Sighting& sighting, Day today,
                    std::vector<HealthNews>& news)
{
    if (sighting.seen == Seen::suspect) {
        news.push_back({HealthNews::Kind::suspect, sighting.entry, sighting.why});
        if (health.retired_since)
            news.push_back({HealthNews::Kind::returned, sighting.entry, "suspect"});
        forget(health);
    }
    const bool counts = sighting.seen == Seen::fine || sighting.seen == Seen::failed;
    if (!counts || health.last_night == today) return;
    if (health.last_night && today - *health.last_night > k_longest_gap) {
        health.failed_nights = health.good_nights = 0;
        health.failing_since.reset();
    }
    health.last_night = today;
    if (sighting.seen == Seen::fine)
        count_good(health, sighting.entry, news);
    else
        count_failure(health, sighting.why, today);
}

// Those that are due, as long as their checks can do without; and no more of the others.
void retire(const Basket& whole, Night& night, std::span<const Sighting> sightings, Day today)
{
    Basket left = whole;
    for (EntryHealth& each : night.entries) {
        if (!each.retired_since) continue;
        if (auto smaller = without(whole, left, each.check, each.name))
            left = std::move(*smaller);
        else
            each.retired_since.reset();
    }
    for (std::size_t i = 0; i < night.entries.size(); ++i) {
        EntryHealth& each = night.entries[i];
        if (each.retired_since || each.failed_nights < k_nights) continue;
        auto smaller = without(whole, left, each.check, each.name);
        const auto kind = smaller ? HealthNews::Kind::retired : HealthNews::Kind::indispensable;
        night.news.push_back({kind, sightings[i].entry, each.why});
        if (!smaller) continue;
        left = std::move(*smaller);
        each.retired_since = today;
    }
}

} // namespace

std::string text_of_day(Day day)
{
    constexpr std::size_t k_length = 10;
    return base::to_rfc3339(base::Instant{day}).substr(0, k_length);
}

base::Result<std::vector<EntryHealth>, std::string> parse_health(std::string_view text)
{
    if (text.size() > k_max_health_bytes) return base::refuse(std::string{"longer than 64 KiB"});
    const auto parsed = json::parse(text);
    if (!parsed) return base::refuse(parsed.error().detail);
    const json_t* rows_view = json::array_member(parsed->get(), "entries");
    if (json::integer_member(parsed->get(), "schema_version") != 1 || rows_view == nullptr)
        return base::refuse(std::string{"not schema_version 1 with entries"});
    std::vector<EntryHealth> out;
    for (std::size_t i = 0; i < json_array_size(rows_view); ++i) {
        auto entry = entry_of(json_array_get(rows_view, i));
        if (!entry) return base::refuse(base::concat("entries[", i, "]: not as it is written"));
        out.push_back(std::move(*entry));
    }
    return out;
}

base::Result<std::vector<EntryHealth>, std::string> read_health(const std::string& path)
{
    std::error_code unseen;
    if (std::filesystem::status(path, unseen).type() == std::filesystem::file_type::not_found)
        return std::vector<EntryHealth>{};
    try {
        return parse_health(base::read_file(path, k_max_health_bytes));
    } catch (const base::Fault&) { // which names the path: an artifact need not
        return base::refuse(std::string{"cannot be read"});
    }
}

std::string write_health(std::span<const EntryHealth> entries)
{
    auto rows = json::array();
    for (const EntryHealth& each : entries)
        json::append(rows.get(),
                     json::object("check", each.check, "entry", each.name, "failed_nights",
                                  each.failed_nights, "good_nights", each.good_nights, "last_night",
                                  shown(each.last_night), "failing_since",
                                  shown(each.failing_since), "retired_since",
                                  shown(each.retired_since), "why", each.why));
    return json::dump(json::object("schema_version", 1, "entries", std::move(rows)).get()) + '\n';
}

Basket leave_out_retired(const Basket& whole, std::span<const EntryHealth> entries)
{
    Basket left = whole;
    for (const BasketEntry& entry : entries_of(whole)) {
        const EntryHealth health = known(entries, entry);
        if (!health.retired_since) continue;
        auto smaller = without(whole, left, entry.check, entry.name);
        if (!smaller) continue;
        left = std::move(*smaller);
        left.retired.push_back({entry.check, entry.name, text_of_day(*health.retired_since)});
    }
    return left;
}

Basket leave_out_retired(const Basket& whole)
{
    if (!whole.health_json) return whole;
    const auto entries = read_health(*whole.health_json);
    if (entries) return leave_out_retired(whole, *entries);
    Basket left = whole;
    left.health_problem = entries.error();
    return left;
}

std::string_view to_text(HealthNews::Kind kind)
{
    switch (kind) {
    case HealthNews::Kind::retired: return "retired";
    case HealthNews::Kind::returned: return "returned";
    case HealthNews::Kind::suspect: return "suspect";
    case HealthNews::Kind::indispensable: return "indispensable";
    }
    __builtin_unreachable();
}

Night count_night(const Basket& whole, std::span<const EntryHealth> before,
                  std::span<const Sighting> sightings, Day today)
{
    Night night;
    for (const Sighting& sighting : sightings) {
        EntryHealth health = known(before, sighting.entry);
        count_sighting(health, sighting, today, night.news);
        night.entries.push_back(std::move(health));
    }
    retire(whole, night, sightings, today);
    std::erase_if(night.entries, [](const EntryHealth& each) {
        return each.failed_nights == 0 && !each.retired_since;
    });
    return night;
}

} // namespace forensics
