// What may be wrong with a configuration beyond its own text: the files and folders that it names,
// keys, the token of another chain. A table, with the programs that each finding keeps from
// starting; nothing in it needs a network.
#pragma once

#include "config/config.hpp"

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cli {

// Each a plain sentence with what to do.
using Findings = std::vector<std::string>;

// Programs that end at their start by a finding, added up.
enum Stops : unsigned {
    k_stops_none = 0,
    k_stops_fast = 1,
    k_stops_slow = 2,
    k_stops_worker = 4,
    k_stops_agents = 8
};
inline constexpr unsigned k_stops_all =
    k_stops_fast | k_stops_slow | k_stops_worker | k_stops_agents;

// By whose rights it is looked.
enum class Eyes { anyone, service_user, renderer };

// A credential, and whom systemd hands it to; `name` is nullptr in rows of anything else.
struct HandedTo {
    std::string_view unit{};
    std::string& (*name)(config::Config&) = nullptr;
};

struct ConfigCheck {
    std::string_view at;                     // the key that a complaint points to
    std::array<std::string_view, 4> reads{}; // further keys; one refused: it is passed over
    unsigned stops = k_stops_none;
    Eyes eyes = Eyes::anyone;
    HandedTo handed_to{};
    bool is_fetched = false; // a unit fetches it, once it has been started
    Findings (*find)(const config::Config& config) = nullptr;
};

std::span<const ConfigCheck> config_checks();

// The folder in which the programs of the node meet: packaging decides it, hence no key. It keeps
// all of them from starting.
Findings find_closed_run_directory();

// Reasons by the configuration alone, for those that sell: nothing is looked at.
Findings find_strange_origin(const config::Config& config);
Findings find_foreign_asset(const config::Config& config);
Findings find_wrong_asset_name(const config::Config& config);
Findings find_wrong_asset_version(const config::Config& config);
Findings find_short_time(const config::Config& config);

} // namespace cli
