// The two signal streams of a correlation among its sources: the first two whose text is one.
#pragma once

#include "request/signal.hpp"

#include <optional>
#include <string_view>
#include <vector>

namespace request {

// Where each stands in the list that it was found in.
struct FoundStreams {
    Streams streams;
    std::size_t a = 0;
    std::size_t b = 0;
};

// A text of a source that may carry a stream.
struct StreamText {
    std::string_view text; // empty: nothing was read
    std::string_view name; // for a stream that has none of its own
};

// The first two of `texts` that read_stream_text() takes and that have a point or an event, a
// before b; nullopt when fewer are.
std::optional<FoundStreams> find_streams(const std::vector<StreamText>& texts);

// How many of `texts` are streams, up to two.
std::size_t count_streams(const std::vector<StreamText>& texts);

} // namespace request
