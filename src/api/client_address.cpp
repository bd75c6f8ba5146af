#include "api/client_address.hpp"

#include "base/concat.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>

#include <array>

namespace api {

std::string client_key(std::string_view remote_addr, int ipv6_prefix)
{
    std::string text{remote_addr.substr(0, 64)};
    in6_addr address{};
    if (::inet_pton(AF_INET6, text.c_str(), &address) != 1) return text;
    std::array<char, INET6_ADDRSTRLEN> printed{};
    if (IN6_IS_ADDR_V4MAPPED(&address))
        return ::inet_ntop(AF_INET, &address.s6_addr[12], printed.data(), printed.size());
    for (int bit = ipv6_prefix; bit < 128; ++bit)
        address.s6_addr[bit / 8] &=
            static_cast<unsigned char>(~(0x80U >> (static_cast<unsigned>(bit) % 8U)));
    return base::concat(::inet_ntop(AF_INET6, &address, printed.data(), printed.size()), "/",
                        ipv6_prefix);
}

} // namespace api
