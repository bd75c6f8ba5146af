#include "cli/standstill.hpp"

#include "base/concat.hpp"
#include "base/fault.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/socket.h>
#include <sys/un.h>

#include <cerrno>
#include <cstring>
#include <string>

namespace cli {

namespace {

// The lock of the node's worker, which none starts without while this is held.
base::Fd lock_out_worker(const std::string& path)
{
    base::Fd lock{::open(path.c_str(), O_RDONLY | O_CLOEXEC)};
    if (!lock.is_open() && errno == ENOENT) return lock;
    if (!lock.is_open()) throw base::Fault::from_errno(base::concat("cannot open ", path));
    if (::flock(lock.get(), LOCK_EX | LOCK_NB) != 0)
        throw base::Fault{base::concat("the worker runs, and holds ", path, ": stop it first")};
    return lock;
}

void require_silent(const std::string& pool)
{
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    if (pool.size() >= sizeof address.sun_path) return; // nothing can listen there
    std::memcpy(address.sun_path, pool.c_str(), pool.size() + 1);
    const base::Fd client{::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0)};
    if (!client.is_open()) throw base::Fault::from_errno("cannot make a socket");
    const int code =
        ::connect(client.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address);
    if (code != 0 && (errno == ENOENT || errno == ECONNREFUSED)) return;
    throw base::Fault{base::concat("a pool answers at ", pool, ": stop it first")};
}

} // namespace

base::Fd require_standstill(const config::Places& places)
{
    base::Fd lock = lock_out_worker(places.worker_lock());
    for (const std::string& pool :
         {places.fast_socket(), places.slow_socket(), places.agents_socket()})
        require_silent(pool);
    return lock;
}

} // namespace cli
