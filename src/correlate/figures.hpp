// JSON of what the artifacts of series and of events have in common.
#pragma once

#include "base/json.hpp"
#include "correlate/conclusion.hpp"

namespace correlate {

// A number of twelve digits: what is behind them depends on the machine that computed it. null when
// the number is not finite.
base::json::Ref number(double value);
base::json::Ref number(const std::optional<double>& value);

base::json::Ref conclusion_json(const Conclusion& conclusion);
base::json::Ref warnings_json(const std::vector<Warning>& warnings);

} // namespace correlate
