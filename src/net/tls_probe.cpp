#include "net/tls_probe.hpp"

#include "base/closer.hpp"
#include "base/concat.hpp"
#include "base/fault.hpp"
#include "base/hex.hpp"
#include "net/http_date.hpp"

#include <openssl/ct.h>
#include <openssl/err.h>
#include <openssl/ssl.h>

#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <memory>

namespace net {

namespace {

using std::chrono::steady_clock;
using TlsContextRef = std::unique_ptr<SSL_CTX, base::Closer<SSL_CTX_free>>;
using SslRef = std::unique_ptr<SSL, base::Closer<SSL_free>>;

constexpr int k_max_chain = 10;
constexpr long k_max_chain_bytes = 64L << 10;
constexpr std::size_t k_max_staple = std::size_t{16} << 10U;
constexpr std::size_t k_max_head = std::size_t{8} << 10U;
// For the Date header, once the handshake is done: it is a bonus, not worth the whole deadline.
constexpr std::chrono::milliseconds k_head_time{1500};

TlsContextRef make_tls_context()
{
    static constexpr unsigned char k_alpn[] = "\x08http/1.1";
    TlsContextRef context{SSL_CTX_new(TLS_client_method())};
    if (!context) throw base::Fault{"OpenSSL has no TLS"};
    SSL_CTX_set_verify(context.get(), SSL_VERIFY_NONE, nullptr);
    SSL_CTX_set_max_cert_list(context.get(), k_max_chain_bytes);
    SSL_CTX_set_mode(context.get(), SSL_MODE_AUTO_RETRY);
    SSL_CTX_set_session_cache_mode(context.get(), SSL_SESS_CACHE_OFF);
    // Weak interceptors are to be seen, not refused.
    if (SSL_CTX_set_min_proto_version(context.get(), TLS1_VERSION) != 1 ||
        SSL_CTX_set_cipher_list(context.get(), "DEFAULT:@SECLEVEL=0") != 1 ||
        SSL_CTX_enable_ct(context.get(), SSL_CT_VALIDATION_PERMISSIVE) != 1 ||
        SSL_CTX_set_tlsext_status_type(context.get(), TLSEXT_STATUSTYPE_ocsp) != 1 ||
        SSL_CTX_set_alpn_protos(context.get(), k_alpn, sizeof k_alpn - 1) != 0)
        throw base::Fault{"OpenSSL refuses a TLS option"};
    return context;
}

// One connection, from connecting to the Date header. `wants` says what to poll for.
class Connection {
public:
    Connection(const Dial& dial, SSL_CTX& context, const TlsProbe& probe,
               steady_clock::time_point deadline)
        : m_name{probe.server_name}, m_is_http{probe.is_http},
          m_deadline{deadline}, m_started{steady_clock::now()}
    {
        auto socket = dial(probe.endpoint);
        if (!socket) {
            m_stage = Stage::over;
            return;
        }
        m_socket = std::move(*socket);
        m_ssl.reset(SSL_new(&context));
        if (!m_ssl || SSL_set_fd(m_ssl.get(), m_socket.get()) != 1)
            throw base::Fault{"no memory for a TLS connection"};
        const bool is_address = IpAddress::parse(m_name).has_value();
        if (!is_address && !send_name()) throw base::Fault{"OpenSSL refuses a host name"};
    }

    [[nodiscard]] bool is_over() const { return m_stage == Stage::over; }
    [[nodiscard]] pollfd wants() const { return {m_socket.get(), m_events, 0}; }
    [[nodiscard]] steady_clock::time_point deadline() const { return m_deadline; }
    TlsProbeResult take() { return std::move(m_result); }

    // What it waited for has come.
    void go_on()
    {
        if (m_stage == Stage::connecting) check_connected();
        if (m_stage == Stage::handshaking) shake_hands();
        if (m_stage == Stage::asking) ask();
        if (m_stage == Stage::reading) read_head();
    }

    void run_out()
    {
        if (m_stage == Stage::connecting) finish(TlsProbeState::unreachable);
        if (m_stage == Stage::handshaking) finish(TlsProbeState::silent);
        m_stage = Stage::over; // a handshake without a Date is a handshake
    }

private:
    enum class Stage { connecting, handshaking, asking, reading, over };

    // As the macro SSL_set_tlsext_host_name does, whose cast is an old one.
    bool send_name()
    {
        return SSL_ctrl(m_ssl.get(), SSL_CTRL_SET_TLSEXT_HOSTNAME, TLSEXT_NAMETYPE_host_name,
                        m_name.data()) == 1;
    }

    void finish(TlsProbeState state)
    {
        m_result.state = state;
        m_stage = Stage::over;
    }

    [[nodiscard]] std::chrono::milliseconds elapsed() const
    {
        return std::chrono::duration_cast<std::chrono::milliseconds>(steady_clock::now() -
                                                                     m_started);
    }

    void check_connected()
    {
        int error = 0;
        socklen_t size = sizeof error;
        if (getsockopt(m_socket.get(), SOL_SOCKET, SO_ERROR, &error, &size) != 0 || error != 0)
            return finish(error == ECONNREFUSED ? TlsProbeState::refused
                                                : TlsProbeState::unreachable);
        m_result.round_trip = elapsed();
        m_stage = Stage::handshaking;
    }

    // True: wait for the socket and try again.
    bool must_wait(int outcome)
    {
        const int reason = SSL_get_error(m_ssl.get(), outcome);
        if (reason != SSL_ERROR_WANT_READ && reason != SSL_ERROR_WANT_WRITE) return false;
        m_events = reason == SSL_ERROR_WANT_READ ? POLLIN : POLLOUT;
        return true;
    }

    void shake_hands()
    {
        ERR_clear_error();
        errno = 0;
        const int outcome = SSL_connect(m_ssl.get());
        if (outcome == 1) return look();
        if (must_wait(outcome)) return;
        // The peer's end of the connection, or its reset: not a word of TLS was wrong.
        const int reason = SSL_get_error(m_ssl.get(), outcome);
        const bool is_cut = reason == SSL_ERROR_SYSCALL ||
                            ERR_GET_REASON(ERR_peek_error()) == SSL_R_UNEXPECTED_EOF_WHILE_READING;
        ERR_clear_error();
        finish(is_cut ? TlsProbeState::reset : TlsProbeState::handshake_failed);
    }

    void look()
    {
        m_result.state = TlsProbeState::finished;
        TlsSeen& seen = m_result.seen.emplace();
        seen.protocol = SSL_get_version(m_ssl.get());
        seen.cipher = SSL_get_cipher_name(m_ssl.get());
        const unsigned char* alpn = nullptr;
        unsigned alpn_size = 0;
        SSL_get0_alpn_selected(m_ssl.get(), &alpn, &alpn_size);
        seen.alpn = base::text_of(base::ByteView{alpn, alpn_size});
        take_chain(seen);
        take_timestamps(seen);
        take_staple(seen);
        if (!m_is_http) {
            m_stage = Stage::over;
            return;
        }
        m_request =
            base::concat("HEAD / HTTP/1.1\r\nHost: ", m_name,
                         "\r\nUser-Agent: assay/" ASSAY_VERSION "\r\nConnection: close\r\n\r\n");
        m_deadline = std::min(m_deadline, steady_clock::now() + k_head_time);
        m_stage = Stage::asking;
    }

    void take_chain(TlsSeen& seen) const
    {
        STACK_OF(X509)* const chain = SSL_get_peer_cert_chain(m_ssl.get()); // borrowed
        for (int i = 0; i < std::min(sk_X509_num(chain), k_max_chain); ++i) {
            const X509* const certificate = sk_X509_value(chain, i);
            std::string der(static_cast<std::size_t>(std::max(i2d_X509(certificate, nullptr), 0)),
                            '\0');
            auto* at = reinterpret_cast<unsigned char*>(der.data());
            if (!der.empty() && i2d_X509(certificate, &at) > 0)
                seen.chain_der.push_back(std::move(der));
        }
    }

    void take_timestamps(TlsSeen& seen) const
    {
        const STACK_OF(SCT)* const scts = SSL_get0_peer_scts(m_ssl.get()); // borrowed
        ERR_clear_error();                                                 // malformed: none
        for (int i = 0; i < sk_SCT_num(scts); ++i) {
            const SCT* const sct = sk_SCT_value(scts, i);
            const auto source = SCT_get_source(sct);
            std::string bytes(static_cast<std::size_t>(std::max(i2o_SCT(sct, nullptr), 0)), '\0');
            auto* at = reinterpret_cast<unsigned char*>(bytes.data());
            if (bytes.empty() || i2o_SCT(sct, &at) <= 0) continue;
            const char* const name = source == SCT_SOURCE_X509V3_EXTENSION ? "embedded"
                                     : source == SCT_SOURCE_TLS_EXTENSION  ? "tls_extension"
                                                                           : "ocsp";
            seen.timestamps.push_back({name, std::move(bytes)});
        }
    }

    void take_staple(TlsSeen& seen) const
    {
        const unsigned char* staple = nullptr; // borrowed
        const long size = SSL_get_tlsext_status_ocsp_resp(m_ssl.get(), &staple);
        if (size > 0 && static_cast<std::size_t>(size) <= k_max_staple)
            seen.staple = base::text_of({staple, static_cast<std::size_t>(size)});
    }

    void ask()
    {
        ERR_clear_error();
        const int outcome =
            SSL_write(m_ssl.get(), m_request.data(), static_cast<int>(m_request.size()));
        if (outcome > 0) {
            m_asked = steady_clock::now();
            m_stage = Stage::reading;
        } else if (!must_wait(outcome)) {
            m_stage = Stage::over;
        }
    }

    void read_head()
    {
        std::array<char, 2048> block{};
        while (m_stage == Stage::reading) {
            ERR_clear_error();
            const int outcome = SSL_read(m_ssl.get(), block.data(), block.size());
            if (outcome <= 0) {
                if (!must_wait(outcome)) m_stage = Stage::over;
                return;
            }
            m_head.append(block.data(), static_cast<std::size_t>(outcome));
            const bool is_whole = m_head.find("\r\n\r\n") != std::string::npos;
            if (!is_whole && m_head.size() < k_max_head) continue;
            read_date();
            m_stage = Stage::over;
        }
    }

    void read_date()
    {
        const auto date = date_header_of(m_head);
        if (!date) return;
        const auto half = std::chrono::duration_cast<std::chrono::milliseconds>(
            (steady_clock::now() - m_asked) / 2);
        m_result.seen->date = ServerDate{*date, base::SystemClock{}.now() - half};
    }

    std::string m_name;
    bool m_is_http;
    steady_clock::time_point m_deadline;
    steady_clock::time_point m_started;
    steady_clock::time_point m_asked;
    base::Fd m_socket;
    SslRef m_ssl; // above its socket: freed first
    Stage m_stage = Stage::connecting;
    short m_events = POLLOUT;
    std::string m_request;
    std::string m_head;
    TlsProbeResult m_result;
};

int milliseconds_until(steady_clock::time_point when)
{
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(when - steady_clock::now());
    return static_cast<int>(std::clamp<std::int64_t>(left.count(), 0, 60'000));
}

// Waits for the first news of those that are not over.
void wait_for_connections(std::vector<Connection>& connections)
{
    std::vector<pollfd> watched;
    std::vector<Connection*> waiting;
    auto next = steady_clock::time_point::max();
    for (Connection& each : connections) {
        if (each.is_over()) continue;
        watched.push_back(each.wants());
        waiting.push_back(&each);
        next = std::min(next, each.deadline());
    }
    if (::poll(watched.data(), watched.size(), milliseconds_until(next)) < 0 && errno != EINTR)
        throw base::Fault::from_errno("poll");
    const auto now = steady_clock::now();
    for (std::size_t i = 0; i < waiting.size(); ++i) {
        if (watched[i].revents != 0) waiting[i]->go_on();
        if (!waiting[i]->is_over() && waiting[i]->deadline() <= now) waiting[i]->run_out();
    }
}

} // namespace

Dial dial_through(const BuyerEgress& egress)
{
    return [&egress](const Endpoint& endpoint) { return egress.open(Transport::tcp, endpoint); };
}

std::vector<TlsProbeResult> probe_tls(const Dial& dial, std::span<const TlsProbe> probes,
                                      steady_clock::time_point deadline)
{
    const TlsContextRef context = make_tls_context();
    std::vector<Connection> connections;
    connections.reserve(probes.size());
    for (const TlsProbe& probe : probes) connections.emplace_back(dial, *context, probe, deadline);
    const auto is_over = [](const Connection& each) { return each.is_over(); };
    while (!std::all_of(connections.begin(), connections.end(), is_over))
        wait_for_connections(connections);

    std::vector<TlsProbeResult> results;
    results.reserve(connections.size());
    for (Connection& each : connections) results.push_back(each.take());
    return results;
}

std::vector<std::optional<std::chrono::milliseconds>> probe_tcp(const Dial& dial,
                                                                std::span<const Endpoint> endpoints,
                                                                steady_clock::time_point deadline)
{
    const auto begin = steady_clock::now();
    std::vector<std::optional<std::chrono::milliseconds>> accepted(endpoints.size());
    std::vector<base::Fd> sockets(endpoints.size());
    std::vector<pollfd> watched;
    for (std::size_t i = 0; i < endpoints.size(); ++i) {
        auto socket = dial(endpoints[i]);
        if (socket) sockets[i] = std::move(*socket);
        watched.push_back({sockets[i].get(), POLLOUT, 0}); // poll passes over a negative one
    }
    const auto is_waiting = [](const pollfd& each) { return each.fd >= 0; };
    while (std::any_of(watched.begin(), watched.end(), is_waiting)) {
        const int ready = ::poll(watched.data(), watched.size(), milliseconds_until(deadline));
        if (ready < 0 && errno != EINTR) throw base::Fault::from_errno("poll");
        if (ready == 0) break;
        for (std::size_t i = 0; ready > 0 && i < watched.size(); ++i) {
            if (watched[i].fd < 0 || watched[i].revents == 0) continue;
            int error = 0;
            socklen_t size = sizeof error;
            if (getsockopt(watched[i].fd, SOL_SOCKET, SO_ERROR, &error, &size) == 0 && error == 0)
                accepted[i] = std::chrono::duration_cast<std::chrono::milliseconds>(
                    steady_clock::now() - begin);
            watched[i].fd = -1;
        }
    }
    return accepted;
}

} // namespace net
