#include "net/registrable_domain.hpp"

#include "base/fault.hpp"
#include "net/ip_address.hpp"

#include <libpsl.h>

namespace net {

std::optional<std::string> registrable_domain(std::string_view host)
{
    // Compiled into the library: no file is read, nothing is freed.
    static const psl_ctx_t* const s_list = psl_builtin();
    if (s_list == nullptr) throw base::Fault{"libpsl has no list compiled in"};
    if (host.find('\0') != std::string_view::npos || IpAddress::parse(host)) return std::nullopt;
    const std::string terminated{host};
    const char* domain = psl_registrable_domain(s_list, terminated.c_str()); // a part of the name
    if (domain == nullptr) return std::nullopt;
    return std::string{domain};
}

} // namespace net
