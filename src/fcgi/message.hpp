// A request as a handler sees it and the answer it gives back: plain values, no FastCGI.
#pragma once

#include <jansson.h>

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace fcgi {

struct Header {
    std::string name; // lower case
    std::string value;
};

struct Request {
    enum class Body {
        whole,
        too_large, // longer than the route's limit: `body` is empty
        cut,       // shorter than announced: the client or nginx went away
        no_room,   // not read: too much is in work in this process (Server::BodyRoom)
    };

    std::string id; // as nginx names it in its answer: see request_id()
    std::string method;
    std::string path;            // decoded and normalised by nginx, without query
    std::string client;          // REMOTE_ADDR, as nginx resolved it
    std::string content_type;    // empty: none was sent
    std::vector<Header> headers; // request headers only, in order of arrival
    std::string body;
    // What `body` would say, where a handler that has read it already asks another: `body` is empty
    // then. nullptr in what came from nginx.
    std::shared_ptr<const json_t> parsed_body;
    Body body_state = Body::whole;
    std::chrono::steady_clock::time_point begun;
    // True once the connection to nginx is closed: the answer would not arrive. Cheap.
    std::function<bool()> client_gone = [] { return false; };

    // The first header of that name (lower case); nullptr when there is none.
    [[nodiscard]] const std::string* header(std::string_view name) const;
    [[nodiscard]] std::size_t count_headers(std::string_view name) const;

    // Frees the body and the room it was given: for a handler that is done with it and will wait.
    void drop_body();
    std::function<void()> on_body_dropped = [] {};
};

// What nginx passes as the name of a request, maybe the client's own word, where it is 1 to 64 of
// [A-Za-z0-9._-]; else a new one. For logs alone: anybody may repeat a name.
std::string request_id(std::string told);

struct Response {
    int status = 200;
    std::vector<std::pair<std::string, std::string>> headers; // without Content-Length
    std::string body;
};

// One per thread. An exception that leaves handle() ends the process: the handler answers its own.
class Handler {
public:
    virtual ~Handler() = default;
    virtual Response handle(Request request) = 0;
};

} // namespace fcgi
