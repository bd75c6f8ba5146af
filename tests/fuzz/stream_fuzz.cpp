// Streams in CSV and JSON, time frames, moments and periods of any text.
#include "request/signal_text.hpp"

#include <cstdint>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string_view text{reinterpret_cast<const char*>(data), size};
    const auto stream = request::read_stream_text(text);
    if (stream && stream->points.size() + stream->events.size() > request::k_most_points)
        std::abort();
    if (!stream && stream.error().empty()) std::abort();
    // What is written is read again as the same.
    if (const auto instant = value::Instant::parse(text))
        if (value::Instant::parse(instant->text()) != instant) std::abort();
    if (const auto period = value::Period::parse(text))
        if (value::Period::parse(period->text()) != period) std::abort();
    if (const base::json::Ref given{json_stringn(text.data(), text.size())})
        static_cast<void>(request::read_time_frame(given.get()));
    if (const auto parsed = base::json::parse(text)) {
        static_cast<void>(request::read_time_frame(parsed->get()));
        static_cast<void>(request::read_streams(parsed->get()));
    }
    return 0;
}
