// The certificates of the site, as nginx's own file names them.
#pragma once

#include "base/clock.hpp"

#include <optional>
#include <string>
#include <vector>

namespace startup {

// The path of nginx's site on an installation.
inline constexpr const char* k_nginx_site = "/etc/nginx/sites-enabled/assay.conf";

struct SiteCertificate {
    std::string path;
    bool is_read = false; // false: the file is absent, closed to us, or holds no certificate
    std::optional<base::Instant> ends{}; // nullopt: it was not read, or does not say
};

// One for each `ssl_certificate` line of the site, in their order; none where there is no site. Of
// a chain the first counts, which is the site's own.
std::vector<SiteCertificate> site_certificates(const std::string& site);

// The first end of those that could be read; nullopt: of none.
std::optional<base::Instant> first_end(const std::vector<SiteCertificate>& certificates);

} // namespace startup
