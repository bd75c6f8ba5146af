#include "request/stream_sources.hpp"

#include "base/utf8.hpp"
#include "request/signal_text.hpp"

namespace request {

namespace {

constexpr std::size_t k_wanted = 2;
constexpr std::size_t k_longest_name = 200;

struct Found {
    std::size_t place;
    Stream stream;
};

std::vector<Found> first_two(const std::vector<StreamText>& texts)
{
    std::vector<Found> out;
    for (std::size_t i = 0; i < texts.size() && out.size() < k_wanted; ++i) {
        if (texts[i].text.empty()) continue;
        auto stream = read_stream_text(texts[i].text);
        if (stream && stream->points.size() + stream->events.size() > 0)
            out.push_back({i, std::move(*stream)});
    }
    return out;
}

// "a" is what a reader of JSON calls a stream without a name.
Stream named(Stream stream, std::string_view name)
{
    if (stream.name.empty() || stream.name == "a")
        stream.name = base::whole_characters(name, k_longest_name);
    return stream;
}

} // namespace

std::optional<FoundStreams> find_streams(const std::vector<StreamText>& texts)
{
    auto found = first_two(texts);
    if (found.size() < k_wanted) return std::nullopt;
    Found& a = found.front();
    Found& b = found.back();
    return FoundStreams{{named(std::move(a.stream), texts[a.place].name),
                         named(std::move(b.stream), texts[b.place].name)},
                        a.place,
                        b.place};
}

std::size_t count_streams(const std::vector<StreamText>& texts)
{
    return first_two(texts).size();
}

} // namespace request
