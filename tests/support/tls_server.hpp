// TLS servers on loopback that show any certificate, or misbehave, and a dialler that leads there
// instead of to the addresses of a basket.
#pragma once

#include "base/fd.hpp"
#include "net/socket_gate.hpp"
#include "net/tls_probe.hpp"
#include "support/pki.hpp"

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace support {

class TlsServer {
public:
    enum class Manner {
        answers, // shakes hands, and answers with `head`
        resets,  // takes the connection and resets it on the first byte
        babbles, // answers in plain text
        silent,  // takes the connection and says nothing
    };
    struct Shown {
        std::vector<const X509*> chain; // leaf first; copied
        const EVP_PKEY* key = nullptr;
        Manner manner = Manner::answers;
        std::string head = "HTTP/1.1 200 OK\r\nDate: Sun, 06 Nov 1994 08:49:37 GMT\r\n\r\n";
        std::string staple = {}; // an OCSP response for who asks; empty: none
        // When set, instead of `head`: the whole answer to a whole request.
        std::function<std::string(std::string_view request)> answer = {};
    };

    explicit TlsServer(const Shown& shown);
    ~TlsServer();
    TlsServer(const TlsServer&) = delete;
    TlsServer& operator=(const TlsServer&) = delete;

    [[nodiscard]] int port() const { return m_port; }

private:
    struct Context; // hides OpenSSL's header
    void serve();
    void speak(int descriptor);
    void wait_for_end(int descriptor) const;

    Shown m_shown;
    std::unique_ptr<Context> m_context;
    int m_port = 0;
    base::Fd m_listener;
    base::Fd m_stop;
    std::thread m_thread;
};

// A connection to loopback for each address that has a port here; the rest cannot be reached.
class LoopbackDial {
public:
    void lead(const net::IpAddress& address, int port) { m_ports[address] = port; }
    [[nodiscard]] net::Dial dial() const;
    [[nodiscard]] net::SocketGate gate() const;

private:
    std::map<net::IpAddress, int> m_ports;
};

} // namespace support
