// Signal streams in a text, as sources carry them: CSV or JSON.
#pragma once

#include "request/signal.hpp"

#include <string_view>

namespace request {

// JSON: a stream as read_streams() takes it, or its points alone; a list of objects has a stream
// for each member that is a number in all of them; an object of such streams and lists names each
// after its key, and more than three of them are not read. CSV (RFC 4180; the separator may be a
// comma, a semicolon or a tab): the time in the first column, the number in the second, a line of
// names before them or none; the third and fourth column are streams too when they are numbers, and
// more are not read. An empty number, or what cell_of() takes for none ("NA", "n/a", "--"), is a
// gap; behind a semicolon or a tab a number may have a decimal comma. Times without an offset are
// refused as everywhere, but not the form "2024-03-05 12:00", which many exports have: it is taken
// as UTC. At least one stream, each with a point or an event, unless it is a JSON stream without
// any.
base::Result<std::vector<Stream>, Problems> read_streams_text(std::string_view text);

// The first of them.
base::Result<Stream, Problems> read_stream_text(std::string_view text);

} // namespace request
