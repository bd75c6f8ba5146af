// Raises and clears alarms, and says so in the log when one comes or goes.
#pragma once

#include "job/store.hpp"

#include <string_view>

namespace work {

// `code` is a stable word, listed in the README.
void set_alarm(job::Store& store, bool raised, std::string_view code, std::string_view detail);

} // namespace work
