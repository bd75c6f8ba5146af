#include "work/alarms.hpp"

#include "base/log.hpp"

namespace work {

void set_alarm(store::Bulletin& bulletin, bool raised, catalog::AlarmCode code,
               std::string_view detail)
{
    const auto name = catalog::alarm_of(code).name;
    if (raised) {
        if (bulletin.raise_alarm(name, detail))
            base::log::error("alarm", {{"code", name}, {"detail", detail}});
    } else if (bulletin.clear_alarm(name)) {
        base::log::info("alarm_cleared", {{"code", name}});
    }
}

} // namespace work
