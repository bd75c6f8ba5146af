// How two signal streams are made comparable, as a buyer wishes it.
#pragma once

#include "request/signal.hpp"

#include <string_view>

namespace request {

// What becomes of several points in one step.
enum class Aggregate { mean, last, sum, median };
std::string_view name_of(Aggregate aggregate);

// What the conclusion is drawn from; automatic: from the series as they are when both are
// stationary, otherwise from their changes.
enum class Detrend { automatic, none, linear, diff };
std::string_view name_of(Detrend detrend);

struct SignalOptions {
    Aggregate aggregate = Aggregate::mean;
    Detrend detrend = Detrend::automatic;
    double alpha = 0.05; // 0.001 to 0.2
};

// {aggregate?, detrend?, alpha?}; null is the same as absent.
base::Result<SignalOptions, Problems> read_signal_options(const json_t* given_view);

} // namespace request
