// How the entries of a basket have done in the nights before, so that what a stranger changes at
// their own server does not become a buyer's false alarm: three nights of failure retire an entry,
// three good ones bring it back. Scans leave out what is retired; the nightly look does not.
#pragma once

#include "base/result.hpp"
#include "forensics/basket_sightings.hpp"

#include <chrono>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace forensics {

using Day = std::chrono::sys_days; // UTC

// "2026-11-22"
std::string text_of_day(Day day);

inline constexpr int k_nights = 3; // in a row
inline constexpr std::size_t k_max_health_bytes = std::size_t{64} * 1024;

struct EntryHealth {
    std::string check;
    std::string name;
    int failed_nights = 0; // in a row, up to k_nights
    int good_nights = 0;   // in a row, of one that is retired
    std::optional<Day> last_night{};
    std::optional<Day> failing_since{};
    std::optional<Day> retired_since{};
    std::string why{}; // as of a Sighting
};

// The error is one sentence: anything that write_health() has not written. At most
// k_max_health_bytes are read.
base::Result<std::vector<EntryHealth>, std::string> parse_health(std::string_view text);
// The file at `path`; no entries when there is none.
base::Result<std::vector<EntryHealth>, std::string> read_health(const std::string& path);
std::string write_health(std::span<const EntryHealth> entries);

// `whole` without its retired entries, of which it has those in `retired`; but what its checks
// cannot do without stays (without()).
Basket leave_out_retired(const Basket& whole, std::span<const EntryHealth> entries);

// leave_out_retired() by the file that the basket names. What is wrong with that file is its
// `health_problem`, and nothing is left out.
Basket leave_out_retired(const Basket& whole);

// What an operator should know of a night.
struct HealthNews {
    enum class Kind {
        retired,
        returned,      // good again, or suspect: what is attacked must be looked at
        suspect,       // not its owner's doing; nothing is counted in its check
        indispensable, // failed often enough, but its check cannot do without
    };
    Kind kind;
    BasketEntry entry;
    std::string why;
};
std::string_view to_text(HealthNews::Kind kind);

struct Night {
    std::vector<EntryHealth> entries; // those there is something to remember of
    std::vector<HealthNews> news;
};

// Counts what was seen on `today` of the entries of `whole`; what is no longer in it is forgotten.
// An entry counts once a day, an unseen one not at all, and a row of nights has no gap of a week.
Night count_night(const Basket& whole, std::span<const EntryHealth> before,
                  std::span<const Sighting> sightings, Day today);

} // namespace forensics
