#include "forensics/dns/signatures.hpp"

#include <algorithm>

namespace forensics {

// A resolver that hands on no signatures makes everything look bogus: it takes one name that is
// secure over it to believe that another is forged.
SignaturesSeen signatures_seen(std::span<const std::string> names,
                               std::span<const net::DnssecOutcome> by_system,
                               std::span<const net::DnssecOutcome> by_control)
{
    using enum net::DnssecState;
    SignaturesSeen seen;
    seen.work = std::any_of(by_system.begin(), by_system.end(),
                            [](const net::DnssecOutcome& each) { return each.state == secure; });
    for (std::size_t i = 0; i < by_system.size(); ++i) {
        if (by_system[i].state != bogus) continue;
        const bool control_validates = i < by_control.size() && by_control[i].state == secure;
        if (seen.work)
            seen.bogus.push_back({names[i], control_validates});
        else
            seen.are_gone |= control_validates;
    }
    return seen;
}

} // namespace forensics
