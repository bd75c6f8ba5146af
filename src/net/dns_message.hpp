// DNS messages by ldns: questions for addresses and HTTPS records, and what strangers answer.
#pragma once

#include "base/hex.hpp"
#include "net/ip_address.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace net {

enum class DnsType { a, aaaa, https }; // https: RFC 9460

struct DnsQuestion {
    std::string name; // A-labels, without a dot at the end
    DnsType type = DnsType::a;
};

// A recursive query; EDNS offers to take 1232 bytes. Throws Fault when the name is not one.
base::Bytes make_dns_query(const DnsQuestion& question, std::uint16_t id, bool with_edns = true);

struct DnsReply {
    int rcode = 0;                     // RFC 1035, section 4.1.1
    std::vector<IpAddress> addresses;  // of the asked type in the answer section, at most 64
    std::uint32_t ttl_sec = 0;         // the least of them
    std::size_t services = 0;          // HTTPS records, when they were asked for
    std::optional<int> extended_error; // the first INFO-CODE (RFC 8914)
    bool is_truncated = false;
};

// nullopt: not a response, not to this question, of another id, or not to be read. CNAMEs are not
// followed: a resolver has done that.
std::optional<DnsReply> parse_dns_reply(base::ByteView message, const DnsQuestion& question,
                                        std::uint16_t id);

} // namespace net
