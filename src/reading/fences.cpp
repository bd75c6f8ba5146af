#include "reading/fences.hpp"

#include "reading/ascii.hpp"

#include <algorithm>

namespace reading {

namespace {

constexpr std::size_t k_shortest_fence = 3;

std::size_t run_length(std::string_view line)
{
    if (line.empty() || (line.front() != '`' && line.front() != '~')) return 0;
    const std::size_t end = line.find_first_not_of(line.front());
    return std::min(end, line.size());
}

std::string_view trimmed_fence(std::string_view line)
{
    while (!line.empty() && is_blank(line.front())) line.remove_prefix(1);
    while (!line.empty() && is_blank(line.back())) line.remove_suffix(1);
    return line;
}

std::string language_of(std::string_view info)
{
    info = trimmed_fence(info);
    std::string out;
    for (const char c : info.substr(0, 24)) {
        if (is_blank(c) || c == '{' || c == ',') break;
        out += to_lower(c);
    }
    return out;
}

} // namespace

std::vector<Fence> find_fences(const Document& document)
{
    const std::string_view source = document.source;
    std::vector<Fence> out;
    std::size_t length = 0; // of the open fence; 0 outside
    char sign = '`';
    for (std::size_t begin = 0; begin < source.size() && out.size() < k_max_fences;) {
        const std::size_t end = std::min(source.find('\n', begin), source.size());
        const auto next = static_cast<std::uint32_t>(std::min(end + 1, source.size()));
        const std::string_view line = trimmed_fence(source.substr(begin, end - begin));
        const std::size_t run = run_length(line);
        if (length == 0) {
            // A backtick in the info string makes it inline code.
            const bool opens =
                run >= k_shortest_fence &&
                (line.front() == '~' || line.find('`', run) == std::string_view::npos);
            if (opens) {
                length = run;
                sign = line.front();
                const auto size = static_cast<std::uint32_t>(source.size());
                out.push_back({language_of(line.substr(run)), next, size,
                               static_cast<std::uint32_t>(begin), size, false});
            }
        } else if (run >= length && line.front() == sign && run == line.size()) {
            length = 0;
            out.back().end = static_cast<std::uint32_t>(begin);
            out.back().outer_end = next;
            out.back().closed = true;
        }
        begin = end + 1;
    }
    return out;
}

std::uint32_t view_offset(const Document& document, std::uint32_t source_byte)
{
    const auto& origin = document.view.origin;
    const auto found = std::lower_bound(origin.begin(), origin.end(), source_byte);
    return static_cast<std::uint32_t>(std::min<std::ptrdiff_t>(
        found - origin.begin(), static_cast<std::ptrdiff_t>(document.view.text.size())));
}

} // namespace reading
