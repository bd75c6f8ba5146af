// Sockets for a library that connects them itself, behind the buyers' gate.
#pragma once

#include "net/buyer_egress.hpp"

#include <functional>

namespace net {

// A TCP socket, not connected, for a connection to that endpoint and to no other. Tests put one of
// their own here, which also changes where it leads: the gate lets no connection to local servers.
using SocketGate = std::function<base::Result<base::Fd, EgressRefusal>(Endpoint&)>;

SocketGate gate_through(const BuyerEgress& egress);

} // namespace net
