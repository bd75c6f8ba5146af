// Streams of events: two of them, or one beside a series.
#pragma once

#include "correlate/correlation.hpp"

namespace correlate {

// Sets what correlate() says beside the streams, where at least one of the two is of events.
// `precursor` counts the later stream's events that one of the earlier stream preceded, `trigger`
// the earlier stream's events that one of the later followed; a is the earlier one, and in
// `reverse` b is.
void add_events(const Order& order, json_t* artifact);

} // namespace correlate
