#include "support/tls_server.hpp"

#include "base/closer.hpp"
#include "base/fault.hpp"
#include "support/http_server.hpp"

#include <netinet/in.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>

namespace support {

namespace {

using SslRef = std::unique_ptr<SSL, base::Closer<SSL_free>>;

void require(bool holds)
{
    if (!holds) throw base::Fault{"OpenSSL refuses to be a server"};
}

// Head and body; empty when the peer is gone before.
std::string read_request(SSL& ssl)
{
    std::string request;
    std::array<char, 4096> block{};
    std::size_t wanted = std::string::npos;
    while (request.size() < wanted) {
        const int got = SSL_read(&ssl, block.data(), static_cast<int>(block.size()));
        if (got <= 0) return {};
        request.append(block.data(), static_cast<std::size_t>(got));
        const auto head = request.find("\r\n\r\n");
        if (wanted != std::string::npos || head == std::string::npos) continue;
        constexpr std::string_view k_length = "Content-Length: ";
        const auto at = request.find(k_length);
        wanted = head + 4;
        if (at < head) wanted += std::stoul(request.substr(at + k_length.size(), 8));
    }
    return request;
}

int staple_to(SSL* ssl, void* staple)
{
    const auto& der = *static_cast<const std::string*>(staple);
    if (der.empty()) return SSL_TLSEXT_ERR_NOACK;
    void* const copy = OPENSSL_memdup(der.data(), der.size());
    SSL_set_tlsext_status_ocsp_resp(ssl, copy, static_cast<long>(der.size()));
    return SSL_TLSEXT_ERR_OK;
}

} // namespace

struct TlsServer::Context {
    std::unique_ptr<SSL_CTX, base::Closer<SSL_CTX_free>> ssl{SSL_CTX_new(TLS_server_method())};
};

TlsServer::TlsServer(const Shown& shown)
    : m_shown{shown}, m_context{std::make_unique<Context>()},
      m_listener{listen_on_loopback(16, m_port)}, m_stop{::eventfd(0, EFD_CLOEXEC)}
{
    SSL_CTX* const ssl = m_context->ssl.get();
    if (!m_shown.chain.empty()) {
        // OpenSSL counts references, and wants them mutable for that.
        auto* const leaf = const_cast<X509*>(m_shown.chain[0]);
        require(SSL_CTX_use_certificate(ssl, leaf) == 1 &&
                SSL_CTX_use_PrivateKey(ssl, const_cast<EVP_PKEY*>(m_shown.key)) == 1);
        for (std::size_t i = 1; i < m_shown.chain.size(); ++i)
            require(SSL_CTX_add1_chain_cert(ssl, const_cast<X509*>(m_shown.chain[i])) == 1);
    }
    // As the macro SSL_CTX_set_tlsext_status_cb does, whose cast is an old one.
    SSL_CTX_callback_ctrl(ssl, SSL_CTRL_SET_TLSEXT_STATUS_REQ_CB,
                          reinterpret_cast<void (*)()>(&staple_to));
    SSL_CTX_set_tlsext_status_arg(ssl, static_cast<void*>(&m_shown.staple));
    m_thread = std::thread{[this] { serve(); }};
}

TlsServer::~TlsServer()
{
    const std::uint64_t one = 1;
    static_cast<void>(!::write(m_stop.get(), &one, sizeof one));
    m_thread.join();
}

void TlsServer::serve()
{
    for (;;) {
        std::array<pollfd, 2> watched{pollfd{m_listener.get(), POLLIN, 0},
                                      pollfd{m_stop.get(), POLLIN, 0}};
        if (::poll(watched.data(), watched.size(), -1) < 0 || watched[1].revents != 0) return;
        const base::Fd peer{::accept4(m_listener.get(), nullptr, nullptr, SOCK_CLOEXEC)};
        if (peer.is_open()) speak(peer.get());
    }
}

// Until the peer is gone, or the server is.
void TlsServer::wait_for_end(int descriptor) const
{
    std::array<pollfd, 2> watched{pollfd{descriptor, POLLRDHUP, 0},
                                  pollfd{m_stop.get(), POLLIN, 0}};
    static_cast<void>(::poll(watched.data(), watched.size(), -1));
}

void TlsServer::speak(int descriptor)
{
    std::array<char, 4096> block{};
    switch (m_shown.manner) {
    case Manner::silent: return wait_for_end(descriptor);
    case Manner::babbles: {
        static_cast<void>(::recv(descriptor, block.data(), block.size(), 0));
        constexpr std::string_view k_text = "HTTP/1.1 400 Bad Request\r\n\r\n";
        static_cast<void>(::send(descriptor, k_text.data(), k_text.size(), MSG_NOSIGNAL));
        return wait_for_end(descriptor);
    }
    case Manner::resets: {
        static_cast<void>(::recv(descriptor, block.data(), 1, 0));
        const linger at_once{1, 0};
        static_cast<void>(
            ::setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once));
        return;
    }
    case Manner::answers: break;
    }
    const SslRef ssl{SSL_new(m_context->ssl.get())};
    if (!ssl || SSL_set_fd(ssl.get(), descriptor) != 1) return;
    if (SSL_accept(ssl.get()) == 1) {
        const std::string request = read_request(*ssl);
        const std::string answer =
            m_shown.answer && !request.empty() ? m_shown.answer(request) : m_shown.head;
        if (!request.empty())
            static_cast<void>(SSL_write(ssl.get(), answer.data(), static_cast<int>(answer.size())));
    }
    ERR_clear_error();
    wait_for_end(descriptor);
}

net::Dial LoopbackDial::dial() const
{
    return [ports = m_ports](
               const net::Endpoint& endpoint) -> base::Result<base::Fd, net::EgressRefusal> {
        const auto at = ports.find(endpoint.address);
        if (at == ports.end()) return base::refuse(net::EgressRefusal::unreachable);
        base::Fd out{::socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0)};
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        address.sin_port = htons(static_cast<std::uint16_t>(at->second));
        if (::connect(out.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) !=
                0 &&
            errno != EINPROGRESS)
            return base::refuse(net::EgressRefusal::unreachable);
        return out;
    };
}

net::SocketGate LoopbackDial::gate() const
{
    return [ports =
                m_ports](net::Endpoint& endpoint) -> base::Result<base::Fd, net::EgressRefusal> {
        const auto at = ports.find(endpoint.address);
        if (at == ports.end()) return base::refuse(net::EgressRefusal::unreachable);
        endpoint = {*net::IpAddress::parse("127.0.0.1"), static_cast<std::uint16_t>(at->second)};
        return base::Fd{::socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0)};
    };
}

} // namespace support
