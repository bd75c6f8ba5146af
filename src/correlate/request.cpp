#include "correlate/request.hpp"

#include "base/canonical_json.hpp"
#include "base/fault.hpp"
#include "base/sha256.hpp"

namespace correlate {

namespace json = base::json;

namespace {

template <typename Value> Value checked(base::Result<Value, request::Problems> read)
{
    if (!read) throw base::Fault{"a checked request cannot be read"};
    return std::move(*read);
}

std::uint64_t seed_of(const json_t* request)
{
    const auto text = base::canonical_json_of_ours(request);
    const auto digest = base::sha256(base::bytes_of(text));
    std::uint64_t out = 0;
    for (std::size_t i = 0; i < sizeof out; ++i) out = out << 8U | digest[i];
    return out;
}

} // namespace

Order order_of(const json_t* request)
{
    Order out;
    out.query = json::text_member(request, "query").value_or("");
    if (const json_t* streams_view = json::member(request, "streams"))
        out.streams = checked(request::read_streams(streams_view));
    if (const json_t* frame_view = json::member(request, "timeframe"))
        out.frame = checked(request::read_time_frame(frame_view));
    if (const json_t* options_view = json::member(request, "options"))
        out.options = checked(request::read_signal_options(options_view));
    out.seed = seed_of(request);
    return out;
}

} // namespace correlate
