// Questions to resolvers over UDP whose sockets stay open after the first answer: a forged answer
// is often faster than the true one, which then comes second.
#pragma once

#include "net/buyer_egress.hpp"
#include "net/dns_message.hpp"

#include <chrono>
#include <functional>
#include <span>
#include <vector>

namespace net {

struct DnsProbe {
    Endpoint server;
    DnsQuestion question;
    bool with_edns = true;
};

struct DnsProbeResult {
    struct Answer {
        DnsReply reply;
        std::chrono::milliseconds at{0}; // since the question was sent
        bool over_tcp = false;
    };
    bool was_sent = false;
    bool refuses_edns = false;   // it answers when it is asked without (ask_dns)
    std::vector<Answer> answers; // in order of arrival, at most 8
};

// How a connected UDP socket is had. Tests put one of their own here.
using DatagramDial = std::function<base::Result<base::Fd, EgressRefusal>(const Endpoint&)>;
DatagramDial datagrams_through(const BuyerEgress& egress);

struct DnsTiming {
    std::chrono::milliseconds first{2000};  // for the first answer
    std::chrono::milliseconds hold_on{500}; // for another one after the first
};

// All at once, each question over a socket of its own with an id that cannot be guessed; one result
// for each of `probes`. Returns by `deadline`. Nothing is sent twice: a second question may rightly
// be answered otherwise.
std::vector<DnsProbeResult> probe_dns(const DatagramDial& dial, std::span<const DnsProbe> probes,
                                      const DnsTiming& timing,
                                      std::chrono::steady_clock::time_point deadline);

} // namespace net
