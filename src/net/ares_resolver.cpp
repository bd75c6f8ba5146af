#include "net/ares_resolver.hpp"

#include "base/fault.hpp"

#include <ares.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <memory>
#include <mutex>

namespace net {

namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

constexpr int k_try_ms = 450; // doubled by c-ares for the second try
constexpr int k_tries = 2;

struct ChannelDestroy {
    void operator()(ares_channel channel) const noexcept { ares_destroy(channel); }
};
using Channel = std::unique_ptr<ares_channeldata, ChannelDestroy>;

struct AddrinfoFree {
    void operator()(ares_addrinfo* list) const noexcept { ares_freeaddrinfo(list); }
};

// c-ares wants this once, before any thread uses it; nothing undoes it, the process ends instead.
void start_ares()
{
    static std::once_flag s_once;
    std::call_once(s_once, [] {
        if (ares_library_init(ARES_LIB_INIT_ALL) != ARES_SUCCESS)
            throw base::Fault{"c-ares cannot start"};
    });
}

ares_socket_t make_socket(int domain, int type, int protocol, void*)
{
    return socket(domain, type | SOCK_CLOEXEC | SOCK_NONBLOCK, protocol);
}

int close_socket(ares_socket_t socket, void*)
{
    return close(socket);
}

int connect_socket(ares_socket_t socket, const sockaddr* address, ares_socklen_t size, void* egress)
{
    sockaddr_storage copy{};
    std::memcpy(&copy, address, std::min<std::size_t>(size, sizeof copy));
    const auto endpoint = endpoint_of(copy, size);
    if (!endpoint || !static_cast<const BuyerEgress*>(egress)->allows(*endpoint)) {
        errno = EACCES;
        return -1;
    }
    return connect(socket, address, size);
}

// NOLINTNEXTLINE(readability-function-size): c-ares says what it is called with
ssize_t receive_from(ares_socket_t socket, void* data, std::size_t size, int flags, sockaddr* from,
                     ares_socklen_t* from_size, void*)
{
    return recvfrom(socket, data, size, flags, from, from_size);
}

ssize_t send_parts(ares_socket_t socket, const iovec* parts, int count, void*)
{
    return writev(socket, parts, count);
}

constexpr ares_socket_functions k_gated_sockets{make_socket, close_socket, connect_socket,
                                                receive_from, send_parts};

Channel open_channel(const BuyerEgress& egress)
{
    ares_options options{};
    options.timeout = k_try_ms;
    options.tries = k_tries;
    options.ndomains = 0;
    char lookups[] = "b"; // DNS, never the hosts file
    options.lookups = lookups;
    ares_channel raw = nullptr;
    if (ares_init_options(&raw, &options,
                          ARES_OPT_TIMEOUTMS | ARES_OPT_TRIES | ARES_OPT_DOMAINS |
                              ARES_OPT_LOOKUPS) != ARES_SUCCESS)
        throw base::Fault{"c-ares gives no channel"};
    Channel channel{raw};
    std::string servers;
    for (const IpAddress& address : egress.system_resolvers()) {
        if (!servers.empty()) servers += ',';
        // c-ares takes an address in brackets only with a port.
        servers += address.is_v4() ? address.text() : "[" + address.text() + "]:53";
    }
    if (ares_set_servers_csv(channel.get(), servers.c_str()) != ARES_SUCCESS)
        throw base::Fault{"c-ares refuses the system's resolvers"};
    // The gate is const, and so is every use of it behind this pointer.
    ares_set_socket_functions(channel.get(), &k_gated_sockets, const_cast<BuyerEgress*>(&egress));
    return channel;
}

struct Answer {
    bool is_there = false;
    Lookup lookup = base::refuse(LookupRefusal::no_answer);
};

void take_answer(void* target, int status, int, ares_addrinfo* list)
{
    const std::unique_ptr<ares_addrinfo, AddrinfoFree> owned{list};
    Answer& answer = *static_cast<Answer*>(target);
    answer.is_there = true;
    if (status == ARES_ENOTFOUND || status == ARES_ENODATA)
        answer.lookup = base::refuse(LookupRefusal::no_address);
    if (status != ARES_SUCCESS || list == nullptr) return;
    std::vector<IpAddress> addresses;
    for (const ares_addrinfo_node* node = list->nodes; node != nullptr; node = node->ai_next) {
        sockaddr_storage native{};
        std::memcpy(&native, node->ai_addr, std::min<std::size_t>(node->ai_addrlen, sizeof native));
        const auto address = IpAddress::from_sockaddr(native, node->ai_addrlen);
        if (address && std::find(addresses.begin(), addresses.end(), *address) == addresses.end())
            addresses.push_back(*address);
    }
    if (addresses.empty()) {
        answer.lookup = base::refuse(LookupRefusal::no_address);
        return;
    }
    answer.lookup = std::move(addresses);
}

milliseconds time_left(steady_clock::time_point deadline)
{
    return std::max(milliseconds{0},
                    std::chrono::ceil<milliseconds>(deadline - steady_clock::now()));
}

// Waits for one event of the channel's sockets, or its next own deadline, and works on it.
void step(ares_channel channel, milliseconds at_most)
{
    ares_socket_t sockets[ARES_GETSOCK_MAXNUM];
    const auto bits = static_cast<unsigned>(ares_getsock(channel, sockets, ARES_GETSOCK_MAXNUM));
    std::vector<pollfd> waits;
    for (unsigned i = 0; i < ARES_GETSOCK_MAXNUM; ++i) {
        const bool reads = (bits >> i & 1U) != 0;
        const bool writes = (bits >> (i + ARES_GETSOCK_MAXNUM) & 1U) != 0;
        if (!reads && !writes) continue;
        waits.push_back(
            {sockets[i], static_cast<short>((reads ? POLLIN : 0) | (writes ? POLLOUT : 0)), 0});
    }
    timeval limit{at_most.count() / 1000, at_most.count() % 1000 * 1000};
    timeval own{};
    const timeval* const wait = ares_timeout(channel, &limit, &own);
    const long wait_ms = wait->tv_sec * 1000 + (wait->tv_usec + 999) / 1000;
    const int ready = poll(waits.data(), waits.size(), static_cast<int>(wait_ms));
    if (ready <= 0) {
        ares_process_fd(channel, ARES_SOCKET_BAD, ARES_SOCKET_BAD); // its own timeouts
        return;
    }
    for (const pollfd& each : waits)
        ares_process_fd(channel, (each.revents & ~POLLOUT) != 0 ? each.fd : ARES_SOCKET_BAD,
                        (each.revents & POLLOUT) != 0 ? each.fd : ARES_SOCKET_BAD);
}

} // namespace

AresResolver::AresResolver(const BuyerEgress& egress) : m_egress{egress}
{
    start_ares();
}

std::vector<Lookup> AresResolver::lookup(std::span<const std::string> names,
                                         steady_clock::time_point deadline)
{
    const Channel channel = open_channel(m_egress);
    std::vector<Answer> answers(names.size());
    ares_addrinfo_hints hints{};
    hints.ai_flags = ARES_AI_NOSORT; // sorting would connect sockets outside the gate
    hints.ai_family = AF_UNSPEC;
    for (std::size_t i = 0; i < names.size(); ++i)
        ares_getaddrinfo(channel.get(), names[i].c_str(), nullptr, &hints, take_answer,
                         &answers[i]);
    const auto is_missing = [](const Answer& answer) { return !answer.is_there; };
    while (std::any_of(answers.begin(), answers.end(), is_missing) &&
           time_left(deadline).count() > 0)
        step(channel.get(), time_left(deadline));
    ares_cancel(channel.get()); // calls back for the rest: no_answer
    std::vector<Lookup> out;
    out.reserve(answers.size());
    for (Answer& answer : answers) out.push_back(std::move(answer.lookup));
    return out;
}

} // namespace net
