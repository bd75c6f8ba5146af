#include "fcgi/message.hpp"

#include "base/ascii.hpp"
#include "base/hex.hpp"
#include "base/random.hpp"

#include <algorithm>
#include <array>

namespace fcgi {

const std::string* Request::header(std::string_view name) const
{
    const auto found = std::find_if(headers.begin(), headers.end(),
                                    [&](const Header& each) { return each.name == name; });
    return found == headers.end() ? nullptr : &found->value;
}

std::size_t Request::count_headers(std::string_view name) const
{
    return static_cast<std::size_t>(std::count_if(
        headers.begin(), headers.end(), [&](const Header& each) { return each.name == name; }));
}

std::string request_id(std::string told)
{
    constexpr std::size_t k_most = 64;
    const auto is_of_names = [](char c) {
        return base::is_digit(c) || (base::to_lower(c) >= 'a' && base::to_lower(c) <= 'z') ||
               c == '.' || c == '_' || c == '-';
    };
    if (!told.empty() && told.size() <= k_most && std::ranges::all_of(told, is_of_names))
        return told;
    std::array<std::uint8_t, 16> bytes{};
    base::fill_random(bytes);
    return base::to_hex(bytes);
}

void Request::drop_body()
{
    std::string{}.swap(body);
    parsed_body.reset();
    on_body_dropped();
}

} // namespace fcgi
