// A board on which checks that run at the same time tell each other what they have seen. Nothing
// here is needed for a verdict: a reader that gets nothing in time judges without it.
#pragma once

#include "base/clock.hpp"
#include "net/ip_address.hpp"

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace forensics {

// One kind of news: many writers, many readers, thread-safe. It ends when its check does.
template <typename T> class Topic {
public:
    void publish(T news)
    {
        const std::lock_guard lock{m_mutex};
        m_news.push_back(std::move(news));
    }

    // Nothing more comes: readers need not wait for their deadline.
    void close()
    {
        const std::lock_guard lock{m_mutex};
        m_is_closed = true;
        m_closed.notify_all();
    }

    // Everything published, in order, as soon as the topic is closed; at `deadline` what is there.
    [[nodiscard]] std::vector<T> wait(std::chrono::steady_clock::time_point deadline) const
    {
        std::unique_lock lock{m_mutex};
        m_closed.wait_until(lock, deadline, [this] { return m_is_closed; });
        return m_news;
    }

    // What is there now.
    [[nodiscard]] std::vector<T> so_far() const
    {
        const std::lock_guard lock{m_mutex};
        return m_news;
    }

private:
    mutable std::mutex m_mutex;
    mutable std::condition_variable m_closed;
    std::vector<T> m_news;
    bool m_is_closed = false;
};

// A finished TLS handshake, as tls saw it and ct judges it.
struct Handshake {
    struct Sct {
        std::string source; // "embedded", "tls_extension", "ocsp"
        std::string bytes;  // one SCT as RFC 6962, section 3.2 serializes it
    };

    std::string host;
    std::string operator_name; // empty: not known
    net::Endpoint endpoint;
    std::vector<std::string> chain_der; // leaf first, as the server sent it
    std::vector<Sct> scts;
    bool has_public_root = false; // the chain ends in a root of the public store
    bool is_canonical = false;    // a host of the basket, not a target of the buyer
    bool expects_ct = false;
    std::chrono::milliseconds round_trip{0}; // of the TCP connection
};

// The Date header of an answer over a TLS connection whose certificate was public and right.
struct HttpsDate {
    std::string host;
    std::string operator_name;
    base::Instant date; // whole seconds
    // Our wall clock less `date`, half the round trip taken off; good to about a second.
    double local_ahead_sec = 0;
};

// What two ways of asking said about a name.
struct NameAnswer {
    std::string name;
    std::vector<net::IpAddress> by_system;  // the system's resolver
    std::vector<net::IpAddress> by_control; // encrypted controls, all of them together
    bool control_says_nxdomain = false;
    bool is_forged = false; // the check's class is bogon, bogus, disproven or double
};

// How many hops before a target a connection to it stands, at the least.
struct Distance {
    net::IpAddress target;
    std::optional<int> hops_missing; // nullopt: not known
};

// What a host's certificate timestamps are worth, where the list of logs can tell.
struct CtNews {
    std::string host;
    bool has_valid_sct = false;
};

// How wrong the wall clock is, once ntp could tell.
struct ClockOffset {
    double offset_sec = 0; // to be added to the local clock
    double error_sec = 0;  // half the width of the interval it lies in
};

struct Board {
    Topic<Handshake> handshakes;  // from tls, for ct
    Topic<HttpsDate> https_dates; // from tls, for ntp
    Topic<NameAnswer> names;      // from dns, for portal and tls
    Topic<Distance> distances;    // from route, for tls
    Topic<CtNews> timestamps;     // from ct, for tls, which has closed `handshakes` before it waits
    Topic<ClockOffset> clock;     // from ntp, for tls and ct
};

} // namespace forensics
