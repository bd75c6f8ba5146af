#include "fcgi/message.hpp"

#include <algorithm>

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

void Request::drop_body()
{
    std::string{}.swap(body);
    on_body_dropped();
}

} // namespace fcgi
