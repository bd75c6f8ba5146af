// What validating signed names over the system's resolver says, beside the same over a control.
#pragma once

#include "net/dnssec.hpp"

#include <span>
#include <string>
#include <vector>

namespace forensics {

struct SignaturesSeen {
    struct Bogus {
        std::string name;
        bool control_validates = false; // what the controls say is right by DNSSEC
    };

    bool work = false; // a name is secure over the system's resolver
    // None is, and the control hands on the signatures of a name that looks bogus here.
    bool are_gone = false;
    std::vector<Bogus> bogus{}; // of names, where signatures work
};

// `by_system` and `by_control` in the order of `names`; either may be empty: not asked.
SignaturesSeen signatures_seen(std::span<const std::string> names,
                               std::span<const net::DnssecOutcome> by_system,
                               std::span<const net::DnssecOutcome> by_control);

} // namespace forensics
