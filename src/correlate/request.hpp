// From a checked request to the order of a correlation.
#pragma once

#include "correlate/correlation.hpp"

namespace correlate {

// `request` has passed request::check_request for a product with streams. Throws Fault when it has
// not. Without `streams` in the request those of the order are empty. What is drawn by lot comes
// from the request itself: the same request, the same artifact.
Order order_of(const json_t* request);

} // namespace correlate
