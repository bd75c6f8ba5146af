// `assay setup`: an installation's files from a few answers, and what is still to be done.
#pragma once

#include "cli/arguments.hpp"
#include "cli/verbs.hpp"

#include <iosfwd>

namespace cli {

// Asks at `terminal` what `given` leaves open (nullptr: there is none). Writes the configuration,
// the site, the anchor key with its drop-in: all, or none where an answer is refused, the input
// ends, the chain contradicts it (--online) or a file was edited. Then checks them. Complaints go
// to stderr; Exit::usage where an answer or what was written is wrong, Exit::error where a file is
// in the way, Exit::unreachable where chain or facilitator do not answer. --dry-run writes nothing.
Exit set_up(const Arguments& given, std::istream* terminal, std::ostream& out);

} // namespace cli
