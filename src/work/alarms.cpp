#include "work/alarms.hpp"

#include "base/log.hpp"

namespace work {

void set_alarm(job::Store& store, bool raised, std::string_view code, std::string_view detail)
{
    if (raised) {
        if (store.raise_alarm(code, detail))
            base::log::error("alarm", {{"code", code}, {"detail", detail}});
    } else if (store.clear_alarm(code)) {
        base::log::info("alarm_cleared", {{"code", code}});
    }
}

} // namespace work
