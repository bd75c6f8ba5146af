#include "net/libcurl.hpp"

#include <fcntl.h>

#include <algorithm>
#include <cstring>
#include <mutex>

namespace net {

// Never undone, the process ends instead.
void start_libcurl()
{
    static std::once_flag s_once;
    std::call_once(s_once, [] {
        if (curl_global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK)
            throw base::Fault{"libcurl cannot start"};
    });
}

curl_socket_t open_through(const SocketGate& gate, curl_sockaddr* wanted)
{
    sockaddr_storage native{};
    std::memcpy(&native, &wanted->addr, std::min<std::size_t>(wanted->addrlen, sizeof native));
    const auto asked = endpoint_of(native, wanted->addrlen);
    if (!asked || wanted->socktype != SOCK_STREAM) return CURL_SOCKET_BAD;
    Endpoint endpoint = *asked;
    auto socket = gate(endpoint);
    if (!socket) return CURL_SOCKET_BAD;
    if (endpoint != *asked) { // there is room for any address behind it
        const SocketAddress other{endpoint};
        wanted->family = other.address.ss_family;
        wanted->addrlen = other.size;
        std::memcpy(static_cast<void*>(&wanted->addr), &other.address, other.size);
    }
    return ::fcntl(socket->get(), F_DUPFD_CLOEXEC, 0); // libcurl closes it
}

void append_line(HeaderList& list, const std::string& line)
{
    curl_slist* longer = curl_slist_append(list.get(), line.c_str());
    if (longer == nullptr) throw base::Fault{"no memory for a request header"};
    static_cast<void>(list.release()); // the longer list begins with the same element
    list.reset(longer);
}

} // namespace net
