#include "analysis/forensics/check.hpp"

#include "analysis/forensics/ct.hpp"
#include "analysis/forensics/dns.hpp"
#include "analysis/forensics/ntp.hpp"
#include "analysis/forensics/portal.hpp"
#include "analysis/forensics/route.hpp"
#include "analysis/forensics/tls.hpp"

namespace analysis::forensics {

std::span<const Check> all_checks()
{
    // The interface's order: ntp, portal, dns, tls, ct, route. A check stands here when it works.
    static const std::vector<Check> s_checks{
        {"ntp", &run_ntp}, {"portal", &run_portal}, {"dns", &run_dns},
        {"tls", &run_tls}, {"ct", &run_ct},         {"route", &run_route},
    };
    return s_checks;
}

} // namespace analysis::forensics
