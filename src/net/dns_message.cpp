#include "net/dns_message.hpp"

#include "base/closer.hpp"
#include "base/fault.hpp"

#include <ldns/ldns.h>

#include <algorithm>
#include <cstdlib>
#include <memory>

namespace net {

namespace {

using PacketRef = std::unique_ptr<ldns_pkt, base::Closer<ldns_pkt_free>>;
using NameRef = std::unique_ptr<ldns_rdf, base::Closer<ldns_rdf_deep_free>>;
using WireRef = std::unique_ptr<std::uint8_t, base::Closer<std::free>>;

constexpr std::size_t k_max_addresses = 64;
constexpr std::uint16_t k_edns_size = 1232; // what passes every path in one piece
constexpr std::size_t k_extended_error = 15;

ldns_rr_type type_of(DnsType type)
{
    switch (type) {
    case DnsType::a: return LDNS_RR_TYPE_A;
    case DnsType::aaaa: return LDNS_RR_TYPE_AAAA;
    case DnsType::https: return LDNS_RR_TYPE_HTTPS;
    }
    __builtin_unreachable();
}

NameRef question_name(const DnsQuestion& question)
{
    ldns_rdf* name = nullptr;
    if (ldns_str2rdf_dname(&name, question.name.c_str()) != LDNS_STATUS_OK) return {};
    return NameRef{name};
}

bool is_of(const ldns_pkt& packet, const DnsQuestion& question)
{
    const ldns_rr_list* const asked = ldns_pkt_question(&packet);
    if (ldns_rr_list_rr_count(asked) != 1) return false;
    const ldns_rr* const only = ldns_rr_list_rr(asked, 0);
    const NameRef name = question_name(question);
    return name && ldns_rr_get_type(only) == type_of(question.type) &&
           ldns_rr_get_class(only) == LDNS_RR_CLASS_IN &&
           ldns_dname_compare(ldns_rr_owner(only), name.get()) == 0;
}

std::optional<IpAddress> address_in_record(const ldns_rr& record, DnsType type)
{
    const ldns_rdf* const data = ldns_rr_rdf(&record, 0);
    if (data == nullptr) return std::nullopt;
    const std::uint8_t* const bytes = ldns_rdf_data(data);
    const std::size_t size = ldns_rdf_size(data);
    if (type == DnsType::a && size == 4) {
        std::array<std::uint8_t, 4> v4{};
        std::copy_n(bytes, size, v4.begin());
        return IpAddress{v4};
    }
    if (type == DnsType::aaaa && size == 16) {
        std::array<std::uint8_t, 16> v6{};
        std::copy_n(bytes, size, v6.begin());
        return IpAddress{v6};
    }
    return std::nullopt;
}

void take_records(const ldns_pkt& packet, DnsType type, DnsReply& reply)
{
    const ldns_rr_list* const answers = ldns_pkt_answer(&packet);
    for (std::size_t i = 0; i < ldns_rr_list_rr_count(answers); ++i) {
        const ldns_rr* const record = ldns_rr_list_rr(answers, i);
        if (ldns_rr_get_type(record) != type_of(type)) continue;
        if (type == DnsType::https) ++reply.services;
        const auto address = address_in_record(*record, type);
        if (!address || reply.addresses.size() == k_max_addresses) continue;
        const std::uint32_t ttl = ldns_rr_ttl(record);
        reply.ttl_sec = reply.addresses.empty() ? ttl : std::min(reply.ttl_sec, ttl);
        reply.addresses.push_back(*address);
    }
}

// Options of EDNS: code, length, bytes; of an extended error two bytes of code and a text.
std::optional<int> extended_error_of(const ldns_pkt& packet)
{
    const ldns_rdf* const options = ldns_pkt_edns_data(&packet);
    if (options == nullptr) return std::nullopt;
    base::ByteView rest{ldns_rdf_data(options), ldns_rdf_size(options)};
    const auto number = [&](std::size_t at) { return std::size_t{rest[at]} << 8U | rest[at + 1]; };
    while (rest.size() >= 4) {
        const std::size_t size = number(2);
        if (size > rest.size() - 4) return std::nullopt;
        if (number(0) == k_extended_error && size >= 2) return static_cast<int>(number(4));
        rest = rest.subspan(4 + size);
    }
    return std::nullopt;
}

} // namespace

base::Bytes make_dns_query(const DnsQuestion& question, std::uint16_t id, bool with_edns)
{
    NameRef name = question_name(question);
    if (!name) throw base::Fault{"a question for what is no name"};
    // The packet owns the name from now on.
    const PacketRef packet{
        ldns_pkt_query_new(name.release(), type_of(question.type), LDNS_RR_CLASS_IN, LDNS_RD)};
    if (!packet) throw base::Fault{"no memory for a DNS query"};
    ldns_pkt_set_id(packet.get(), id);
    if (with_edns) ldns_pkt_set_edns_udp_size(packet.get(), k_edns_size);
    std::uint8_t* wire = nullptr;
    std::size_t size = 0;
    const auto status = ldns_pkt2wire(&wire, packet.get(), &size);
    const WireRef owned{wire};
    if (status != LDNS_STATUS_OK) throw base::Fault{"ldns cannot write a query"};
    return {wire, wire + size};
}

std::optional<DnsReply> parse_dns_reply(base::ByteView message, const DnsQuestion& question,
                                        std::uint16_t id)
{
    ldns_pkt* raw = nullptr;
    const auto status = ldns_wire2pkt(&raw, message.data(), message.size());
    const PacketRef packet{raw};
    if (status != LDNS_STATUS_OK || !packet || !ldns_pkt_qr(packet.get()) ||
        ldns_pkt_id(packet.get()) != id || !is_of(*packet, question))
        return std::nullopt;
    DnsReply reply;
    reply.rcode = ldns_pkt_get_rcode(packet.get());
    reply.is_truncated = ldns_pkt_tc(packet.get());
    take_records(*packet, question.type, reply);
    reply.extended_error = extended_error_of(*packet);
    return reply;
}

} // namespace net
