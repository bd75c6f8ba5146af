// `assay config check --online`: what the store's server says.
#pragma once

#include "cli/online_report.hpp"
#include "config/config.hpp"
#include "db/durability.hpp"

namespace cli {

// Whether it answers, has this program's schema, and loses nothing acknowledged when a standby
// takes over. A file says nothing online.
void check_store(const config::Config& config, OnlineReport& report);

// What is found of a server, which may lose what it has acknowledged where `may_lose`.
void tell_durability(const db::Durability& found, bool may_lose, OnlineReport& report);

} // namespace cli
