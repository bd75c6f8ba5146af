// A host as a buyer may write it. What is taken is a name of the public DNS or an address, and
// written so that it means the same once more.
#include "net/host_name.hpp"
#include "net/registrable_domain.hpp"
#include "net/special_ranges.hpp"

#include <algorithm>
#include <cstdlib>

namespace {

void require(bool holds)
{
    if (!holds) std::abort();
}

void look_at_address(const net::IpAddress& address)
{
    const auto range = net::special_range_of(address);
    require(!range || !range->empty());
    for (const net::IpAddress& v4 : net::carried_v4(address)) {
        require(v4.is_v4());
        // Whatever leads to a private address is private too.
        if (!net::is_global(v4)) require(range.has_value());
    }
}

void look_at_name(const std::string& name)
{
    require(name.size() <= 253 && name.find('.') != std::string::npos);
    require(std::all_of(name.begin(), name.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '.';
    }));
    require(name.find("..") == std::string::npos && name.front() != '.' && name.back() != '.');
    static_cast<void>(net::registrable_domain(name));
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string_view text{reinterpret_cast<const char*>(data), size};
    const auto host = net::parse_host(text);
    if (!host) return 0;
    if (host->address)
        look_at_address(*host->address);
    else
        look_at_name(host->text);
    const auto again = net::parse_host(host->text);
    require(again && again->text == host->text && again->address == host->address);
    return 0;
}
