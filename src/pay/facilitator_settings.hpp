// Whom to ask to verify and settle, and how.
#pragma once

#include "config/config.hpp"
#include "pay/facilitator_auth.hpp"

#include <chrono>
#include <string>
#include <vector>

namespace pay {

struct FacilitatorSettings {
    std::vector<std::string> urls; // in order of preference; at least one
    FacilitatorAuth auth{};
    std::chrono::milliseconds timeout{20'000}; // of one call
};

// From the section [facilitator]. Throws Fault when the credential cannot be read or used, with the
// fix.
FacilitatorSettings facilitator_settings(const config::Config& config);

} // namespace pay
