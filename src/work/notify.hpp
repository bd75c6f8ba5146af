// The service manager's ear (sd_notify(3)); silence when there is none.
#pragma once

#include <string_view>

namespace work {

// `state`: lines such as "READY=1" or "WATCHDOG=1" (sd_notify(3)).
void notify_manager(std::string_view state);

} // namespace work
