// Raises and clears alarms, and says so in the log when one comes or goes.
#pragma once

#include "catalog/alarms.hpp"
#include "store/bulletin.hpp"

#include <string_view>

namespace work {

void set_alarm(store::Bulletin& bulletin, bool raised, catalog::AlarmCode code,
               std::string_view detail);

} // namespace work
