// A tiny HTTP server on 127.0.0.1 that answers with whatever bytes the test wants, at its own pace.
#pragma once

#include "base/fd.hpp"

#include <atomic>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace support {

class HttpServer {
public:
    // One accepted connection, for the handler.
    class Peer {
    public:
        Peer(int descriptor, int stop_event) : m_descriptor{descriptor}, m_stop{stop_event} {}

        // False when the client is gone or the server stops.
        bool write(std::string_view bytes);
        // Waits until the client hangs up or the server stops.
        void linger();
        [[nodiscard]] int descriptor() const { return m_descriptor; }

    private:
        int m_descriptor;
        int m_stop;
    };
    // Called in the server's thread for each request; false closes the connection.
    using Handler = std::function<bool(Peer& peer, const std::string& request)>;

    explicit HttpServer(Handler handler);
    ~HttpServer();
    HttpServer(const HttpServer&) = delete;
    HttpServer& operator=(const HttpServer&) = delete;

    // "http://127.0.0.1:PORT" and `path`.
    [[nodiscard]] std::string url(std::string_view path) const;
    [[nodiscard]] int port() const { return m_port; }
    [[nodiscard]] std::vector<std::string> requests() const;
    [[nodiscard]] int connections() const { return m_connections; }

private:
    void serve();
    bool answer(int descriptor);

    Handler m_handler;
    int m_port = 0;
    base::Fd m_listener;
    base::Fd m_stop;
    mutable std::mutex m_mutex;
    std::vector<std::string> m_requests;
    std::atomic<int> m_connections{0};
    std::thread m_thread;
};

// A listening socket on 127.0.0.1 with a free port; `port` is set to it.
base::Fd listen_on_loopback(int backlog, int& port);

// "HTTP/1.1 <status> X" with Content-Length and the body.
std::string http_answer(int status, std::string_view body, std::string_view headers = "");

} // namespace support
