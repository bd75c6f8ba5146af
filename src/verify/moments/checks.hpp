// The checks of the room, whose rows stand beside their code:
// clock times, dates and lengths of time.
#pragma once

#include "verify/law/critic.hpp"

namespace verify::moments {

extern const Check k_date_weekday;
extern const Check k_date_interval;
extern const Check k_date_age;
extern const Check k_time_duration;

// In the order in which they look: who looks first speaks first (law/ledger.hpp).
extern const Family k_weekdays;
extern const Family k_calendar;
extern const Family k_moments;
inline constexpr const Family* k_families[] = {&k_weekdays, &k_calendar, &k_moments};

} // namespace verify::moments
