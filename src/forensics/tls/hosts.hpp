// Which hosts a scan shakes hands with: those of the basket, or the buyer's with two of the basket
// beside them, so that a wrong path is told apart from a wrong server.
#pragma once

#include "forensics/check/check.hpp"

namespace forensics {

struct PlannedTlsHost {
    std::string host;
    std::uint16_t port = 443;
    std::optional<net::IpAddress> address; // nullopt: to be asked of the system's resolver
    std::string operator_name;             // empty: not known, as of an address that a buyer names
    bool is_canonical = false;
    bool expects_ct = false;
};

std::vector<PlannedTlsHost> planned_tls_hosts(const ScanContext& context);

} // namespace forensics
