// A resolver on loopback that says what it is told, and messages for it and for DNS over HTTPS.
#pragma once

#include "base/fd.hpp"
#include "base/hex.hpp"
#include "net/ip_address.hpp"

#include <functional>
#include <string>
#include <thread>
#include <vector>

namespace support {

struct DnsAsked {
    std::string name; // lower case, without a dot at the end
    int type = 0;     // 1 A, 28 AAAA
};
DnsAsked dns_question_of(base::ByteView query);

// A response to `query` with those of `addresses` that are of the asked type.
base::Bytes dns_response(base::ByteView query, const std::vector<net::IpAddress>& addresses,
                         int rcode = 0);

class DnsServer {
public:
    // All responses to one query, sent at once in their order; none: it is silent.
    using Say = std::function<std::vector<base::Bytes>(base::ByteView query)>;

    // `say` is called in the server's thread; over TCP `say_whole` is, whose first response ends
    // the connection.
    explicit DnsServer(Say say, Say say_whole = {});
    ~DnsServer();
    DnsServer(const DnsServer&) = delete;
    DnsServer& operator=(const DnsServer&) = delete;

    // A connected socket to it.
    [[nodiscard]] base::Fd connect() const;
    [[nodiscard]] int tcp_port() const { return m_tcp_port; }

private:
    void serve();
    void answer_datagram();
    void answer_connection();

    Say m_say;
    Say m_say_whole;
    base::Fd m_socket;
    base::Fd m_listener;
    base::Fd m_stop;
    int m_port = 0;
    int m_tcp_port = 0;
    std::thread m_thread;
};

} // namespace support
