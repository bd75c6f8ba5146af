// One page on its way: a connection of libcurl at a time, and where it leads next.
#pragma once

#include "net/libcurl.hpp"
#include "net/page_fetch.hpp"
#include "net/page_url.hpp"
#include "net/wire_count.hpp"

#include <chrono>
#include <optional>
#include <string>

namespace net {

// Its handle points here: it stays where it is.
struct Journey {
    std::optional<PageUrl> url; // where it goes next; nullopt: it has ended
    std::optional<PageResult> result;
    std::chrono::milliseconds left{0};
    int redirects = 0;
    WireCount wire; // of all its connections

    // The parts of the connection under way.
    EasyRef handle;
    HeaderList pinned;
    const SocketGate* gate = nullptr;
    std::chrono::steady_clock::time_point begun;
    std::size_t head_bytes = 0;
    std::size_t body_limit = 0;
    std::string body;
    std::size_t redirect_bytes = 0; // of the body of a redirect
    bool is_refused = false;
    bool is_too_large = false;
    bool is_body_unwanted = false; // the status has said all

    void end(PageRefusal refusal);
    // Its next connection, which takes at most `limit`: ready for a transfer. Throws Fault.
    void prepare(const VettedHost& host, const PageDoor& door, const PageLimits& limits,
                 std::chrono::milliseconds limit);
    // What the connection, which has ended so, means for its page.
    void arrive(CURLcode code, const PageLimits& limits);

private:
    void redirect(const PageLimits& limits);
};

} // namespace net
