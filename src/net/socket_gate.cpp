#include "net/socket_gate.hpp"

#include <sys/socket.h>

namespace net {

SocketGate gate_through(const BuyerEgress& egress)
{
    return [&egress](const Endpoint& endpoint) -> base::Result<base::Fd, EgressRefusal> {
        if (!egress.allows(endpoint)) return base::refuse(EgressRefusal::not_global);
        const int family = endpoint.address.is_v4() ? AF_INET : AF_INET6;
        base::Fd out{socket(family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0)};
        if (!out.is_open()) return base::refuse(EgressRefusal::out_of_places);
        return out;
    };
}

} // namespace net
