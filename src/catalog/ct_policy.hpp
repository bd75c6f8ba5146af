// The rule by which certificate timestamps are judged: whose it is, of when, and until when it is
// taken at its word. Browsers change theirs, so what an old rule misses is not a finding by itself.
#pragma once

#include "base/clock.hpp"

#include <string_view>

namespace catalog {

// Chrome's CT policy, as changed on this day: no log of RFC 6962 is asked for (commits ab748ad and
// 5ee521b of GoogleChrome/CertificateTransparency), SCTs in stapled OCSP count no more (3f9ff4c).
// A maintainer who reads it again and finds the rule unchanged may set the day of that reading.
struct CtPolicy {
    static constexpr std::chrono::year_month_day k_dated =
        std::chrono::year{2026} / std::chrono::April / 15;
    static constexpr std::string_view k_dated_text = "2026-04-15";
    static constexpr std::string_view k_source =
        "https://googlechrome.github.io/CertificateTransparency/ct_policy.html";
    static constexpr std::chrono::days k_lifetime{365};

    static bool is_old(base::Instant now)
    {
        return now > base::Instant{std::chrono::sys_days{k_dated}} + k_lifetime;
    }
};

} // namespace catalog
