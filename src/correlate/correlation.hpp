// The correlation product: two signal streams, one artifact.
#pragma once

#include "base/json.hpp"
#include "correlate/alignment.hpp"
#include "correlate/relation.hpp"

namespace correlate {

struct Order {
    std::string query;
    request::Streams streams;
    request::TimeFrame frame;
    request::SignalOptions options{};
    std::uint64_t seed = 0; // of the SHA-256 of the request
};

// The members of "correlation/1" that two streams have; product.hpp adds the rest. The same order
// gives the same bytes.
base::json::Ref correlate(const Order& order);

// The same members when there are no two streams to compare; `why`: behind the first sentence,
// empty or with a blank in front.
base::json::Ref compare_nothing(const std::string& query, std::string_view why);

} // namespace correlate
