#include "base/random.hpp"

#include "base/fault.hpp"

#include <sys/random.h>

#include <cerrno>

namespace base {

void fill_random(std::span<std::uint8_t> out)
{
    while (!out.empty()) {
        const ssize_t got = ::getrandom(out.data(), out.size(), 0);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) throw Fault::from_errno("getrandom");
        out = out.subspan(static_cast<std::size_t>(got));
    }
}

} // namespace base
