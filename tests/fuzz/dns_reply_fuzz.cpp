// A DNS message as anybody may send it. The first two bytes are the id of our question, then an
// answer to it.
#include "net/dns_message.hpp"

#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    if (size < 2) return 0;
    const auto id = static_cast<std::uint16_t>(data[0] << 8U | data[1]);
    const base::ByteView message{data + 2, size - 2};
    for (const net::DnsType type : {net::DnsType::a, net::DnsType::aaaa}) {
        const auto reply = net::parse_dns_reply(message, {"www.a.example", type}, id);
        if (!reply) continue;
        for (const net::IpAddress& each : reply->addresses)
            if (each.is_v4() != (type == net::DnsType::a)) std::abort();
        if (reply->addresses.size() > 64 || reply->rcode < 0) std::abort();
    }
    return 0;
}
