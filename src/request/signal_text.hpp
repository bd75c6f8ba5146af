// A signal stream in a text, as sources carry it: CSV or JSON.
#pragma once

#include "request/signal.hpp"

#include <string_view>

namespace request {

// JSON: a stream as read_streams() takes it, or its points alone. CSV (RFC 4180; the separator may
// be a comma, a semicolon or a tab): the time in the first column, the number in the second, a line
// of names before them or none; other columns are not read. An empty number, "null", "NA" or "NaN"
// is a gap; behind a semicolon or a tab a number may have a decimal comma. Times without an offset
// are refused as everywhere, but not the form "2024-03-05 12:00", which many exports have: it is
// taken as UTC.
base::Result<Stream, Problems> read_stream_text(std::string_view text);

} // namespace request
