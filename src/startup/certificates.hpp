// The certificates of the site, as nginx's own file names them.
#pragma once

#include "base/clock.hpp"

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace startup {

// The files in which nginx's site names its certificate on an installation: an operator's own may
// do so in the site itself.
inline constexpr std::array<const char*, 2> k_nginx_sites{"/etc/assay/nginx/server.conf",
                                                          "/etc/nginx/sites-enabled/assay.conf"};

struct SiteCertificate {
    std::string path;
    bool is_read = false; // false: the file is absent, closed to us, or holds no certificate
    std::optional<base::Instant> ends{}; // nullopt: it was not read, or does not say
};

// One for each `ssl_certificate` line of the site, in their order; none where there is no site. Of
// a chain the first counts, which is the site's own.
std::vector<SiteCertificate> site_certificates(const std::string& site);

// The first end of those that this installation's sites name and that could be read; nullopt: of
// none.
std::optional<base::Instant> first_certificate_end();

} // namespace startup
