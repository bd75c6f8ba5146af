#include "fcgi/server.hpp"

#include "base/ascii.hpp"
#include "base/concat.hpp"
#include "base/fault.hpp"

#include <fcgiapp.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace fcgi {

namespace {

constexpr std::chrono::milliseconds k_accept_failure_pause{50};
constexpr timeval k_longest_accept{.tv_sec = 1, .tv_usec = 0};

sigset_t stop_signals()
{
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGTERM);
    sigaddset(&signals, SIGINT);
    return signals;
}

bool is_listening(int descriptor)
{
    int listening = 0;
    socklen_t size = sizeof listening;
    return ::getsockopt(descriptor, SOL_SOCKET, SO_ACCEPTCONN, &listening, &size) == 0 &&
           listening == 1;
}

bool is_hung_up(int descriptor)
{
    pollfd watched{descriptor, POLLRDHUP, 0};
    return ::poll(&watched, 1, 0) > 0 && (watched.revents & (POLLRDHUP | POLLHUP | POLLERR)) != 0;
}

// What a thread waits on for its next connection. Each thread has its own, and the listener is in
// it exclusively: the kernel wakes one thread for a connection, not all of them.
base::Fd watch_for_arrivals(int listener, int stop_event)
{
    base::Fd watch{::epoll_create1(EPOLL_CLOEXEC)};
    if (!watch.is_open()) throw base::Fault::from_errno("epoll_create1");
    epoll_event arrival{.events = EPOLLIN | EPOLLEXCLUSIVE, .data = {.fd = listener}};
    epoll_event stop{.events = EPOLLIN, .data = {.fd = stop_event}};
    if (::epoll_ctl(watch.get(), EPOLL_CTL_ADD, listener, &arrival) != 0 ||
        ::epoll_ctl(watch.get(), EPOLL_CTL_ADD, stop_event, &stop) != 0)
        throw base::Fault::from_errno("epoll_ctl");
    return watch;
}

std::string parameter(const FCGX_Request& raw, const char* name)
{
    const char* found = FCGX_GetParam(name, raw.envp);
    return found == nullptr ? std::string{} : std::string{found};
}

// HTTP_PAYMENT_SIGNATURE=... becomes payment-signature. A repeated header appears twice in the
// environment, which FCGX_GetParam would hide.
std::vector<Header> headers_of(const FCGX_Request& raw)
{
    constexpr std::string_view k_prefix = "HTTP_";
    std::vector<Header> headers;
    for (char** entry = raw.envp; entry != nullptr && *entry != nullptr; ++entry) {
        const std::string_view text{*entry};
        const std::size_t equals = text.find('=');
        if (!text.starts_with(k_prefix) || equals == std::string_view::npos) continue;
        std::string name{text.substr(k_prefix.size(), equals - k_prefix.size())};
        std::transform(name.begin(), name.end(), name.begin(),
                       [](char c) { return c == '_' ? '-' : base::to_lower(c); });
        headers.push_back({std::move(name), std::string{text.substr(equals + 1)}});
    }
    return headers;
}

// What nginx still sends of a body that is not wanted: so that it does not mistake the end of the
// connection for a failure.
void skip_body(const FCGX_Request& raw)
{
    std::array<char, 8192> block{};
    while (FCGX_GetStr(block.data(), static_cast<int>(block.size()), raw.in) > 0) {}
}

using Room = std::optional<base::ByteBudget::Share>;

void read_body(const FCGX_Request& raw, const Server::BodyLimit& body_limit,
               const Server::BodyRoom& body_room, Request& request, Room& room)
{
    const std::string announced = parameter(raw, "CONTENT_LENGTH");
    std::size_t length = 0;
    if (!announced.empty()) {
        const char* end = announced.data() + announced.size();
        const auto [stop, error] = std::from_chars(announced.data(), end, length);
        if (error != std::errc{} || stop != end) {
            request.body_state = Request::Body::cut;
            return;
        }
    }
    if (length > body_limit(request.method, request.path)) {
        request.body_state = Request::Body::too_large;
        return;
    }
    if (auto granted = body_room(request.path, length)) {
        room.emplace(std::move(*granted));
    } else {
        request.body_state = Request::Body::no_room;
        skip_body(raw);
        return;
    }
    request.body.resize(length);
    std::size_t got = 0;
    while (got < length) {
        const int block =
            FCGX_GetStr(request.body.data() + got, static_cast<int>(length - got), raw.in);
        if (block <= 0) break;
        got += static_cast<std::size_t>(block);
    }
    if (got < length) {
        request.body_state = Request::Body::cut;
        request.body.clear();
    }
}

// The request without its body.
Request read_head(const FCGX_Request& raw)
{
    Request request;
    request.begun = std::chrono::steady_clock::now();
    request.id = request_id(parameter(raw, "REQUEST_ID"));
    request.method = parameter(raw, "REQUEST_METHOD");
    request.path = parameter(raw, "DOCUMENT_URI");
    request.client = parameter(raw, "REMOTE_ADDR");
    request.content_type = parameter(raw, "CONTENT_TYPE");
    request.headers = headers_of(raw);
    request.client_gone = [descriptor = raw.ipcFd] { return is_hung_up(descriptor); };
    return request;
}

// Then the connection may be closed at once. Closing one with unread input would reset it under the
// answer, which is why libfcgi otherwise shuts its side down and waits for nginx to close: a system
// call after another, and a third of the processor time of a short answer.
bool is_read_to_the_end(const FCGX_Request& raw, const Request& request)
{
    return (request.body_state == Request::Body::whole ||
            request.body_state == Request::Body::no_room) &&
           FCGX_GetChar(raw.in) == EOF;
}

struct Phrase {
    int status;
    std::string_view text;
};

// RFC 9110; nginx knows some of them only, and passes on what it is given.
constexpr Phrase k_phrases[] = {
    {200, "OK"},
    {202, "Accepted"},
    {304, "Not Modified"},
    {400, "Bad Request"},
    {402, "Payment Required"},
    {404, "Not Found"},
    {405, "Method Not Allowed"},
    {409, "Conflict"},
    {410, "Gone"},
    {413, "Content Too Large"},
    {415, "Unsupported Media Type"},
    {422, "Unprocessable Content"},
    {429, "Too Many Requests"},
    {500, "Internal Server Error"},
    {502, "Bad Gateway"},
    {503, "Service Unavailable"},
    {504, "Gateway Timeout"},
};

std::string_view reason_phrase(int status)
{
    const auto known = std::ranges::find(k_phrases, status, &Phrase::status);
    return known == std::end(k_phrases) ? std::string_view{"Unknown"} : known->text;
}

void write_response(const FCGX_Request& raw, const Response& response)
{
    std::string head =
        base::concat("Status: ", response.status, ' ', reason_phrase(response.status), "\r\n");
    for (const auto& [name, value] : response.headers)
        head += base::concat(name, ": ", value, "\r\n");
    head += base::concat("Content-Length: ", response.body.size(), "\r\n\r\n");
    FCGX_PutStr(head.data(), static_cast<int>(head.size()), raw.out);
    FCGX_PutStr(response.body.data(), static_cast<int>(response.body.size()), raw.out);
}

} // namespace

int inherited_listener()
{
    const char* count = std::getenv("LISTEN_FDS");
    const char* pid = std::getenv("LISTEN_PID");
    if (count != nullptr && pid != nullptr && std::string_view{count} == "1" &&
        pid == base::concat(::getpid()) && is_listening(3))
        return 3;
    if (is_listening(STDIN_FILENO)) return STDIN_FILENO;
    throw base::Fault{"no listening socket was handed over: start this program through its systemd "
                      "socket or `assay stack`"};
}

void prepare_process()
{
    // libfcgi installs handlers of its own for signals still at their default.
    ::signal(SIGPIPE, SIG_IGN);
    const sigset_t signals = stop_signals();
    if (::pthread_sigmask(SIG_BLOCK, &signals, nullptr) != 0)
        throw base::Fault{"cannot block signals"};
    // Read once by FCGX_Init: how long a close may wait for nginx, instead of 2 s (milliseconds).
    ::setenv("LIBFCGI_OS_CLOSE_POLL_TIMEOUT", "200", 0);
    if (FCGX_Init() != 0) throw base::Fault{"FCGX_Init failed"};
}

void wait_for_stop_signal(std::chrono::seconds period, const std::function<void()>& meanwhile)
{
    const sigset_t signals = stop_signals();
    const timespec limit{.tv_sec = period.count(), .tv_nsec = 0};
    for (;;) {
        if (::sigtimedwait(&signals, nullptr, &limit) > 0) return;
        if (errno == EAGAIN) meanwhile();
    }
}

Server::Server(int listener, int threads, HandlerFactory make_handler, BodyLimit body_limit,
               BodyRoom body_room)
    : m_listener{listener}, m_make_handler{std::move(make_handler)}, m_body_limit{std::move(
                                                                         body_limit)},
      m_body_room{std::move(body_room)}, m_stop_event{::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)}
{
    if (!m_stop_event.is_open()) throw base::Fault::from_errno("eventfd");
    const int flags = ::fcntl(m_listener, F_GETFL);
    if (flags < 0 || ::fcntl(m_listener, F_SETFL, flags | O_NONBLOCK) != 0)
        throw base::Fault::from_errno("cannot make the listening socket non-blocking");
    // All who share the socket share that flag, and one of them may take it away again: systemd
    // does for every process that it starts without NonBlocking=. An accept() that waits then ends
    // all the same, and its thread hears of a stop.
    if (::setsockopt(m_listener, SOL_SOCKET, SO_RCVTIMEO, &k_longest_accept,
                     sizeof k_longest_accept) != 0)
        throw base::Fault::from_errno("cannot limit how long accept() waits");
    for (int i = 0; i < threads; ++i) m_threads.emplace_back([this] { serve(); });
}

Server::~Server()
{
    stop();
}

void Server::stop()
{
    m_stopping = true;
    const std::uint64_t one = 1;
    // Cannot fail: the counter of an eventfd used once does not overflow.
    static_cast<void>(::write(m_stop_event.get(), &one, sizeof one) == sizeof one);
    for (std::thread& thread : m_threads)
        if (thread.joinable()) thread.join();
}

void Server::serve()
{
    const auto handler = m_make_handler();
    const base::Fd arrivals = watch_for_arrivals(m_listener, m_stop_event.get());
    FCGX_Request raw{};
    FCGX_InitRequest(&raw, m_listener, FCGI_FAIL_ACCEPT_ON_INTR);
    while (!m_stopping) {
        // First without a wait: under load the next connection is already there.
        const int accepted = FCGX_Accept_r(&raw);
        if (accepted == -EAGAIN || accepted == -EINTR) {
            epoll_event event{};
            ::epoll_wait(arrivals.get(), &event, 1, -1);
            continue;
        }
        if (accepted < 0) {
            // Out of descriptors, or a client that spoke no FastCGI: never end the thread for it.
            std::this_thread::sleep_for(k_accept_failure_pause);
            continue;
        }
        Room room; // given back after the answer is on its way
        if (!is_hung_up(raw.ipcFd)) {
            Request request = read_head(raw);
            read_body(raw, m_body_limit, m_body_room, request, room);
            request.on_body_dropped = [&room] { room.reset(); };
            if (is_read_to_the_end(raw, request)) FCGX_Detach(&raw);
            write_response(raw, handler->handle(std::move(request)));
        }
        // Flushes and closes; without it the answer would wait for the next accept.
        FCGX_Finish_r(&raw);
        FCGX_Attach(&raw); // the next connection is not at its end yet
    }
    FCGX_Free(&raw, 1);
}

} // namespace fcgi
