// One NTP exchange on the wire (RFC 5905, section 7.3): the request we send, and what a reply to it
// says once it is believed to be one. Pure.
#pragma once

#include "base/result.hpp"

#include <array>
#include <cstdint>
#include <span>
#include <string>

namespace forensics {

inline constexpr std::size_t k_ntp_packet_size = 48;

// What the server must send back as the origin of its reply. Random: no host off the path can guess
// it, and it does not tell our clock.
using NtpCookie = std::array<std::uint8_t, 8>;

// Version 4, mode client, everything else zero but the cookie as transmit time.
std::array<std::uint8_t, k_ntp_packet_size> ntp_request(const NtpCookie& cookie);

// In order of precedence.
enum class NtpRefusal {
    malformed,      // shorter than a packet, or not mode server
    wrong_origin,   // no answer to our request
    kiss_of_death,  // stratum 0: the server asks to be left alone
    unsynchronized, // leap indicator 3, stratum over 15, or no transmit time
    far_away,       // round trip not of 0 .. 2 s, or root distance over 1.5 s
};

struct NtpSample {
    double offset_sec = 0; // to be added to our clock
    double delay_sec = 0;  // of the round trip, without the server's own time
    double root_delay_sec = 0;
    double root_dispersion_sec = 0;
    int stratum = 0;                         // 1 .. 15
    bool announces_leap = false;             // a leap second at the end of this day
    std::array<std::uint8_t, 4> reference{}; // of the server's own source

    // Half the width of the interval the true offset lies in, if the server is right.
    [[nodiscard]] double error_sec() const;
};

// `sent_ns` and `arrived_ns`: our wall clock in nanoseconds since 1970.
base::Result<NtpSample, NtpRefusal> read_ntp_reply(std::span<const std::uint8_t> packet,
                                                   const NtpCookie& cookie, std::int64_t sent_ns,
                                                   std::int64_t arrived_ns);

// "GPS" where it is text (stratum 1), else "0x" and eight hex digits.
std::string ntp_reference_text(const NtpSample& sample);

} // namespace forensics
