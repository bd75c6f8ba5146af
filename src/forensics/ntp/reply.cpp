#include "forensics/ntp/reply.hpp"

#include "base/hex.hpp"

#include <algorithm>
#include <cmath>

namespace forensics {

namespace {

constexpr std::uint64_t k_from_1900_to_1970_sec = 2'208'988'800;
constexpr std::int64_t k_ns_per_sec = 1'000'000'000;
constexpr double k_most_delay_sec = 2;
constexpr double k_most_root_distance_sec = 1.5; // MAXDIST of RFC 5905
constexpr double k_own_error_sec = 0.001;        // of stamping packets on a busy host

constexpr std::size_t k_origin_at = 24;
constexpr std::size_t k_received_at = 32;
constexpr std::size_t k_transmitted_at = 40;

std::uint64_t big_endian(std::span<const std::uint8_t> packet, std::size_t at, std::size_t size)
{
    std::uint64_t out = 0;
    for (const std::uint8_t byte : packet.subspan(at, size)) out = out << 8U | byte;
    return out;
}

// 16.16 fixed point.
double short_seconds(std::span<const std::uint8_t> packet, std::size_t at)
{
    return static_cast<double>(big_endian(packet, at, 4)) / 65'536;
}

// The 32.32 fixed point of NTP; eras wrap around by themselves.
std::uint64_t ntp_time(std::int64_t ns)
{
    const std::int64_t seconds = ns / k_ns_per_sec;
    const auto rest = static_cast<std::uint64_t>(ns % k_ns_per_sec);
    return (static_cast<std::uint64_t>(seconds) + k_from_1900_to_1970_sec) << 32U |
           (rest << 32U) / static_cast<std::uint64_t>(k_ns_per_sec);
}

// Right for clocks less than 68 years apart, in whatever eras.
double seconds_between(std::uint64_t later, std::uint64_t earlier)
{
    return static_cast<double>(static_cast<std::int64_t>(later - earlier)) / 4'294'967'296.0;
}

} // namespace

std::array<std::uint8_t, k_ntp_packet_size> ntp_request(const NtpCookie& cookie)
{
    std::array<std::uint8_t, k_ntp_packet_size> out{};
    out[0] = 0x23; // no leap warning, version 4, mode 3
    std::copy(cookie.begin(), cookie.end(), out.begin() + k_transmitted_at);
    return out;
}

double NtpSample::error_sec() const
{
    return delay_sec / 2 + root_delay_sec / 2 + root_dispersion_sec + k_own_error_sec;
}

base::Result<NtpSample, NtpRefusal> read_ntp_reply(std::span<const std::uint8_t> packet,
                                                   const NtpCookie& cookie, std::int64_t sent_ns,
                                                   std::int64_t arrived_ns)
{
    constexpr unsigned k_mode_server = 4;
    if (packet.size() < k_ntp_packet_size || (packet[0] & 7U) != k_mode_server)
        return base::refuse(NtpRefusal::malformed);
    if (!std::equal(cookie.begin(), cookie.end(), packet.begin() + k_origin_at))
        return base::refuse(NtpRefusal::wrong_origin);
    const unsigned leap = packet[0] >> 6U;
    const int stratum = packet[1];
    if (stratum == 0) return base::refuse(NtpRefusal::kiss_of_death);
    const std::uint64_t transmitted = big_endian(packet, k_transmitted_at, 8);
    if (leap == 3 || stratum > 15 || transmitted == 0)
        return base::refuse(NtpRefusal::unsynchronized);

    NtpSample out;
    const std::uint64_t received = big_endian(packet, k_received_at, 8);
    const std::uint64_t sent = ntp_time(sent_ns);
    const std::uint64_t arrived = ntp_time(arrived_ns);
    out.offset_sec = (seconds_between(received, sent) + seconds_between(transmitted, arrived)) / 2;
    out.delay_sec = seconds_between(arrived, sent) - seconds_between(transmitted, received);
    out.root_delay_sec = short_seconds(packet, 4);
    out.root_dispersion_sec = short_seconds(packet, 8);
    out.stratum = stratum;
    out.announces_leap = leap != 0;
    std::copy_n(packet.begin() + 12, out.reference.size(), out.reference.begin());
    if (out.delay_sec < 0 || out.delay_sec >= k_most_delay_sec ||
        out.root_delay_sec / 2 + out.root_dispersion_sec >= k_most_root_distance_sec)
        return base::refuse(NtpRefusal::far_away);
    return out;
}

std::string ntp_reference_text(const NtpSample& sample)
{
    std::string text{sample.reference.begin(), sample.reference.end()};
    text.resize(std::min(text.find('\0'), text.size()));
    const auto is_printable = [](char c) { return c > ' ' && c <= '~'; };
    if (sample.stratum == 1 && !text.empty() && std::all_of(text.begin(), text.end(), is_printable))
        return text;
    return base::to_hex_0x(sample.reference);
}

} // namespace forensics
