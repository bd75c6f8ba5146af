#include "net/http_date.hpp"

#include "base/ascii.hpp"
#include "base/concat.hpp"

#include <algorithm>
#include <array>

namespace net {

namespace {

std::string_view trimmed_date(std::string_view text)
{
    const auto begin = text.find_first_not_of(" \t\r");
    if (begin == std::string_view::npos) return {};
    return text.substr(begin, text.find_last_not_of(" \t\r") - begin + 1);
}

} // namespace

std::optional<base::Instant> parse_http_date(std::string_view text)
{
    constexpr std::array<std::string_view, 12> k_months{"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                                        "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
    constexpr std::size_t k_size = 29;
    if (text.size() != k_size || text.substr(3, 2) != ", " || text.substr(25) != " GMT" ||
        text[7] != ' ' || text[11] != ' ' || text[16] != ' ')
        return std::nullopt;
    const auto month = std::find(k_months.begin(), k_months.end(), text.substr(8, 3));
    if (month == k_months.end()) return std::nullopt;
    const auto number = static_cast<int>(month - k_months.begin()) + 1;
    // The day of the week repeats what the date says: it is not looked at.
    return base::from_rfc3339(base::concat(text.substr(12, 4), number < 10 ? "-0" : "-", number,
                                           "-", text.substr(5, 2), "T", text.substr(17, 8), "Z"));
}

std::optional<base::Instant> date_header_of(std::string_view head)
{
    constexpr std::string_view k_name = "date:";
    while (!head.empty()) {
        const auto end = std::min(head.find('\n'), head.size());
        const std::string_view line = head.substr(0, end);
        head.remove_prefix(std::min(end + 1, head.size()));
        if (line.size() < k_name.size() ||
            !std::equal(k_name.begin(), k_name.end(), line.begin(),
                        [](char wanted, char given) { return wanted == base::to_lower(given); }))
            continue;
        return parse_http_date(trimmed_date(line.substr(k_name.size())));
    }
    return std::nullopt;
}

} // namespace net
