// What the error queue of a socket says of a router's answer to a probe: the kernel's message, of
// as many bytes as the first one says, and then what the router quoted of the probe.
#include "forensics/route/trace.hpp"
#include "net/datagrams.hpp"

#include <algorithm>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace forensics;
    if (size < 1) return 0;
    const std::span<const std::uint8_t> input{data + 1, size - 1};
    const auto message = input.first(std::min<std::size_t>(data[0], input.size()));
    const auto quoted = input.subspan(message.size());
    const net::IcmpError error = net::parse_icmp_error(message);
    if (error.type < 0 || error.type > 255 || error.code < 0 || error.code > 255) std::abort();
    if (error.offender && error.offender->text().empty()) std::abort();
    const auto ttl = ttl_of_quoted(quoted);
    if (!ttl) return 0;
    // What is taken for a probe is one, as far as it was quoted for certain.
    const auto probe = route_probe(*ttl);
    if (!std::equal(probe.begin(), probe.begin() + 8, quoted.begin())) std::abort();
    return 0;
}
