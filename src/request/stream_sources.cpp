#include "request/stream_sources.hpp"

#include "base/concat.hpp"
#include "base/utf8.hpp"
#include "request/signal_text.hpp"

#include <algorithm>

namespace request {

namespace {

constexpr std::size_t k_wanted = 2;

struct Found {
    std::size_t place;
    std::vector<Stream> streams;
};

bool has_any(const Stream& stream)
{
    return stream.points.size() + stream.events.size() > 0;
}

std::vector<Found> first_two(const std::vector<StreamText>& texts)
{
    std::vector<Found> out;
    for (std::size_t i = 0; i < texts.size() && out.size() < k_wanted; ++i) {
        if (texts[i].text.empty()) continue;
        auto streams = read_streams_text(texts[i].text);
        if (streams && has_any(streams->front())) out.push_back({i, std::move(*streams)});
    }
    return out;
}

Stream named(Stream stream, std::string_view name)
{
    if (stream.name.empty()) stream.name = base::whole_characters(name, k_longest_name);
    return stream;
}

// At least half of its lines have a number behind a mark that may part columns.
bool looks_like_table(std::string_view text)
{
    std::size_t lines = 0;
    std::size_t of_table = 0;
    while (!text.empty()) {
        const auto end = std::min(text.find('\n'), text.size());
        const auto line = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        if (line.find_first_not_of(" \t\r") == std::string_view::npos) continue;
        ++lines;
        const auto mark = line.find_first_of(",;\t");
        if (line.find_first_of("0123456789") < mark && mark != std::string_view::npos &&
            line.find_first_of("0123456789", mark) != std::string_view::npos)
            ++of_table;
    }
    constexpr std::size_t k_fewest_lines = 2;
    return of_table >= k_fewest_lines && of_table * 2 >= lines;
}

} // namespace

std::optional<FoundStreams> find_streams(const std::vector<StreamText>& texts)
{
    auto found = first_two(texts);
    if (found.empty()) return std::nullopt;
    if (found.size() == k_wanted) {
        Stream a = std::move(found.front().streams.front());
        Stream b = std::move(found.back().streams.front());
        if (a.name == b.name) { // "value" of both: the sources tell them apart
            a.name.clear();
            b.name.clear();
        }
        const std::size_t place_a = found.front().place;
        const std::size_t place_b = found.back().place;
        return FoundStreams{
            {named(std::move(a), texts[place_a].name), named(std::move(b), texts[place_b].name)},
            place_a,
            place_b};
    }
    Found& only = found.front();
    if (only.streams.size() != k_wanted) return std::nullopt;
    const auto name = [&](std::string_view column) {
        return base::concat(texts[only.place].name, " ", column);
    };
    return FoundStreams{{named(std::move(only.streams.front()), name("column 2")),
                         named(std::move(only.streams.back()), name("column 3"))},
                        only.place,
                        only.place};
}

std::size_t count_streams(const std::vector<StreamText>& texts)
{
    const auto found = first_two(texts);
    const bool both_in_one = found.size() == 1 && found.front().streams.size() == k_wanted;
    return both_in_one ? k_wanted : found.size();
}

std::vector<UnreadText> unread_tables(const std::vector<StreamText>& texts)
{
    std::vector<UnreadText> out;
    for (std::size_t i = 0; i < texts.size(); ++i) {
        const auto first = texts[i].text.find_first_not_of(" \t\r\n");
        if (first == std::string_view::npos) continue;
        const bool is_json = texts[i].text[first] == '{' || texts[i].text[first] == '[';
        if (!is_json && !looks_like_table(texts[i].text)) continue;
        const auto streams = read_streams_text(texts[i].text);
        if (!streams)
            out.push_back({i, streams.error()});
        else if (streams->size() > k_wanted)
            out.push_back({i,
                           {{{},
                             "A source with more than two columns of numbers is no two streams: "
                             "keep the time and two of them",
                             "value_error"}}});
    }
    return out;
}

} // namespace request
