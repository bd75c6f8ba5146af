// Two values whose names say which is the greater: least and greatest, net and gross, percentiles.
#pragma once

#include "verify/law/critic.hpp"

namespace verify::relations {

// "the lowest was 12 and the highest 8", "p95 180 ms, p99 140 ms", "lowest first: 54 to 41".
void check_order(const Document& document, std::size_t sentence, Review& review);

// Lines of a configuration: "min_replicas: 12" above "max_replicas: 8".
void check_settings(const Document& document, Review& review);

} // namespace verify::relations
