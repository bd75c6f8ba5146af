#include "net/registrable_domain.hpp"

#include "base/fault.hpp"
#include "net/ip_address.hpp"

#include <libpsl.h>

namespace net {

namespace {

const psl_ctx_t* the_list()
{
    // Compiled into the library: no file is read, nothing is freed.
    static const psl_ctx_t* const s_list = psl_builtin();
    if (s_list == nullptr) throw base::Fault{"libpsl has no list compiled in"};
    return s_list;
}

} // namespace

std::optional<std::string> registrable_domain(std::string_view host)
{
    if (host.find('\0') != std::string_view::npos || IpAddress::parse(host)) return std::nullopt;
    const std::string terminated{host};
    const char* domain =
        psl_registrable_domain(the_list(), terminated.c_str()); // a part of the name
    if (domain == nullptr) return std::nullopt;
    return std::string{domain};
}

bool has_listed_suffix(std::string_view host)
{
    const std::string label{host.substr(host.rfind('.') + 1)};
    return !label.empty() && label.find('\0') == std::string::npos &&
           psl_is_public_suffix2(the_list(), label.c_str(), PSL_TYPE_ANY | PSL_TYPE_NO_STAR_RULE) !=
               0;
}

} // namespace net
