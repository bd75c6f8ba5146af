// The accept loop over libfcgi: threads that share one listening socket, each with its own handler.
//
// Drains at once: stop() lets running requests finish and takes no new one, so that a restarted
// process loses nothing (the queue lives in the socket, which systemd or `assay stack` holds).
// Learnt by measurement: never accept in a blocking call (SIGTERM would wait for the next request);
// never run a request whose connection nginx has already given up.
#pragma once

#include "base/byte_budget.hpp"
#include "base/fd.hpp"
#include "fcgi/message.hpp"

#include <atomic>
#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string_view>
#include <thread>
#include <vector>

namespace fcgi {

// The socket handed over at start: descriptor 3 (systemd's LISTEN_FDS) or 0 (StandardInput=socket).
// Throws Fault when neither is a listening socket.
int inherited_listener();

// Blocks SIGTERM and SIGINT in the caller and in every thread made later, ignores SIGPIPE, and
// initialises libfcgi. Call once, first thing in main, before any thread exists.
void prepare_process();

// Waits until SIGTERM or SIGINT arrives, and does something every `period` meanwhile.
void wait_for_stop_signal(std::chrono::seconds period, const std::function<void()>& meanwhile);

class Server {
public:
    // Makes the handler of one thread, in that thread.
    using HandlerFactory = std::function<std::unique_ptr<Handler>()>;
    // The longest body the route takes, in bytes.
    using BodyLimit = std::function<std::size_t(std::string_view method, std::string_view path)>;
    // Room for a body of `bytes`, asked before a byte of it is read: it may wait. nullopt: there is
    // none. The room is given back when the handler drops the body, or has answered.
    using BodyRoom = std::function<std::optional<base::ByteBudget::Share>(std::string_view path,
                                                                          std::size_t bytes)>;

    // `listener` stays open during the Server's life and becomes non-blocking.
    Server(int listener, int threads, HandlerFactory make_handler, BodyLimit body_limit,
           BodyRoom body_room);
    ~Server();
    Server(const Server&) = delete;
    Server& operator=(const Server&) = delete;

    // Returns when every thread has finished its request.
    void stop();

private:
    void serve();

    int m_listener;
    HandlerFactory m_make_handler;
    BodyLimit m_body_limit;
    BodyRoom m_body_room;
    base::Fd m_stop_event;
    std::atomic<bool> m_stopping{false};
    std::vector<std::thread> m_threads;
};

} // namespace fcgi
