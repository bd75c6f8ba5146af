#include "net/host_pin.hpp"

#include "base/concat.hpp"
#include "net/url.hpp"

#include <arpa/inet.h>
#include <netdb.h>
#include <sys/socket.h>

#include <array>
#include <memory>

namespace net {

namespace {

struct Free {
    void operator()(addrinfo* list) const noexcept { freeaddrinfo(list); }
};

} // namespace

std::optional<std::string> pin_host(std::string_view url)
{
    const auto parts = parse_url(url);
    if (!parts) return std::nullopt;
    const std::string host = host_of(url);
    const std::string port = parts->origin.substr(parts->origin.rfind(':') + 1);
    addrinfo hints{};
    hints.ai_socktype = SOCK_STREAM;
    addrinfo* found = nullptr;
    if (getaddrinfo(host.c_str(), port.c_str(), &hints, &found) != 0) return std::nullopt;
    const std::unique_ptr<addrinfo, Free> list{found};
    std::string out = base::concat(host, ':', port, ':');
    bool is_first = true;
    for (const addrinfo* each = list.get(); each != nullptr; each = each->ai_next) {
        std::array<char, NI_MAXHOST> text{};
        if (getnameinfo(each->ai_addr, each->ai_addrlen, text.data(), text.size(), nullptr, 0,
                        NI_NUMERICHOST) != 0)
            continue;
        out += base::concat(is_first ? "" : ",", text.data());
        is_first = false;
    }
    return is_first ? std::nullopt : std::optional{std::move(out)};
}

} // namespace net
