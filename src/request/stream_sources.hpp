// The two signal streams of a correlation among its sources: of the first two whose text is one, or
// both of the only one that has two columns of numbers.
#pragma once

#include "request/signal.hpp"

#include <optional>
#include <string_view>
#include <vector>

namespace request {

// Two streams and their places in the list that they were found in; the same place: in one file.
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

// The first stream that has a point or an event of each of the first two of `texts` that
// read_streams_text() takes; a before b. Where only one does: both of its streams, when it has no
// more and no fewer than two. nullopt when neither is so.
std::optional<FoundStreams> find_streams(const std::vector<StreamText>& texts);

// How many streams find_streams() has, up to two.
std::size_t count_streams(const std::vector<StreamText>& texts);

// Why a text that looks like a table or like JSON is not a stream; its places are those within it.
struct UnreadText {
    std::size_t at = 0; // in `texts`
    Problems problems;  // at least one
};
std::vector<UnreadText> unread_tables(const std::vector<StreamText>& texts);

} // namespace request
